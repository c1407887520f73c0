import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { renderResult } from "../../../src/core/topics/result.ts";
import { withReason, translatable } from "../../../src/lib/phrase.ts";
import { refreshOf, select } from "../samples.ts";

describe("the result of a command", () => {
  const unknown = translatable("app.unknown", "none is {request}", { request: '"X"' });
  const withCode = { reason: 'none is "X"', reasonCode: "app.unknown", reasonValues: { request: '"X"' } };

  it.each<[Outcome, fields?: Record<string, unknown>]>([
    [{ kind: "applied", tag: "EARC" }],
    [{ kind: "unchanged", tag: "EARC" }],
    [{ kind: "rejected", reason: "unknown tag" }],
    [{ kind: "failed", reason: "not applied", tag: "EARC" }],
    [{ kind: "rejected", ...withReason(unknown) }, withCode],
    [{ kind: "failed", reason: "why", phrase: { text: "why" } }, { reason: "why" }],
    [{ kind: "superseded" }],
    [{ kind: "expired" }],
  ])("that ended as %o is JSON with just what it is about", (outcome, fields) => {
    const asked = select("TV", { receivedAt: 100, transaction: "a1" });
    const [message] = renderResult("p", "tv", asked, outcome, 141.4);
    const { kind, ...rest } = outcome;
    expect(JSON.parse(message?.payload ?? "")).toEqual({
      command: "audio/input",
      request: "TV",
      durationMs: 41,
      transaction: "a1",
      outcome: kind,
      ...(fields ?? rest),
    });
  });

  it("goes to the player's own topic, once and not retained", () => {
    const messages = renderResult("p", "tv", select(), { kind: "expired" }, 0);
    expect(messages).toMatchObject([{ topic: "p/tv/result", retain: false, qos: 1 }]);
  });

  it("of a refresh names it, and has no transaction if the command had none", () => {
    const [message] = renderResult("p", "tv", refreshOf(), { kind: "applied" }, 9);
    expect(message?.payload).toBe('{"command":"refresh","request":"","outcome":"applied","durationMs":9}');
  });

  it("also goes to the response topic, with the correlation data of the command", () => {
    const correlation = Uint8Array.of(1, 2, 3);
    const asked = select("TV", { target: "audio/output", replyTo: { topic: "my/answers", correlation } });
    const [result, reply, ...more] = renderResult("p", "tv", asked, { kind: "superseded" }, 0);
    expect(reply).toEqual({ ...result, topic: "my/answers", correlation });
    expect(result).not.toHaveProperty("correlation");
    expect(more).toEqual([]);
  });
});
