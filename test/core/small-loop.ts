import { advance, type SessionEvent } from "../../src/core/session/advance.ts";
import { DeviceError, type DeviceFault } from "../../src/core/errors.ts";
import { plan } from "../../src/core/session/plan.ts";
import {
  type Answer,
  scheduledResourceNames,
  type ResourceName,
  resourceNames,
} from "../../src/core/resources/player.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { music } from "./sample-player.ts";
import { answerOf, listing, policy } from "./samples.ts";

/** How a request ends: an answer of a kind, a list that shows this input, or a fault; and how long it takes. */
export interface Fate {
  readonly ms: number;
  readonly ends: Exclude<Answer["kind"], "reading"> | DeviceFault | { readonly shows: string };
}

export interface Run {
  readonly reads: { readonly resource: ResourceName; readonly at: number }[];
  /** How often the player became offline. */
  departures: number;
  /** For each read, how many others went before it since it was due. */
  longestQueue: number;
  session: Session;
}

/**
 * The loop of one player in a few lines, without time, broker, player or commands: `fate` says how each request ends,
 * and every resource has a tick each two seconds.
 */
export function runLoop(untilMs: number, fate: (resource: ResourceName, turn: number) => Fate): Run {
  const run: Run = { reads: [], departures: 0, longestQueue: 0, session: newSession(0) };
  const overtaken = new Map<ResourceName, number>();
  let now = 0;
  let tickAt = 2000;

  const apply = (event: SessionEvent): void => {
    const session = advance(run.session, event, now, policy);
    const left =
      run.session.presence.availability !== "offline" && session.presence.availability === "offline";
    if (left) run.departures += 1;
    run.session = session;
  };
  const arrive = (): void => {
    for (; tickAt <= now; tickAt += 2000) {
      for (const resource of scheduledResourceNames)
        apply({ kind: "tick", resources: [resource], intervalMs: 2000 });
    }
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
    const step = plan(run.session, now, undefined);
    if (step.kind === "read") read(step.resource);
    else if (step.kind === "wait") now = Math.min(now + step.ms, tickAt);
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
