import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { controlSupport } from "../../../src/core/controls/table.ts";
import type { ResourceState } from "../../../src/core/resources/resource.ts";
import { displayShown } from "../../../src/core/resources/display.ts";
import type { DisplayMode } from "../../../src/core/resources/music.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { brightness, music, player, styles, unlimited } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";

const level = (value: number): string => `setScreenBrightness ${value}`;
const withoutLevel = settled({
  player: { ...player, screenBrightness: { ...brightness, level: undefined } },
});

describe("a brightness", () => {
  it.each([
    ["0", level(0)],
    ["20.4", level(20)],
    ["80", "unchanged"],
    ["+10", level(90)],
    ["-99", level(0)],
    ["+99", level(115)],
    ["116", "rejected: out of range: 116 is not within 0 to 115"],
    ["=-1", "rejected: out of range: -1 is not within 0 to 115"],
  ])("%s of 80 in 0 to 115", (request, expected) => {
    expect(decided("display/brightness", request)).toBe(expected);
  });

  it("is set, but not stepped, while the player reports a level outside its range", () => {
    expect(decided("display/brightness", "5", withoutLevel)).toBe(level(5));
    expect(decided("display/brightness", "+5", withoutLevel)).toBe(
      "failed: the player has not reported the brightness of the screen",
    );
  });

  it("is not shown by a level outside the range", () => {
    const effect = effectOf("display/brightness", "80", withoutLevel);
    expect([withoutLevel, settled()].map((session) => effect.isShown(session))).toEqual([false, true]);
  });

  it("is not set before it was reported", () => {
    expect(decided("display/knob", "5", without("knobBrightness"))).toBe(
      "failed: the player has not reported the brightness of the knob",
    );
  });
});

describe("what a display shows", () => {
  const lacking = (...names: readonly ("meterStyles" | "spectrumStyles")[]) =>
    having(
      settled(),
      Object.fromEntries(
        names.map((name): [string, Partial<ResourceState>] => [name, { support: "unsupported" }]),
      ),
    );

  const showing = (display: DisplayMode | undefined, session = settled()): Session => ({
    ...session,
    player: { ...session.player, music: { ...music, display } },
  });
  const thrice = (side: string): string => Array(3).fill(`showOnDisplay ${side}`).join(", ");
  const silent = showing(undefined);
  const leavesOf = (session: Session) => Object.fromEntries(displayShown.render(session, unlimited));

  it("is offered where the player has meters or a spectrum", () => {
    expect(decided("display/show", "meters", silent)).toBe("showOnDisplay meters");
    expect(decided("display/show", "spectrum", lacking("spectrumStyles"))).toBe(
      "rejected: the player has no spectrum",
    );
    expect(decided("display/show", "meters", lacking("meterStyles"))).toBe(
      "rejected: the player has no meters",
    );
    expect(controlSupport(lacking("meterStyles"), "display/show")).toBe("supported");
    const denied = { showOnDisplay: { support: "unsupported", denials: 1 } } as const;
    expect(controlSupport({ ...settled(), operations: denied }, "display/show")).toBe("unsupported");
    const neither = showing(undefined, lacking("meterStyles", "spectrumStyles"));
    expect(controlSupport(neither, "display/show")).toBe("unsupported");
    expect(leavesOf(neither)).toEqual({ "display/show": "", "display/show/options": "" });
    expect(leavesOf(silent)).toEqual({
      "display/show": "",
      "display/show/options": '[{"value":"meters","title":"meters"},{"value":"spectrum","title":"spectrum"}]',
    });
    for (const known of [{ music }, { meterStyles: styles }, { spectrumStyles: styles }])
      expect(leavesOf(settled({ player: known }))).toHaveProperty(["display/show/options"]);
    expect(leavesOf(without("music", "meterStyles", "spectrumStyles"))).toEqual({});
  });

  it.each([
    ["off", "meters", thrice("meters")],
    ["spectrum", "meters", thrice("meters")],
    ["spectrum", "off", thrice("spectrum")],
    ["meters", "Meters", "unchanged"],
    ["off", "off", "unchanged"],
  ] as const)("%s becomes %s by at most three toggles", (display, request, expected) => {
    expect(decided("display/show", request, showing(display))).toBe(expected);
  });

  it("is off only where the player reports what it shows", () => {
    expect(decided("display/show", "off", silent)).toBe(
      "failed: the player has not reported what its display shows",
    );
    const noLists = lacking("meterStyles", "spectrumStyles");
    expect(controlSupport(showing("off", noLists), "display/show")).toBe("supported");
    expect(decided("display/show", "meters", showing("off", noLists))).toBe(thrice("meters"));
    expect(decided("display/show", "spectrum", showing("off", lacking("spectrumStyles")))).toBe(
      "rejected: the player has no spectrum",
    );
  });

  it("is toggled again only after the player was read again, and is shown by the music state", () => {
    const effect = effectOf("display/show", "meters", showing("off"));
    expect(effect.calls.map(({ needsReading }) => needsReading)).toEqual([undefined, true, true]);
    expect([showing("off"), showing("meters")].map((session) => effect.isShown(session))).toEqual([
      false,
      true,
    ]);
    expect(shown(effect, silent)).toBe("unknown");
    expect(shown(effect, showing("spectrum"))).toBe("spectrum");
  });
});
