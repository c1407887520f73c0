import type { Call } from "../core/controls/call.ts";
import { DeviceError } from "../core/errors.ts";
import { type Answer, polledResourceNames, type ResourceName } from "../core/resources/player.ts";
import type { AudioRouting, Selector } from "../core/resources/audio.ts";
import type { Log } from "../core/ports.ts";
import { readBackMs } from "../core/controls/audio.ts";
import type { Session } from "../core/session/session.ts";

/** A resource that keeps failing and recovering is logged at most this often. */
const complainAgainAfterMs = 600_000;

/** A selection that the player's answer showed. */
interface Confirmed {
  readonly tag: string;
  readonly at: number;
}

/** What can fail: a resource, or the pictures. */
type Subject = ResourceName | "picture";

/**
 * A reason for unusable answers, and everything that failed for it: a device that is not a player gives the same answer
 * to every request.
 */
interface Illness {
  readonly reason: string;
  readonly subjects: Subject[];
}

// Shared, because thousands of players have nothing to complain about.
const noComplaints: ReadonlyMap<Subject, number> = new Map();
const noIllness: ReadonlyMap<Subject, Illness> = new Map();
const nothingConfirmed: ReadonlyMap<Selector, Confirmed> = new Map();

/** Logs what happens to one player: each change once; at debug level also each unanswered request. */
export class PlayerLog {
  readonly #log: Log;
  readonly #player: string;
  #complainedAt = noComplaints;
  /** What is failing now, by resource. */
  #ill = noIllness;
  /** Selections that the next read-back has to show. */
  #confirmed = nothingConfirmed;

  constructor(log: Log, player: string) {
    this.#log = log;
    this.#player = player;
  }

  /** Logs one line when the player goes away, when it is back, and when it supports no resource at all. */
  changed(before: Session, after: Session, now: number): void {
    const fields = { player: this.#player };
    if (after.failures > before.failures) {
      const nextInMs = Math.max(0, Math.round(after.quietUntil - now));
      this.#log.debug({ ...fields, reason: after.failure?.reason, nextInMs }, "player gave no answer");
    }
    if (before.availability !== after.availability) {
      if (after.availability === "offline") {
        this.#log.warn({ ...fields, reason: after.failure?.reason }, "player is offline");
      } else {
        const goneForMs = before.silentSince === undefined ? undefined : Math.round(now - before.silentSince);
        const message = before.availability === "unknown" ? "player is online" : "player is online again";
        this.#log.info(goneForMs === undefined ? fields : { ...fields, goneForMs }, message);
      }
    }
    if (isWithoutFamilies(after) && !isWithoutFamilies(before)) {
      this.#log.warn(fields, "player answers, but has none of the families: is its path prefix right?");
    }
  }

  /** Logs a malformed answer or a refusal once until the resource has recovered, and each reason once. */
  heard(resource: ResourceName, result: Answer | DeviceError, now: number): void {
    if (result instanceof DeviceError) {
      if (result.answered) this.#complain(resource, result.message, now);
      return;
    }
    switch (result.kind) {
      case "refused":
        this.#complain(resource, result.reason, now);
        break;
      case "reading":
      case "unchanged":
      case "absent":
        this.#recover(resource);
        break;
      case "confused":
      case "unsupported":
        break;
    }
  }

  /** Handles the result of a picture request. A missing picture is logged once, not with each track. */
  pictured(problem: string | undefined, now: number): void {
    if (problem === undefined) this.#recover("picture");
    else this.#complain("picture", problem, now);
  }

  /** Handles the answer to a call. The answer to a selection confirms it or leaves it in doubt. */
  called(call: Call, isShown: boolean, now: number): void {
    if (call.operation !== "selectInput" && call.operation !== "selectOutput") return;
    const selector = call.operation === "selectInput" ? "input" : "output";
    const confirmed = new Map(this.#confirmed);
    if (isShown) confirmed.set(selector, { tag: call.tag, at: now });
    else confirmed.delete(selector);
    this.#confirmed = confirmed;
  }

  /**
   * Checks confirmed selections against a list that the player sent. Their outcomes are published already, so a
   * selection that did not last is logged here.
   */
  listed(result: Answer | DeviceError, audio: AudioRouting | undefined, now: number): void {
    if (this.#confirmed.size === 0 || audio === undefined || result instanceof DeviceError) return;
    if (result.kind !== "reading" && result.kind !== "unchanged") return;
    const confirmed = new Map(this.#confirmed);
    for (const [selector, { tag, at }] of this.#confirmed) {
      if (now - at < readBackMs) continue;
      confirmed.delete(selector);
      const shows = audio[selector].current?.tag ?? "nothing";
      if (shows === tag) continue;
      this.#log.warn(
        { player: this.#player, command: selector, tag, shows },
        "player confirmed a selection, and shows another a second later",
      );
    }
    this.#confirmed = confirmed;
  }

  outcome(fields: object): void {
    this.#log.info({ player: this.#player, ...fields }, "command");
  }

  #complain(resource: Subject, reason: string, now: number): void {
    const toldAt = this.#complainedAt.get(resource) ?? Number.NEGATIVE_INFINITY;
    if (this.#ill.has(resource) || now - toldAt < complainAgainAfterMs) return;
    this.#complainedAt = new Map(this.#complainedAt).set(resource, now);
    const known = [...this.#ill.values()].find((illness) => illness.reason === reason);
    const illness = known ?? { reason, subjects: [] };
    illness.subjects.push(resource);
    this.#ill = new Map(this.#ill).set(resource, illness);
    const fields = { player: this.#player, resource, reason };
    this.#log[known === undefined ? "warn" : "debug"](fields, "player gave no usable answer");
  }

  /** Logged when everything has recovered that failed for the same reason. */
  #recover(resource: Subject): void {
    const illness = this.#ill.get(resource);
    if (illness === undefined) return;
    const ill = new Map(this.#ill);
    ill.delete(resource);
    this.#ill = ill;
    if ([...ill.values()].includes(illness)) return;
    const fields = { player: this.#player, resource: illness.subjects.join(", ") };
    this.#log.info(fields, "player gives usable answers again");
  }
}

function isWithoutFamilies(session: Session): boolean {
  return polledResourceNames.every((name) => session.resources[name].support === "unsupported");
}
