import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inputTags, resources } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, type GoalCheck, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { Players } from "../support/players.ts";
import { startProgram, type Workshop } from "../support/programs.ts";
import { median, percentile } from "../support/statistics.ts";
import { baseOf, findSubjects, startSubject, type SubjectName } from "../support/subjects.ts";

/*
 * From a command on MQTT to the player's GET, and to the new state on its topic. The raw path is the floor's: a socket to
 * the broker, a socket to the player. With aedes the bridge runs its own broker, as it does by default; the floor has
 * one in a process of its own.
 */

const loads = ["idle", "100 players", "a queue of 20,000"] as const;
type Load = (typeof loads)[number];
type BrokerKind = "mosquitto" | "aedes";

interface Case {
  readonly subject: SubjectName;
  readonly broker: BrokerKind;
  readonly load: Load;
}

/** A start is over by then: 100 players tell some thousands of topics, at no more than `mqtt.publishRate` a second. */
const warmUpMs: Readonly<Record<Load, number>> = {
  idle: 4000,
  "100 players": 12_000,
  "a queue of 20,000": 6000,
};

/** Milliseconds, one for each command. */
interface Latencies {
  readonly toGet: number[];
  readonly toState: number[];
}

/** From command to GET and to state. */
export const latency: Benchmark = {
  name: "latency",
  about: "from a command to the player's GET and to the new state",
  run: async (workshop, pace) => {
    const cases = casesFor(findSubjects(["bridge", "raw sockets", "asyncio", "Node-RED"]));
    const found = new Map<string, Latencies>();
    for (let round = 0; round < Math.min(pace.rounds, pace.isQuick ? 1 : 3); round++) {
      for (const one of cases) {
        const latencies = await measure(workshop, one, pace);
        const before = found.get(keyOf(one));
        before?.toGet.push(...latencies.toGet);
        before?.toState.push(...latencies.toState);
        found.set(keyOf(one), before ?? latencies);
        progress(`${keyOf(one)}: p50 ${short(median(latencies.toState))} ms`);
      }
    }
    return {
      tables: [
        {
          title: "Milliseconds from a command, p50 and p99",
          columns: ["", "broker", "while polled", "to the GET", "to the state"],
          rows: cases.map((one) => {
            const { toGet = [], toState = [] } = found.get(keyOf(one)) ?? {};
            return [one.subject, one.broker, one.load, spread(toGet), spread(toState)];
          }),
        },
      ],
      goals: goalsOf((one) => found.get(keyOf(one))?.toState ?? []),
    };
  },
};

function casesFor(subjects: readonly SubjectName[]): Case[] {
  return subjects.flatMap((subject) => {
    const isPeer = subject === "asyncio" || subject === "Node-RED";
    const brokers: readonly BrokerKind[] = isPeer ? ["mosquitto"] : ["mosquitto", "aedes"];
    return brokers.flatMap((broker) =>
      loads
        .filter((load) => !isPeer || load !== "a queue of 20,000")
        .map((load) => ({ subject, broker, load })),
    );
  });
}

function keyOf({ subject, broker, load }: Case): string {
  return `${subject}, ${broker}, ${load}`;
}

function spread(values: readonly number[]): string {
  return `${short(median(values))}, ${short(percentile(values, 99))}`;
}

function goalsOf(of: (one: Case) => readonly number[]): GoalCheck[] {
  const ratio = (broker: BrokerKind): number =>
    median(of({ subject: "bridge", broker, load: "idle" })) /
    median(of({ subject: "raw sockets", broker, load: "idle" }));
  const p99 = (load: Load): number => percentile(of({ subject: "bridge", broker: "mosquitto", load }), 99);
  return [
    atMost(7, "of the raw path, p50 to state on mosquitto", 1.4, ratio("mosquitto")),
    atMost(7, "of the raw path, p50 to state on aedes", 2, ratio("aedes")),
    atMost(7, "p99 to state while 100 players are polled", 10, p99("100 players"), " ms"),
    atMost(7, "p99 to state while a queue of 20,000 is polled", 15, p99("a queue of 20,000"), " ms"),
  ];
}

async function measure(workshop: Workshop, { subject, broker, load }: Case, pace: Pace): Promise<Latencies> {
  await using players = await Players.start(workshop, load === "100 players" ? 100 : 1, quiet);
  // Beside the one that is asked: a player does one thing at a time, and its own queue would be in the way.
  await using other =
    load === "a queue of 20,000"
      ? await Players.start(workshop, 1, { ...quiet, queueEntries: 20_000 })
      : undefined;
  const isBrokerEmbedded = subject === "bridge" && broker === "aedes";
  await using separate = isBrokerEmbedded
    ? undefined
    : await (broker === "aedes" ? startAedes(workshop) : startBroker());
  const port = separate?.port ?? (await freePort());
  const addresses = [...players.addresses, ...(other?.addresses ?? [])];
  const work = { players: addresses, resources, brokerPort: port, isBrokerEmbedded };
  await using _program = startSubject(workshop, subject, work);
  return await command(port, subject, players, warmUpMs[load], pace.isQuick ? 60 : 200);
}

/** Commands one after another, each waiting for its state. */
async function command(
  port: number,
  subject: SubjectName,
  players: Players,
  quietMs: number,
  count: number,
): Promise<Latencies> {
  const topic = `${baseOf(subject)}/p0/audio/input`;
  let [tag, sentAt] = ["", 0n];
  let onState: () => void = () => {};
  const latencies: Latencies = { toGet: [], toState: [] };
  const sinceSent = (atNs: bigint): number => Number(atNs - sentAt) / 1e6;
  players.onAsked((asked) => {
    if (asked.tag === tag) latencies.toGet.push(sinceSent(asked.atNs));
  });
  await using observer = await patiently(() =>
    Observer.connect(port, [topic], ({ payload }) => {
      if (payload.toString() !== tag) return;
      latencies.toState.push(sinceSent(process.hrtime.bigint()));
      onState();
    }),
  );
  await sleep(quietMs);
  for (let sent = 0; sent < count; sent++) {
    const done = new Promise<void>((resolve) => {
      onState = resolve;
    });
    tag = inputTags[(sent + 1) % inputTags.length] ?? "";
    sentAt = process.hrtime.bigint();
    observer.send(`${topic}/set`, tag);
    await Promise.race([done, sleep(3000)]);
    tag = "";
    await sleep(20);
  }
  if (latencies.toState.length < count * 0.9) {
    throw new Error(`${subject} answered ${latencies.toState.length} of ${count} commands`);
  }
  return latencies;
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 100; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

async function startAedes(workshop: Workshop): Promise<AsyncDisposable & { readonly port: number }> {
  const program = startProgram(process.execPath, [workshop.program("aedes")], { hasChannel: true });
  const [port] = (await once(program.child, "message")) as [number];
  return { port, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
