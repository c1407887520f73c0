import { describe, expect, it } from "vitest";
import { shows } from "../../../src/core/controls/audio.ts";
import { judge } from "../../../src/core/session/judge.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { entry, routing } from "../sample-player.ts";
import { select, settled } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

const outputs = [
  entry("HDMI", { displayName: "TV" }),
  entry("TV", { displayName: "Beamer" }),
  entry("usb", { displayName: "Headphones" }),
  entry("USB", { displayName: "DAC" }),
  entry("XLR", { displayName: "Bühne" }),
  entry("RCA", { displayName: "BÜHNE" }),
  entry("BAL", { displayName: "Beamer" }),
  entry("OPT", { displayName: "Küche" }),
  entry("IIS", { displayName: "Off", enabled: false }),
];

function offering(current: string, change: SessionFields = {}): Session {
  const input = routing([], undefined);
  return settled({
    player: { audio: { input, output: routing(outputs, current), outputInfo: {} } },
    ...change,
  });
}

const judged = (request: string, session = offering("HDMI"), now = 100): ReturnType<typeof judge> =>
  judge(session, select(request, { target: "audio/output" }), now);

describe("a selection", () => {
  it("is shown by its tag, whatever the names are", () => {
    const twins = [entry("USB", { name: "Line", displayName: "Line" }), entry("RCA", { name: "Line" })];
    const audio = { input: routing(twins, "USB"), output: routing([], undefined), outputInfo: {} };
    expect(["USB", "RCA", "XLR"].map((tag) => shows({ audio }, "input", tag))).toEqual([true, false, false]);
  });

  it.each([
    ["by its tag", "XLR", "XLR"],
    ["by its tag before another's name", "TV", "TV"],
    ["by its display name, the first of two", "Beamer", "TV"],
    ["by its display name in the right case, where two differ by it", "BÜHNE", "RCA"],
    ["by its display name in the other Unicode form, where two differ by case", "BU\u0308HNE", "RCA"],
    ["by its tag in the right case, where two differ by it", "usb", "usb"],
    ["by its tag in any case", "hdmi", "HDMI"],
    ["by its display name in any case", "headPHONES", "usb"],
    ["by its display name in the other Unicode form", "Ku\u0308che", "OPT"],
    ["by its display name in the other Unicode form and case", "kU\u0308CHE", "OPT"],
  ])("finds an entry %s", (_how, request, tag) => {
    expect(judged(request)).toMatchObject({
      kind: "act",
      effect: { tag, calls: [{ call: { operation: "selectOutput", tag } }] },
    });
  });

  it.each(["bühne", "Usb", "HDMI3", " HDMI", ""])("does not guess what %j means", (request) => {
    expect(judged(request)).toMatchObject({
      kind: "settle",
      outcome: {
        kind: "rejected",
        reason: `unknown output: the player has no ${JSON.stringify(request)}, it offers HDMI, Beamer, Headphones, DAC, Bühne, BÜHNE, BAL, Küche`,
      },
    });
  });

  it("shortens a long request in its reason", () => {
    const decision = judged("x".repeat(900));
    const reason = "outcome" in decision && "reason" in decision.outcome ? decision.outcome.reason : "";
    expect(reason).toContain(`${"x".repeat(63)}…`);
    expect(reason.length).toBeLessThan(250);
  });

  it("offers nothing without a usable entry", () => {
    expect(JSON.stringify(judge(offering("HDMI"), select("BT"), 0))).toContain("it offers nothing");
  });

  it("offers an entry without a name by its tag", () => {
    const output = routing(
      [entry("HDMI", { displayName: "" }), entry("XLR", { displayName: "Bühne" })],
      "HDMI",
    );
    const session = settled({ player: { audio: { input: routing([], undefined), output, outputInfo: {} } } });
    expect(JSON.stringify(judged("BT", session))).toContain("it offers HDMI, Bühne");
    const decision = judged("XLR", session);
    const shown = decision.kind === "act" ? decision.effect.shown : undefined;
    expect([shown?.(session), shown?.({ ...session, player: {} })]).toMatchObject([
      "HDMI",
      { text: "nothing selected" },
    ]);
  });

  it("of a disabled entry is rejected with the usable ones", () => {
    expect(judged("IIS")).toMatchObject({
      kind: "settle",
      outcome: {
        kind: "rejected",
        reason:
          'disabled output: "Off" cannot be used now, the player offers HDMI, Beamer, Headphones, DAC, Bühne, BÜHNE, BAL, Küche',
      },
    });
  });

  it("is sent also when it is selected already, since our picture may be old", () => {
    expect(judged("HDMI")).toMatchObject({ kind: "act", effect: { wasAlreadySet: true } });
    expect(JSON.stringify(judge(settled(), select("XMOS"), 0))).toContain('"operation":"selectInput"');
    expect(judged("XLR")).toMatchObject({ kind: "act", effect: { wasAlreadySet: false } });
    expect(judged("XLR", offering("none"))).toMatchObject({ kind: "act", effect: { wasAlreadySet: false } });
  });

  it("fails while the list is not known", () => {
    expect(judged("XLR", settled({ player: {} }))).toMatchObject({
      kind: "settle",
      outcome: { kind: "failed", reason: "the player has not reported what it offers" },
    });
  });

  it.each([
    [2999, { kind: "settle", outcome: { kind: "failed", reason: "ECONNREFUSED" } }],
    [3000, { kind: "act" }],
  ])("at %i ms to a player that failed at 2000 ms ends as %o", (now, expected) => {
    const session = offering("HDMI", {
      availability: "offline",
      failure: { at: 2000, phrase: { text: "ECONNREFUSED" } },
    });
    expect(judged("XLR", session, now)).toMatchObject(expected);
  });
});
