import type { Call } from "../core/controls/call.ts";
import { DeviceError } from "../core/errors.ts";
import { type Answer, polledResourceNames, type ResourceName } from "../core/resources/player.ts";
import type { AudioRouting, Selector } from "../core/resources/audio.ts";
import type { Log } from "../core/ports.ts";
import { readBackMs } from "../core/controls/audio.ts";
import type { Session } from "../core/session/session.ts";

/** A resource that is ill and well by turns is told of so often, and not at each turn. */
const complainAgainAfterMs = 600_000;

/** A selection that the player's answer showed. */
interface Confirmed {
  readonly tag: string;
  readonly at: number;
}

/** What can be ill: a resource, or the pictures. */
type Subject = ResourceName | "picture";

/** Why something is ill, and all that is or was so for the same reason: a device that is no player answers all alike. */
interface Illness {
  readonly reason: string;
  readonly subjects: Subject[];
}

// Shared by the thousands of players of whom there is nothing to say.
const noComplaints: ReadonlyMap<Subject, number> = new Map();
const noIllness: ReadonlyMap<Subject, Illness> = new Map();
const nothingConfirmed: ReadonlyMap<Selector, Confirmed> = new Map();

/** Writes down what happens to one player: each change once, and for who debugs each request without an answer. */
export class PlayerLog {
  readonly #log: Log;
  readonly #player: string;
  #complainedAt = noComplaints;
  /** The resources that are not well. */
  #ill = noIllness;
  /** What has still to be seen in the list that is read back. */
  #confirmed = nothingConfirmed;

  constructor(log: Log, player: string) {
    this.#log = log;
    this.#player = player;
  }

  /** One line when the player goes away, one when it is back, one when no family is there. */
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

  /** An answer that makes no sense, or a refusal, is told once until the resource is well again; and each reason once. */
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

  /** A picture was asked for. That there is none to be had is told once, and not again with each track. */
  pictured(problem: string | undefined, now: number): void {
    if (problem === undefined) this.#recover("picture");
    else this.#complain("picture", problem, now);
  }

  /** A call was answered. The answer to a selection shows it or leaves it in doubt. */
  called(call: Call, isShown: boolean, now: number): void {
    if (call.operation !== "selectInput" && call.operation !== "selectOutput") return;
    const selector = call.operation === "selectInput" ? "input" : "output";
    const confirmed = new Map(this.#confirmed);
    if (isShown) confirmed.set(selector, { tag: call.tag, at: now });
    else confirmed.delete(selector);
    this.#confirmed = confirmed;
  }

  /**
   * The player told its list, which may be the same as at the last poll. The outcome was told when the player confirmed
   * the selection: who relied on it learns here that it did not last.
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

  /** Said when all are well again that were ill for the same reason. */
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
