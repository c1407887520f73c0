import { expect, it } from "vitest";
import { StandBy } from "../../src/bridge/stand-by.ts";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { StallingClock } from "../support/stalling-clock.ts";
import { storiesIn, tellStory } from "../support/stories-in.ts";
import { incoming } from "../support/bridge/incoming.ts";

const own = "m-bridge";

/** A bridge that decides whether it runs its players, and everything that it did and told. */
function startBench(takesOver: boolean) {
  const [clock, log, broker] = [new StallingClock(), new MemoryLog(), new RecordingBroker()];
  const done: string[] = [];
  const events = {
    roleChanged: () => done.push(standBy.isActive ? "leads" : "stands by"),
    publishState: () => done.push("corrects"),
    announce: () => done.push("announces"),
  };
  const context = { base: "base", bridge: "bridge", broker, clientIds: new Set([own]), clock, log } as const;
  const standBy: StandBy = new StandBy({ ...context, events }, takesOver);
  const publish = broker.publish.bind(broker);
  broker.publish = (...messages) => {
    publish(...messages);
    for (const { topic, payload } of messages)
      if (topic === "base/bridge/state") done.push(`says ${String(payload)}`);
  };
  const hear = (leaf: string, payload: string): void =>
    standBy.heard(incoming(`base/bridge/${leaf}`, payload, { retain: true }));
  standBy.linked();
  return { clock, log, done, standBy, hear };
}

type Bench = ReturnType<typeof startBench>;

const infoOf = (clientId: string, term: string | undefined, sequence = "1"): string =>
  JSON.stringify({ mqtt: { clientId }, term: Number(term), sequence: Number(sequence), players: [] });

/** What happens in a story, by its first word. Times are in seconds. */
const doings: Readonly<Record<string, (bench: Bench, ...words: string[]) => unknown>> = {
  info: ({ hear }, client = "", ...numbers) => hear("info", infoOf(client, numbers[0], numbers[1])),
  /** The bridge claims the term after this info, or the first one. */
  claim: ({ standBy }, client, term) =>
    standBy.claimed(client === undefined ? undefined : readRecord(new Map([[0, infoOf(client, term)]]))),
  state: ({ hear }, state = "") => hear("state", state),
  health: ({ hear }) => hear("health", "{}"),
  accepted: ({ standBy }, leaf) => standBy.accepted(`base/bridge/${leaf}`),
  sent: ({ standBy }) => standBy.stateSent(),
  unlinked: ({ standBy, clock }) => {
    standBy.unlinked();
    expect(clock.pending).toBe(0);
  },
  linked: ({ standBy }) => standBy.linked(),
  wait: ({ clock }, seconds) => clock.advance(Number(seconds) * 1000),
  /** The process is suspended, and goes on for a second. */
  stall: ({ clock }) => {
    clock.stalledMs += 80_000;
    return clock.advance(1000);
  },
  command: ({ standBy, done }) => done.push(standBy.admits() ? "takes it" : "leaves it"),
  /** Marks a moment. */
  later: ({ done }) => done.push("later"),
};

async function tell(story: string, takesOver: boolean): Promise<Bench> {
  const bench = startBench(takesOver);
  await tellStory(doings, bench, story);
  return bench;
}

/** The warnings and errors come last, by level and first words. */
function outcomeOf({ done, log, standBy }: Bench): string {
  const logged = log.lines
    .filter(({ level }) => level === "warn" || level === "error")
    .map(({ level, message }) => `${level}: ${message.split(" ").slice(0, 3).join(" ")} …`);
  return [...done, `term ${standBy.term}`, ...logged].join(", ");
}

const leading = (term: number): string => `${term === 1 ? "claim" : `claim ${own} ${term - 1}`}, wait 10`;
/** It has stood by, and has connected again without a will. What the broker has kept: the claim, and what it said itself. */
const deposed = `${leading(5)}, info other 900, wait 0.5, unlinked, wait 60, linked, state online, info other 900, health, wait 5, later`;
/** What the log says of that. */
const gaveWay = "warn: another bridge called …";
/** It has found another bridge that is online. */
const waiting = "state online, info other 3, wait 2, later";

it.each(
  storiesIn(`
  claims the first term
      ${leading(1)}
      term 1

  claims the term after the one that it finds
      ${leading(8)}
      term 8

  leaves commands to the older one until the broker has accepted its claim
      command, info other 4, command, unlinked, command, info other 4, claim other 4, command, accepted state, command, accepted info, command
      takes it, leaves it, takes it, leaves it, leaves it, takes it, term 5

  waits a second for a broker that acknowledges nothing, and repeats everything when the other is silent
      info other 4, claim other 4, wait 0.999, command, wait 0.001, command, wait 2
      leaves it, takes it, announces, term 5

  corrects the farewell or the will of another one within two seconds
      ${leading(1)}, state offline, wait 2
      corrects, term 1

  leaves it when its own state was sent meanwhile, and its own echo
      ${leading(1)}, state offline, sent, state online, wait 2
      term 1

  corrects three times a minute, warns, and pauses for ten minutes
      ${leading(1)}, state offline + wait 1 × 300, later, wait 305
      corrects, corrects, corrects, later, corrects, term 1, warn: another client keeps …

  gives way to a higher term
      ${leading(5)}, info other 6, wait 2
      stands by, term 5, ${gaveWay}

  gives way to a lower client id of its term
      ${leading(5)}, info a-bridge 5, wait 2
      stands by, term 5, ${gaveWay}

  answers a higher client id of its term
      ${leading(5)}, info z-bridge 5, wait 2
      announces, term 5

  answers a lower term
      ${leading(5)}, info other 4, wait 2
      announces, term 5

  ignores its own info
      ${leading(5)}, info ${own} 9, wait 5
      term 5
  `),
)("a bridge that takes over %s", async (_name, story, done) => {
  expect(outcomeOf(await tell(story, true))).toBe(done);
});

it.each(
  storiesIn(`
  says after six seconds that nobody leads, and leads again with a higher term if nobody objects, after its echo
      wait 2, state offline, later, wait 6
      says offline, later, leads, term 901, ${gaveWay}

  stands by further for one that answers by its state
      wait 3, state offline, state online, wait 60
      says offline, term 5, ${gaveWay}

  stands by further for one that answers by its health
      wait 3, state offline, health, wait 60
      says offline, term 5, ${gaveWay}

  does not ask one that has published its info once more
      info other 900 2, wait 60
      term 5, ${gaveWay}
  `),
)("a bridge that gave way %s", async (_name, story, done) => {
  expect(outcomeOf(await tell(`${deposed}, ${story}`, true))).toBe(`stands by, later, ${done}`);
});

it.each(
  storiesIn(`
  leads with a higher term as soon as the other one is offline
      ${waiting}, state offline
      later, leads, term 4

  asks when it has heard nothing for 90 seconds, and leads without an answer; not while there is health
      ${waiting}, health + wait 60 × 60, wait 29, later, wait 2, later, wait 6
      later, later, says offline, later, leads, term 4

  asks again after an answer only when it has heard nothing as long
      ${waiting}, wait 92, state online, wait 80
      later, says offline, term 0

  counts the time in which it was busy itself for nobody
      ${waiting}, stall × 5, later, wait 3, later, stall, later, wait 6
      later, later, says offline, later, later, leads, term 4

  leads a second after the start if the other one is offline
      state offline, wait 0.9, later, wait 0.1
      later, leads, term 1

  leads a second after the start if there is no other one
      wait 0.9, later, wait 0.1
      later, leads, term 1

  begins anew with each connection: what the broker has kept may be older than what follows, or be lost
      ${waiting}, wait 92, unlinked, wait 60, linked, state online, wait 60, unlinked, wait 60, linked, state offline, later, info other 7, state online, unlinked, wait 60, linked, wait 1
      later, says offline, later, leads, term 8
  `),
)("a bridge that stands by %s", async (_name, story, done) => {
  expect(outcomeOf(await tell(story, false))).toBe(done);
});

it("a bridge that gives way names the one that it stands by for", async () => {
  const { standBy } = await tell(`${leading(5)}, info other 6, wait 2`, true);
  expect([standBy.isActive, standBy.standsByFor]).toEqual([false, "other"]);
});
