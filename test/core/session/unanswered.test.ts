import { describe, expect, it } from "vitest";
import { judgeReadiness } from "../../../src/core/session/health.ts";
import { withResource } from "../../../src/core/session/session.ts";
import {
  unansweredResources,
  withoutLostValues,
  withUnansweredRead,
} from "../../../src/core/session/unanswered.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import { policy, settled } from "../samples.ts";
import { SessionBench } from "../../support/bridge/session-bench.ts";

const noAnswer = () => new DeviceError("broken", "no answer within 3 s");

/** A player that stops to answer one request, and is asked for everything every five seconds. */
async function withoutAnswers(what: string) {
  const bench = await SessionBench.settled();
  const { clock, player, session } = bench;
  const state = { isSilent: true };
  player.follow((request) =>
    state.isSilent && request.startsWith(what) ? noAnswer() : player.plainly(request),
  );
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 5) {
      session.tick(["music", "audio", "video"], 5000);
      await clock.advance(5000);
    }
  };
  return { bench, state, pass, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

const lines = (bench: SessionBench): string[] =>
  bench.log.lines.map(({ level, message, fields }) => `${level} ${String(fields["resource"])} ${message}`);

describe("a request that a player does not answer, although it answers others", () => {
  it("is reported after three times, and the values become unknown after a minute", async () => {
    await using at = await withoutAnswers("read audio");
    const { bench, pass, state } = at;
    const input = "base/den/audio/input";
    await pass(10);
    expect(lines(bench)).toEqual([]);
    await pass(20);
    expect(lines(bench)).toEqual([
      "warn audio player does not answer this request, although it answers others; its values become unknown",
    ]);
    expect(unansweredResources(bench.session.state)).toEqual(["audio"]);
    expect(bench.broker.payloads(input)).toEqual([]);
    await pass(60);
    expect(bench.broker.payloads(input)).toEqual([""]);
    bench.session.announce();
    expect(bench.broker.payloads(input)).toEqual([""]);
    expect(bench.session.state.presence.availability).toBe("online");
    expect(lines(bench)).toHaveLength(1);

    const loop = { id: "den", session: bench.session.state, waiting: undefined, step: "wait" } as const;
    const view = { loops: [{ ...loop, steppedAt: 0, longestStepMs: 0 }], isConnected: true, denied: [] };
    expect(judgeReadiness({ ...view, isStopping: false, lagMs: 0 })).toEqual({
      isOk: true,
      reasons: [],
      notes: ["den does not answer requests for audio"],
    });

    state.isSilent = false;
    await pass(600);
    expect(bench.broker.payloads(input).at(-1)).not.toBe("");
    expect(lines(bench).slice(1)).toEqual(["info audio player sends valid answers again"]);
    expect(unansweredResources(bench.session.state)).toEqual([]);
  });

  it("keeps who the player is", () => {
    const at = { now: 100_000, policy };
    const shown = (name: "model" | "audio") => {
      const unanswered = { since: 0, failures: 5, isLost: false };
      const before = withResource(settled(), name, { unanswered });
      return withoutLostValues(withUnansweredRead(before, before, name, at)).player[name];
    };
    expect(shown("model")).toEqual(settled().player.model);
    expect(shown("audio")).toBeUndefined();
  });

  it("is nothing special of a player that answers nothing: its last values stay", async () => {
    await using at = await withoutAnswers("read");
    await at.pass(120);
    expect(at.bench.session.state.presence.availability).toBe("offline");
    expect(at.bench.session.state.player.audio).toBeDefined();
    expect(unansweredResources(at.bench.session.state)).toEqual([]);
    expect(lines(at.bench)).toEqual(["warn undefined player is offline"]);
    at.state.isSilent = false;
    await at.pass(60);
    expect(lines(at.bench).slice(1)).toEqual(["info undefined player is online again"]);
  });
});
