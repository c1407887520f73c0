import { describe, expect, it } from "vitest";
import { DeviceError } from "../../src/core/errors.ts";
import type { Answer } from "../../src/core/player.ts";
import { type PollOutcome, Tally } from "../../src/core/tally.ts";

const reading: Answer = {
  kind: "reading",
  reading: {
    resource: "model",
    value: { pathPrefix: "Device", model: undefined, firmware: undefined, mac: undefined },
  },
};

describe("a tally", () => {
  it.each<[PollOutcome, Answer | DeviceError]>([
    ["changed", reading],
    ["unchanged", { kind: "unchanged" }],
    ["absent", { kind: "absent" }],
    ["confused", { kind: "confused", reason: "" }],
    ["unsupported", { kind: "unsupported" }],
    ["refused", { kind: "refused", reason: "" }],
    ["refused", new DeviceError("refused", "")],
    ["malformed", new DeviceError("malformed", "")],
    ["unreachable", new DeviceError("unreachable", "")],
    ["broken", new DeviceError("broken", "")],
  ])("counts a poll as %s, and how long an answer took", (outcome, result) => {
    const tally = new Tally();
    tally.polled("video", result, 20);
    const { outcomes, latencyMs } = tally.polls.video;
    expect(Object.entries(outcomes).filter(([, count]) => count > 0)).toEqual([[outcome, 1]]);
    expect(latencyMs.sum).toBe(result instanceof DeviceError ? 0 : 20);
    expect(tally.polls.queue.outcomes[outcome]).toBe(0);
  });

  it("counts commands by what they are for and how they ended", () => {
    const tally = new Tally();
    expect(tally.commands.size).toBe(0);
    tally.ended("audio/input", "applied", 30);
    tally.ended("audio/input", "applied", 40);
    tally.ended("audio/input", "expired", 5000);
    tally.ended("refresh", "applied", 1);
    expect([...(tally.commands.get("audio/input")?.outcomes ?? [])]).toEqual([
      ["applied", 2],
      ["expired", 1],
    ]);
    expect(tally.commands.get("audio/input")?.durationMs.sum).toBe(5070);
    expect(tally.commands.get("refresh")?.durationMs.cumulative.at(-1)).toBe(1);
  });
});
