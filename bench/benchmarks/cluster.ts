import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { startMosquitto } from "../../test/support/start-mosquitto.ts";
import { type NatsNode, startNatsCluster } from "../../test/brokers/nats-cluster.ts";
import { login, versionFrom } from "../../test/brokers/real-broker.ts";
import { atMost, type Benchmark, type GoalCheck, progress, short } from "../support/bench.ts";
import { base, bridgeOf, Bridges, PollCount } from "../support/bridges.ts";
import { GoPlayers } from "../support/go-players.ts";
import { Observer } from "../support/observer.ts";
import type { Workshop } from "../support/programs.ts";
import { players as playersOf, until } from "../support/subjects.ts";

/*
 * A fleet of three bridges at a cluster of three NATS nodes, each bridge at a node of its own. Each node is killed in turn,
 * with commands and changes at the players all the time, and started again. What is true then, a bridge without a past
 * tells, which has a broker of its own and polls the same players.
 */

const size = 3;
const outageMs = 30_000;
/** Commands and changes go on for this long after the node is back. */
const afterwardsMs = 10_000;
const outcomeMs = 15_000;
const wrongLimitMs = 150_000;
const tags = ["XLR", "RCA", "SPDIF", "USB"] as const;
/** Topics that a bridge publishes about itself or that name it, and messages that are not retained. */
const isOfBridge = /^[^/]+\/bridge|\/info$|\/result$/;

type Topics = ReadonlyMap<string, string>;

/** The effects of a kill. */
interface Outage {
  readonly killed: number;
  /** From the kill to the first message of its bridge through another node. */
  readonly connectedMs: number;
  /** From the kill to the end of its snapshot. */
  readonly publishedMs: number;
  readonly lost: number;
  readonly commands: number;
  /** Commands that reached their player. */
  readonly carriedOut: number;
  readonly outcomes: ReadonlyMap<string, number>;
  /** Without an outcome: not acknowledged by the broker, to players of the bridge that was not connected, and others. */
  readonly refused: number;
  readonly unheard: number;
  readonly unanswered: number;
  /** From the return of the node until all topics are true at all nodes; infinite if they are not. */
  readonly trueMs: number;
}

/** A cluster of brokers that loses a node. */
export const cluster: Benchmark = {
  name: "cluster",
  about: "a fleet at three NATS nodes, each killed and brought back; takes some ten minutes",
  document: "docs/dev/cluster.md",
  run: async (workshop, { isQuick }) => {
    const count = isQuick ? 40 : 200;
    await using nodes = await Nodes.start();
    await using players = await GoPlayers.start(workshop, playersOf("audio", count));
    const names = Object.keys(players.addresses);
    const entries = names.map((id) => ({ id, url: players.addresses[id] }));
    const fleet = { url: nodes.all.map(({ storeUrl }) => storeUrl), ...login };
    const config = { mqtt: login, fleet, players: entries };
    await using bridges = new Bridges(workshop.write("json", JSON.stringify(config)));
    for (let index = 0; index < size; index++) {
      await bridges.start(index, { MQTT_URL: nodes.urlsFrom(index).join(",") });
    }
    const openMirror = (): Promise<Mirror> => startMirror(workshop, entries);
    const topics = await firstTopics(nodes, openMirror);
    const polls = new PollCount([players], new Set());
    const outages: Outage[] = [];
    for (let killed = 0; killed < size; killed++) {
      const outage = await endure({ nodes, killed, players, names, polls, openMirror });
      progress(JSON.stringify({ ...outage, outcomes: Object.fromEntries(outage.outcomes) }));
      outages.push(outage);
    }
    const s = (ms: number): string => short(ms / 1000);
    return {
      tables: [
        {
          title:
            `${count} players with ${topics} topics on ${size} bridges at ${size} nodes of NATS ` +
            `${versionFrom("nats-server", ["--version"])}; each node is down for ${outageMs / 1000} s`,
          columns: ["", ...outages.map(({ killed }) => `node ${killed} killed`)],
          rows: [
            ["its bridge connected to another, s", ...outages.map(({ connectedMs }) => s(connectedMs))],
            ["all its topics published again, s", ...outages.map(({ publishedMs }) => s(publishedMs))],
            ["polls lost", ...outages.map(({ lost }) => `${lost}`)],
            ["commands", ...outages.map(({ commands }) => `${commands}`)],
            ["carried out", ...outages.map(({ carriedOut }) => `${carriedOut}`)],
            ...outcomeRows(outages),
            ["no outcome: not acknowledged by the broker", ...outages.map(({ refused }) => `${refused}`)],
            ["no outcome: their bridge was not connected", ...outages.map(({ unheard }) => `${unheard}`)],
            ["no outcome: others", ...outages.map(({ unanswered }) => `${unanswered}`)],
            ["all topics true at all nodes, s after it was back", ...outages.map(({ trueMs }) => s(trueMs))],
          ],
        },
      ],
      goals: goalsOf(outages),
    };
  },
};

function outcomeRows(outages: readonly Outage[]): string[][] {
  const kinds = new Set(outages.flatMap(({ outcomes }) => [...outcomes.keys()]));
  return [...kinds].map((kind) => [
    `outcome \`${kind}\``,
    ...outages.map(({ outcomes }) => `${outcomes.get(kind) ?? 0}`),
  ]);
}

/** The table has what each node costs; a goal has to hold for all of them. */
function goalsOf(outages: readonly Outage[]): GoalCheck[] {
  const most = (figure: (outage: Outage) => number): number => Math.max(...outages.map(figure));
  return [
    atMost(9, "all topics true after a return", 60, most(({ trueMs }) => trueMs) / 1000, " s"),
    atMost(
      9,
      "without an outcome from a connected bridge",
      0,
      most(({ unanswered }) => unanswered),
    ),
    atMost(
      9,
      "polls lost",
      0,
      most(({ lost }) => lost),
    ),
  ];
}

class Nodes implements AsyncDisposable {
  readonly all: readonly NatsNode[];

  private constructor(all: readonly NatsNode[]) {
    this.all = all;
  }

  static async start(): Promise<Nodes> {
    return new Nodes(await startNatsCluster(size));
  }

  at(index: number): NatsNode {
    const node = this.all[index % size];
    if (node === undefined) throw new Error("there are no nodes");
    return node;
  }

  /** All addresses, beginning with this one. */
  urlsFrom(index: number): string[] {
    return this.all.map((_node, step) => this.at(index + step).url);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((node) => node[Symbol.asyncDispose]()));
  }
}

/** Waits until everything is published for the first time; the number of topics. */
async function firstTopics(nodes: Nodes, openMirror: () => Promise<Mirror>): Promise<number> {
  await using mirror = await openMirror();
  await sleep(20_000);
  const wrong = await untilTrue(nodes.all, mirror.topics, wrongLimitMs);
  if (wrong.length > 0) throw new Error(`wrong at first: ${wrong.slice(0, 10).join("; ")}`);
  return mirror.topics.size;
}

interface Sent {
  readonly player: string;
  readonly atMs: number;
  isAcknowledged: boolean;
}

interface Scene {
  readonly nodes: Nodes;
  readonly killed: number;
  readonly players: GoPlayers;
  readonly names: readonly string[];
  readonly polls: PollCount;
  readonly openMirror: () => Promise<Mirror>;
}

async function endure({ nodes, killed, players, names, polls, openMirror }: Scene): Promise<Outage> {
  const node = nodes.at(killed);
  const bridge = `bridge-${killed}`;
  const outcomes = new Map<string, string>();
  let [connectedAt, publishedAt] = [0, 0];
  const client = await connectAsync(nodes.at(killed + 1).url, { protocolVersion: 4, ...login });
  const sent = new Map<string, Sent>();
  let killedAt = Number.POSITIVE_INFINITY;
  client.on("message", (topic, payload, { retain }) => {
    const now = performance.now();
    if (topic.endsWith("/result")) {
      const { transaction, outcome } = JSON.parse(payload.toString()) as Record<string, string>;
      outcomes.set(transaction ?? "", outcome ?? "");
    } else if (!retain && now > killedAt && payload.toString() !== "offline") {
      connectedAt ||= now;
      // It comes last.
      if (topic.endsWith("/state")) publishedAt ||= now;
    }
  });
  await client.subscribeAsync([`${base}/+/result`, `${base}/${bridge}/+`], { qos: 0 });

  /** Each player gets a command and is changed by its remote, one player after the other. */
  const disturb = async (ms: number, round: number): Promise<void> => {
    for (const [place, player] of names.entries()) {
      const transaction = `${killed}-${round}-${player}`;
      const tag = tags[(killed * 2 + round + 1) % tags.length];
      const command: Sent = { player, atMs: performance.now(), isAcknowledged: false };
      sent.set(transaction, command);
      const order = JSON.stringify({ tag, transaction });
      client.publish(`${base}/${player}/audio/output/set`, order, { qos: 1 }, (error) => {
        command.isAcknowledged = !error;
      });
      // Another one, so that not everything that is to be seen follows from a command.
      await players.change([names[(place + 7) % names.length] ?? player], "volume");
      await sleep(ms / names.length);
    }
  };
  const selections = async (): Promise<number> =>
    Object.values(await players.count()).reduce((sum, { selections: some }) => sum + some, 0);
  const selectedBefore = await selections();
  await polls.start();
  await node.kill();
  killedAt = performance.now();
  const downUntil = killedAt + outageMs;
  await disturb(outageMs * 0.8, 0);
  await sleep(Math.max(0, downUntil - performance.now()));
  await node.start();
  const backAt = performance.now();
  const {
    meant: { lost },
  } = await polls.read(() => true);
  await using mirror = await openMirror();
  await disturb(afterwardsMs, 1);
  const wrong = await untilTrue(nodes.all, mirror.topics, wrongLimitMs);
  const trueMs = performance.now() - backAt;
  if (wrong.length > 0) progress(`still wrong: ${wrong.slice(0, 10).join("; ")}`);
  await sleep(Math.max(0, afterwardsMs + outcomeMs - trueMs));
  await client.endAsync(true);
  const without = [...sent].filter(([transaction]) => !outcomes.has(transaction)).map(([, one]) => one);
  const accepted = without.filter(({ isAcknowledged }) => isAcknowledged);
  const unheard = accepted.filter(
    ({ player, atMs }) =>
      bridgeOf(player, [...Array(size).keys()]) === killed && (connectedAt === 0 || atMs < connectedAt),
  );
  const unanswered = accepted.filter((one) => !unheard.includes(one));
  const kinds = new Map<string, number>();
  for (const outcome of outcomes.values()) kinds.set(outcome, (kinds.get(outcome) ?? 0) + 1);
  return {
    killed,
    connectedMs: connectedAt === 0 ? Number.NaN : connectedAt - killedAt,
    publishedMs: publishedAt === 0 ? Number.NaN : publishedAt - killedAt,
    lost,
    commands: sent.size,
    carriedOut: (await selections()) - selectedBefore,
    outcomes: kinds,
    refused: without.length - accepted.length,
    unheard: unheard.length,
    unanswered: unanswered.length,
    trueMs: wrong.length > 0 ? Number.POSITIVE_INFINITY : trueMs,
  };
}

/** A bridge without a past, with a broker of its own: what it publishes is true. */
interface Mirror extends AsyncDisposable {
  readonly topics: Topics;
}

async function startMirror(workshop: Workshop, players: readonly object[]): Promise<Mirror> {
  const broker = await startMosquitto({ config: ["set_tcp_nodelay true", "max_queued_messages 0"] });
  const bridges = new Bridges(workshop.write("json", JSON.stringify({ mqtt: { url: broker.url }, players })));
  const topics = new Map<string, string>();
  const observer = await Observer.connect(broker.port, [`${base}/#`], ({ topic, payload }) =>
    note(topics, topic, payload),
  );
  // It is no member of the fleet.
  await bridges.start(0, { FLEET_MEMBER: "" });
  return {
    topics,
    [Symbol.asyncDispose]: async () => {
      await bridges[Symbol.asyncDispose]();
      await observer[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
    },
  };
}

/** Waits until all topics are true at all nodes; returns those that stay wrong. */
async function untilTrue(nodes: readonly NatsNode[], truth: Topics, limitMs: number): Promise<string[]> {
  const since = performance.now();
  for (;;) {
    const wrong: string[] = [];
    for (const { url } of nodes) wrong.push(...(await wrongTopics(url, truth)));
    if (wrong.length === 0 || performance.now() - since > limitMs) return wrong;
    progress(`${wrong.length} topics are not true, of ${truth.size}`);
    await sleep(500);
  }
}

/** The topics that a new subscriber finds with another value than the true one. */
async function wrongTopics(url: string, truth: Topics): Promise<string[]> {
  const found = new Map<string, string>();
  const client = await connectAsync(url, { protocolVersion: 4, reconnectPeriod: 0, ...login });
  let lastAt = performance.now();
  client.on("message", (topic, payload) => {
    lastAt = performance.now();
    note(found, topic, payload);
  });
  await client.subscribeAsync(`${base}/#`, { qos: 0 });
  await until(() => found.size >= truth.size || performance.now() - lastAt > 3000, "all topics arrive");
  await sleep(200);
  await client.endAsync(true);
  const topics = new Set([...truth.keys(), ...found.keys()]);
  return [...topics]
    .filter((topic) => truth.get(topic) !== found.get(topic))
    .map((topic) => `${topic}: ${found.get(topic)}, not ${truth.get(topic)}`);
}

/** Notes a topic of a player as the broker keeps it. */
function note(topics: Map<string, string>, topic: string, payload: Buffer): void {
  if (isOfBridge.test(topic)) return;
  if (payload.length === 0) topics.delete(topic);
  else topics.set(topic, payload.toString());
}
