import { describe, expect, it } from "vitest";
import {
  type PlayerState,
  type Reading,
  type ResourceName,
  resourceNamed,
  summaryOf,
} from "../../../src/core/resources/player.ts";
import {
  apps,
  audio,
  brightness,
  film,
  filmArt,
  model,
  music,
  playlist,
  playModes,
  powerOptions,
  queue,
  ownSettings,
  styles,
  zooms,
} from "../sample-player.ts";

function summary<Name extends ResourceName>(name: Name, value: NonNullable<PlayerState[Name]>): string {
  return summaryOf({ resource: name, value } as Reading).text;
}

const long = "A title that nobody reads to its end, since it is too long";

describe("a value in a few words", () => {
  it("count apps and modes", () => {
    expect(summary("apps", apps)).toBe("apps: 3");
    expect(summary("zooms", zooms)).toBe("zoom of films: 2");
    expect(summary("apps", {} as never)).toBe("apps");
    expect(summary("playModes", playModes)).toBe("play modes of films: 2");
    expect(summary("firmware", { latest: "4.8" })).toBe("latest firmware: 4.8");
    expect(summary("power", powerOptions)).toBe("power options: poweroff/reboot/standby/screen");
  });

  it("name the parts of the display", () => {
    expect(summary("screenBrightness", brightness)).toBe("screen brightness: 80/115");
    expect(summary("knobBrightness", { ...brightness, level: undefined })).toBe("knob brightness: ?/115");
    expect(summary("knobColors", styles)).toBe("knob color: Walnut");
    expect(summary("meterStyles", styles)).toBe("meter style: Walnut");
    expect(summary("spectrumStyles", styles)).toBe("spectrum style: Walnut");
    expect(summary("settings", ownSettings)).toBe("settings: 3");
  });

  it("of the routing names the selection", () => {
    const routing = audio("EARC", "RCA");
    expect(summary("audio", routing)).toMatch(/^inputs and outputs: EARC \(\d+\) → RCA \(\d+\)$/);
    const { entries } = routing.input;
    const unknown = {
      ...routing,
      input: { entries, current: undefined },
      output: { entries, current: undefined },
    };
    expect(summary("audio", unknown)).toMatch(/^inputs and outputs: \? \(\d+\) → \? \(\d+\)$/);
  });

  it("of the model is its name and its firmware, as far as reported", () => {
    expect(summary("model", { ...model, model: "A8", firmware: "v1" })).toBe("A8, firmware v1");
    expect(summary("model", { ...model, model: undefined, firmware: undefined })).toBe(
      "a player of unknown model",
    );
  });

  it("of film, music and lists has the title if there is one", () => {
    expect(summary("video", { ...film, title: "" })).toBe(`video: ${film.state}`);
    expect(summary("video", { ...film, title: "Ledger" })).toBe(`video: ${film.state} 'Ledger'`);
    expect(summary("music", { ...music, track: { ...music.track, title: "" } })).toBe(
      "music state: playing (internal)",
    );
    expect([resourceNamed("state"), resourceNamed("music")]).toEqual(["music", undefined]);
    expect(summary("music", music)).toMatch(/^music state: playing \(internal\) '.+'$/);
    expect(summary("queue", { ...queue, total: 3, title: "" })).toBe("music queue: 3");
    expect(summary("queue", { ...queue, total: 3, title: "Song" })).toBe("music queue: 3 'Song'");
    expect(summary("filmArt", { ...filmArt, title: "" })).toBe("video poster: -");
    expect(summary("filmArt", { ...filmArt, title: "Ledger" })).toBe("video poster: 'Ledger'");
    expect(summary("playlist", { ...playlist, size: 2 })).toBe("playlist: 2");
  });

  it("of a volume says what is not reported", () => {
    expect(summary("videoVolume", { level: 7, min: 0, max: 15 })).toBe("volume of a video model: 7/15");
    expect(summary("videoVolume", { level: undefined, min: 0, max: 15 })).toBe(
      "volume of a video model: ?/15",
    );
  });

  it("shortens a long title", () => {
    expect(summary("video", { ...film, title: long })).toBe(`video: ${film.state} '${long.slice(0, 39)}…'`);
  });
});
