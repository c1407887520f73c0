import type { FleetView } from "../../core/session/health.ts";
import type { IncomingMessage } from "../../core/topics/message.ts";
import { playerOffline } from "../../core/topics/render.ts";
import { message, type Phrase } from "../../lib/phrase.ts";
import type { BridgeContext } from "../bridge-context.ts";
import type { OwnershipPlug } from "../ownership.ts";
import type { PlayerRunners } from "../player-runners.ts";
import type { Membership } from "./membership.ts";

type Context = Pick<BridgeContext, "base" | "bridge" | "broker" | "clock" | "messageAgeMs" | "events">;

/** Commands that wait until the broker has confirmed whose the players are, and retained ones that others may clear. */
const mostHeld = 1000;

/** A command and the player that it is for. */
interface HeldCommand {
  readonly id: string;
  readonly command: IncomingMessage;
}

/** The plug of a fleet: its members share the players. All hear each command, and one of them answers it. */
export class FleetMember implements OwnershipPlug {
  readonly sharesPlayers = true;
  readonly #context: Context;
  readonly #membership: Membership;
  readonly #runners: Pick<PlayerRunners, "get">;
  readonly #held: HeldCommand[] = [];
  /** Retained commands to players of other members, by topic: who takes the player later refuses and clears them. */
  readonly #kept = new Map<string, HeldCommand>();
  #knownOrphans: ReadonlySet<string> = new Set();

  constructor(context: Context, membership: Membership, runners: Pick<PlayerRunners, "get">) {
    this.#context = context;
    this.#membership = membership;
    this.#runners = runners;
  }

  get fleet(): FleetView | undefined {
    return this.#membership.view;
  }

  get isOnHold(): boolean {
    return this.#membership.isOnHold;
  }

  mayStart(playerId: string): boolean {
    return this.#membership.mayStart(playerId);
  }

  whyStop(playerId: string): Phrase | undefined {
    return this.#membership.mayGoOn(playerId) ? undefined : moved;
  }

  mayAct(playerId: string, isEnding: boolean): boolean {
    return !this.#membership.mustWait(playerId, isEnding);
  }

  /** A command to a player waits here until it is decided where the player runs; for one of another member, it is dropped. */
  mayRoute(command: IncomingMessage): boolean {
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

  refusalOf(playerId: string): Phrase {
    return this.#membership.isClaimed(playerId)
      ? message("end.orphaned", "the bridge of the player died")
      : moved;
  }

  configured(playerIds: readonly string[]): void {
    this.#membership.configure(playerIds);
  }

  stopped(isRunning: (playerId: string) => boolean): void {
    this.#membership.stopped(isRunning);
  }

  /** Players of dead members are offline until another member has taken them. */
  membersChanged(): void {
    const { base, broker } = this.#context;
    const { orphans } = this.#membership;
    for (const id of orphans) if (!this.#knownOrphans.has(id)) broker.publish(playerOffline(base, id));
    this.#knownOrphans = orphans;
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

  stoodStill(): void {
    this.#membership.stoodStill();
  }

  /** A member that leaves hands over at once: its claims are withdrawn before it turns offline. */
  ended(): void {
    this.#membership.end();
    this.#membership.stopped(() => false);
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

const moved = message("end.moved", "the player moved to another bridge of the fleet");
