import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { percentOf } from "../../../src/core/resources/music.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { having, settled } from "../samples.ts";
import { music, player, videoVolume } from "../sample-player.ts";
import { decided, showing, without } from "./decided.ts";

it.each([
  [-80, -80, 0, 0],
  [-20, -80, 0, 75],
  [0, -80, 0, 100],
  [15, 10, 20, 50],
  [5, 5, 5, 0],
  [undefined, 0, 200, undefined],
])("level %s between %i and %i is %s percent", (level, min, max, percent) => {
  expect(percentOf({ level, min, max })).toBe(percent);
});

describe("the volume of a video model", () => {
  const told = { ...player, music: { ...music, volume: undefined }, videoVolume };
  const video = settled({ player: told });
  const { music: _music, ...withoutMusic } = told;

  it("is read first where the music state has none", () => {
    const freshOf = (session: Session) => controls.volume.parse("30").fresh(session);
    expect(freshOf(settled({ player: { ...player, videoVolume } }))).toEqual(["music"]);
    expect(freshOf(video)).toEqual(["videoVolume"]);
    expect(freshOf(without("music", "videoVolume"))).toEqual(["music", "videoVolume"]);
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

it("controls.maxVolume is never passed, whatever the request", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("volume", "volume/level"),
      fc.tuple(fc.constantFrom("", "+", "-", "="), fc.integer({ min: 0, max: 250 })),
      fc.integer({ min: 0, max: 99 }),
      fc.option(fc.integer({ min: 0, max: 97 }), { nil: undefined }),
      (control, [sign, value], maxVolumePercent, level) => {
        const limited = showing(
          { music: { ...music, volume: { level, min: 0, max: 97 } } },
          { maxVolumePercent },
        );
        const calls = decided(control, `${sign}${value}`, limited);
        if (!calls.startsWith("setVolume")) return;
        expect(Number(calls.split(" ")[1])).toBeLessThanOrEqual((97 * maxVolumePercent) / 100);
      },
    ),
  );
});
