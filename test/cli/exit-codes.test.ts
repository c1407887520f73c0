import { describe, expect, it } from "vitest";
import { ListenError } from "../../src/cli/exit-codes.ts";

describe("ListenError", () => {
  it.each([
    [
      Object.assign(new Error("listen"), { code: "EADDRINUSE" }),
      "the port is in use, choose another one with --port",
    ],
    [Object.assign(new Error("no such address"), { code: "EADDRNOTAVAIL" }), "no such address"],
    [new Error("strange"), "strange"],
    ["stranger", "stranger"],
  ])("%o", (cause, reason) => {
    expect(new ListenError("h", 1, cause).message).toBe(`Cannot listen on h:1: ${reason}`);
  });
});
