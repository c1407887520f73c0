import { describe, expect, it } from "vitest";
import { SecretChecks } from "../../src/lib/secret-checks.ts";
import { FakeClock } from "../support/fake-clock.ts";

describe("checks of secrets", () => {
  it("allow one guess at a time on a connection, so pipelining does not help", async () => {
    const clock = new FakeClock();
    const checks = new SecretChecks(clock);
    const connection = {};
    const { signal } = new AbortController();
    const results = Array.from({ length: 100 }, () => checks.check(() => false, connection, signal));
    await clock.advance(5000);
    const counted = await Promise.all(results);
    expect(counted.filter((result) => result === "wrong")).toHaveLength(11);
    expect(await checks.check(() => true, connection, signal)).toBe("right");
    expect(clock.pending).toBe(0);
  });

  it("do not check what somebody sent who has left, and free its memory", async () => {
    const clock = new FakeClock();
    const checks = new SecretChecks(clock);
    let checked = 0;
    const gone = new AbortController();
    const check = () => checks.check(() => ++checked < 0, {}, gone.signal);
    const results = Array.from({ length: 12 }, check);
    gone.abort();
    expect((await Promise.all(results)).slice(9)).toEqual(["wrong", "too-many", "too-many"]);
    expect([checked, clock.pending]).toEqual([10, 0]);
  });
});
