import type { Call } from "../core/controls/call.ts";
import type { Outcome } from "../core/controls/effect.ts";
import { DeviceError, NoPlayerError } from "../core/errors.ts";
import {
  type Answer,
  expectedResourceNames,
  type PlayerState,
  type ResourceName,
} from "../core/resources/player.ts";
import { selectedEntry, type Selector } from "../core/resources/audio.ts";
import type { Log } from "../core/ports.ts";
import { type Phrase, toPhrase } from "../lib/phrase.ts";
import { readBackMs } from "../core/controls/audio.ts";
import type { PlayerProfile } from "../core/session/family-rules.ts";
import type { Session } from "../core/session/session.ts";

/** A resource that keeps failing and recovering is logged at most this often. */
const logAgainAfterMs = 600_000;

const noPlayer = "no player answers at this address";
const invalidAnswer = "player sent an invalid answer";
const incompletePage = "part of the library did not answer, and is missing in what was found";
const unansweredRequest =
  "player does not answer this request, although it answers others; its values become unknown";

/** A selection that the player's answer showed. */
interface Confirmed {
  readonly tag: string;
  readonly at: number;
}

/** A part that can fail: a resource, the pictures, or the library. */
type Subject = ResourceName | "picture" | "library";

/** With everything that failed for it: a device that is not a player gives the same answer to every request. */
interface Failure {
  readonly reason: string;
  readonly subjects: Subject[];
}

// Shared, because most of thousands of players never fail.
const nothingLogged: ReadonlyMap<Subject, number> = new Map();
const nothingFailing: ReadonlyMap<Subject, Failure> = new Map();
const nothingConfirmed: ReadonlyMap<Selector, Confirmed> = new Map();
const nothingUnreadable: ReadonlySet<string> = new Set();

/** Logs what happens to one player: each change once; at debug level also each unanswered request. */
export class PlayerLog {
  readonly #log: Log;
  readonly #player: string;
  #loggedAt = nothingLogged;
  #failing = nothingFailing;
  /** Selections that the next read-back has to show. */
  #confirmed = nothingConfirmed;
  /** The declared operations that say nothing. */
  #unreadable = nothingUnreadable;

  constructor(log: Log, player: string) {
    this.#log = log;
    this.#player = player;
  }

  /** Logs one line when the player goes away, when it is back, and when it supports no resource at all. */
  logChanges(before: Session, after: Session, now: number): void {
    const fields = { player: this.#player };
    const { availability, failure, failures } = after.presence;
    const { availability: wasAvailable, failures: failuresBefore, silentSince } = before.presence;
    if (failures > failuresBefore) {
      const nextInMs = Math.max(0, Math.round(after.schedule.quietUntil - now));
      this.#log.debug({ ...fields, reason: failure?.phrase.text, nextInMs }, "player did not answer");
    }
    if (wasAvailable !== availability) {
      if (availability === "offline") {
        this.#log.warn({ ...fields, reason: failure?.phrase.text }, "player is offline");
      } else {
        const goneForMs = silentSince === undefined ? undefined : Math.round(now - silentSince);
        const message = wasAvailable === "unknown" ? "player is online" : "player is online again";
        this.#log.info(goneForMs === undefined ? fields : { ...fields, goneForMs }, message);
      }
    }
    if (lacksEveryResource(after) && !lacksEveryResource(before)) {
      this.#log.warn(
        fields,
        "player answers, but supports none of the resources: player2mqtt check says more",
      );
    }
  }

  /** Once until the resource has recovered, and each reason once. */
  logAnswer(resource: ResourceName, result: Answer | DeviceError, now: number, isUnanswered: boolean): void {
    if (result instanceof DeviceError) {
      if (result.answered)
        this.#logFailure(
          resource,
          result.message,
          now,
          result instanceof NoPlayerError ? noPlayer : invalidAnswer,
        );
      else if (isUnanswered) this.#logFailure(resource, result.message, now, unansweredRequest);
      return;
    }
    switch (result.kind) {
      case "refused":
        this.#logFailure(resource, toPhrase(result.reason).text, now);
        break;
      case "reading":
      case "unchanged":
      case "absent":
        this.#logRecovery(resource);
        break;
      case "confused":
      case "unsupported":
        break;
    }
  }

  /** Handles the result of a picture request. A missing picture is logged once, not with each track. */
  logPicture(problem: string | undefined, now: number): void {
    if (problem === undefined) this.#logRecovery("picture");
    else this.#logFailure("picture", problem, now);
  }

  /** Logs that something is missing: the answer shows only what was found. */
  logLibrary(lacksSome: string | Phrase | undefined, now: number): void {
    if (lacksSome === undefined) this.#logRecovery("library");
    else this.#logFailure("library", toPhrase(lacksSome).text, now, incompletePage);
  }

  /** Handles the answer to a call. The answer to a selection confirms it or leaves it in doubt. */
  noteSelection(call: Call, isShown: boolean, now: number): void {
    if (call.operation !== "selectInput" && call.operation !== "selectOutput") return;
    const selector = call.operation === "selectInput" ? "input" : "output";
    const confirmed = new Map(this.#confirmed);
    if (isShown) confirmed.set(selector, { tag: call.tag, at: now });
    else confirmed.delete(selector);
    this.#confirmed = confirmed;
  }

  /** Outcomes of confirmed selections are published already, so one that did not last is logged here. */
  checkSelections(result: Answer | DeviceError, player: PlayerState, now: number): void {
    if (this.#confirmed.size === 0 || player.audio === undefined || result instanceof DeviceError) return;
    if (result.kind !== "reading" && result.kind !== "unchanged") return;
    const confirmed = new Map(this.#confirmed);
    for (const [selector, { tag, at }] of this.#confirmed) {
      if (now - at < readBackMs) continue;
      confirmed.delete(selector);
      const shows = selectedEntry(player, selector)?.tag ?? "nothing";
      if (shows === tag) continue;
      this.#log.warn(
        { player: this.#player, command: selector, tag, shows },
        "player confirmed a selection, but reported another one a second later",
      );
    }
    this.#confirmed = confirmed;
  }

  /** Logs once which settings of the player have no meaning for its family. */
  logIgnoredSettings({ family, ignoredSettings: settings = [] }: PlayerProfile): void {
    if (settings.length === 0) return;
    this.#log.warn(
      { player: this.#player, family, settings: settings.join(", ") },
      "ignoring settings that players of this family do not have",
    );
  }

  /** Logs once which of the declared operations say nothing, until they do. */
  logDeclared(result: Answer | DeviceError): void {
    if (result instanceof DeviceError || result.kind !== "reading") return;
    if (result.reading.resource !== "declared") return;
    const failing = result.reading.value.filter((setting) => setting.problem !== undefined);
    for (const { tag, problem } of failing) {
      if (!this.#unreadable.has(tag))
        this.#log.warn(
          { player: this.#player, operation: tag, reason: problem?.text },
          "a declared operation says nothing: player2mqtt check tries it",
        );
    }
    this.#unreadable = new Set(failing.map(({ tag }) => tag));
  }

  logOutcome(fields: object, outcome: Outcome["kind"]): void {
    const isWithoutEffect = outcome === "failed" || outcome === "expired";
    this.#log[isWithoutEffect ? "warn" : "info"]({ player: this.#player, ...fields }, `command ${outcome}`);
  }

  #logFailure(resource: Subject, reason: string, now: number, message = invalidAnswer): void {
    const loggedAt = this.#loggedAt.get(resource) ?? Number.NEGATIVE_INFINITY;
    if (this.#failing.has(resource) || now - loggedAt < logAgainAfterMs) return;
    this.#loggedAt = new Map(this.#loggedAt).set(resource, now);
    const known = [...this.#failing.values()].find((failure) => failure.reason === reason);
    const failure = known ?? { reason, subjects: [] };
    failure.subjects.push(resource);
    this.#failing = new Map(this.#failing).set(resource, failure);
    const fields = { player: this.#player, resource, reason };
    this.#log[known === undefined ? "warn" : "debug"](fields, message);
  }

  /** Logged when everything has recovered that failed for the same reason. */
  #logRecovery(resource: Subject): void {
    const failure = this.#failing.get(resource);
    if (failure === undefined) return;
    const failing = new Map(this.#failing);
    failing.delete(resource);
    this.#failing = failing;
    if ([...failing.values()].includes(failure)) return;
    const fields = { player: this.#player, resource: failure.subjects.join(", ") };
    this.#log.info(fields, "player sends valid answers again");
  }
}

function lacksEveryResource(session: Session): boolean {
  return expectedResourceNames.every((name) => session.resources[name].support === "unsupported");
}
