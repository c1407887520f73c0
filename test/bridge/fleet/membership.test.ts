import { describe, expect, it } from "vitest";
import { Membership } from "../../../src/bridge/fleet/membership.ts";
import { memberOf } from "../../../src/core/fleet.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { StallingClock } from "../../support/stalling-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const hourMs = 3_600_000;
const players = ["den", "attic", "cellar", "hall", "garden", "study", "kitchen", "loft"];
const theirs = players.filter((id) => memberOf(id, ["bridge-a", "bridge-b"]) === "bridge-b");

/** A bridge at a broker that sends back what it is told to. */
function bench(member = "a") {
  const [clock, log] = [new StallingClock(), new MemoryLog()];
  const done: string[] = [];
  let sequence = 0;
  let echoes = true;
  const publish = (): void => {
    sequence += 1;
    membership.published(sequence);
    if (echoes) hear(`bridge-${member}/info`, JSON.stringify({ mqtt: { clientId: "me" }, sequence }));
  };
  const membership: Membership = new Membership(
    {
      base: "base",
      broker: new RecordingBroker(),
      clientIds: new Set(["me"]),
      clock,
      log,
      messageAgeMs: () => 0,
      checkStandstill: () => {},
      events: {
        membersChanged: () => {},
        publishInfo: publish,
        asked: () => done.push("asked"),
        released: (id) => done.push(`released ${id}`),
        endWith: (error) => done.push((error as Error).message),
      },
    },
    { member, graceMs: 10_000, players },
  );
  const hear = (topic: string, payload: string): void =>
    membership.received(incoming(`base/${topic}`, payload, { retain: true }));
  const say = (ids: readonly string[], more = {}): string =>
    JSON.stringify({ players: ids.map((id) => ({ id })), ...more });
  const filters = (): string[] => membership.subscriptions.map(({ filter }) => filter);
  /** Connects as a member whose own state comes back by the wildcard. */
  const connect = async (): Promise<void> => {
    membership.connected();
    membership.accepted(`base/bridge-${member}/state`);
    hear(`bridge-${member}/state`, "online");
    await clock.advance(2000);
  };
  return {
    clock,
    log,
    done,
    membership,
    hear,
    say,
    filters,
    connect,
    loseEchoes: () => {
      echoes = false;
    },
    get sequence() {
      return sequence;
    },
  };
}

describe("a member at its broker", () => {
  it("refuses one that sends no retained messages for wildcards, after it has tried a few times", async () => {
    const { clock, done, filters, membership } = bench();
    membership.connected();
    expect(filters()).toEqual([]);
    membership.accepted("base/bridge-a/info");
    expect(filters()).toEqual([]);
    membership.accepted("base/bridge-a/state");
    expect(filters()).toEqual(["base/+/state"]);
    await clock.advance(8999);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual([
      expect.stringMatching(/no retained messages to wildcard subscriptions.*another broker/),
    ]);
  });

  it("tries without an acknowledgement, too, and reads the claims of the others before it has its own", async () => {
    const { clock, filters, hear, membership } = bench();
    membership.connected();
    await clock.advance(5000);
    expect(filters()).toEqual(["base/+/state"]);
    hear("bridge-a/state", "online");
    expect([membership.isRead, membership.fleet?.isSettled]).toEqual([false, false]);
    await clock.advance(2000);
    expect([membership.isRead, membership.fleet?.isSettled]).toEqual([true, true]);
    expect(players.filter((id) => membership.mayStart(id))).toEqual(players);
    membership.disconnected();
    membership.connected();
    expect(filters()).toEqual(["base/+/state"]);
    // Its info has come back at once here.
    expect(membership.answers("den")).toBe(true);
    // The others take over.
    hear("bridge-a/state", "offline");
    expect(membership.answers("den")).toBe(false);
  });

  it("publishes a claim again that does not come back", async () => {
    const made = bench();
    await made.connect();
    const before = made.sequence;
    expect(made.membership.answers("den")).toBe(true);
    made.loseEchoes();
    made.membership.stoodStill();
    expect([made.sequence - before, made.membership.isOnHold, !made.membership.mayAct("den")]).toEqual([
      1,
      true,
      true,
    ]);
    await made.clock.advance(5000);
    expect([made.sequence - before, made.membership.fleet?.isOnHold]).toEqual([2, true]);
    made.hear("bridge-a/info", JSON.stringify({ mqtt: { clientId: "other" }, sequence: 99 }));
    expect(made.membership.isOnHold).toBe(true);
    made.hear("bridge-a/info", JSON.stringify({ mqtt: { clientId: "me" }, sequence: made.sequence }));
    expect([made.membership.isOnHold, !made.membership.mayAct("den")]).toEqual([false, false]);
  });

  it("reads claims on several pages, answers who asks, and tells what others release", async () => {
    const { done, filters, hear, membership, say, connect } = bench();
    await connect();
    hear("bridge-b/info", say(["den"]));
    expect(filters()).toEqual(["base/+/state"]);
    hear("bridge-b/state", "online");
    // All pages before one says that there are more: the first is the last that is published.
    expect(filters()).toEqual([
      "base/+/state",
      "base/bridge-b/info",
      "base/bridge-b/info/+",
      "base/bridge-b/health",
    ]);
    hear("bridge-b/info/1", say(["attic"], { revision: "r" }));
    expect(membership.isClaimed("attic")).toBe(false);
    hear("bridge-b/info", say(["den"], { pages: 1, revision: "r" }));
    expect([membership.isClaimed("den"), membership.isClaimed("attic")]).toEqual([true, true]);
    hear("bridge-b/info", say(["den"], { pages: 1, revision: "s" }));
    expect(membership.isClaimed("attic")).toBe(true);
    hear("bridge-b/info/1", say(["den"], { revision: "s" }));
    expect(membership.isClaimed("attic")).toBe(false);
    hear("bridge-b/info", say([], { fleet: { isReading: true } }));
    expect(done).toEqual(["released attic", "asked", "released den"]);
    hear("bridge-b/health", "{}");
    expect([...(membership.fleet?.members.keys() ?? [])]).toEqual(["bridge-a", "bridge-b"]);
  });

  it("logs once that another member has another list, and once that all have the same", async () => {
    const { hear, log, membership, say, connect } = bench();
    await connect();
    const { fleet } = membership.claims();
    hear("bridge-b/state", "online");
    for (let time = 0; time < 2; time++) hear("bridge-b/info", say([], { fleet: { list: "other" } }));
    expect(membership.fleet?.otherLists).toEqual(["bridge-b"]);
    hear("bridge-b/info", say([], { fleet }));
    expect(log.lines.map(({ message }) => message)).toEqual([
      "other members of the fleet have another list of players than this one",
      "all members of the fleet have the same list of players",
    ]);
    membership.configured(["den"]);
    expect(membership.fleet?.otherLists).toEqual(["bridge-b"]);
  });

  it("answers for the players of a dead member, and clears its topics after a day if it comes first", async () => {
    const { clock, hear, membership, say, connect } = bench();
    await connect();
    hear("bridge-b/state", "online");
    hear("bridge-b/info", say([...theirs, "gone"]));
    hear("bridge-b/state", "offline");
    expect(theirs.length).toBeGreaterThan(0);
    expect(membership.isClaimed("gone")).toBe(true);
    await clock.advance(10_000);
    expect([membership.isClaimed("gone"), [...membership.absent]]).toEqual([false, []]);
    clock.stalledMs = 24 * hourMs;
    expect([...membership.absent]).toEqual([["bridge-b", { players: [...theirs, "gone"], pages: 0 }]]);
    hear("bridge-0/state", "online");
    hear("bridge-0/info", say([]));
    expect([...membership.absent]).toEqual([]);
    membership.forget("bridge-b");
    expect(membership.fleet?.members.has("bridge-b")).toBe(false);
  });

  it("says again what it claims to one that was silent, since each may have taken the players of the other", async () => {
    const made = bench();
    made.hear("bridge-b/state", "online");
    made.hear("bridge-b/info", made.say(theirs));
    await made.connect();
    made.clock.stalledMs = 150_000;
    await made.clock.advance(1000);
    made.clock.stalledMs += 10_000;
    await made.clock.advance(1000);
    expect(made.membership.mayStart(theirs[0] ?? "")).toBe(true);
    const before = made.sequence;
    for (let time = 0; time < 2; time++) made.hear("bridge-b/health", "{}");
    expect(made.sequence - before).toBe(1);
  });

  it("gives up everything when another of its name runs, and when it ends", async () => {
    const { membership, connect } = bench();
    await connect();
    membership.ended();
    expect(players.some((id) => membership.mayGoOn(id))).toBe(false);
    membership.stopped((id) => id === "den");
    expect([...(membership.claims().players ?? [])]).toEqual(["den"]);
    membership.dropped();
    expect([...(membership.claims().players ?? [])]).toEqual([]);
  });
});

describe("a bridge without a fleet", () => {
  it("polls all its players, and only watches for bridges that are gone", async () => {
    const { clock, hear, membership, say, filters } = bench("");
    membership.connected();
    expect(filters()).toEqual(["base/+/state"]);
    await clock.advance(2000);
    expect([membership.isRead, membership.fleet, membership.isOnHold, !membership.mayAct("den")]).toEqual([
      true,
      undefined,
      false,
      false,
    ]);
    expect([membership.mayStart("den"), membership.mayGoOn("den")]).toEqual([true, true]);
    membership.stoodStill();
    hear("bridge-b/state", "online");
    for (const info of [say([]), ""]) hear("bridge-b/info", info);
    hear("bridge-b/state", "offline");
    clock.stalledMs = 24 * hourMs;
    expect([...membership.absent.keys()]).toEqual(["bridge-b"]);
    hear("bridge-b/state", "");
    expect([...membership.absent]).toEqual([]);
  });
});
