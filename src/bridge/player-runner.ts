import type { CallName } from "../core/controls/call.ts";
import type { PlayerPort } from "../core/ports.ts";
import type { PolledResourceName } from "../core/resources/resource.ts";
import type { SessionPolicy } from "../core/session/session.ts";
import type { Clock } from "../lib/clock.ts";
import type { TaskScope } from "../lib/task-scope.ts";
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

/** A player's place in the bridge: its session, and its loop, which can be stopped without the others. */
export class PlayerRunner {
  readonly player: BridgePlayer;
  readonly session: PlayerSession;
  readonly #stop = new AbortController();
  #life: Promise<void> | undefined;

  constructor(player: BridgePlayer, session: PlayerSession) {
    this.player = player;
    this.session = session;
  }

  /** Begins the loop, once. A bug in it ends the parent, and so all of them. */
  start(parent: TaskScope, clock: Clock): void {
    if (this.#life !== undefined) return;
    parent.run((signal) => {
      this.#life = this.#live(signal, clock);
      return this.#life;
    });
  }

  /** Stops the loop and waits for its end; every open command is told why, such as `the player was removed`. */
  async leave(why: string): Promise<void> {
    this.session.endBecause(why);
    this.#stop.abort();
    // How it ended is the parent's business.
    await Promise.allSettled([this.#life]);
    this.session.close();
  }

  async #live(parent: AbortSignal, clock: Clock): Promise<void> {
    const stop = (): void => this.#stop.abort();
    parent.addEventListener("abort", stop);
    if (parent.aborted) stop();
    try {
      await using device = this.player.open();
      await runSession({ session: this.session, player: device, clock }, this.#stop.signal);
    } finally {
      parent.removeEventListener("abort", stop);
    }
  }
}
