import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Router } from "../../src/bridge/router.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { anyText } from "../support/any-text.ts";
import { incoming } from "../support/bridge/incoming.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { runs } from "./runs.ts";

const commandTopics = [
  "base/den/audio/input/set",
  "base/den/audio/output/set",
  "base/den/refresh/set",
] as const;
const topics = fc.oneof(
  fc.constantFrom(...commandTopics, "base/den/music/queue/pages/7"),
  anyText(40),
  fc
    .array(fc.constantFrom("base", "den", "audio", "input", "set", "", "+", "#", "__proto__", ".."), {
      maxLength: 8,
    })
    .map((levels) => levels.join("/")),
);
const payloads = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  anyText().map((text) => Buffer.from(text)),
  fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .record({ tag: fc.anything(), transaction: fc.anything() }, { requiredKeys: [] })
    .map((fields) => Buffer.from(jsonOf(fields))),
);
const messages = fc.record({
  topic: topics,
  payload: payloads,
  retain: fc.boolean(),
  replyTo: fc.option(
    fc.record({ topic: fc.string(), correlation: fc.option(fc.uint8Array(), { nil: undefined }) }),
    { nil: undefined },
  ),
  expirySeconds: fc.option(fc.nat(), { nil: undefined }),
});

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "{";
  }
}

/** A router with one player that is not asked meanwhile, and what it publishes. */
function bench() {
  const { session, broker, clock, log } = new SessionBench({ inboxSize: 4 });
  broker.messages.length = 0;
  const sessionOf = (id: string) => (id === "den" ? session : undefined);
  const router = new Router({ base: "base", sessionOf, broker, clock, log });
  return { router, published: broker.messages };
}

describe("any message from the broker", () => {
  it("harms nothing, and what is published stays on our own topics or where a reply was asked for", () => {
    fc.assert(
      fc.property(fc.array(messages, { maxLength: 12 }), (received) => {
        const { router, published } = bench();
        for (const message of received) router.receive({ ...message, sentAt: 0 });
        const replyTopics = new Set(received.map(({ replyTo }) => replyTo?.topic));
        for (const { topic, payload } of published) {
          expect(topic.startsWith("base/den/") || replyTopics.has(topic)).toBe(true);
          expect(payload === "" || typeof JSON.parse(payload) === "object").toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("on a command topic has an outcome at once, or waits as a command", () => {
    fc.assert(
      fc.property(fc.constantFrom(...commandTopics), payloads, fc.boolean(), (topic, payload, retain) => {
        const { router, published } = bench();
        router.receive(incoming(topic, payload, { retain }));
        const results = published.filter((message) => message.topic === "base/den/result");
        expect(results.length).toBeLessThanOrEqual(1);
        for (const { payload: result } of results) expect(JSON.parse(result)).toHaveProperty("reason");
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("any line of the log", () => {
  it("keeps no credentials and no query of an address", () => {
    const secret = fc.stringMatching(/^s3cret[a-zA-Z0-9]{4,12}$/);
    fc.assert(
      fc.property(secret, fc.string(), (word, around) => {
        let line = "";
        const log = createLogger({ level: "info", format: "json" }, { write: (text) => void (line += text) });
        log.info({ around, address: `http://user:${word}@host/x and https://h/p?sig=${word}#f` }, "said");
        expect(line).toContain("said");
        expect(line).not.toContain(word);
      }),
      { numRuns: runs(300) },
    );
  });
});
