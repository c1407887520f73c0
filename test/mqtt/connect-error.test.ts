import { describe, expect, it } from "vitest";
import { connectError } from "../../src/mqtt/connect-error.ts";
import { englishIn } from "../support/half-translated.ts";

function failure(message: string, code: string | number): Error {
  return Object.assign(new Error(message), { code });
}

describe("an attempt to connect that failed", () => {
  it.each([
    [undefined, "closed-early", "the broker closed the connection"],
    [failure("read ECONNRESET", "ECONNRESET"), "closed-early", "read ECONNRESET"],
    [failure("socket hang up", "EPIPE"), "closed-early", "socket hang up (EPIPE)"],
    [
      failure("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED"),
      "other",
      "connect ECONNREFUSED 127.0.0.1:1",
    ],
    [failure("Connection refused: version", 1), "version-refused", "Connection refused: version"],
    [failure("Connection refused: version", 0x84), "version-refused", "Connection refused: version"],
    [failure("Connection refused: Banned", 0x8a), "other", "Connection refused: Banned"],
    [new Error("connack timeout"), "other", "connected, but no CONNACK received"],
  ] as const)("%# says what it means for the version, and why", (cause, attempt, message) => {
    expect(connectError(cause)).toMatchObject({ name: "BrokerError", attempt, message, cause });
  });

  it.each([
    undefined,
    new Error("connack timeout"),
    failure("Connection refused: Not authorized", 0x87),
    failure("Connection refused: Identifier rejected", 0x85),
    failure("Connection refused: Banned", 0x8a),
    failure("self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"),
    failure("expired", "CERT_HAS_EXPIRED"),
    failure("other name", "ERR_TLS_CERT_ALTNAME_INVALID"),
  ])("%# is explained in German on a German page", (cause) => {
    const { explanation } = connectError(cause);
    expect(explanation.code).toMatch(/^connect\./);
    expect(englishIn(explanation)).toEqual([]);
  });

  it.each([
    [undefined, true],
    [failure("read ECONNRESET", "ECONNRESET"), true],
    [failure("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED"), true],
    [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
    [failure("connect EHOSTUNREACH 10.0.0.1:1", "EHOSTUNREACH"), false],
    [failure("getaddrinfo EAI_AGAIN broker", "EAI_AGAIN"), false],
    [failure("Connection refused: Banned", 0x8a), false],
    [new Error("connack timeout"), false],
  ])("%# says whether the machine of the broker is there", (cause, hostIsUp) => {
    expect(connectError(cause).hostIsUp).toBe(hostIsUp);
  });

  it("at each of several addresses has the reason of the first", () => {
    const errors = [failure("connect ECONNREFUSED ::1:1", "ECONNREFUSED"), new Error("second")];
    const all = Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" });
    expect(connectError(all)).toMatchObject({ attempt: "other", message: "connect ECONNREFUSED ::1:1" });
  });
});
