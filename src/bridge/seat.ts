import type { CallName } from "../core/call.ts";
import type { PlayerPort } from "../core/ports.ts";
import type { PolledResourceName } from "../core/resource.ts";
import type { SessionPolicy } from "../core/session.ts";
import type { Clock } from "../lib/clock.ts";
import { TaskScope } from "../lib/task-scope.ts";
import type { PlayerSession } from "./player-session.ts";
import { runSession } from "./run-session.ts";

/** A player's device while somebody talks to it. */
type OpenPlayer = PlayerPort & AsyncDisposable;

/** One player of the bridge, as it is configured. */
export interface BridgePlayer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** The MAC that its owner configured. */
  readonly mac?: string | undefined;
  readonly policy: Omit<SessionPolicy, "phase" | "backoff">;
  readonly poll: Readonly<Record<PolledResourceName, string>>;
  readonly deadlineMs: number;
  readonly inboxSize: number;
  /** No request or command may take longer, whatever the player does. */
  readonly longestStepMs: number;
  /** Operations that are not to be used. */
  readonly withoutOperations: readonly CallName[];
  /** The largest picture that is published; 0 publishes none. */
  readonly mostPictureBytes: number;
  /** Opens the way to the device; called when its loop begins. */
  readonly open: () => OpenPlayer;
}

/** A player's place in the bridge: its session, and its loop in a scope that can be stopped without the others. */
export class Seat {
  readonly player: BridgePlayer;
  readonly session: PlayerSession;
  #scope: TaskScope | undefined;

  constructor(player: BridgePlayer, session: PlayerSession) {
    this.player = player;
    this.session = session;
  }

  /** Begins the loop, once. A bug in it ends the parent, and so all of them. */
  start(parent: TaskScope, clock: Clock): void {
    if (this.#scope !== undefined) return;
    const scope = new TaskScope(parent.signal);
    this.#scope = scope;
    scope.run(async (signal) => {
      await using device = this.player.open();
      await runSession({ session: this.session, player: device, clock }, signal);
    });
    parent.run(() => scope.done());
  }

  /** Stops the loop and waits for its end; every open command is told why, such as `the player was removed`. */
  async leave(why: string): Promise<void> {
    this.session.endBecause(why);
    await this.#scope?.[Symbol.asyncDispose]();
    this.session.close();
  }
}
