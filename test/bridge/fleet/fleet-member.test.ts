import { expect, it } from "vitest";
import { FleetMember } from "../../../src/bridge/fleet/fleet-member.ts";
import type { LeaseStore, LeaseStoreEvents } from "../../../src/core/lease-store.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** A member whose store does what a test says. */
function bench() {
  const [clock, log, broker] = [new FakeClock(), new MemoryLog(), new RecordingBroker()];
  let report: LeaseStoreEvents | undefined;
  let isUp = false;
  let revision = 0;
  const store: LeaseStore = {
    write: async () => {
      if (!isUp) throw new Error("the store is not connected");
      return (revision += 1);
    },
    say: () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const events = { decided: () => {}, membersChanged: () => {}, roleChanged: () => {}, endWith: () => {} };
  const context = { base: "base", clock, log, broker, messageAgeMs: () => 0, events };
  const member = new FleetMember(context, ["den"], {
    member: "a",
    leaseMs: 10_000,
    now: () => clock.now(),
    openStore: (given) => {
      report = given;
      return store;
    },
  });
  const fail = (reason: string): void => report?.failed(reason);
  return { clock, log, member, fail, connect: () => (isUp = true) };
}

it("a store that cannot be used at the start is named in the log once, and by readiness", async () => {
  const { clock, log, member, fail } = bench();
  for (const reason of ["connect ECONNREFUSED", "no JetStream", "connect ECONNREFUSED"]) fail(reason);
  expect(log.lines).toMatchObject([
    { level: "error", fields: { problem: expect.stringContaining("connect ECONNREFUSED") } },
    { level: "error", fields: { problem: expect.stringContaining("no JetStream") } },
  ]);
  expect(member.fleet.problem).toBe("the store of the fleet cannot be used: connect ECONNREFUSED");
  const left = member.left();
  await clock.advance(1000);
  await left;
});

it("a store that comes later takes the reason back, and one that fails while the lease holds is no reason yet", async () => {
  const { clock, log, member, fail, connect } = bench();
  fail("connect ECONNREFUSED");
  connect();
  await clock.advance(1000);
  expect(member.fleet.problem).toBeUndefined();
  fail("the connection to the store ended");
  expect([member.fleet.problem, log.lines.filter(({ level }) => level === "error").length]).toEqual([
    undefined,
    1,
  ]);
  const left = member.left();
  await clock.advance(1000);
  await left;
});
