import {
  type Answer,
  filmResourceNames,
  forEachResource,
  type PlayerMemory,
  type PlayerState,
  type Reading,
  refreshedResourceNames,
  type ResourceName,
  resourceNames,
  resourceOf,
} from "../resources/player.ts";
import { withHint } from "./pace.ts";
import { withAttention } from "./schedule.ts";
import { type Moment, type Session, type SessionPolicy, withDue, withResource } from "./session.ts";
import type { Call, Reply } from "../controls/call.ts";
import type { ResourceState } from "../resources/resource.ts";

/** A busy player may deny by mistake: what was supported is given up after so many denials in a row. */
const denialsUntilUnsupported = 3;

/** The delay and the number of retries after a `confused` answer; after those the resource is read when next due. */
const confusionRetryMs = 500;
const confusionRetries = 2;

/** A list that is not there as its film begins is asked for so often, each time after twice as long: for 15 seconds. */
const trailingRetries = 5;

/** An answer that something ended is confirmed after this long. */
const confirmationMs = 250;

/** A resource that became unsupported by refusals alone is requested again after this long. */
const refusedAgainAfterMs = 600_000;

export function applyAnswer(before: Session, name: ResourceName, answer: Answer, at: Moment): Session {
  const { now, policy } = at;
  const wasUnanswered = before.resources[name].unanswered !== undefined;
  const session = wasUnanswered ? withResource(before, name, { unanswered: undefined }) : before;
  const resource = session.resources[name];
  const isLacking = resource.support === "unknown" && policy.rules.optional.has(name);
  const withoutIt = (known: Session): Session => {
    const lacking = markUnsupported(known, name);
    return "isForNow" in answer ? withResource(lacking, name, { dueAt: now + refusedAgainAfterMs }) : lacking;
  };
  if (isLacking && (answer.kind === "absent" || answer.kind === "refused")) return withoutIt(session);
  switch (answer.kind) {
    case "unchanged":
      return inferAgain(markAnswered(session, name, at), name, at);
    case "reading": {
      const { resource: read, value } = answer.reading;
      const after = resourceOf(read).inferred?.(value, session, now) ?? value;
      const stored = storeNew(markAnswered(session, name, at), read, after, at);
      return answer.isPartial === true ? withResource(stored, name, { hasFailed: true }) : stored;
    }
    case "absent": {
      const { confusions } = resource;
      if (isOddEnd(session, name)) return askAgain(session, name, confirmationMs, at);
      if (mayTrailFilm(session, name)) return askAgain(session, name, confusionRetryMs * 2 ** confusions, at);
      const next = markSupported(session, name);
      // Without a request, such as for a film that has just ended, nothing is known about support.
      const heard =
        answer.isUnasked === true ? withResource(next, name, { support: resource.support }) : next;
      return storeNew(heard, name, resourceOf(name).empty, at);
    }
    case "refused": {
      const denials = answer.isDenial === true ? resource.denials + 1 : 0;
      const refused = withResource(session, name, { hasFailed: true, confusions: 0, denials });
      if (denials < denialsUntilUnsupported) return refused;
      return withResource(markUnsupported(refused, name), name, { dueAt: now + refusedAgainAfterMs });
    }
    case "confused": {
      const { confusions } = resource;
      if (mayTrailFilm(session, name)) return askAgain(session, name, confusionRetryMs * 2 ** confusions, at);
      if (confusions < confusionRetries) return askAgain(session, name, confusionRetryMs, at);
      // Players also answer "wrong address" for operations that they never had.
      if (resource.support === "unknown" && !policy.rules.mandatory.has(name))
        return markUnsupported(session, name);
      return storeNew(session, name, resourceOf(name).ifConfused?.(session.player[name]), at);
    }
    case "unsupported": {
      const denials = resource.denials + 1;
      if (resource.support === "supported" && denials < denialsUntilUnsupported) {
        return withResource(session, name, { hasFailed: true, denials, confusions: 0 });
      }
      return withoutIt(withResource(session, name, { denials, confusions: 0 }));
    }
  }
}

/** Nothing follows from an odd answer before the next one. */
function askAgain(session: Session, name: ResourceName, afterMs: number, at: Moment): Session {
  const { now } = at;
  const confusions = session.resources[name].confusions + 1;
  const odd = withResource(session, name, { hasFailed: true, confusions, denials: 0 });
  return withHint(odd, name, now + afterMs, at);
}

/** Whether a second answer has to confirm that nothing is there any more, whoever asked. */
function isOddEnd({ player, resources }: Session, name: ResourceName): boolean {
  const { empty, confirmsEmpty } = resourceOf(name);
  const value = player[name];
  if (confirmsEmpty !== true || value === undefined || value === empty) return false;
  return resources[name].confusions === 0;
}

/** Whether a list of a film that plays may only not be there yet. */
function mayTrailFilm({ player: { video }, resources }: Session, name: ResourceName): boolean {
  const { trailsFilm } = resourceOf(name);
  if (trailsFilm === undefined || video === undefined || video.state === "idle") return false;
  const { confusions } = resources[name];
  if (trailsFilm === "alone" || confusions > 0) return confusions < trailingRetries;
  return filmResourceNames.some((list) => resources[list].confusions > 0);
}

/** Notes a true answer. Once a list that trailed its film is there, so may be the playlist that was found absent before it. */
function markAnswered(session: Session, name: ResourceName, at: Moment): Session {
  const next = markSupported(session, name);
  const hasTrailed = resourceOf(name).trailsFilm === "alone" && session.resources[name].confusions > 0;
  const isAbsent = session.player.playlist === resourceOf("playlist").empty;
  return hasTrailed && isAbsent ? askAgain(next, "playlist", 0, at) : next;
}

function markSupported(session: Session, name: ResourceName): Session {
  const { support, hasFailed } = session.resources[name];
  const { answered } = resourceOf(name);
  const next = answered === undefined ? session : withMemory(session, answered(session));
  // An unchanged poll is the common case by far.
  if (support === "supported" && !hasFailed) return next;
  return withResource(next, name, {
    support: "supported",
    hasFailed: false,
    retryMs: 0,
    confusions: 0,
    denials: 0,
  });
}

function withMemory(session: Session, change: Partial<PlayerMemory>): Session {
  return { ...session, memory: { ...session.memory, ...change } };
}

/** The same answer may lead to another value by now. */
function inferAgain(session: Session, name: ResourceName, at: Moment): Session {
  const before = session.player[name];
  if (before === undefined) return session;
  return storeNew(session, name, resourceOf(name).inferred?.(before, session, at.now), at);
}

/** Stores a value unless there is none, or it is the one that is known already. */
function storeNew(session: Session, name: ResourceName, after: unknown, at: Moment): Session {
  if (after === undefined || after === session.player[name]) return session;
  return storeValue(session, name, after as Reading["value"], at);
}

/** Stores a new value and applies its consequences. */
function storeValue(session: Session, name: ResourceName, after: Reading["value"], at: Moment): Session {
  const { now, policy } = at;
  const { changed, showsUse } = resourceOf(name);
  const { positionIntervalMs } = policy;
  const change = { before: session.player[name], after, now, positionIntervalMs };
  const { due = [], memory = {}, forgets } = changed?.(change, session) ?? {};
  // A first reading says nothing about use: thousands of players at rest may start together.
  const isChange = change.before !== undefined;
  const { schedule } = session;
  const stored: Session = {
    ...withMemory(session, memory),
    player: { ...session.player, [name]: after },
    schedule: showsUse && isChange ? withAttention(schedule, now) : schedule,
  };
  const next = due.reduce((part, [other, dueAt]) => {
    // Infinity means that there is nothing to read.
    return dueAt === Number.POSITIVE_INFINITY
      ? withResource(part, other, { dueAt })
      : withHint(part, other, dueAt, at);
  }, stored);
  if (forgets === undefined) return next;
  if (forgets === "denials") return withDue(forgetDenials(next), now, refreshedResourceNames);
  const others = resourceNames.filter((other) => other !== name);
  return withDue(forgetSupport(next), now, others);
}

/** Marks a resource as unsupported, and with it those that depend on it. */
function markUnsupported(session: Session, name: ResourceName): Session {
  const { [name]: value, ...player } = session.player;
  const emptied: Session = value === undefined ? session : { ...session, player };
  const next = withResource(emptied, name, { support: "unsupported", dueAt: Number.POSITIVE_INFINITY });
  if (name !== "video") return next;
  return filmResourceNames.reduce((part, list) => markUnsupported(part, list), next);
}

/** Records whether the player supports an operation. One that worked before is given up after several denials. */
export function withOperation(
  session: Session,
  { operation }: Call,
  kind: Reply["kind"],
  { rules }: SessionPolicy,
): Session {
  if (rules.mandatoryCalls.has(operation)) return session;
  const before = session.operations[operation] ?? { support: "unknown", denials: 0 };
  const denials = kind === "unsupported" ? before.denials + 1 : 0;
  const isGivenUp = denials > 0 && (before.support !== "supported" || denials >= denialsUntilUnsupported);
  const support = isGivenUp ? "unsupported" : "supported";
  if (support === before.support && denials === before.denials) return session;
  return { ...session, operations: { ...session.operations, [operation]: { support, denials } } };
}

/** Allows denied operations again: the player was away, has new firmware, or a refresh was requested. */
export function forgetDenials(session: Session): Session {
  const kept = Object.entries(session.operations).filter(([, state]) => state.support !== "unsupported");
  return { ...session, operations: Object.fromEntries(kept) };
}

/**
 * Forgets what the player supports: another model is in its place, so one denial is enough again. The values stay until
 * they are read, except those of a film: without one, they never would be.
 */
function forgetSupport(session: Session): Session {
  const operations = Object.entries(session.operations).filter(([, state]) => state.support === "off");
  const resources = forEachResource<ResourceState>((name) => {
    const resource = session.resources[name];
    if (name === "model" || resource.unread !== undefined) return resource;
    return { ...resource, support: "unknown", retryMs: 0, confusions: 0, denials: 0 };
  });
  const kept = Object.entries(session.player).filter(
    ([name]) => resourceOf(name as ResourceName).readOn !== "film",
  );
  const player: PlayerState = Object.fromEntries(kept);
  return { ...session, operations: Object.fromEntries(operations), resources, player };
}
