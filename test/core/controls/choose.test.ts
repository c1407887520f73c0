import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { controlSupport } from "../../../src/core/controls/table.ts";
import { currentModeTitle } from "../../../src/core/resources/film-modes.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { findOption } from "../../../src/core/controls/choose.ts";
import { withDue } from "../../../src/core/session/session.ts";
import { having, settled, profile } from "../samples.ts";
import { player } from "../sample-player.ts";
import { decided, effectOf, without, withVideo } from "./decided.ts";

describe("an app", () => {
  const opens = (name: string): string => `openApp ${name}`;

  it.each([
    ["org.example.tv", opens("org.example.tv")],
    ["tv", opens("org.example.tv")],
    ["Radio", opens("org.example.radio")],
    ["RADIO", 'rejected: unknown app: the player has 3 apps, none is "RADIO"'],
  ])("%s", (request, expected) => {
    expect(decided("app", request)).toBe(expected);
  });

  it("is not opened before the apps were reported", () => {
    expect(decided("app", "TV", without("apps"))).toBe("failed: the player has not reported its apps");
  });
});

describe("the zoom of a film", () => {
  it.each([
    ["1", "unchanged"],
    ["original", "setZoom 0"],
    ["Fill", 'rejected: unknown zoom: there is no "Fill", the player has 0 Original, 1 Fit'],
  ])("%s", (request, expected) => {
    expect(decided("video/zoom", request)).toBe(expected);
  });

  it("is rejected without a film, and failed before it was reported", () => {
    expect(decided("video/zoom", "1", settled({ player: { ...player, video: idleVideo } }))).toBe(
      "rejected: no video plays",
    );
    const unread = "failed: the player has not reported what it offers as zoom";
    expect(decided("video/zoom", "1", without("video"))).toBe(unread);
    expect(decided("video/zoom", "1", without("zooms"))).toBe(unread);
  });

  it("may be one that is not in the list", () => {
    expect(shown(effectOf("video/zoom", "0"), withVideo({ zoomIndex: 7 }))).toBe("zoom unknown");
    expect(currentModeTitle(without("zooms"), "zooms")).toBe("");
  });

  it("is set blindly where the player never reports the selected one", () => {
    const effect = effectOf("video/zoom", "0", withVideo({ zoomIndex: undefined }));
    expect(effect.proof).toBeUndefined();
  });
});

describe("a resource that the owner has not enabled", () => {
  const session = newSession(0, { profile: { ...profile, withoutResources: ["playModes"] } });

  it("is off, and never due", () => {
    expect(controlSupport(session, "video/play-mode")).toBe("off");
    expect(withDue(session, 5, ["playModes"]).resources.playModes.dueAt).toBe(Number.POSITIVE_INFINITY);
    const known = having(session, { zooms: { support: "supported" } });
    expect(controlSupport(known, "video/zoom")).toBe("supported");
  });
});

it("an option is found by its title in either Unicode form, before those in another case", () => {
  const options = ["Café", "CAFÉ", "Thé"].map((title, index) => ({ index, title }));
  expect(findOption(options, "Cafe\u0301")?.index).toBe(0);
  expect(findOption(options, "CAFE\u0301")?.index).toBe(1);
  expect(findOption(options, "tHE\u0301")?.index).toBe(2);
  expect(findOption(options, "cafe\u0301")).toBeUndefined();
});
