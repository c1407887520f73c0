import type { ControlCommand } from "../controls/command.ts";
import { failed, noOperation, rejected } from "../controls/control.ts";
import type { Decision } from "../controls/effect.ts";
import { operationSupport } from "../controls/known-player.ts";
import { controls, controlSupport } from "../controls/table.ts";
import { type FilmList, isListOfCurrentFilm } from "../resources/film-tracks.ts";
import { type ResourceName, resourceOf } from "../resources/player.ts";
import { expiryOf } from "./pending.ts";
import type { Session } from "./session.ts";
import { type Phrase, message, term } from "../../lib/phrase.ts";

/**
 * A command to an offline player fails at once this long after a failed request: a flood of commands must not become a
 * flood of requests.
 */
const afterFailureMs = 1000;

/** Decides a command from what is known, before anything is sent. */
export function judge(session: Session, command: ControlCommand, now: number): Decision {
  if (now >= expiryOf(session.pending, command)) return { kind: "settle", outcome: { kind: "expired" } };
  const control = controls[command.target];
  switch (controlSupport(session, command.target)) {
    case "off":
      return rejected(
        control.enabledBy === "controls.experimental"
          ? experimental(command)
          : message("control.off", "{control} is off: set {setting} to use it", {
              control: command.target,
              setting: control.enabledBy,
            }),
      );
    case "unsupported":
      return rejected(
        message("control.lacking", "this player has no {capability}", {
          capability: term(control.capability),
        }),
      );
    case "supported":
    case "unknown":
      break;
  }
  const { failure } = session.presence;
  if (!control.worksOffline && failure !== undefined && hasJustFailed(session, now))
    return failed(failure.phrase);
  const decision = control.decide(command.request, session, now);
  if (decision.kind === "settle") return decision;
  const { calls } = decision.effect;
  const supports = new Set(calls.map(({ call }) => operationSupport(session, call.operation)));
  if (supports.has("off")) return rejected(experimental(command));
  return supports.has("unsupported") ? noOperation : decision;
}

function isRejection(decision: Decision): boolean {
  return decision.kind === "settle" && decision.outcome.kind === "rejected";
}

function experimental({ target }: ControlCommand): Phrase {
  return message("control.experimental", "{control} is experimental: set controls.experimental to use it", {
    control: target,
  });
}

/** The resource to read before a command can be decided; undefined if there is none. */
export function resourceToReadFirst(
  session: Session,
  command: ControlCommand,
  now: number,
): ResourceName | undefined {
  if (now >= expiryOf(session.pending, command) || hasJustFailed(session, now)) return undefined;
  const support = controlSupport(session, command.target);
  if (support === "off" || support === "unsupported") return undefined;
  const { decide, fresh, needed, problemOf, worksOffline } = controls[command.target];
  // A command that wakes the player does not wait for another failed request first.
  if (worksOffline && session.presence.availability === "offline") return undefined;
  const { triedAt: askedAt } = session.resources.model;
  const { status, recheckIdentityAt } = session.identityCheck;
  if (status === "asking") return now - askedAt >= afterFailureMs ? "model" : undefined;
  // Another device must not get a command, not even for the short time in which its answers are believed.
  const wasAsked =
    recheckIdentityAt === undefined || (recheckIdentityAt > now && askedAt >= command.receivedAt);
  if (!wasAsked) return "model";
  const isStale = (name: ResourceName): boolean => {
    const { triedAt, confusions } = session.resources[name];
    // A first answer that something has ended has to be confirmed.
    return triedAt < command.receivedAt || (resourceOf(name).confirmsEmpty === true && confusions === 1);
  };
  const isMissing = (name: ResourceName): boolean => {
    const { dueAt, triedAt } = session.resources[name];
    const isKnown = isFilmList(name)
      ? isListOfCurrentFilm(session, name)
      : session.player[name] !== undefined;
    const isOld = isFilmList(name) && dueAt <= now;
    return isOld || (!isKnown && now - triedAt >= afterFailureMs);
  };
  const mayExist = (name: ResourceName): boolean => session.resources[name].support !== "unsupported";
  const first =
    fresh(session).find((name) => mayExist(name) && isStale(name)) ??
    needed.find((name) => mayExist(name) && isMissing(name));
  if (first !== undefined || problemOf(command.request) !== undefined) return first;
  // A device may have been plugged in, or a track added, since the list was read.
  const isRefused = isRejection(decide(command.request, session, now));
  return isRefused ? needed.find((name) => mayExist(name) && isStale(name)) : undefined;
}

/** Whether the resource is a list of the film: one that is due belongs to the previous film. */
function isFilmList(name: ResourceName): name is FilmList {
  return name === "subtitles" || name === "audioTracks";
}

function hasJustFailed({ presence: { availability, failure } }: Session, now: number): boolean {
  return availability === "offline" && failure !== undefined && now - failure.at < afterFailureMs;
}
