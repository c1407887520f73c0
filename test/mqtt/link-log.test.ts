import { describe, expect, it } from "vitest";
import type { Log } from "../../src/core/ports.ts";
import { ConnectError, connectError } from "../../src/mqtt/connect-error.ts";
import type { BrokerInfo } from "../../src/mqtt/limits.ts";
import { limitsFrom } from "../../src/mqtt/limits.ts";
import { LinkLog } from "../../src/mqtt/link-log.ts";
import { FakeClock } from "../support/fake-clock.ts";

const address = "mqtt://broker:1883";
const next = { inMs: 1000, isContested: false };
const unreachable = (reason: string) => new ConnectError("other", reason);
const plain: BrokerInfo = { protocol: 5, limits: limitsFrom(undefined), allowsWildcards: true };

function bench(): { log: LinkLog; clock: FakeClock; lines: [string, string, object][] } {
  const lines: [string, string, object][] = [];
  const write = (level: string) => (fields: object, message: string) => {
    lines.push([level, message, fields]);
  };
  const sink: Log = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  const clock = new FakeClock();
  return { log: new LinkLog(sink, clock, () => address), clock, lines };
}

describe("the log of the link", () => {
  it("logs an outage once for each reason, and its duration", async () => {
    const { log, clock, lines } = bench();
    log.disconnected({ text: "gone" }, "bridge", next);
    for (const reason of ["refused", "timeout", "refused", "timeout"]) {
      await clock.advance(1000);
      log.failed(unreachable(reason), next);
    }
    log.connected({ ...plain, protocol: 4 });
    log.failed(unreachable("refused"), next);
    const told = lines.filter(([level]) => level !== "debug");
    expect(told).toEqual([
      [
        "warn",
        "lost the connection to the broker, retrying",
        { broker: address, reason: "gone", nextInMs: 1000 },
      ],
      ["warn", "cannot reach the broker, retrying", { broker: address, reason: "refused", nextInMs: 1000 }],
      ["warn", "cannot reach the broker, retrying", { broker: address, reason: "timeout", nextInMs: 1000 }],
      ["info", "connected to the broker", { broker: address, protocol: "3.1.1", awayMs: 4000 }],
      ["warn", "cannot reach the broker, retrying", { broker: address, reason: "refused", nextInMs: 1000 }],
    ]);
  });

  it("logs each time that another client has our client id, and what to do", () => {
    const { log, lines } = bench();
    log.disconnected({ text: "taken over" }, "bridge", { inMs: 30_000, isContested: true });
    log.disconnected({ text: "taken over" }, "bridge", { inMs: 30_000, isContested: true });
    expect(lines.map(([level]) => level)).toEqual(["error", "error"]);
    expect(lines[0]?.[1]).toContain("set mqtt.clientId");
    expect(lines[0]?.[2]).toEqual({
      broker: address,
      clientId: "bridge",
      reason: "taken over",
      nextInMs: 30_000,
    });
  });

  it.each([
    [
      0x86,
      "the broker refuses the username or the password: check mqtt.username and mqtt.password; retrying",
    ],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "the broker's certificate is not trusted: set mqtt.ca to the CA certificate (PEM) that signed it; retrying",
    ],
  ])("names the cause of a failed attempt with code %s, and what to do", (code, text) => {
    const { log, lines } = bench();
    log.failed(connectError(Object.assign(new Error("no"), { code })), next);
    expect(lines).toEqual([
      ["warn", text, { broker: address, reason: expect.stringMatching(/^no/), nextInMs: 1000 }],
    ]);
  });

  it("warns once that messages seem to be too large, and logs finer figures as info", () => {
    const { log, lines } = bench();
    log.packetLimit({ topic: "den/music/queue", bytes: 67_000, maximumPacketBytes: 33_500 });
    log.packetLimit({ topic: "den/music/queue", bytes: 16_033, maximumPacketBytes: 8016 });
    expect(lines.map(([level]) => level)).toEqual(["warn", "info"]);
    expect(lines[0]?.[1]).toContain("set mqtt.maxPayload below it");
    expect(lines[1]?.[2]).toEqual({
      broker: address,
      topic: "den/music/queue",
      bytes: 16_033,
      maximumPacketBytes: 8016,
    });
  });

  it("logs a topic once, shortened, and a hundred topics at most: other clients may choose them", () => {
    const { log, lines } = bench();
    log.tooLarge("large");
    log.tooLarge("large");
    log.refusedMessage("x".repeat(1000), "Not authorized");
    expect(lines).toMatchObject([
      ["warn", expect.stringContaining("too large for the broker"), { topic: "large" }],
      [
        "warn",
        expect.stringContaining("check the access rights"),
        { topic: "x".repeat(256), reason: "Not authorized" },
      ],
    ]);
    for (let number = 0; number < 1000; number += 1) log.tooLarge(`topic/${number}`);
    expect(lines).toHaveLength(100);
  });
});
