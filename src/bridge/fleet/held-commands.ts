import type { IncomingMessage } from "../../core/topics/message.ts";
import type { BridgeContext } from "../bridge-context.ts";
import type { OwnershipPlug } from "../ownership.ts";
import type { PlayerRunners } from "../player-runners.ts";
import type { Membership } from "./membership.ts";

type Context = Pick<BridgeContext, "base" | "bridge" | "clock" | "messageAgeMs" | "events">;

/** Commands that wait until the broker has confirmed whose the players are, and retained ones that others may clear. */
const mostHeld = 1000;

/** A command and the player that it is for. */
interface HeldCommand {
  readonly id: string;
  readonly command: IncomingMessage;
}

/** Decides in a fleet whether a command is carried out now, later or never: all members hear it, and one of them answers it. */
export class HeldCommands implements OwnershipPlug {
  readonly #context: Context;
  readonly #membership: Pick<Membership, "answers" | "isOnHold" | "mayGoOn">;
  readonly #runners: Pick<PlayerRunners, "get">;
  readonly #held: HeldCommand[] = [];
  /** Retained commands to players of other members, by topic: who takes the player later refuses and clears them. */
  readonly #kept = new Map<string, HeldCommand>();

  constructor(context: Context, membership: Membership, runners: Pick<PlayerRunners, "get">) {
    this.#context = context;
    this.#membership = membership;
    this.#runners = runners;
  }

  /** A command to a player waits here until it is decided where the player runs; for one of another member, it is dropped. */
  admits(command: IncomingMessage): boolean {
    const { base, bridge } = this.#context;
    const { payload, retain, sentAt, topic } = command;
    const [id = ""] = topic.slice(base.length + 1).split("/");
    if (id === bridge || sentAt !== undefined) return true;
    if (this.#membership.answers(id)) {
      if (this.#held.length < mostHeld) this.#held.push({ id, command: this.#dated(command) });
      this.#releaseHeld();
    } else if (payload.byteLength === 0) this.#kept.delete(topic);
    else if (retain && this.#kept.size < mostHeld) this.#kept.set(topic, { id, command });
    return false;
  }

  release(): void {
    this.#releaseHeld();
    for (const [topic, { id, command }] of this.#kept) {
      if (!this.#membership.answers(id) || this.#isUndecided(id)) continue;
      this.#kept.delete(topic);
      this.#context.events.decided(this.#dated(command));
    }
  }

  left(): void {
    this.#kept.clear();
  }

  /** Carries out the commands that waited until it was known whose the players are, or fails them. */
  #releaseHeld(): void {
    for (const held of this.#held.splice(0)) {
      if (this.#isUndecided(held.id)) this.#held.push(held);
      else this.#context.events.decided(held.command);
    }
  }

  /** The command with the time at which it was sent at the earliest. */
  #dated(command: IncomingMessage): IncomingMessage {
    const { clock, messageAgeMs } = this.#context;
    return { ...command, sentAt: clock.now() - messageAgeMs() };
  }

  /** Whether it is not decided yet if the player runs here. */
  #isUndecided(id: string): boolean {
    const { isOnHold } = this.#membership;
    return this.#membership.mayGoOn(id) && (isOnHold || this.#runners.get(id) === undefined);
  }
}
