import type { Outcome } from "../../core/controls/effect.ts";
import type { CommandRef } from "../../core/topics/result.ts";
import type { SeenPosition } from "../../core/resources/position.ts";
import { wakeUpInProgress } from "../../core/session/pending.ts";
import type { Session } from "../../core/session/session.ts";
import type { ChangedTopic } from "../../core/topics/render.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PagePlayer } from "./page-bridge.ts";
import { deviceView } from "./device-parts.ts";
import { audioView, controlsView, groupView, identityView, musicView, videoView } from "./player-parts.ts";
import { endOf } from "./commands.ts";
import type { CommandView, ListsView, PlayerParts, PlayerView, PositionView, PresenceView } from "./wire.ts";

const mostCommands = 20;
/** A position that is where the page expects it is not sent again: the page advances it by itself. */
const driftSeconds = 1.2;

/** The history of one player beside its session, and the parts that were sent last. */
export class TrackedPlayer {
  readonly #player: PagePlayer;
  readonly #clock: Clock;
  #room: string | undefined;
  #availability: PresenceView["availability"];
  #since: number;
  #commands: readonly CommandView[] = [];
  #isStale = true;
  #playlistMark = 0;
  #queueMark = 0;
  #position: PositionView | null = null;
  #musicPosition: PositionView | null = null;
  #parts: PlayerParts | undefined;

  constructor(player: PagePlayer, room: string | undefined, clock: Clock) {
    this.#player = player;
    this.#room = room;
    this.#clock = clock;
    this.#availability = player.state.presence.availability;
    this.#since = clock.date().getTime();
  }

  get player(): PagePlayer {
    return this.#player;
  }

  /** Handles changed topics or a failed request; called even if no page is open. */
  notice(topics: readonly ChangedTopic[]): void {
    this.#isStale = true;
    if (topics.some(({ leaf }) => leaf === "video/playlist")) this.#playlistMark += 1;
    if (topics.some(({ leaf }) => leaf === "music/queue")) this.#queueMark += 1;
    const { state } = this.#player;
    if (state.presence.availability === this.#availability) return;
    this.#availability = state.presence.availability;
    this.#since = this.#dateOf(
      state.presence.availability === "offline" ? state.presence.silentSince : undefined,
    );
  }

  moveTo(room: string | undefined): boolean {
    if (room === this.#room) return false;
    this.#room = room;
    this.#isStale = true;
    return true;
  }

  settled(number: number, ref: CommandRef, outcome: Outcome): void {
    const command: CommandView = {
      number,
      ...endOf(ref, outcome),
      durationMs: Math.round(this.#clock.now() - ref.receivedAt),
      at: this.#clock.date().getTime(),
    };
    this.#commands = [command, ...this.#commands].slice(0, mostCommands);
    this.#isStale = true;
  }

  /** The parts that differ from the ones sent last; undefined if none does. */
  changes(): Partial<PlayerParts> | undefined {
    const before = this.#parts;
    const after = this.#update();
    if (before === undefined || before === after) return undefined;
    const names = Object.keys(after) as (keyof PlayerParts)[];
    const changed = names.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return undefined;
    return Object.fromEntries(changed.map((name) => [name, after[name]]));
  }

  view(): PlayerView {
    return { id: this.#player.id, ...(this.#parts ?? this.#update()) };
  }

  /** Computes the parts; equal parts keep their identity. */
  #update(): PlayerParts {
    const { state } = this.#player;
    const before = this.#parts;
    if (before !== undefined && !this.#isStale) return before;
    this.#isStale = false;
    // The position of an offline player stands where it was read last.
    const isOffline = state.presence.availability === "offline";
    this.#position = this.#follow(
      this.#position,
      state.memory.seenPosition,
      !isOffline && state.player.video?.state === "playing",
    );
    this.#musicPosition = this.#follow(
      this.#musicPosition,
      state.memory.seenMusicPosition,
      !isOffline && state.player.music?.playing === "playing",
    );
    const fresh: PlayerParts = {
      identity: identityView(this.#player, this.#room),
      presence: this.#presence(state),
      audio: audioView(state),
      video: videoView(state),
      position: this.#position,
      music: musicView(state),
      musicPosition: this.#musicPosition,
      group: groupView(state),
      controls: controlsView(state),
      device: deviceView(state),
      lists: this.#lists(state),
      library: { isOn: state.config.readsLibrary, lists: this.#player.libraryLists },
      commands: this.#commands,
    };
    this.#parts = before === undefined ? fresh : keepSame(before, fresh);
    return this.#parts;
  }

  #presence(state: Session): PresenceView {
    const { availability, failure, failures } = state.presence;
    const waking = wakeUpInProgress(state.pending);
    return {
      availability,
      since: this.#since,
      failure: failure?.phrase.text,
      failureCode: failure?.phrase.code,
      failureValues: failure?.phrase.values,
      failures,
      waking:
        waking === undefined
          ? null
          : { since: this.#dateOf(waking.since), until: this.#dateOf(waking.until) },
    };
  }

  #lists({ player: { playlist, queue } }: Session): ListsView {
    return {
      playlist: {
        size: playlist?.entries.length ?? 0,
        current: playlist?.currentIndex ?? -1,
        mark: this.#playlistMark,
      },
      queue: { size: queue?.total ?? 0, current: queue?.current ?? -1, mark: this.#queueMark },
    };
  }

  #follow(
    before: PositionView | null,
    seen: SeenPosition | undefined,
    isMoving: boolean,
  ): PositionView | null {
    if (seen === undefined) return null;
    const at = this.#dateOf(seen.at);
    if (before !== null && isMoving) {
      const expected = before.seconds + (at - before.at) / 1000;
      if (Math.abs(expected - seen.seconds) < driftSeconds) return before;
    }
    return { seconds: seen.seconds, at };
  }

  #dateOf(at: number | undefined): number {
    const now = this.#clock.date().getTime();
    return at === undefined ? now : Math.round(now - (this.#clock.now() - at));
  }
}

/** The new parts, with equal ones replaced by the earlier objects. */
function keepSame(before: PlayerParts, fresh: PlayerParts): PlayerParts {
  const names = Object.keys(fresh) as (keyof PlayerParts)[];
  const kept = names.map((name) => {
    const isSame =
      before[name] === fresh[name] || JSON.stringify(before[name]) === JSON.stringify(fresh[name]);
    return [name, isSame ? before[name] : fresh[name]] as const;
  });
  return Object.fromEntries(kept) as unknown as PlayerParts;
}
