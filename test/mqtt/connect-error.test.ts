import { describe, expect, it } from "vitest";
import { connectError } from "../../src/mqtt/connect-error.ts";
import { englishIn } from "../support/half-translated.ts";

function failure(message: string, code: string | number): Error {
  return Object.assign(new Error(message), { code });
}

describe("an attempt to connect that failed", () => {
  it.each([
    [undefined, "closed-early", "the broker closed the connection", true],
    [failure("read ECONNRESET", "ECONNRESET"), "closed-early", "read ECONNRESET", true],
    [failure("socket hang up", "EPIPE"), "closed-early", "socket hang up (EPIPE)", true],
    [failure("connect ECONNREFUSED ::1:1", "ECONNREFUSED"), "other", "connect ECONNREFUSED ::1:1", true],
    [failure("connect EHOSTUNREACH 10.0.0.1:1", "EHOSTUNREACH"), "other", /EHOSTUNREACH/, false],
    [failure("getaddrinfo EAI_AGAIN broker", "EAI_AGAIN"), "other", /EAI_AGAIN/, false],
    [failure("Connection refused: version", 1), "version-refused", "Connection refused: version", false],
    [failure("Connection refused: version", 0x84), "version-refused", "Connection refused: version", false],
    [failure("Connection refused: Banned", 0x8a), "other", "Connection refused: Banned", false],
    [new Error("connack timeout"), "other", "connected, but no CONNACK received", false],
  ] as const)(
    "%# says what it means for the version and the machine, and why",
    (cause, attempt, why, isUp) => {
      const error = connectError(cause);
      expect(error).toMatchObject({ name: "BrokerError", attempt, cause, hostIsUp: isUp });
      expect(error.message).toMatch(why);
    },
  );

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

  it("at each of several addresses has the reason of the first", () => {
    const errors = [failure("connect ECONNREFUSED ::1:1", "ECONNREFUSED"), new Error("second")];
    for (const all of [errors, []]) {
      const cause = Object.assign(new AggregateError(all), { code: "ECONNREFUSED" });
      expect(connectError(cause)).toMatchObject({ attempt: "other", hostIsUp: true });
      expect(connectError(cause).message).toContain(all[0]?.message ?? "ECONNREFUSED");
    }
  });
});
