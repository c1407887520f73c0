import { advance, type SessionEvent } from "../../src/core/session/advance.ts";
import { type Command, isControl } from "../../src/core/controls/command.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import { DeviceError, type DeviceFault } from "../../src/core/errors.ts";
import type { Call } from "../../src/core/controls/call.ts";
import { shows } from "../../src/core/controls/audio.ts";
import type { CommandDecision } from "../../src/core/session/judge.ts";
import { plan } from "../../src/core/session/plan.ts";
import {
  type Answer,
  scheduledResourceNames,
  type ResourceName,
  resourceNames,
} from "../../src/core/resources/player.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { resolveOutcomes } from "../../src/core/session/outcomes.ts";
import { music } from "./sample-player.ts";
import { answerOf, listing, policy } from "./samples.ts";

/** How a request ends: an answer of a kind, a list that shows this input, or a fault; and how long it takes. */
export interface Fate {
  readonly ms: number;
  readonly ends: Exclude<Answer["kind"], "reading"> | DeviceFault | { readonly shows: string };
}

export interface Run {
  readonly outcomes: Map<Command, Outcome[]>;
  readonly reads: { readonly resource: ResourceName; readonly at: number }[];
  /** How often the player became offline. */
  departures: number;
  /** For each read, how many others went before it since it was due. */
  longestQueue: number;
  session: Session;
  /** Outcomes that claim what the player's own list did not show. */
  readonly lies: Outcome[];
}

/**
 * The loop of one player in a few lines, without time, broker or player: `fate` says how each request ends, `commands`
 * arrive at their `receivedAt`, and every resource has a tick each two seconds.
 */
export function runLoop(
  untilMs: number,
  fate: (resource: ResourceName | "selection", turn: number) => Fate,
  commands: readonly Command[],
): Run {
  const run: Run = {
    outcomes: new Map(),
    reads: [],
    departures: 0,
    longestQueue: 0,
    session: newSession(0),
    lies: [],
  };
  const arriving = commands.toSorted((a, b) => a.receivedAt - b.receivedAt);
  const overtaken = new Map<ResourceName, number>();
  const inbox: Command[] = [];
  let now = 0;
  let tickAt = 2000;

  const apply = (event: SessionEvent): void => {
    const { session, settled } = resolveOutcomes(advance(run.session, event, now, policy));
    const left =
      run.session.presence.availability !== "offline" && session.presence.availability === "offline";
    if (left) run.departures += 1;
    run.session = session;
    for (const { command, outcome } of settled) conclude(command, outcome);
  };
  const conclude = (command: Command, outcome: Outcome): void => {
    run.outcomes.set(command, [...(run.outcomes.get(command) ?? []), outcome]);
    if (!("tag" in outcome) || outcome.tag === undefined) return;
    const claims = outcome.kind === "applied" || outcome.kind === "unchanged";
    const selector = command.target === "audio/output" ? "output" : "input";
    if (claims && !shows(run.session.player, selector, outcome.tag)) run.lies.push(outcome);
  };
  const arrive = (): void => {
    for (; tickAt <= now; tickAt += 2000) {
      for (const resource of scheduledResourceNames)
        apply({ kind: "tick", resources: [resource], intervalMs: 2000 });
    }
    for (let next = arriving[0]; next !== undefined && next.receivedAt <= now; next = arriving[0]) {
      arriving.shift();
      if (isControl(next)) inbox.push(next);
      else apply({ kind: "refresh", command: next });
    }
  };
  const send = (command: Command, decision: CommandDecision): void => {
    if (decision.kind === "settle") conclude(command, decision.outcome);
    else if (decision.kind === "act") apply({ kind: "started", command, effect: decision.effect });
  };
  const call = (what: Call): void => {
    const { ms, ends } = fate("selection", run.reads.length);
    now += ms;
    const told = endOf("audio", ends);
    apply(
      told instanceof DeviceError
        ? { kind: "call-failed", call: what, error: told }
        : { kind: "called", call: what, reply: told },
    );
  };
  const read = (resource: ResourceName): void => {
    run.longestQueue = Math.max(run.longestQueue, overtaken.get(resource) ?? 0);
    overtaken.delete(resource);
    for (const name of resourceNames) {
      const isDue = name !== resource && run.session.resources[name].dueAt <= now;
      if (isDue) overtaken.set(name, (overtaken.get(name) ?? 0) + 1);
    }
    run.reads.push({ resource, at: now });
    const { ms, ends } = fate(resource, run.reads.length);
    now += ms;
    const told = endOf(resource, ends);
    apply(
      told instanceof DeviceError
        ? { kind: "failed", resource, error: told }
        : { kind: "answered", resource, answer: told },
    );
  };

  while (now < untilMs) {
    arrive();
    const step = plan(run.session, now, inbox[0]);
    if (step.kind === "read") read(step.resource);
    else if (step.kind === "call") call(step.call);
    else if (step.kind === "wait") now = Math.min(now + step.ms, tickAt, arriving[0]?.receivedAt ?? tickAt);
    else if (step.kind === "command") for (const command of inbox.splice(0, 1)) send(command, step.decision);
  }
  return run;
}

function endOf(resource: ResourceName, ends: Fate["ends"]): Answer | DeviceError {
  if (typeof ends === "object") {
    // Without a change stamp, so that the queue is read at each tick like everything else.
    if (resource === "music") {
      return { kind: "reading", reading: { resource, value: { ...music, queueStamp: undefined } } };
    }
    return resource === "audio" ? listing(ends.shows) : answerOf("reading", resource);
  }
  switch (ends) {
    case "unreachable":
    case "broken":
    case "malformed":
      return new DeviceError(ends, ends);
    case "refused":
    case "unchanged":
    case "absent":
    case "confused":
    case "unsupported":
      return answerOf(ends);
  }
}
