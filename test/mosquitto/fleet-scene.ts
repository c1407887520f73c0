import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { memberOf } from "../../src/core/fleet.ts";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import { type BridgeName, parseBridgeTopic } from "../../src/core/topics/topics.ts";
import type { SeenRequest } from "../../src/tools/simulator/traffic.ts";
import { Random } from "../chaos/random.ts";
import { eventually } from "../support/eventually.ts";
import type { Seen, TestClient } from "../support/mqtt-client.ts";
import { type ProcessFleet, type RunningMember, untilShared } from "./process-fleet.ts";

const base = "player2mqtt";
const names = ["a", "b", "c", "d", "e"];
const deeds = 10;
/** A command has its outcome within this time. */
const commandMs = 5000;

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

interface Scene {
  readonly story: string;
  /** The members that are there in the end. */
  readonly left: readonly string[];
  readonly problems: () => readonly string[];
}

/** Members killed, frozen, added and taken away at random, with a command every 50 ms. The same seed does the same. */
export async function playScene(seed: number, fleet: ProcessFleet, witness: TestClient): Promise<Scene> {
  const random = new Random(seed);
  const [up, frozen] = [new Map<string, RunningMember>(), new Map<string, RunningMember>()];
  const [sent, losses, lines]: [Command[], Loss[], string[]] = [[], [], []];
  const since = Date.now();
  const stateOf = (name: string): string | undefined => witness.state.get(`${base}/bridge-${name}/state`);
  // One that ends before it has connected leaves nothing.
  const isOffline = (name: string): Promise<void> =>
    eventually(() => expect([name, stateOf(name) ?? "offline"]).toEqual([name, "offline"]));

  const begin = async (name: string): Promise<void> => {
    up.set(name, await fleet.startNamed(name));
  };
  const end = async (name: string, member: RunningMember, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const loss: Loss = { member: name, at: Date.now(), noticedAt: undefined };
    if (signal === "SIGKILL") losses.push(loss);
    up.delete(name);
    member.kill(signal);
    const { code } = await member.ended;
    expect([name, code]).toEqual([name, signal === "SIGTERM" ? 0 : null]);
    await isOffline(name);
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
    lines.push(`${Date.now() - since} ms: ${name} ${what}`);
    await deed();
  };

  const load = new AbortController();
  const sending = (async (): Promise<void> => {
    while (!load.signal.aborted) {
      const id = fleet.ids[sent.length % fleet.ids.length] ?? "";
      const order = { tag: sent.length % 2 === 0 ? "HDMI2" : "RCA", transaction: sent.length };
      sent.push({ id, sentAt: Date.now() });
      await witness.publish(`${base}/${id}/audio/output/set`, JSON.stringify(order));
      await delay(50);
    }
  })();
  for (const name of ["a", "b", "c"]) await begin(name);
  await eventually(() => expect(["a", "b", "c"].map(stateOf)).toEqual(["online", "online", "online"]));
  for (let deed = 0; deed < deeds; deed++) {
    await act();
    await delay(random.between(300, 5000));
  }
  for (const [name, member] of frozen) wake(name, member);
  const left = [...up.keys()].toSorted();
  const unshared = await untilShared(fleet, witness, left).then(
    () => [],
    (error: Error) => [error.message],
  );
  const settledAt = Date.now();
  await delay(2000);
  load.abort();
  await sending;
  const problems = (): string[] => [
    ...unshared,
    ...wrongOutcomes(witness.seen, sent, losses, since),
    ...fleet.ids.flatMap((id) => {
      const requests = fleet.requestsOf(id);
      const last = new Set(requests.filter(({ atMs }) => atMs > settledAt + 1000).map(({ psk }) => psk));
      const overlapMs = longestOverlapMs(requests);
      const isRight = [...last].join() === fleet.holderOf(id, left) && overlapMs === 0;
      return isRight
        ? []
        : [`${id} was asked by two for ${overlapMs} ms, and in the end by ${[...last].join()}`];
    }),
  ];
  return { story: `FLEET_SEED=${seed}\n${lines.join("\n")}`, left, problems };
}

/** How long two members asked in turns, at most: who has a player again after a handover has a new connection to it. */
function longestOverlapMs(requests: readonly SeenRequest[]): number {
  const lastAt = new Map<number | undefined, number>();
  let [from, longest] = [0, 0];
  for (const [index, { atMs, connection }] of requests.entries()) {
    if (connection !== requests[index - 1]?.connection) {
      const isBack = atMs - (lastAt.get(connection) ?? 0) < 1000;
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
  for (const { topic, text } of seen) {
    if (!topic.endsWith("/result")) continue;
    const { transaction } = JSON.parse(text) as { readonly transaction: number };
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
        sentAt >= at - commandMs &&
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
      // What it said before may be of an earlier run.
      else if (leaf === "state")
        members.set(bridge, {
          ...before,
          isPresent: text === "online",
          isReading: before.isReading || !before.isPresent,
        });
    } else if (topic.endsWith("/set")) {
      const { transaction } = JSON.parse(text) as { readonly transaction: number };
      const id = topic.split("/")[1] ?? "";
      const present = [...members].filter(([, { isPresent }]) => isPresent);
      const claimants = present.filter(([, { claims }]) => claims.includes(id)).map(([name]) => name);
      const ready = present.filter(([, { isReading }]) => !isReading).map(([name]) => name);
      const chosen = memberOf(id, ready);
      const answering = claimants.length > 0 ? claimants : chosen === undefined ? [] : [chosen];
      asked.set(
        transaction,
        answering.map((name) => name.replace("bridge-", "")),
      );
    }
  }
  return asked;
}
