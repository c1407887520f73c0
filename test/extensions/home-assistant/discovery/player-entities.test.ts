import { describe, expect, it } from "vitest";
import { linkedPageUrl } from "../../../../src/app/extensions.ts";
import {
  bridgePayload,
  filmPayload,
  playerPayload,
} from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { mediaPlayerPayload } from "../../../../src/extensions/home-assistant/player-announcement.ts";
import type { CallName } from "../../../../src/core/controls/call.ts";
import { asList, asObject, asText } from "../../../../src/core/resources/json.ts";
import { controls } from "../../../../src/core/controls/table.ts";
import { audio, music } from "../../../core/sample-player.ts";
import { having } from "../../../core/samples.ts";
import { everything, target } from "../../../home-assistant/players.ts";
import { type SessionFields, sessionWith } from "../../../core/session-with.ts";

const componentOf = (key: string) => playerPayload(target, everything).components[key];
const ofBridge = () => bridgePayload("player2mqtt", "1.2.3").components;
/** What the generated documentation of entities does not show of them. */
const look = /^(device_class|state_class|unit_of_measurement|suggested_display_precision|min|max|step|mode)$/;

describe("an entity of a player", () => {
  it.each(["mute", "power", "shuffle"])("%s is unknown while its topic is empty, not as it was", (key) => {
    expect(componentOf(key)?.["value_template"]).toContain('"None"');
  });

  it("has the plain name if it selects, and not if it shows the same in detail", () => {
    const names = ["output", "audio_track", "subtitle"].map((key) => componentOf(key)?.["name"]);
    expect(names).toEqual(["Output", "Audio track details", "Subtitle details"]);
    const choices = Object.values(filmPayload(target, everything)?.components ?? {});
    expect(choices.map(({ name }) => name)).toEqual(["Audio track", "Subtitle"]);
  });

  it("has its class, its unit and its range, and is available with what it needs", () => {
    const looks: Record<string, string> = {};
    const film = filmPayload(target, everything)?.components;
    const components = { ...playerPayload(target, everything).components, ...film, ...ofBridge() };
    for (const [key, { availability, ...fields }] of Object.entries(components)) {
      const [, player, needed] = asList(availability).map((one) => asText(asObject(one)?.["topic"]));
      const own = Object.entries(fields).flatMap(([name, value]) =>
        look.test(name) ? [asText(value) ?? JSON.stringify(value)] : [],
      );
      // Some stay available while the player is off.
      if (availability !== undefined) own.push(needed ?? player ?? "always");
      const kind = own.join(" ").replace("player2mqtt/living-room/", "with ");
      if (kind !== "") looks[kind] = [looks[kind] ?? [], key].flat().join(" ");
    }
    expect(looks).toEqual({
      "frequency kHz measurement 1": "output_sample_rate",
      connectivity: "output_connected",
      enum: "video_state dynamic_range music_state group music_source",
      "duration s 0": "video_position video_duration music_position music_duration",
      "with video/picture": "video_picture",
      "with video/backdrop": "video_backdrop",
      always: "watched played power waking command_outcome",
      measurement: "playlist_size queue_total players players_online",
      "0 86400 1 box s": "video_seek music_seek",
      "with music/picture": "music_picture",
      "0 100 1 slider % with volume/range": "volume",
      "0 100 1 slider % with group/volume": "group_volume",
      "0 1440 1 box min": "sleep",
      "battery % measurement": "battery",
      battery_charging: "battery_charging",
      restart: "reboot",
      "1 slider 0 115": "screen_brightness knob_brightness",
      firmware: "firmware",
      "connectivity always": "connectivity",
      "enum always": "last_outcome",
      "with video/audio-track/options": "audio_track_choice",
      "with video/subtitle/options": "subtitle_choice",
      timestamp: "started",
    });
  });
});

describe("what a player lacks", () => {
  const { player } = everything;
  const { power: _power, ...others } = player;
  const powerless = having({ ...everything, player: others }, { power: { support: "unsupported" } });
  const calls = new Set(Object.values(controls).flatMap(({ operations }): CallName[] => [...operations]));
  const ofSound = ["sound_processing", "sound_output", "bit_perfect"];
  const ofOutput = ["output", "output_format", "output_sample_rate", "output_connected"];
  const ofScreen = ["reboot", "screen_on", "screen_off"];

  it.each<[string, SessionFields, string[]]>([
    ["sound", { player: { ...player, music: { ...music, sound: undefined } } }, ofSound],
    ["outputs", { player: { ...player, audio: { ...audio(), output: undefined } } }, ofOutput],
    ["display", { player: { ...player, music: { ...music, display: undefined } } }, ["display_show"]],
    [
      "way to wake",
      { operations: { wake: { support: "unsupported", denials: 3 } } },
      ["power", "waking", "standby"],
    ],
    [
      "way to wake, but is switched on by a request",
      {
        operations: { wake: { support: "unsupported", denials: 3 } },
        player: { ...player, power: [{ tag: "on", name: "on", isCurrent: true }] },
      },
      ["waking"],
    ],
    ["power", powerless, ["power", "waking", "standby", ...ofScreen]],
    ["power but has a plug", sessionWith(powerless, { hasPlug: true }), ["standby", ...ofScreen]],
    [
      "power but has keys",
      having(sessionWith(powerless, { calls }), { battery: { support: "unsupported" } }),
      ["battery", "battery_charging"],
    ],
  ])("is left out, and nothing else: it has no %s", (_, change, lacking) => {
    const left = playerPayload(target, sessionWith(everything, change)).components;
    const whole = playerPayload(target, everything).components;
    expect(Object.keys(whole).filter((key) => left[key] === undefined)).toEqual(lacking);
  });
});

describe("a device", () => {
  it.each([
    ["player2mqtt", "bridge", "player2mqtt"],
    ["player2mqtt", "bridge-2", "player2mqtt 2"],
    ["home/players", "bridge", "player2mqtt home/players"],
    ["upstairs", "bridge-den", "player2mqtt upstairs den"],
  ] as const)("of a bridge under %s, %s, is named %s", (base, bridge, name) => {
    const maker = { manufacturer: "player2mqtt", model: "Bridge" };
    expect(bridgePayload(base, "1", bridge)["device"]).toMatchObject({ name, ...maker });
  });

  it("links the page if it has an address", () => {
    const pageUrl = "http://192.168.1.10:8099";
    for (const payload of [
      playerPayload({ ...target, pageUrl }, everything),
      mediaPlayerPayload({ ...target, pageUrl }, everything),
      bridgePayload("player2mqtt", "1", "bridge", { pageUrl }),
    ])
      expect(payload?.["device"]).toMatchObject({ configuration_url: pageUrl });
    expect(playerPayload(target, everything)["device"]).not.toHaveProperty("configuration_url");
  });
});

describe("the address of the page", () => {
  const http = { host: "192.168.1.10", port: 8099, token: "a long enough token", mcp: false, ingress: false };

  it.each([
    ["http.host", http, "http://192.168.1.10:8099"],
    ["an address of version 6", { ...http, host: "fd00::1" }, "http://[fd00::1]:8099"],
    ["nothing on loopback", { ...http, host: "127.0.0.1" }, undefined],
    ["nothing on all interfaces", { ...http, host: "0.0.0.0" }, undefined],
    ["nothing without a token", { ...http, token: "" }, undefined],
    ["nothing without HTTP", { ...http, port: 0 }, undefined],
  ])("is %s", (_, given, expected) => {
    expect(linkedPageUrl("", given)).toBe(expected);
  });

  it("is the configured one in any case", () => {
    expect(linkedPageUrl("https://player.example", { ...http, port: 0 })).toBe("https://player.example");
  });
});
