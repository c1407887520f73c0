import { describe, expect, it } from "vitest";
import { StandBy } from "../../src/bridge/stand-by.ts";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { StallingClock } from "../support/stalling-clock.ts";
import { incoming } from "../support/bridge/incoming.ts";

const own = "m-bridge";

/** A bridge that decides whether it runs its players, and everything that it did. */
function bench({ takesOver = true, clientId = own } = {}) {
  const [clock, log, broker] = [new StallingClock(), new MemoryLog(), new RecordingBroker()];
  const done: string[] = [];
  const events = {
    roleChanged: () => done.push(standBy.isActive ? "leads" : "stands by"),
    publishState: () => done.push("state"),
    announce: () => done.push("announced"),
  };
  const context = {
    base: "base",
    bridge: "bridge",
    broker,
    clientIds: new Set([clientId]),
    clock,
    log,
  } as const;
  const standBy: StandBy = new StandBy({ ...context, events }, takesOver);
  const hear = (leaf: string, payload: string): void =>
    standBy.heard(incoming(`base/bridge/${leaf}`, payload, { retain: true }));
  const infoOf = (other: string, term?: number, sequence = 1): string =>
    JSON.stringify({ mqtt: { clientId: other }, term, sequence, players: [] });
  /** The states that it has told. */
  const told = (): readonly unknown[] =>
    broker.messages.flatMap(({ topic, payload }) => (topic === "base/bridge/state" ? [payload] : []));
  standBy.linked();
  return { clock, log, done, told, standBy, hear, infoOf };
}

async function leading(term = 1) {
  const made = bench();
  const text = made.infoOf(own, term - 1);
  made.standBy.claimed(term > 1 ? readRecord(new Map([[0, text]])) : undefined);
  await made.clock.advance(10_000);
  return made;
}

describe("a bridge that takes over", () => {
  it("claims the term after the one that it finds", async () => {
    expect((await leading(1)).standBy.term).toBe(1);
    expect((await leading(8)).standBy.term).toBe(8);
  });

  it("leaves commands to the older one until the broker has accepted its claim", () => {
    const { standBy, hear, infoOf } = bench();
    expect(standBy.admits()).toBe(true);
    hear("info", infoOf("other", 4));
    expect(standBy.admits()).toBe(false);
    standBy.unlinked();
    expect(standBy.admits()).toBe(true);
    hear("info", infoOf("other", 4));
    standBy.claimed(readRecord(new Map([[0, infoOf("other", 4)]])));
    expect(standBy.admits()).toBe(false);
    standBy.accepted("base/bridge/state");
    expect(standBy.admits()).toBe(false);
    standBy.accepted("base/bridge/info");
    expect([standBy.admits(), standBy.term]).toEqual([true, 5]);
  });

  it("waits a second for a broker that acknowledges nothing, and repeats everything when the other is silent", async () => {
    const { clock, done, standBy, hear, infoOf } = bench();
    hear("info", infoOf("other", 4));
    standBy.claimed(readRecord(new Map([[0, infoOf("other", 4)]])));
    await clock.advance(999);
    expect(standBy.admits()).toBe(false);
    await clock.advance(1);
    expect(standBy.admits()).toBe(true);
    await clock.advance(2000);
    expect(done).toEqual(["announced"]);
  });
});

describe("a bridge that runs its players", () => {
  it("corrects the farewell or the will of another one within two seconds", async () => {
    const { clock, done, hear } = await leading();
    hear("state", "offline");
    await clock.advance(2000);
    expect(done).toEqual(["state"]);
  });

  it("leaves it when its own state was sent meanwhile, and its own echo", async () => {
    const { clock, done, hear, standBy } = await leading();
    hear("state", "offline");
    standBy.stateSent();
    hear("state", "online");
    await clock.advance(2000);
    expect(done).toEqual([]);
  });

  it("corrects three times a minute, warns, and pauses for ten minutes", async () => {
    const { clock, done, hear, log } = await leading();
    for (let second = 0; second < 300; second++) {
      hear("state", "offline");
      await clock.advance(1000);
    }
    expect(done).toEqual(["state", "state", "state"]);
    expect(log.lines.map(({ message }) => message)).toEqual([
      expect.stringContaining("keeps writing this topic"),
    ]);
    await clock.advance(305_000);
    expect(done).toHaveLength(4);
  });

  it.each([
    ["a higher term", "other", 6, false],
    ["the same term and a lower client id", "a-bridge", 5, false],
    ["the same term and a higher client id", "z-bridge", 5, true],
    ["a lower term", "other", 4, true],
  ])("meets one with %s", async (_, clientId, term, isLeading) => {
    const { clock, done, hear, infoOf, standBy, log } = await leading(5);
    hear("info", infoOf(clientId, term));
    await clock.advance(2000);
    expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
    expect(standBy.isActive).toBe(isLeading);
    expect(done).toEqual([isLeading ? "announced" : "stands by"]);
    expect(standBy.standsByFor).toBe(isLeading ? undefined : clientId);
  });

  it("ignores its own info", async () => {
    const { clock, done, hear, infoOf } = await leading(5);
    hear("info", infoOf(own, 9));
    await clock.advance(5000);
    expect(done).toEqual([]);
  });
});

describe("a bridge that gives way to a claim", () => {
  /** It has stood by, and has connected again without a will. */
  async function deposed() {
    const made = await leading(5);
    made.hear("info", made.infoOf("other", 900));
    await made.clock.advance(500);
    made.standBy.unlinked();
    await made.clock.advance(60_000);
    made.standBy.linked();
    // What the broker has kept: the claim, and what it said itself.
    made.hear("state", "online");
    made.hear("info", made.infoOf("other", 900));
    made.hear("health", "{}");
    await made.clock.advance(5000);
    expect([made.done, made.told()]).toEqual([["stands by"], []]);
    return made;
  }

  it("says after six seconds that nobody leads, and leads again with a higher term if nobody objects", async () => {
    const { clock, done, hear, standBy, told } = await deposed();
    await clock.advance(2000);
    expect(told()).toEqual(["offline"]);
    // Over MQTT 3.1.1 that comes back.
    hear("state", "offline");
    expect(standBy.isActive).toBe(false);
    await clock.advance(6000);
    expect(done).toEqual(["stands by", "leads"]);
    expect(standBy.term).toBe(901);
  });

  it.each([
    ["state", "online"],
    ["health", "{}"],
  ])("stands by further for one that answers by its %s", async (leaf, payload) => {
    const { clock, done, hear, told } = await deposed();
    await clock.advance(3000);
    hear("state", "offline");
    hear(leaf, payload);
    await clock.advance(60_000);
    expect([told(), done]).toEqual([["offline"], ["stands by"]]);
  });

  it("does not ask one that has published its info once more", async () => {
    const { clock, done, hear, infoOf, told } = await deposed();
    hear("info", infoOf("other", 900, 2));
    await clock.advance(60_000);
    expect([told(), done]).toEqual([[], ["stands by"]]);
  });
});

describe("a bridge that stands by", () => {
  /** The process is suspended, and goes on for a second. */
  async function stall({ clock }: Awaited<ReturnType<typeof standingBy>>): Promise<void> {
    clock.stalledMs += 80_000;
    await clock.advance(1000);
  }

  /** It has found another bridge that is online. */
  async function standingBy() {
    const made = bench({ takesOver: false });
    made.hear("state", "online");
    made.hear("info", made.infoOf("other", 3));
    await made.clock.advance(2000);
    expect(made.done).toEqual([]);
    return made;
  }

  it("leads with a higher term as soon as the other one is offline", async () => {
    const { done, hear, standBy } = await standingBy();
    hear("state", "offline");
    expect(done).toEqual(["leads"]);
    expect(standBy.term).toBe(4);
  });

  it("asks when it has heard nothing for 90 seconds, and leads without an answer; not while there is health", async () => {
    const { clock, done, hear, told } = await standingBy();
    for (let minute = 0; minute < 60; minute++) {
      hear("health", "{}");
      await clock.advance(60_000);
    }
    expect([told(), done]).toEqual([[], []]);
    await clock.advance(29_000);
    expect(told()).toEqual([]);
    await clock.advance(2000);
    expect([told(), done]).toEqual([["offline"], []]);
    await clock.advance(6000);
    expect(done).toEqual(["leads"]);
  });

  it("asks again after an answer only when it has heard nothing as long", async () => {
    const { clock, done, hear, told } = await standingBy();
    await clock.advance(92_000);
    hear("state", "online");
    await clock.advance(80_000);
    expect([told(), done]).toEqual([["offline"], []]);
  });

  it("counts the time in which it was busy itself for nobody", async () => {
    const made = await standingBy();
    const { clock, done, standBy, told } = made;
    for (let step = 0; step < 5; step += 1) await stall(made);
    expect([told(), done]).toEqual([[], []]);
    await clock.advance(3000);
    expect(told()).toEqual(["offline"]);
    await stall(made);
    expect(standBy.isActive).toBe(false);
    await clock.advance(6000);
    expect(done).toEqual(["leads"]);
  });

  it.each(["offline", ""])("leads a second after the start if the state is %j", async (state) => {
    const { clock, done, hear } = bench({ takesOver: false });
    if (state !== "") hear("state", state);
    await clock.advance(900);
    expect(done).toEqual([]);
    await clock.advance(100);
    expect(done).toEqual(["leads"]);
  });

  it("leaves no timer behind, and begins anew with each connection", async () => {
    const { clock, done, hear, infoOf, standBy, told } = await standingBy();
    const reconnect = async (): Promise<void> => {
      standBy.unlinked();
      expect(clock.pending).toBe(0);
      await clock.advance(60_000);
      standBy.linked();
    };
    await clock.advance(92_000);
    expect(told()).toEqual(["offline"]);
    await reconnect();
    hear("state", "online");
    await clock.advance(60_000);
    expect([told(), done]).toEqual([["offline"], []]);
    await reconnect();
    // What the broker has kept may be older than the info that follows.
    hear("state", "offline");
    expect(done).toEqual([]);
    hear("info", infoOf("other", 7));
    hear("state", "online");
    await reconnect();
    // This broker has lost everything.
    await clock.advance(1000);
    expect([done, standBy.term]).toEqual([["leads"], 8]);
  });
});
