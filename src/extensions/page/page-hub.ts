import type { Outcome } from "../../core/controls/effect.ts";
import type { CommandRef } from "../../core/topics/result.ts";
import type { ChangedTopic } from "../../core/topics/render.ts";
import { secondMs, everySecond } from "../../lib/every-second.ts";
import type { Clock } from "../../lib/clock.ts";
import { encodeEvent, EventStream } from "./event-stream.ts";
import type { PagePlayer, PageServices } from "./page-bridge.ts";
import { sampleEveryMs, Samples } from "./samples.ts";
import { PlayerFeed } from "./player-feed.ts";
import type {
  BridgeView,
  Change,
  CheckView,
  Hello,
  PlayerChange,
  PlayerView,
  StateView,
  StreamEvents,
  TopicChanges,
} from "./wire.ts";

interface HubOptions {
  readonly services: PageServices;
  readonly clock: Clock;
  readonly about: () => BridgeView;
  readonly check: () => CheckView | null;
}

export interface Listener extends Pick<Hello, "forgeryToken" | "canSignOut" | "deniedToGuest"> {
  /** The player whose topics the browser shows, too. */
  readonly playerId: string | undefined;
  /** Whether the browser takes gzip: the first event is large. */
  readonly isPacked: boolean;
  readonly cut: () => void;
}

/** A guest does not see how the bridge was examined. */
export function asGuestSees(state: StateView): StateView {
  return { ...state, check: null };
}

/** The player whose topics a browser lists; a guest's lists none. */
function listedBy({ deniedToGuest, playerId }: Listener): string | undefined {
  return deniedToGuest === undefined ? playerId : undefined;
}

export type Rooms = ReadonlyMap<string, string>;

/** Changes are sent at most this often, so a busy player costs no more than a calm one. */
const gatherMs = 100;
/** The first change after a pause waits only for those that come with it. */
const firstMs = 5;
/** A page is for people: more streams are a mistake or an attack. */
const mostStreams = 128;
/** With more players than this, only those whose own page is open count as looked at. */
const mostWatchedTogether = 20;

/** Sends changes to every open page, encoded once for all of them; idle while none is open. */
export class PageHub implements Disposable {
  readonly samples: Samples;
  readonly #options: HubOptions;
  readonly #cancelSample: () => void;
  readonly #streams = new Map<EventStream, Listener>();
  readonly #feeds = new Map<string, PlayerFeed>();
  readonly #dirty = new Set<string>();
  #rooms: Rooms = new Map();
  #bridgeChanged = false;
  #checkChanged = false;
  #playersChanged = false;
  #cancelFlush: (() => void) | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #commands = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    const { services } = options;
    this.samples = new Samples(services);
    for (const player of services.bridge.sessions) this.#track(player);
    this.#cancelSample = everySecond(options.clock, () => this.#sample(), sampleEveryMs / secondMs);
  }

  /** Opens the stream of one browser; undefined if there are too many. */
  open(listener: Listener): ReadableStream<Uint8Array> | undefined {
    if (this.#streams.size >= mostStreams) return undefined;
    const { forgeryToken, canSignOut, deniedToGuest, isPacked, cut } = listener;
    const state = deniedToGuest === undefined ? this.state() : asGuestSees(this.state());
    const hello = { ...state, forgeryToken, canSignOut, deniedToGuest };
    const stream = new EventStream(isPacked, cut, () => this.#streams.delete(stream));
    this.#streams.set(stream, listener);
    this.#watch();
    stream.send(encodeEvent("hello", hello));
    const feed = this.#feeds.get(listedBy(listener) ?? "");
    if (feed !== undefined) stream.send(encodeEvent("topics", feed.allTopics()));
    return stream.body;
  }

  endStreams(forgeryToken: string): void {
    for (const [stream, listener] of this.#streams) if (listener.forgeryToken === forgeryToken) stream.end();
  }

  state(): StateView {
    // Earlier changes belong to the open streams: afterwards the state has no changes that they lack.
    this.#flush();
    const { clock, about, check, services } = this.#options;
    const players = services.bridge.sessions.map(({ id }) => this.#feeds.get(id)?.view());
    return {
      now: clock.date().getTime(),
      bridge: about(),
      players: players.filter((player) => player !== undefined),
      samples: this.samples.view(),
      check: check(),
    };
  }

  playerView(player: PagePlayer): PlayerView | undefined {
    this.#flush();
    return this.#feeds.get(player.id)?.view();
  }

  arranged(): void {
    this.#playersChanged = true;
    this.bridgeChanged();
  }

  changed(player: PagePlayer, topics: readonly ChangedTopic[]): void {
    const feed = this.#feeds.get(player.id);
    if (feed === undefined) return;
    feed.notice(topics, this.#streams.size > 0);
    if (this.#streams.size === 0) return;
    this.#dirty.add(player.id);
    this.#soon();
  }

  settled({ id }: PagePlayer, command: CommandRef, outcome: Outcome): void {
    this.#feeds.get(id)?.settled((this.#commands += 1), command, outcome);
    this.#dirty.add(id);
    this.#soon();
  }

  roomsChanged(rooms: Rooms): void {
    this.#rooms = rooms;
    for (const [id, player] of this.#feeds) if (player.moveTo(rooms.get(id))) this.#dirty.add(id);
    this.#soon();
  }

  bridgeChanged(): void {
    this.#bridgeChanged = true;
    this.#soon();
  }

  checkChanged(): void {
    this.#checkChanged = true;
    this.#soon();
  }

  [Symbol.dispose](): void {
    this.#cancelSample();
    this.#cancelFlush?.();
    for (const stream of this.#streams.keys()) stream.end();
  }

  #soon(): void {
    if (this.#streams.size === 0 && !this.#playersChanged) return;
    const { clock } = this.#options;
    const waitMs = Math.max(firstMs, this.#flushedAt + gatherMs - clock.now());
    this.#cancelFlush ??= clock.after(waitMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#flushedAt = this.#options.clock.now();
    const { added, removed } = this.#playersChanged ? this.#compare() : { added: [], removed: [] };
    const players: Record<string, PlayerChange> = {};
    for (const id of this.#dirty) {
      const changes = this.#feeds.get(id)?.changes();
      if (changes !== undefined) players[id] = changes;
    }
    const check = this.#checkChanged ? this.#options.check() : null;
    const change: Change = {
      ...(this.#bridgeChanged ? { bridge: this.#options.about() } : {}),
      ...(Object.keys(players).length > 0 ? { players } : {}),
      ...(added.length > 0 ? { added } : {}),
      ...(removed.length > 0 ? { removed } : {}),
      ...(check === null ? {} : { check }),
    };
    this.#bridgeChanged = this.#checkChanged = this.#playersChanged = false;
    const { check: _check, ...toGuests } = change;
    this.#tell("change", change, ({ deniedToGuest }) => deniedToGuest === undefined);
    this.#tell("change", toGuests, ({ deniedToGuest }) => deniedToGuest !== undefined);
    const listed = new Set(Array.from(this.#streams.values(), listedBy));
    const tellTopics = (id: string, topics: TopicChanges = {}): void =>
      this.#tell("topics", topics, (listener) => listedBy(listener) === id);
    for (const id of this.#dirty) tellTopics(id, this.#feeds.get(id)?.changedTopics(listed.has(id)));
    this.#dirty.clear();
    for (const { id } of added) if (listed.has(id)) tellTopics(id, this.#feeds.get(id)?.allTopics());
  }

  #compare(): { added: PlayerView[]; removed: string[] } {
    const present = this.#options.services.bridge.sessions;
    const ids = new Set(present.map(({ id }) => id));
    const gone = [...this.#feeds].filter(([id, { player }]) => !ids.has(id) || !present.includes(player));
    for (const [id] of gone) this.#feeds.delete(id);
    const fresh = present.filter(({ id }) => !this.#feeds.has(id));
    const added = fresh.map((player) => this.#track(player).view());
    return { added, removed: gone.map(([id]) => id) };
  }

  #track(player: PagePlayer): PlayerFeed {
    const feed = new PlayerFeed(player, this.#rooms.get(player.id), this.#options);
    this.#feeds.set(player.id, feed);
    return feed;
  }

  #tell<Name extends keyof StreamEvents>(
    name: Name,
    value: StreamEvents[Name],
    isMeant: (listener: Listener) => boolean,
  ): void {
    if (Object.keys(value).length === 0) return;
    const meant = [...this.#streams].filter(([, listener]) => isMeant(listener));
    if (meant.length === 0) return;
    const bytes = encodeEvent(name, value);
    for (const [stream] of meant) stream.send(bytes);
  }

  /** Players in view are polled like active ones; on the overview only if there are few of them. */
  #watch(): void {
    const { sessions } = this.#options.services.bridge;
    const ids = new Set(Array.from(this.#streams.values(), ({ playerId }) => playerId));
    const isOverviewWatched = ids.has(undefined) && sessions.length <= mostWatchedTogether;
    for (const player of sessions) if (isOverviewWatched || ids.has(player.id)) player.watched();
  }

  #sample(): void {
    const sample = this.samples.take();
    if (this.#streams.size === 0) return;
    this.#tell("sample", sample, () => true);
    this.#watch();
  }
}
