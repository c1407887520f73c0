import { describe, expect, it } from "vitest";
import { once } from "../../src/lib/once.ts";

describe("what is made once", () => {
  it("is made when it is first asked for, and never again, even if it is nothing", () => {
    let made = 0;
    const nothing = once(() => {
      made += 1;
    });
    expect(made).toBe(0);
    expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 1]);
  });
});
