import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/free-port.ts";
import { inputTags, resources } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, type GoalCheck, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Commander, type Latencies } from "../support/commander.ts";
import { Players } from "../support/players.ts";
import { startProgram, type Workshop } from "../support/programs.ts";
import { median, percentile } from "../support/statistics.ts";
import { baseOf, findSubjects, startSubject, type SubjectName } from "../support/subjects.ts";

/*
 * From a command on MQTT to the player's GET, and to the new state on its topic. The raw path is the floor's: a socket
 * to the broker, a socket to the player. Bridge and floor run side by side with players of their own and get commands
 * in turn, so disturbances of the machine affect both. With aedes the bridge runs its own broker, as it does by
 * default; the floor has one in a process of its own.
 */

const loads = ["idle", "100 players", "a queue of 20,000"] as const;
type Load = (typeof loads)[number];
type BrokerKind = "mosquitto" | "aedes";

/** The subjects that run side by side, and the setup. */
interface Case {
  readonly subjects: readonly SubjectName[];
  readonly broker: BrokerKind;
  readonly load: Load;
}

/** By then the start is over: 100 players publish some thousands of topics, limited by `mqtt.publishRate`. */
const warmUpMs: Readonly<Record<Load, number>> = {
  idle: 4000,
  "100 players": 10_000,
  "a queue of 20,000": 6000,
};

/** From command to GET and to state. */
export const latency: Benchmark = {
  name: "latency",
  about: "from a command to the player's GET and to the new state",
  run: async (workshop, pace) => {
    const found = new Map<string, Latencies>();
    for (const one of casesFor(findSubjects(["asyncio", "Node-RED"]))) {
      for (const [subject, latencies] of await measure(workshop, one, pace)) {
        found.set(keyOf(subject, one), latencies);
        progress(`${keyOf(subject, one)}: p50 ${short(median(latencies.toState))} ms`);
      }
    }
    return {
      tables: [
        {
          title: "Milliseconds from a command, p50 and p99",
          columns: ["", "to the GET", "to the state"],
          rows: [...found].map(([key, { toGet, toState }]) => [key, spread(toGet), spread(toState)]),
        },
      ],
      goals: goalsOf((subject, broker, load) => found.get(keyOf(subject, { broker, load }))?.toState ?? []),
    };
  },
};

function casesFor(peers: readonly SubjectName[]): Case[] {
  const brokers: readonly BrokerKind[] = ["mosquitto", "aedes"];
  return [
    ...brokers.flatMap((broker) =>
      loads.map((load) => ({ subjects: ["bridge", "raw sockets"] as const, broker, load })),
    ),
    // Each peer alone, so that its polls do not disturb the others.
    ...peers.flatMap((peer) =>
      loads.slice(0, 2).map((load) => ({ subjects: [peer], broker: "mosquitto" as const, load })),
    ),
  ];
}

function keyOf(subject: SubjectName, { broker, load }: Pick<Case, "broker" | "load">): string {
  return `${subject}, ${broker}, ${load}`;
}

function spread(values: readonly number[]): string {
  return `${short(median(values))}, ${short(percentile(values, 99))}`;
}

function goalsOf(
  of: (subject: SubjectName, broker: BrokerKind, load: Load) => readonly number[],
): GoalCheck[] {
  const ratio = (broker: BrokerKind): number =>
    median(of("bridge", broker, "idle")) / median(of("raw sockets", broker, "idle"));
  const p99 = (load: Load): number => percentile(of("bridge", "mosquitto", load), 99);
  return [
    atMost(7, "of the raw path, p50 to state on mosquitto", 1.4, ratio("mosquitto")),
    atMost(7, "of the raw path, p50 to state on aedes", 2, ratio("aedes")),
    atMost(7, "p99 to state while 100 players are polled", 10, p99("100 players"), " ms"),
    atMost(7, "p99 to state while a queue of 20,000 is polled", 15, p99("a queue of 20,000"), " ms"),
  ];
}

/** Sends commands to each subject in turn, one at a time. */
async function measure(
  workshop: Workshop,
  { subjects, broker, load }: Case,
  pace: Pace,
): Promise<ReadonlyMap<SubjectName, Latencies>> {
  await using open = new Stack();
  const commanders = new Map<SubjectName, Commander>();
  for (const subject of subjects) {
    const players = open.use(await Players.start(workshop, load === "100 players" ? 100 : 1, quiet));
    const addresses = [...players.addresses];
    if (load === "a queue of 20,000") {
      // The long queue is on another player: a player handles one request at a time, so reading its own queue would
      // delay its commands.
      const other = open.use(await Players.start(workshop, 1, { ...quiet, queueEntries: 20_000 }));
      addresses.push(...other.addresses);
    }
    const isBrokerEmbedded = subject === "bridge" && broker === "aedes";
    const port = isBrokerEmbedded ? await freePort() : open.use(await startBrokerOf(broker, workshop)).port;
    const work = { players: addresses, resources, brokerPort: port, isBrokerEmbedded };
    open.use(startSubject(workshop, subject, work));
    commanders.set(subject, open.use(await Commander.connect(port, baseOf(subject), players)));
  }
  await sleep(warmUpMs[load]);
  const count = pace.isQuick ? 60 : 200;
  for (let sent = 0; sent < count; sent++) {
    const tag = inputTags[(sent + 1) % inputTags.length] ?? "";
    for (const commander of commanders.values()) {
      await commander.command(tag);
      await sleep(10);
    }
  }
  return new Map(
    Array.from(commanders, ([subject, { latencies }]) => {
      if (latencies.toState.length < count * 0.9) {
        throw new Error(`${subject} answered ${latencies.toState.length} of ${count} commands`);
      }
      return [subject, latencies];
    }),
  );
}

type Broker = AsyncDisposable & { readonly port: number };

async function startBrokerOf(kind: BrokerKind, workshop: Workshop): Promise<Broker> {
  if (kind === "mosquitto") return await startBroker();
  const program = startProgram(process.execPath, [workshop.program("aedes")], { hasChannel: true });
  const [port] = (await once(program.child, "message")) as [number];
  return { port, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** Closes everything in reverse order. */
class Stack implements AsyncDisposable {
  readonly #opened: AsyncDisposable[] = [];

  use<T extends AsyncDisposable>(one: T): T {
    this.#opened.push(one);
    return one;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#opened.toReversed()) await one[Symbol.asyncDispose]();
  }
}
