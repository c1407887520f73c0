import { deepEqual } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { leaseMs, ProcessFleet, type RunningMember, untilShared } from "../mosquitto/process-fleet.ts";
import { eventually } from "../support/eventually.ts";
import { type Seen, TestClient } from "../support/mqtt-client.ts";
import { startNats } from "../support/start-nats.ts";
import { startMosquitto } from "../support/start-mosquitto.ts";
import { Random } from "./random.ts";

const base = "player2mqtt";
const names = ["a", "b", "c", "d", "e"];
const deeds = 10;
/** How often each player gets a command. */
const commandEveryMs = 5000;
/** A command has its outcome within this time, also if its member dies: a lease and what it takes to take over. */
const settleMs = 2 * leaseMs + 5000;
/** What has to be there in the end: a machine that is busy with something else takes its time. */
const patienceMs = 120_000;
/** Each player is asked this often at least. */
const poll = { audio: "*/2 * * * * *" };
/** The players are in this process, too: it must not be busy with looking. */
const pauseMs = 200;
/** All that is compared: not the whole state of hundreds of players. */
const watched = ["+/state", "+/info", "+/availability", "+/audio/output", "+/audio/output/set", "+/result"];

/** What happens to whom, and how long nothing else does. */
export type PlannedDeed = readonly [what: "dies" | "freezes" | "wakes", name: string, pauseMs: number];

export interface FleetOptions {
  /** In place of random ones. */
  readonly deeds?: readonly PlannedDeed[] | undefined;
  readonly seed: number;
  readonly players: number;
  readonly main: string;
  readonly say: (line: string) => void;
}

interface Command {
  readonly id: string;
  readonly sentAt: number;
}

/** A time in which a member ran and was connected. */
interface Life {
  readonly member: string;
  readonly from: number;
  until: number;
}

/**
 * Members of a fleet killed, frozen, woken, added and taken away at random, and their store killed, with commands all the time.
 * The players say who asked: none is asked by two, and each command has one outcome. The same seed does the same.
 */
export async function runFleet(options: FleetOptions): Promise<readonly string[]> {
  const { main, players, say, seed } = options;
  await using broker = await startMosquitto({ config: ["set_tcp_nodelay true", "max_queued_messages 0"] });
  await using store = await startNats();
  await using fleet = await ProcessFleet.create({
    program: { main },
    brokerUrl: broker.url,
    storeUrl: store.url,
    size: players,
    poll,
  });
  const filters = watched.map((leaf) => `${base}/${leaf}`);
  await using witness = await TestClient.connect(broker.url, filters);
  const random = new Random(seed);
  const [up, frozen] = [new Map<string, RunningMember>(), new Map<string, RunningMember>()];
  const [sent, lives, findings]: [Command[], Life[], string[]] = [[], [], []];
  let hasStore = true;
  const since = Date.now();
  const stateOf = (name: string): string | undefined => witness.state.get(`${base}/bridge-${name}/state`);
  const check = async (promise: string, checked: Promise<void>): Promise<void> =>
    checked.catch((error: Error) => void findings.push(`${promise}: ${error.message}`));

  const live = (member: string, from: number): void => {
    lives.push({ member, from, until: Number.POSITIVE_INFINITY });
  };
  const cease = (name: string): void => {
    up.delete(name);
    for (const life of lives) if (life.member === name) life.until = Math.min(life.until, Date.now());
  };
  const begin = async (name: string): Promise<void> => {
    up.set(name, await fleet.startNamed(name));
    // It hears commands once it says that it is there, and waits for the store before.
    if (!hasStore) return;
    await eventually(() => deepEqual([name, stateOf(name)], [name, "online"]), 30_000, pauseMs);
    live(name, Date.now());
  };
  const end = async (name: string, member: RunningMember, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    cease(name);
    member.kill(signal);
    const { code } = await member.ended;
    if (signal === "SIGTERM" && code !== 0)
      findings.push(`process: ${name} ended with ${code}: ${member.stderr}`);
    await check(
      "availability",
      eventually(() => deepEqual([name, stateOf(name) ?? "offline"], [name, "offline"]), 15_000, pauseMs),
    );
  };
  const freeze = (name: string, member: RunningMember): void => {
    cease(name);
    frozen.set(name, member);
    member.kill("SIGSTOP");
  };
  const wake = (name: string, member: RunningMember): void => {
    frozen.delete(name);
    up.set(name, member);
    member.kill("SIGCONT");
    // It may have to connect again.
    live(name, Date.now() + settleMs);
  };
  const turnStore = async (): Promise<void> => {
    if (hasStore) await store.kill();
    else await store.start();
    hasStore = !hasStore;
  };

  /** All that may happen now: somebody has to be left. */
  const possible = () => {
    const removable = up.size > 1 ? [...up] : [];
    return [
      ...names
        .filter((one) => !up.has(one) && !frozen.has(one))
        .map((one) => ["comes", one, () => begin(one)] as const),
      ...[...frozen].map(([one, member]) => ["wakes", one, () => wake(one, member)] as const),
      ...Array.from(
        { length: hasStore ? 1 : 4 },
        () => [hasStore ? "dies" : "is back", "the store", turnStore] as const,
      ),
      ...removable.flatMap(([one, member]) => [
        ["dies", one, () => end(one, member, "SIGKILL")] as const,
        ["freezes", one, () => freeze(one, member)] as const,
        ["leaves", one, () => end(one, member, "SIGTERM")] as const,
      ]),
    ];
  };
  const overlaps = (): string[] =>
    fleet.ids.flatMap((id) => overlapsIn(fleet.requestsOf(id)).map((text) => `one request: ${id}: ${text}`));
  const planned = options.deeds ?? Array<undefined>(deeds).fill(undefined);

  const load = new AbortController();
  const sending = (async (): Promise<void> => {
    while (!load.signal.aborted) {
      const id = fleet.ids[sent.length % fleet.ids.length] ?? "";
      const round = Math.floor(sent.length / fleet.ids.length);
      const order = { tag: round % 2 === 0 ? "HDMI2" : "RCA", transaction: sent.length };
      sent.push({ id, sentAt: Date.now() });
      await witness.publish(`${base}/${id}/audio/output/set`, JSON.stringify(order));
      await delay(commandEveryMs / fleet.ids.length);
    }
  })();
  for (const name of ["a", "b", "c"]) await begin(name);
  await untilShared(fleet, witness, ["a", "b", "c"]);
  for (const plan of planned) {
    const choice = possible().filter(
      ([what, name]) => plan === undefined || `${plan[0]} ${plan[1]}` === `${what} ${name}`,
    );
    const [what, name, act] = random.pick(choice);
    say(`  ${Date.now() - since} ms: ${name} ${what}`);
    await act();
    await delay(plan?.[2] ?? random.between(300, 5000));
    if (plan !== undefined && overlaps().length > 0) break;
  }
  for (const [name, member] of frozen) wake(name, member);
  if (!hasStore) await turnStore();
  const endLoad = async (patienceMs: number): Promise<void> => {
    load.abort();
    await sending;
    // The last ones have their outcomes then.
    const areAnswered = (): void => deepEqual(wrongOutcomes(witness.seen, sent, lives, since), []);
    await eventually(areAnswered, patienceMs, pauseMs).catch(() => {});
    for (const text of wrongOutcomes(witness.seen, sent, lives, since)) findings.push(`outcomes: ${text}`);
  };
  if (options.deeds !== undefined) {
    // What was planted does not come right.
    findings.push(...overlaps());
    await endLoad(findings.length > 0 ? 0 : settleMs);
    return findings;
  }
  const left = [...up.keys()].toSorted();
  await check("asked", untilShared(fleet, witness, left));
  const settledAt = Date.now();
  const lastOf = (id: string): ReadonlySet<string | undefined> =>
    new Set(fleet.requestsOf(id).flatMap(({ atMs, psk }) => (atMs > settledAt + 1000 ? [psk] : [])));
  const areAsked = (): void =>
    deepEqual(
      fleet.ids.filter((id) => lastOf(id).size === 0),
      [],
    );
  await check("rate", eventually(areAsked, patienceMs, pauseMs));
  await endLoad(patienceMs);
  await check(
    "topics",
    eventually(
      () => {
        const topics = witness.state;
        const shown = (leaf: string) => fleet.ids.map((id) => [id, topics.get(`${base}/${id}/${leaf}`)]);
        deepEqual(
          shown("availability"),
          fleet.ids.map((id) => [id, "online"]),
        );
        deepEqual(
          shown("audio/output"),
          fleet.ids.map((id) => [id, fleet.truthOf(id)]),
        );
      },
      patienceMs,
      pauseMs,
    ),
  );
  for (const id of fleet.ids) {
    const asking = [...lastOf(id)].join(" and ");
    if (asking !== fleet.holderOf(id, left)) findings.push(`asked: ${id}, in the end, by ${asking}`);
  }
  findings.push(...overlaps());
  say(`${sent.length} commands to ${players} players`);
  return findings;
}

/**
 * Players that a member asked over a connection from before another one asked: who loses a player closes its connection, and
 * opens another one when it has the player again.
 */
function overlapsIn(requests: readonly SeenRequest[]): string[] {
  const closed = new Set<number | undefined>();
  const found: string[] = [];
  for (const [index, { atMs, connection, psk }] of requests.entries()) {
    const before = requests[index - 1];
    if (before !== undefined && before.psk !== psk) closed.add(before.connection);
    if (closed.has(connection))
      found.push(`${psk} again after ${before?.psk}, ${atMs - (before?.atMs ?? 0)} ms later`);
  }
  return found;
}

/** Commands with more outcomes than one, or without one although a member that heard them lived on. */
function wrongOutcomes(
  seen: readonly Seen[],
  sent: readonly Command[],
  lives: readonly Life[],
  since: number,
): string[] {
  const outcomes = new Map<number, Set<string>>();
  for (const { topic, text } of seen) {
    if (!topic.endsWith("/result")) continue;
    const { transaction } = JSON.parse(text) as { readonly transaction: number };
    // One that the broker has not acknowledged before the connection ended is sent again as it was.
    outcomes.set(transaction, (outcomes.get(transaction) ?? new Set<string>()).add(text));
  }
  return sent.flatMap(({ id, sentAt }, number) => {
    const found = [...(outcomes.get(number) ?? [])];
    const isHeard = lives.some(({ from, until }) => from < sentAt && until > sentAt + settleMs);
    if (found.length === 1 || (found.length === 0 && !isHeard)) return [];
    return [`${sentAt - since} ms: ${number} to ${id}: ${found.join(" and ") || "none"}`];
  });
}
