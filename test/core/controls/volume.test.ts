import * as fc from "fast-check";
import { shown } from "./shown.ts";
import { describe, expect, it } from "vitest";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { percentOf } from "../../../src/core/resources/music.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { having, settled } from "../samples.ts";
import { music, player, videoVolume } from "../sample-player.ts";
import { decided, effectOf, without, withMusic } from "./decided.ts";
import { sessionWith } from "../session-with.ts";

const level = (value: number): string => `setVolume ${value}`;
const coarse = withMusic({ volume: { level: 5, min: -10, max: 10 } });

describe("volume", () => {
  it.each([
    ["0", level(0)],
    ["50", level(100)],
    ["33.4", level(67)],
    ["20", "unchanged"],
    ["+0", "unchanged"],
    ["+10", level(60)],
    ["-99", level(0)],
    ["+99", level(200)],
    ["101", "rejected: out of range: 101 is not within 0 to 100"],
    ["=-1", "rejected: out of range: -1 is not within 0 to 100"],
  ])("%s of 40 in 0 to 200", (request, expected) => {
    expect(decided("volume", request)).toBe(expected);
  });

  it("is a share of the player's range, and a step is one at least, however coarse the player counts", () => {
    expect(decided("volume", "+1", coarse)).toBe(level(6));
    expect(decided("volume", "-1", coarse)).toBe(level(4));
    expect(decided("volume", "100", coarse)).toBe(level(10));
    expect(decided("volume", "-25", coarse)).toBe(level(0));
    expect(decided("volume", "40", sessionWith(coarse, { maxVolumePercent: 40 }))).toBe(level(-2));
  });

  it("is set, but not stepped, while the player reports a level outside its range", () => {
    const unknown = withMusic({ volume: { level: undefined, min: 0, max: 200 } });
    expect(decided("volume", "50", unknown)).toBe(level(100));
    expect(decided("volume/level", "50", unknown)).toBe(level(50));
    expect(decided("volume", "+5", unknown)).toBe("failed: the player has not reported its volume");
    expect(decided("volume/level", "-5", unknown)).toBe("failed: the player has not reported its volume");
    expect(percentOf({ level: undefined, min: 0, max: 200 })).toBeUndefined();
  });

  it.each([
    [-80, -80, 0, 0],
    [-20, -80, 0, 75],
    [0, -80, 0, 100],
    [15, 10, 20, 50],
    [5, 5, 5, 0],
  ])("of level %i between %i and %i is %i percent", (level, min, max, percent) => {
    expect(percentOf({ level, min, max })).toBe(percent);
  });
});

describe("the volume of a video model", () => {
  const told = { ...player, music: { ...music, volume: undefined }, videoVolume };
  const video = settled({ player: told });
  const { music: _music, ...withoutMusic } = told;

  it("is set by its own operation, and shown by its own resource", () => {
    expect(decided("volume", "80", video)).toBe("setVideoVolume 12");
    expect(decided("volume/level", "+2", video)).toBe("setVideoVolume 8");
    expect(decided("volume/level", "16", video)).toMatch(/^rejected: out of range/);
    const effect = effectOf("volume/level", "7", video);
    expect([effect.proof, effect.isShown(video), shown(effect, video)]).toEqual([
      "videoVolume",
      false,
      "volume 6",
    ]);
  });

  it("is that of the music state where both are reported", () => {
    expect(decided("volume/level", "7")).toBe(level(7));
    const both = settled({ player: { ...player, videoVolume } });
    expect(decided("volume/level", "7", both)).toBe(level(7));
    expect(controls.volume.parse("30").fresh(both)).toEqual(["music"]);
    expect(controls.volume.parse("30").fresh(video)).toEqual(["videoVolume"]);
    expect(controls.volume.parse("30").fresh(without("music", "videoVolume"))).toEqual([
      "music",
      "videoVolume",
    ]);
  });

  it("has the same ceiling", () => {
    const limited = sessionWith(video, { maxVolumePercent: 50 });
    expect(decided("volume", "51", limited)).toMatch(/^rejected: too loud.*level 7$/);
    expect(decided("volume/level", "+9", limited)).toBe("setVideoVolume 7");
  });

  it("is supported as soon as it is reported, and known to lack only when both were read", () => {
    const supportOf = (session: Session) => controlSupport(session, "volume");
    const silent = without("music");
    expect(supportOf(video)).toBe("supported");
    expect(supportOf(having(settled({ player: withoutMusic }), { music: { support: "unsupported" } }))).toBe(
      "supported",
    );
    expect(supportOf(having(silent, { music: { support: "unsupported" } }))).toBe("unsupported");
    const unread = having(silent, { music: { support: "unsupported" }, videoVolume: { support: "unknown" } });
    expect(supportOf(unread)).toBe("unknown");
    const denied = { setVideoVolume: { support: "unsupported", denials: 1 } } as const;
    expect(supportOf({ ...video, operations: denied })).toBe("unsupported");
    expect(supportOf({ ...settled(), operations: denied })).toBe("supported");
  });
});

describe("volume/level", () => {
  it.each([
    ["=-10", level(-10)],
    ["-10", level(-5)],
    ["+1", level(6)],
    ["+99", level(10)],
    ["11", "rejected: out of range: 11 is not within -10 to 10"],
    ["=-11", "rejected: out of range: -11 is not within -10 to 10"],
  ])("%s of 5 in -10 to 10", (request, expected) => {
    expect(decided("volume/level", request, coarse)).toBe(expected);
  });

  it.each(["", "loud", "--5", "+-5", "1e3", "5 dB"])("cannot be %j", (request) => {
    expect(controls["volume/level"].parse(request).problem?.text).toMatch(/^malformed/);
  });
});

describe("controls.maxVolume", () => {
  const limited = (level: number | undefined, maxVolumePercent = 40, max = 200): Session =>
    sessionWith(withMusic({ volume: { level, min: 0, max } }), { maxVolumePercent });
  const loud = "rejected: too loud: controls.maxVolume is 40 percent, which is level 80";

  it.each([
    ["volume", "41", 60, loud],
    ["volume", "40", 60, level(80)],
    ["volume", "+5", 60, level(70)],
    ["volume", "+50", 60, level(80)],
    ["volume", "+1", 80, loud],
    ["volume", "-5", 80, level(70)],
    ["volume", "101", 60, "rejected: out of range: 101 is not within 0 to 100"],
    ["volume/level", "81", 60, loud],
    ["volume/level", "80", 60, level(80)],
    ["volume/level", "80", undefined, level(80)],
    ["volume/level", "81", undefined, loud],
    ["volume/level", "+30", 60, level(80)],
    ["volume/level", "+1", 80, loud],
  ] as const)("decides %s %s at %s", (control, request, at, expected) => {
    expect(decided(control, request, limited(at))).toBe(expected);
  });

  it("lets a louder volume be turned down, to the ceiling at least", () => {
    expect(decided("volume/level", "-1", limited(120))).toBe(level(80));
    expect(decided("volume/level", "-100", limited(120))).toBe(level(20));
    expect(decided("volume", "+0", limited(120))).toBe("unchanged");
    expect(decided("volume/level", "+1", limited(120))).toBe(loud);
    expect(decided("volume/level", "120", limited(120))).toBe(loud);
  });

  it("is rounded down on a coarse scale", () => {
    expect(decided("volume", "50", limited(3, 50, 15))).toBe(level(7));
    expect(decided("volume", "50", limited(7, 50, 15))).toBe("unchanged");
    expect(decided("volume/level", "8", limited(3, 50, 15))).toMatch(/level 7$/);
  });

  it("rejects keys that turn the volume up, and no others", () => {
    const rejection = /^rejected: volume keys are disabled/;
    for (const key of ["VolumeUp", "Key.VolumeUp", "Down 500 volume_up", "VolUp"])
      expect(decided("key", key, limited(60))).toMatch(rejection);
    expect(decided("key", "VolumeDown Up", limited(60))).toBe("sendKey Key.VolumeDown, sendKey Key.Up");
    expect(decided("key", "VolumeUp", limited(60, 100))).toBe("sendKey Key.VolumeUp");
  });

  it("is never passed, whatever the request", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("volume", "volume/level"),
        fc.tuple(fc.constantFrom("", "+", "-", "="), fc.integer({ min: 0, max: 250 })),
        fc.integer({ min: 0, max: 99 }),
        fc.option(fc.integer({ min: 0, max: 97 }), { nil: undefined }),
        (control, [sign, value], percent, at) => {
          const calls = decided(control, `${sign}${value}`, limited(at, percent, 97));
          if (!calls.startsWith("setVolume")) return;
          expect(Number(calls.split(" ")[1])).toBeLessThanOrEqual((97 * percent) / 100);
        },
      ),
    );
  });
});

describe("a volume that the player does not let be set", () => {
  it.each([
    ["locked", "rejected: the player reports that its volume is locked"],
    ["disabled", "rejected: the player reports that its volume cannot be set"],
  ] as const)("is rejected with the reason: %s", (restriction, reason) => {
    const session = withMusic({ volume: { level: 5, min: 0, max: 10, restriction } });
    for (const request of ["50", "+5", "-5", "4"]) {
      expect(decided("volume", request, session)).toBe(reason);
      expect(decided("volume/level", request, session)).toBe(reason);
    }
  });
});

it("mute is set where it is not so", () => {
  expect(decided("mute", "off")).toBe("unchanged");
  expect(decided("mute", "ON")).toBe("setMute true");
  const muted = withMusic({ isMuted: true });
  expect(shown(effectOf("mute", "off", muted), muted)).toBe("mute on");
});
