import { describe, expect, it } from "vitest";
import { BrokerError, CommandError, DeviceError } from "../../src/core/errors.ts";

describe("errors", () => {
  it.each([
    ["unreachable", false],
    ["broken", false],
    ["refused", true],
    ["malformed", true],
  ] as const)("of a device that are %s prove an answer: %s", (fault, answered) => {
    expect(new DeviceError(fault, "why").answered).toBe(answered);
  });

  it("carry their name, their message and their cause", () => {
    const cause = new Error("inner");
    const error = new DeviceError("broken", "why", { cause });
    expect(String(error)).toBe("DeviceError: why");
    expect(error.cause).toBe(cause);
    expect(String(new BrokerError("why"))).toBe("BrokerError: why");
    expect(String(new CommandError("why", "TV"))).toBe("CommandError: why");
  });
});
