import { describe, expect, it } from "vitest";
import { parseRequestText, renderRequestEnd } from "../../../src/extensions/requests/request.ts";

const parse = (text: string) => parseRequestText(Buffer.from(text));

describe("the payload of a request", () => {
  it.each([
    ["a plain text", " debug \n", { value: "debug", transaction: undefined }],
    ["nothing", "", { value: "", transaction: undefined }],
    [
      "a text that is too long to be meant",
      "x".repeat(300),
      { value: "x".repeat(128), transaction: undefined },
    ],
    ["JSON", '{"value": " debug ", "transaction": "a1"}', { value: "debug", transaction: "a1" }],
    ["a number for a mark", '{"value": "debug", "transaction": 7}', { value: "debug", transaction: 7 }],
    ["no value", '{"transaction": [1]}', { value: "", transaction: undefined }],
    ["a value that is no text", '{"value": 7}', { value: "", transaction: undefined }],
  ])("may be %s", (_words, text, wanted) => {
    expect(parse(text)).toEqual(wanted);
  });

  it.each([
    ["longer than anybody needs", "x".repeat(1025), "too long: 1025 bytes, at most 1024 are read"],
    ["broken JSON", '{"value": ', 'malformed JSON: expected {"value": "..."}'],
  ])("is refused when it is %s", (_words, text, reason) => {
    expect(() => parse(text)).toThrow(reason);
  });
});

describe("the outcome of a request", () => {
  const asked = { name: "loglevel", value: "debug", transaction: "a1", receivedAt: 100 } as const;

  it("is published on the bridge's own topic", () => {
    const messages = renderRequestEnd(
      "p",
      "bridge",
      { ...asked, replyTo: undefined },
      { outcome: "applied" },
      112.4,
    );
    expect(messages).toEqual([
      { topic: "p/bridge/result", payload: expect.any(String), retain: false, qos: 1 },
    ]);
    expect(JSON.parse(String(messages[0]?.payload))).toEqual({
      command: "request/loglevel",
      request: "debug",
      outcome: "applied",
      durationMs: 12,
      transaction: "a1",
    });
  });

  it("is also sent to the response topic", () => {
    const replyTo = { topic: "me/replies", correlation: Buffer.from("7") };
    const end = { outcome: "rejected", reason: "no such level" } as const;
    const [result, reply] = renderRequestEnd("p", "bridge-2", { ...asked, replyTo }, end, 100);
    expect(result?.topic).toBe("p/bridge-2/result");
    expect(reply).toEqual({ ...result, topic: "me/replies", correlation: replyTo.correlation });
  });
});
