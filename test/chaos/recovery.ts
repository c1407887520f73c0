import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import type { Finding } from "./finding.ts";
import type { PlayerName } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { type Difference, differences } from "./truth.ts";

const lookEveryMs = 60;
/** The machine may need this long to start everything. */
const openingWithinMs = 60_000;
/** A start that stands still for so long, always wrong in the same way, does not go on. */
const openingStandsStillMs = 20_000;

/** How long everything took to be true, and what was not in time. */
export interface Recovery {
  readonly ms: number;
  readonly findings: Finding[];
}

class WrongSince {
  readonly #since = new Map<string, number>();

  /** Remembers the differences, and returns those that were there for longer than polls may take. */
  persistent(wrong: readonly Difference[], now: number, stalledMs: number): Difference[] {
    const topics = new Set(wrong.map(({ topic }) => topic));
    for (const topic of this.#since.keys()) if (!topics.has(topic)) this.#since.delete(topic);
    for (const topic of topics) if (!this.#since.has(topic)) this.#since.set(topic, now);
    return wrong.filter(({ topic }) => now - (this.#since.get(topic) ?? now) > patience.changeMs + stalledMs);
  }
}

/**
 * Waits until the topics are true, or one of them is overdue. What waits for a retry is not waited for: a refresh
 * follows, or the check after the next disturbance.
 */
export async function recovery(stage: Stage): Promise<Recovery> {
  const since = new WrongSince();
  for (;;) {
    stage.look();
    const now = performance.now();
    const wrong = (await differences(stage)).filter(({ waits }) => waits !== "retry");
    const overdue = since
      .persistent(wrong, now, stage.stalledSinceMs)
      .filter((difference) => now > stage.dueAt(difference));
    const unasked = stage.names.filter(
      (name) => now > stage.askedBy(name) && stage.player(name).firstAttemptSince(stage.healedAt) > now,
    );
    const findings = [...overdue.map(asFinding), ...unasked.map((name) => unaskedFinding(stage, name))];
    if (wrong.length === 0 || findings.length > 0) return { ms: Math.round(now - stage.healedAt), findings };
    await sleep(lookEveryMs);
  }
}

/** Waits until everything is true for the first time: this harness does not judge the duration of a start. */
export async function opening(stage: Stage): Promise<Finding[]> {
  const isLate = stage.deadline(openingWithinMs);
  let before: string | undefined;
  let isStuck = isLate;
  for (;;) {
    const wrong = await differences(stage);
    const now = wrong.map(({ topic }) => topic).join(" ");
    if (now !== before) isStuck = stage.deadline(openingStandsStillMs);
    before = now;
    if (wrong.length === 0 || isLate() || isStuck()) return wrong.map(asFinding);
    if (stage.bugs.length > 0) return [];
    await sleep(lookEveryMs);
  }
}

/**
 * Watches the topics for a while, also during a fault: nothing that belongs to an undisturbed player may be wrong for
 * longer than two polls, and nothing of the bridge.
 */
export async function watch(
  stage: Stage,
  ms: number,
  disturbed: ReadonlySet<PlayerName>,
  each: () => void | Promise<void> = () => {},
): Promise<Finding[]> {
  const since = new WrongSince();
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const now = performance.now();
    const wrong = (await differences(stage)).filter(
      ({ who, waits, topic }) => waits === "poll" && !isOf(disturbed, who, topic),
    );
    const overdue = since.persistent(wrong, now, stage.stalledSinceMs);
    if (overdue.length > 0) return overdue.map(asFinding);
    await each();
    await sleep(lookEveryMs);
  }
  return [];
}

function isOf(disturbed: ReadonlySet<PlayerName>, who: Difference["who"], topic: string): boolean {
  return (who !== "broker" && who !== "guest" && disturbed.has(who)) || topic === "player2mqtt/bridge/info";
}

function asFinding({ text }: Pick<Difference, "text">): Finding {
  return { promise: "topics", text };
}

function unaskedFinding(stage: Stage, name: PlayerName): Finding {
  const now = performance.now();
  const late = Math.round(now - stage.askedBy(name));
  const last = stage
    .player(name)
    .attempts.slice(-5)
    .map(({ at, endedAt, operation, isTrue }) => {
      const [ago, took] = [now - at, endedAt - at].map(Math.round);
      return `${operation ?? "?"} ${ago} ms ago, for ${took} ms, ${isTrue ? "true" : "in vain"}`;
    });
  return {
    promise: "rate",
    text: `${name} is not asked again in time, but ${late} ms late; before: ${last.join("; ")}`,
  };
}
