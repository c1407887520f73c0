import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import type { Answer } from "../../../src/core/resources/player.ts";
import { type PollOutcome, Counters, PlayerStats } from "../../../src/core/session/counters.ts";

const reading: Answer = {
  kind: "reading",
  reading: {
    resource: "model",
    value: {
      maker: undefined,
      details: { pathPrefix: "Device" },
      model: undefined,
      firmware: undefined,
      mac: undefined,
    },
  },
};

describe("a counters", () => {
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
    const counters = new Counters();
    const stats = Object.assign(new PlayerStats(), { latencyMs: 20 });
    counters.polled(stats, "video", result, 7000);
    const { outcomes, latencyMs } = counters.polls.video;
    expect(Object.entries(outcomes).filter(([, count]) => count > 0)).toEqual([[outcome, 1]]);
    expect(latencyMs.sum).toBe(result instanceof DeviceError ? 0 : 20);
    expect(counters.polls.queue.outcomes[outcome]).toBe(0);
    const isFault = result instanceof DeviceError;
    expect(stats).toMatchObject({
      polls: 1,
      unchanged: outcome === "unchanged" ? 1 : 0,
      malformed: isFault && result.answered ? 1 : 0,
      failures: isFault && !result.answered ? 1 : 0,
      lastAnswerAt: isFault ? undefined : 7000,
    });
  });

  it("takes an answer of unknown duration for an immediate one", () => {
    const counters = new Counters();
    counters.polled(new PlayerStats(), "video", { kind: "unchanged" }, 0);
    expect(counters.polls.video.latencyMs.cumulative.at(0)).toBe(1);
  });

  it("counts commands by target and outcome", () => {
    const counters = new Counters();
    expect(counters.commands.size).toBe(0);
    counters.commandEnded("audio/input", "applied", 30);
    counters.commandEnded("audio/input", "applied", 40);
    counters.commandEnded("audio/input", "expired", 5000);
    counters.commandEnded("refresh", "applied", 1);
    expect([...(counters.commands.get("audio/input")?.outcomes ?? [])]).toEqual([
      ["applied", 2],
      ["expired", 1],
    ]);
    expect(counters.commands.get("audio/input")?.durationMs.sum).toBe(5070);
    expect(counters.commands.get("refresh")?.durationMs.cumulative.at(-1)).toBe(1);
  });
});
