import type { Outcome } from "../../core/controls/effect.ts";
import type { ShownPosition } from "../../core/resources/position.ts";
import { wakeUpInProgress } from "../../core/session/pending.ts";
import type { Session } from "../../core/session/session.ts";
import { type ChangedTopic, renderPlayer } from "../../core/topics/render.ts";
import { type CommandRef, endOf } from "../../core/topics/result.ts";
import type { Clock } from "../../lib/clock.ts";
import { cutText } from "../../lib/cut-text.ts";
import type { PagePlayer, PageServices } from "./page-bridge.ts";
import type {
  CommandView,
  PlayerChange,
  PlayerParts,
  PlayerView,
  PositionView,
  TopicChanges,
} from "./wire.ts";

const mostCommands = 20;
/** The most characters of a payload that a list of all topics shows. */
const longestValue = 4000;
/** A position that is where the page expects it is not sent again: the page advances it by itself. */
const driftSeconds = 1.2;
/** Topics that are too long for every page, or only for other programs. A page shows parts of the lists on request. */
const unsent = /^(?:description|music\/queue(?:\/pages\/.*)?|video\/(?:playlist|status)|note|.*\/data)$/;

/** Positions have a part of their own, with their moments. */
function topicsForPages(topics: readonly ChangedTopic[]): (readonly [string, string])[] {
  return topics.flatMap(({ leaf, payload }) =>
    typeof payload !== "string" || unsent.test(leaf) || leaf.endsWith("/position")
      ? []
      : [[leaf, payload] as const],
  );
}

interface FeedOptions {
  readonly services: Pick<PageServices, "baseTopic" | "traffic">;
  readonly clock: Clock;
}

/** What pages get of one player: the topics that have changed, and what no topic has. */
export class PlayerFeed {
  readonly player: PagePlayer;
  readonly #services: FeedOptions["services"];
  readonly #clock: Clock;
  #room: string | undefined;
  #availability: Session["presence"]["availability"];
  #since: number;
  #commands: readonly CommandView[] = [];
  #playlistMark = 0;
  #queueMark = 0;
  /** Those that have a payload; undefined until somebody asked, since rendering all takes a while. */
  #topics: Map<string, string> | undefined;
  #changed: Record<string, string> = {};
  /** What has changed since all topics were listed; undefined while no page lists them. */
  #listed: Record<string, string> | undefined;
  #parts: PlayerParts | undefined;

  constructor(player: PagePlayer, room: string | undefined, { services, clock }: FeedOptions) {
    this.player = player;
    this.#room = room;
    this.#services = services;
    this.#clock = clock;
    this.#availability = player.state.presence.availability;
    this.#since = clock.date().getTime();
  }

  /** Handles changed topics or a failed request; called even if no page is open. */
  notice(topics: readonly ChangedTopic[], isFollowed: boolean): void {
    const sent = topicsForPages(topics);
    if (!isFollowed) this.#listed = undefined;
    else if (this.#listed !== undefined) Object.assign(this.#listed, asListed(topics));
    if (isFollowed) Object.assign(this.#changed, Object.fromEntries(sent));
    for (const [leaf, payload] of sent) {
      if (payload === "") this.#topics?.delete(leaf);
      else this.#topics?.set(leaf, payload);
    }
    if (topics.some(({ leaf }) => leaf === "video/playlist")) this.#playlistMark += 1;
    if (topics.some(({ leaf }) => leaf === "music/queue")) this.#queueMark += 1;
    const { availability, silentSince } = this.player.state.presence;
    if (availability === this.#availability) return;
    this.#availability = availability;
    this.#since = this.#dateOf(availability === "offline" ? silentSince : undefined);
  }

  moveTo(room: string | undefined): boolean {
    if (room === this.#room) return false;
    this.#room = room;
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
  }

  /** What differs from what was sent last; undefined if nothing does. */
  changes(): PlayerChange | undefined {
    const before = this.#parts;
    const topics = this.#changed;
    this.#changed = {};
    const after = this.#update();
    if (before === undefined) return undefined;
    const names = Object.keys(after) as (keyof PlayerParts)[];
    const changed = names.filter((name) => before[name] !== after[name]);
    const hasTopics = Object.keys(topics).length > 0;
    if (changed.length === 0 && !hasTopics) return undefined;
    return {
      ...Object.fromEntries(changed.map((name) => [name, after[name]])),
      ...(hasTopics && { topics }),
    };
  }

  /** Everything; a topic that is empty is missing, as for those who subscribe later. */
  view(): PlayerView {
    this.#topics ??= new Map(topicsForPages(this.#all()).filter(([, payload]) => payload !== ""));
    return { id: this.player.id, ...this.#update(), topics: Object.fromEntries(this.#topics) };
  }

  /** All topics, for a page that lists them; `changedTopics` has what differs from then on. */
  allTopics(): TopicChanges {
    this.#listed = {};
    return asListed(this.#all());
  }

  changedTopics(isListed: boolean): TopicChanges {
    const changed = this.#listed ?? {};
    this.#listed = isListed ? {} : undefined;
    return changed;
  }

  #all(): readonly ChangedTopic[] {
    return topicsOf(this.#services, this.player);
  }

  /** What no topic has; equal parts keep their identity. */
  #update(): PlayerParts {
    const { name, address, libraryLists, state } = this.player;
    const before = this.#parts;
    const fresh: PlayerParts = {
      identity: { name, room: this.#room, address, maxVolume: state.config.maxVolumePercent },
      presence: this.#presence(state),
      positions: this.#positions(state),
      lists: this.#lists(state),
      library: { isOn: state.config.readsLibrary, lists: libraryLists },
      commands: this.#commands,
    };
    this.#parts = before === undefined ? fresh : keepSame(before, fresh);
    return this.#parts;
  }

  #presence({ presence: { failure, failures }, pending }: Session): PlayerParts["presence"] {
    const waking = wakeUpInProgress(pending);
    return {
      since: this.#since,
      failure: failure?.phrase,
      failures,
      waking:
        waking === undefined
          ? null
          : { since: this.#dateOf(waking.since), until: this.#dateOf(waking.until) },
    };
  }

  #lists({ player: { playlist, queue } }: Session): PlayerParts["lists"] {
    return {
      playlist: {
        size: playlist?.entries.length ?? 0,
        current: playlist?.currentIndex ?? -1,
        mark: this.#playlistMark,
      },
      queue: { size: queue?.total ?? 0, current: queue?.current ?? -1, mark: this.#queueMark },
    };
  }

  #positions({ memory, player: { video, music }, presence }: Session): PlayerParts["positions"] {
    const before = this.#parts?.positions;
    // The position of an offline player stands where it was read last.
    const isOnline = presence.availability !== "offline";
    const isFilm = isOnline && video?.state === "playing";
    const isMusic = isOnline && music?.playing === "playing";
    return {
      video: this.#follow(before?.video, memory.shownPosition, isFilm),
      music: this.#follow(before?.music, memory.shownMusicPosition, isMusic),
    };
  }

  #follow(
    before: PositionView | null | undefined,
    shown: ShownPosition | undefined,
    isMoving: boolean,
  ): PositionView | null {
    if (shown?.seconds === undefined) return null;
    const { seconds } = shown;
    const at = this.#dateOf(shown.at);
    if (before === undefined || before === null) return { seconds, at };
    const expected = before.seconds + (isMoving ? (at - before.at) / 1000 : 0);
    return Math.abs(expected - seconds) <= (isMoving ? driftSeconds : 0) ? before : { seconds, at };
  }

  #dateOf(at: number | undefined): number {
    const now = this.#clock.date().getTime();
    return at === undefined ? now : Math.round(now - (this.#clock.now() - at));
  }
}

export function topicsOf(
  { baseTopic, traffic }: FeedOptions["services"],
  player: PagePlayer,
): readonly ChangedTopic[] {
  return renderPlayer(baseTopic, player, traffic);
}

function asListed(topics: readonly ChangedTopic[]): TopicChanges {
  return Object.fromEntries(topics.map(({ leaf, payload }) => [leaf, shorten(payload)]));
}

function shorten(value: ChangedTopic["payload"]): string {
  if (typeof value !== "string") return `(${value.byteLength} bytes)`;
  return value.length <= longestValue
    ? value
    : `${cutText(value, longestValue)} … (${value.length} characters)`;
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
