import { deepEqual } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { memberOf } from "../../src/core/fleet.ts";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import { type BridgeName, parseBridgeTopic } from "../../src/core/topics/topics.ts";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { ProcessFleet, type RunningMember, untilShared } from "../mosquitto/process-fleet.ts";
import { eventually } from "../support/eventually.ts";
import { type Seen, TestClient } from "../support/mqtt-client.ts";
import { startMosquitto } from "../support/start-mosquitto.ts";
import type { Finding } from "./finding.ts";
import { Random } from "./random.ts";

const base = "player2mqtt";
const names = ["a", "b", "c", "d", "e"];
const deeds = 10;
/** How often each player gets a command. */
const commandEveryMs = 5000;
/** A command has its outcome within this time, also with a short standstill. */
const commandMs = 10_000;
/** What has to be there in the end: a machine that is busy with something else takes its time. */
const patienceMs = 120_000;
/** Each player is asked this often at least. */
const poll = { audio: "*/2 * * * * *" };
const pollMs = 2000;
/** The players are in this process, too: it must not be busy with looking. */
const pauseMs = 200;
/** All that is compared: not the whole state of hundreds of players. */
const watched = ["+/state", "+/info", "+/availability", "+/audio/output", "+/audio/output/set", "+/result"];

export interface FleetOptions {
  readonly seed: number;
  readonly players: number;
  readonly main: string;
  readonly say: (line: string) => void;
}

interface Command {
  readonly id: string;
  readonly sentAt: number;
}

/** A member that was killed or frozen, until the broker has noticed; undefined if it woke before. */
interface Loss {
  readonly member: string;
  readonly at: number;
  noticedAt: number | undefined;
}

/**
 * Members of a fleet killed, frozen, woken, added and taken away at random, with commands all the time. Each command must have
 * one outcome, and each player one member. The same seed does the same.
 */
export async function runFleet({ main, players, say, seed }: FleetOptions): Promise<readonly Finding[]> {
  await using broker = await startMosquitto({ config: ["set_tcp_nodelay true", "max_queued_messages 0"] });
  await using fleet = await ProcessFleet.create({
    program: { main },
    brokerUrl: broker.url,
    size: players,
    poll,
  });
  const filters = watched.map((leaf) => `${base}/${leaf}`);
  await using witness = await TestClient.connect(broker.url, filters);
  const random = new Random(seed);
  const [up, frozen] = [new Map<string, RunningMember>(), new Map<string, RunningMember>()];
  const [sent, losses, findings]: [Command[], Loss[], Finding[]] = [[], [], []];
  const since = Date.now();
  const stateOf = (name: string): string | undefined => witness.state.get(`${base}/bridge-${name}/state`);
  const check = async (promise: Finding["promise"], checked: Promise<void>): Promise<void> =>
    checked.catch((error: Error) => void findings.push({ promise, text: error.message }));

  const begin = async (name: string): Promise<void> => {
    up.set(name, await fleet.startNamed(name));
  };
  const end = async (name: string, member: RunningMember, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const loss: Loss = { member: name, at: Date.now(), noticedAt: undefined };
    if (signal === "SIGKILL") losses.push(loss);
    up.delete(name);
    member.kill(signal);
    const { code } = await member.ended;
    if (signal === "SIGTERM" && code !== 0)
      findings.push({ promise: "process", text: `${name} ended with ${code}: ${member.stderr}` });
    // One that ends before it has connected leaves nothing.
    await check(
      "availability",
      eventually(() => deepEqual([name, stateOf(name) ?? "offline"], [name, "offline"]), 15_000, pauseMs),
    );
    loss.noticedAt = Date.now();
  };
  const freeze = (name: string, member: RunningMember): void => {
    up.delete(name);
    frozen.set(name, member);
    losses.push({ member: name, at: Date.now(), noticedAt: undefined });
    member.kill("SIGSTOP");
  };
  const wake = (name: string, member: RunningMember): void => {
    const loss = losses.findLast((one) => one.member === name);
    if (loss !== undefined && stateOf(name) === "offline") loss.noticedAt = Date.now();
    frozen.delete(name);
    up.set(name, member);
    member.kill("SIGCONT");
  };

  const act = async (): Promise<void> => {
    // Somebody has to be left.
    const removable = up.size > 1 ? [...up] : [];
    const [what, name, deed] = random.pick([
      ...names
        .filter((one) => !up.has(one) && !frozen.has(one))
        .map((one) => ["comes", one, () => begin(one)] as const),
      ...[...frozen].map(([one, member]) => ["wakes", one, () => wake(one, member)] as const),
      ...removable.flatMap(([one, member]) => [
        ["dies", one, () => end(one, member, "SIGKILL")] as const,
        ["freezes", one, () => freeze(one, member)] as const,
        ["leaves", one, () => end(one, member, "SIGTERM")] as const,
      ]),
    ]);
    say(`  ${Date.now() - since} ms: ${name} ${what}`);
    await deed();
  };

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
  const online = ["online", "online", "online"];
  await eventually(() => deepEqual(["a", "b", "c"].map(stateOf), online), 60_000, pauseMs);
  for (let deed = 0; deed < deeds; deed++) {
    await act();
    await delay(random.between(300, 5000));
  }
  for (const [name, member] of frozen) wake(name, member);
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
  load.abort();
  await sending;
  // The last ones have their outcomes then.
  const areAnswered = (): void => deepEqual(wrongOutcomes(witness.seen, sent, losses, since), []);
  await eventually(areAnswered, patienceMs, pauseMs).catch(() => {});
  for (const text of wrongOutcomes(witness.seen, sent, losses, since))
    findings.push({ promise: "outcomes", text });
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
    const [asking, overlapMs] = [[...lastOf(id)].join(" and "), longestOverlapMs(fleet.requestsOf(id))];
    if (asking !== fleet.holderOf(id, left))
      findings.push({ promise: "asked", text: `${id}, in the end, by ${asking}` });
    if (overlapMs > 0)
      findings.push({ promise: "one request", text: `${id} was asked by two for ${overlapMs} ms` });
  }
  say(`${sent.length} commands to ${players} players; outcomes: ${countOutcomes(witness.seen, sent)}`);
  return findings;
}

/** How many outcomes of each kind, and how long they took. */
function countOutcomes(seen: readonly Seen[], sent: readonly Command[]): string {
  const counts = new Map<string, number>();
  const took: number[] = [];
  for (const { atMs, text, topic } of seen) {
    if (!topic.endsWith("/result")) continue;
    const { outcome, transaction } = JSON.parse(text) as {
      readonly outcome: string;
      readonly transaction: number;
    };
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    took.push(atMs - (sent[transaction]?.sentAt ?? atMs));
  }
  const sorted = took.toSorted((one, other) => one - other);
  const [half = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ")}; after ${half} ms, the last after ${most} ms`;
}

/** How long two members asked in turns, at most: who has a player again after a handover has a new connection to it. */
function longestOverlapMs(requests: readonly SeenRequest[]): number {
  const lastAt = new Map<number | undefined, number>();
  let [from, longest] = [0, 0];
  for (const [index, { atMs, connection }] of requests.entries()) {
    if (connection !== requests[index - 1]?.connection) {
      const isBack = atMs - (lastAt.get(connection) ?? 0) < 2 * pollMs;
      if (isBack) longest = Math.max(longest, atMs - from);
      else from = atMs;
    }
    lastAt.set(connection, atMs);
  }
  return longest;
}

/** Commands with more outcomes than one, or without one although the member that had to answer lived. */
function wrongOutcomes(
  seen: readonly Seen[],
  sent: readonly Command[],
  losses: readonly Loss[],
  since: number,
): string[] {
  const asked = whoHasToAnswer(seen);
  const outcomes = new Map<number, Set<string>>();
  let longestMs = commandMs;
  for (const { atMs, topic, text } of seen) {
    if (!topic.endsWith("/result")) continue;
    const { transaction } = JSON.parse(text) as { readonly transaction: number };
    longestMs = Math.max(longestMs, atMs - (sent[transaction]?.sentAt ?? atMs));
    // One that the broker has not acknowledged before the connection ended is sent again as it was.
    outcomes.set(transaction, (outcomes.get(transaction) ?? new Set<string>()).add(text));
  }
  return sent.flatMap(({ id, sentAt }, number) => {
    const found = [...(outcomes.get(number) ?? [])];
    const members = asked.get(number) ?? [];
    const isLost = losses.some(
      ({ at, member, noticedAt }) =>
        members.includes(member) &&
        noticedAt !== undefined &&
        sentAt >= at - longestMs &&
        sentAt <= noticedAt,
    );
    if (found.length === 1 || (found.length === 0 && (isLost || members.length === 0))) return [];
    return [
      `${sentAt - since} ms: ${number} to ${id}, for ${members.join(" or ")}: ${found.join(" and ") || "none"}`,
    ];
  });
}

interface Known {
  readonly isPresent: boolean;
  readonly isReading: boolean;
  readonly claims: readonly string[];
}

/** The members that have to answer each command, by what the broker had sent before: nobody if none is there that knows the claims. */
function whoHasToAnswer(seen: readonly Seen[]): ReadonlyMap<number, readonly string[]> {
  const members = new Map<BridgeName, Known>();
  const asked = new Map<number, readonly string[]>();
  for (const { topic, text } of seen) {
    const { bridge, leaf } = parseBridgeTopic(base, topic) ?? {};
    if (bridge !== undefined) {
      const before = members.get(bridge) ?? { isPresent: false, isReading: true, claims: [] };
      const record = leaf === "info" ? readRecord(new Map([[0, text]])) : undefined;
      if (record !== undefined)
        members.set(bridge, { isPresent: true, isReading: record.isReading, claims: record.players });
      else if (leaf === "state") members.set(bridge, { ...before, isPresent: text === "online" });
    } else if (topic.endsWith("/set")) {
      const { transaction } = JSON.parse(text) as { readonly transaction: number };
      const id = topic.split("/")[1] ?? "";
      const present = [...members].filter(([, { isPresent }]) => isPresent);
      const ready = present.filter(([, { isReading }]) => !isReading);
      const claimants = [ready, present]
        .map((some) => some.filter(([, { claims }]) => claims.includes(id)).map(([name]) => name))
        .find(({ length }) => length > 0);
      const chosen = memberOf(
        id,
        ready.map(([name]) => name),
      );
      const answering = claimants ?? (chosen === undefined ? [] : [chosen]);
      asked.set(
        transaction,
        answering.map((name) => name.replace("bridge-", "")),
      );
    }
  }
  return asked;
}
