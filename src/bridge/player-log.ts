import type { Log } from "../core/ports.ts";
import { polledResourceNames, type ResourceName } from "../core/resource.ts";
import type { Session } from "../core/session.ts";

/** Writes down what happens to one player: each change once, nothing while it lasts. */
export class PlayerLog {
  readonly #log: Log;
  readonly #player: string;
  readonly #complaints = new Map<ResourceName, string>();

  constructor(log: Log, player: string) {
    this.#log = log;
    this.#player = player;
  }

  /** One line when the player goes away, one when it is back, one when a family turns out to be missing. */
  changed(before: Session, after: Session, now: number): void {
    const fields = { player: this.#player };
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

  /** An answer that makes no sense, or a refusal: told once, until the resource is well again. */
  complain(resource: ResourceName, reason: string): void {
    if (this.#complaints.get(resource) === reason) return;
    this.#complaints.set(resource, reason);
    this.#log.warn({ player: this.#player, resource, reason }, "player gave no usable answer");
  }

  /** The resource is well again. */
  recover(resource: ResourceName): void {
    if (!this.#complaints.delete(resource)) return;
    this.#log.info({ player: this.#player, resource }, "player gives usable answers again");
  }

  outcome(fields: object): void {
    this.#log.info({ player: this.#player, ...fields }, "command");
  }
}

function isWithoutFamilies(session: Session): boolean {
  return polledResourceNames.every((name) => session.resources[name].support === "unsupported");
}
