import type { PlayerConfig } from "../core/controls/known-player.ts";
import type { PlayerDevice } from "../core/ports.ts";
import type { ScheduledResourceName, PublicName } from "../core/resources/player.ts";
import { type PlayerProfile, strangerRules } from "../core/session/family-rules.ts";
import type { SessionPolicy } from "../core/session/session.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import type { TaskScope } from "../lib/task-scope.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { EndReason, Ownership } from "./ownership.ts";
import { PlayerSession, type SessionSettings } from "./player-session.ts";
import { listen, runSession } from "./run-session.ts";
import { onAbort } from "../lib/aborted.ts";

export interface BridgePlayer
  extends Required<SessionSettings>,
    Omit<PlayerConfig, "mac" | "hasPlug" | "presets" | "readsLibrary"> {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly mac?: string | undefined;
  readonly policy: Omit<SessionPolicy, "phase" | "backoff" | "rules">;
  /** What the player is, if that is configured or there is only one possibility. */
  readonly profile: PlayerProfile | undefined;
  readonly poll: Readonly<Record<PublicName<ScheduledResourceName>, string>>;
  /** Whether it is followed to another address, where its MAC is known. */
  readonly follow: boolean;
  readonly open: (events: PlayerEvents) => PlayerDevice;
}

interface PlayerEvents {
  readonly onRecognized: (profile: PlayerProfile) => void;
  /** It has forgotten what it was asked. */
  readonly onReopened: () => void;
  readonly onDisconnected: () => void;
}

/** An offline player is polled again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
/** Staggers the first requests: a thousand players take a second to start. */
const startStepMs = 1;

/** Creates the runner of a player; `place` is its index among the players that start together. */
export function createRunner(
  player: BridgePlayer,
  place: number,
  context: BridgeContext,
  ownership: Ownership,
): PlayerRunner {
  const { id, name, address, policy, profile, plug, presets } = player;
  const { mac, maxPictureBytes, maxVolumePercent, offAction, wakeMacs, rawPaths } = player;
  const { settingTags, confirmedSettings, declaredTags } = player;
  const session = new PlayerSession({
    ...context,
    ...player,
    target: { base: context.base, id, name, address },
    policy: {
      ...policy,
      rules: profile?.rules ?? strangerRules,
      backoff: offlineBackoff,
      phase: phaseOf(id),
    },
    initialFacts: {
      mac,
      profile,
      maxPictureBytes,
      maxVolumePercent,
      offAction,
      wakeMacs,
      rawPaths,
      hasPlug: plug !== undefined,
      settingTags,
      confirmedSettings,
      declaredTags,
      presets: presets.map((preset) => preset.name),
      readsLibrary: player.library.enabled,
    },
    startDelayMs: place * startStepMs,
    ...(ownership.sharesPlayers === true && { mayAct: () => ownership.mayAct(id) }),
  });
  return new PlayerRunner(player, session);
}

/** Runs one player of the bridge: its session and its loop, which stops independently of the others. */
export class PlayerRunner {
  readonly player: BridgePlayer;
  readonly session: PlayerSession;
  readonly #stop = new AbortController();
  #life: Promise<void> | undefined;
  #device: PlayerDevice | undefined;

  constructor(player: BridgePlayer, session: PlayerSession) {
    this.player = player;
    this.session = session;
  }

  /** Starts the loop, once. A bug in it ends the parent scope, and so all players. */
  start(parent: TaskScope, clock: Clock): void {
    if (this.#life !== undefined) return;
    parent.run((signal) => {
      this.#life = this.#live(signal, clock);
      return this.#life;
    });
  }

  /** An earlier run of the bridge knew the player as one of this family. */
  assume(family: string): void {
    this.#device?.assume?.(family);
  }

  async moveTo(address: string): Promise<void> {
    this.session.moved(address);
    await this.#device?.reopen?.(address);
  }

  /** Stops the loop and waits for its end. Open commands fail with the reason, such as `the player was removed`. */
  async stop(reason: EndReason): Promise<void> {
    if (reason === "lost") this.session.isLost = true;
    else this.session.endReason = reason;
    this.#stop.abort();
    // The parent scope handles a failure.
    await Promise.allSettled([this.#life]);
    this.session.close();
  }

  async #live(parent: AbortSignal, clock: Clock): Promise<void> {
    using _ = onAbort(parent, () => this.#stop.abort());
    const { session } = this;
    await using device = this.player.open({
      onRecognized: (profile) => session.recognized(profile),
      // The ids in pages may be unknown to the player as it is open now.
      onReopened: () => session.library.forgetPages(),
      onDisconnected: () => session.apply({ kind: "disconnected" }),
    });
    this.#device = device;
    const loop = runSession({ session, player: device, clock }, this.#stop.signal);
    const listening = listen(session, device, this.#stop.signal);
    await Promise.all([loop, listening, session.runRoutines(this.#stop.signal)]);
  }
}
