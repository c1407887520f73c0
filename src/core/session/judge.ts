import { type Command, type ControlCommand, isControl } from "../controls/command.ts";
import { type Control, failed, noOperation, rejected } from "../controls/control.ts";
import type { Decision } from "../controls/effect.ts";
import { operationSupport } from "../controls/known-player.ts";
import { type ControlName, controls, controlSupport, controlTitle } from "../controls/table.ts";
import { type FilmList, isListOfCurrentFilm } from "../resources/film-tracks.ts";
import type { ResourceName } from "../resources/player.ts";
import { expiryOf } from "./pending.ts";
import { isUnconfirmed, type Session } from "./session.ts";
import { namePhrase } from "../names.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

/** For so long after a failed request: a flood of commands to an offline player must not become a flood of requests. */
const afterFailureMs = 1000;

export type CommandDecision = Decision | { readonly kind: "refresh" };

/** A resource that has to be read before a command can be decided. */
interface ReadFirst {
  readonly kind: "read";
  readonly resource: ResourceName;
}

/** Decides a command from what is known, before anything is sent, or says what to read first. */
export function judge(session: Session, command: Command, now: number): CommandDecision | ReadFirst {
  if (now >= expiryOf(session.pending, command)) return { kind: "settle", outcome: { kind: "expired" } };
  if (!isControl(command)) return { kind: "refresh" };
  const missing = missingControl(session, command.target);
  if (missing !== undefined) return rejected(missing);
  const { needed, worksOffline }: Control = controls[command.target];
  const { availability, failure } = session.presence;
  const isOffline = availability === "offline";
  const decide = (): Decision => command.parsed.decide(session, now);
  if (isOffline && failure !== undefined && now - failure.at < afterFailureMs)
    return worksOffline ? ifSupported(session, command, decide()) : failed(failure.phrase);
  // A command that wakes the player does not wait for another failed request first.
  if (worksOffline && isOffline) return ifSupported(session, command, decide());
  const { status, recheckIdentityAt } = session.identityCheck;
  const { triedAt: askedAt } = session.resources.model;
  if (status === "asking")
    return now - askedAt >= afterFailureMs ? read("model") : ifSupported(session, command, decide());
  // Another device must not get a command, not even for the short time in which its answers are believed.
  const wasAsked =
    recheckIdentityAt === undefined || (recheckIdentityAt > now && askedAt >= command.receivedAt);
  if (!wasAsked) return read("model");
  const mayExist = (name: ResourceName): boolean => session.resources[name].support !== "unsupported";
  const isOutdated = (name: ResourceName): boolean => mayExist(name) && isStale(session, name, command);
  const first =
    command.parsed.fresh(session).find(isOutdated) ??
    needed.find((name) => mayExist(name) && isMissing(session, name, now));
  if (first !== undefined) return read(first);
  const decision = decide();
  // A device may have been plugged in, or a track added, since the list was read.
  const isRefused = isRejection(decision) && command.parsed.problem === undefined;
  const outdated = isRefused ? needed.find(isOutdated) : undefined;
  return outdated === undefined ? ifSupported(session, command, decision) : read(outdated);
}

function read(resource: ResourceName): ReadFirst {
  return { kind: "read", resource };
}

/** Why the player has no such control; undefined if it may have it. */
function missingControl(session: Session, target: ControlName): Phrase | undefined {
  const { enabledBy } = controls[target];
  switch (controlSupport(session, target)) {
    case "off":
      return enabledBy === "controls.experimental"
        ? experimental(target)
        : translatable("control.off", "{control} is off: set {setting} to use it", {
            control: target,
            setting: enabledBy,
          });
    case "unsupported":
      return translatable("control.lacking", "this player has no {capability}", {
        capability: namePhrase(target, controlTitle(target)),
      });
    case "supported":
    case "unknown":
      return undefined;
  }
}

/** The decision, unless it needs an operation that the player does not have. */
function ifSupported(session: Session, { target }: ControlCommand, decision: Decision): Decision {
  if (decision.kind === "settle") return decision;
  const { calls } = decision.effect;
  const supports = new Set(calls.map(({ call }) => operationSupport(session, call.operation)));
  if (supports.has("off")) return rejected(experimental(target));
  return supports.has("unsupported") ? noOperation : decision;
}

function isRejection(decision: Decision): boolean {
  return decision.kind === "settle" && decision.outcome.kind === "rejected";
}

function experimental(target: ControlName): Phrase {
  return translatable(
    "control.experimental",
    "{control} is experimental: set controls.experimental to use it",
    { control: target },
  );
}

/** Whether a resource was not read since the command arrived. */
function isStale(session: Session, name: ResourceName, { receivedAt }: Command): boolean {
  return session.resources[name].triedAt < receivedAt || isUnconfirmed(session, name);
}

/** Whether nothing is known of a resource; a list of the film that is due belongs to the previous film. */
function isMissing(session: Session, name: ResourceName, now: number): boolean {
  const { dueAt, triedAt } = session.resources[name];
  const isKnown = isFilmList(name) ? isListOfCurrentFilm(session, name) : session.player[name] !== undefined;
  return (isFilmList(name) && dueAt <= now) || (!isKnown && now - triedAt >= afterFailureMs);
}

function isFilmList(name: ResourceName): name is FilmList {
  return name === "subtitles" || name === "audioTracks";
}
