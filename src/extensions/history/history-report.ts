import { isDeepStrictEqual } from "node:util";
import type { ExtensionContext, PlayerView, ReconfigurableExtension } from "../../bridge/extension.ts";
import {
  assumeTrack,
  updateTrack,
  type HistoryEvent,
  updateFilm,
  type HistoryUpdate,
  type Watch,
} from "../../core/history/history.ts";
import { emptyNote, joinNotes, type Note, readNote, renderNote } from "../../core/history/note.ts";
import { filmNowPlaying, trackNowPlaying } from "../../core/history/now-playing.ts";
import type { ResourceName } from "../../core/resources/player.ts";
import {
  type IncomingMessage,
  type Message,
  retained,
  type Subscription,
} from "../../core/topics/message.ts";
import { playerTopic, splitTopic } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { Deliveries } from "./deliveries.ts";
import type { ReceiverSettings } from "./receiver.ts";

interface HistorySources extends Pick<ExtensionContext, "base" | "broker" | "clock"> {
  readonly players: () => readonly PlayerView[];
  /** Whether this bridge speaks for the player: what another one has written down since must not be replaced. */
  readonly mayAct: (id: string) => boolean;
  readonly deliveries: Deliveries;
}

/** A broker sends what it kept right after the subscription. After this time there is no note. */
const noteWithinMs = 5000;
/** What is under way is kept at this interval, so that a crash costs little. */
const keepEveryMs = 60_000;
/** So many events wait for a broker; it may be gone for days. */
const mostUntold = 100;

interface Followed {
  watch: Watch;
  /** Events that the broker has not accepted, in the order in which they were sent. */
  untold: readonly HistoryEvent[];
  /** Those of an earlier run, which ended before the broker had accepted them. */
  formerUntold: readonly HistoryEvent[];
  /** Whether there may still be one: nothing is told before, since it would have another id. */
  isWaiting: boolean;
  kept: Note;
  /** The track that plays, as far as receivers heard of it. */
  playing: string;
  readonly write: () => readonly Message[];
}

/**
 * Tells what was seen and heard on each player, and keeps it in a retained note. The note goes out before each event, and
 * has it until the broker has accepted it, so an event is sent again after a crash.
 */
export class HistoryReport implements ReconfigurableExtension<ReceiverSettings> {
  readonly #sources: HistorySources;
  readonly #timers: NamedTimers;
  readonly #followed = new Map<string, Followed>();
  #here: ReadonlySet<string>;
  #isConnected = false;

  constructor(sources: HistorySources) {
    this.#sources = sources;
    this.#timers = new NamedTimers(sources.clock);
    this.#here = idsOf(sources.players());
    this.#keepLater();
  }

  get subscriptions(): Subscription[] {
    const { base, players } = this.#sources;
    return players().map(({ id }) => ({ filter: playerTopic(base, id, "history"), wantsRetained: true }));
  }

  connected(): void {
    this.#isConnected = true;
    for (const [id, followed] of this.#followed) if (followed.isWaiting) this.#awaitNote(id);
  }

  /** The note may be among what the next connection brings. */
  disconnected(): void {
    this.#isConnected = false;
    for (const id of this.#followed.keys()) this.#timers.cancel(id);
  }

  announced(): void {
    for (const followed of this.#followed.values())
      if (!followed.isWaiting) this.#sources.broker.publishDeferred(followed.write);
    this.#sources.deliveries.pump();
  }

  arranged(): void {
    this.#here = idsOf(this.#sources.players());
    for (const [id, followed] of this.#followed) {
      if (this.#here.has(id)) continue;
      // Another member of the fleet goes on from it.
      this.#keep(id, followed, true);
      this.#followed.delete(id);
      this.#sources.deliveries.forget(id);
      this.#timers.cancel(id);
    }
  }

  received({ topic, payload, retain }: IncomingMessage): void {
    const { id = "", leaf } = splitTopic(this.#sources.base, topic) ?? {};
    if (!retain || leaf !== "history" || !this.#here.has(id)) return;
    const followed = this.#follow(id);
    // What comes later is of somebody else.
    if (!followed.isWaiting) return;
    const note = readNote(new TextDecoder().decode(payload));
    if (note !== undefined) {
      const joined = joinNotes({ history: followed.watch.history, untold: followed.untold }, note);
      followed.watch = { ...followed.watch, history: joined.history };
      followed.untold = joined.untold;
      followed.formerUntold = note.untold;
      this.#sources.deliveries.restore(id, note.unsent, note.history.played);
    }
    this.#noteRead(id, followed);
  }

  observed({ id, state }: PlayerView, resource: ResourceName, isInferred: boolean): void {
    const isOffline = state.presence.availability === "offline";
    const [hasFilm, hasTrack] = [resource === "video" || isOffline, resource === "music" || isOffline];
    if (!hasFilm && !hasTrack) return;
    // Of a player that was never reached, only a note tells anything.
    if (isOffline && !this.#followed.has(id)) return;
    const { clock } = this.#sources;
    const followed = this.#follow(id);
    if (isInferred) {
      followed.watch = assumeTrack(followed.watch, trackNowPlaying(state));
      return;
    }
    const moment = { now: clock.now(), date: clock.date(), playerId: id };
    const events: HistoryEvent[] = [];
    const take = (update: HistoryUpdate): void => {
      followed.watch = update.watch;
      events.push(...update.events);
    };
    if (hasFilm) take(updateFilm(followed.watch, filmNowPlaying(state), moment));
    if (hasTrack) take(updateTrack(followed.watch, trackNowPlaying(state), moment));
    this.#tell(id, followed, events);
    this.#tellPlaying(id, followed);
  }

  accepted(topic: string): void {
    const { id = "", leaf } = splitTopic(this.#sources.base, topic) ?? {};
    const followed = this.#followed.get(id);
    const place = followed?.untold.findIndex((one) => one.leaf === leaf) ?? -1;
    if (followed !== undefined && place >= 0) followed.untold = followed.untold.toSpliced(place, 1);
  }

  refused(topic: string): void {
    this.accepted(topic);
  }

  /** What was written last: what is under way now follows later. */
  ownMessage(topic: string): Message | undefined {
    const { base } = this.#sources;
    for (const [id, { isWaiting, kept }] of this.#followed)
      if (!isWaiting && topic === playerTopic(base, id, "history")) return this.#messageOf(id, kept);
    return undefined;
  }

  reconfigure(settings: ReceiverSettings): boolean {
    this.#sources.deliveries.reconfigure(settings);
    return true;
  }

  async stop(): Promise<void> {
    this.#timers.cancelAll();
    for (const [id, followed] of this.#followed) this.#keep(id, followed, true);
    await this.#sources.deliveries.stop();
  }

  #follow(id: string): Followed {
    const known = this.#followed.get(id);
    if (known !== undefined) return known;
    const followed: Followed = {
      watch: { history: emptyNote.history },
      untold: [],
      formerUntold: [],
      isWaiting: true,
      kept: emptyNote,
      playing: "",
      write: () => {
        if (this.#followed.get(id) !== followed || !this.#sources.mayAct(id)) return [];
        const { watch, untold } = followed;
        followed.kept = { history: watch.history, untold, unsent: this.#sources.deliveries.of(id) };
        return [this.#messageOf(id, followed.kept)];
      },
    };
    this.#followed.set(id, followed);
    if (this.#isConnected) this.#awaitNote(id);
    return followed;
  }

  #messageOf(id: string, note: Note): Message {
    const { base, broker } = this.#sources;
    return retained(playerTopic(base, id, "history"), renderNote(note, broker.maxPayloadBytes));
  }

  #awaitNote(id: string): void {
    this.#timers.after(id, noteWithinMs, () => {
      const followed = this.#followed.get(id);
      if (followed !== undefined) this.#noteRead(id, followed);
    });
  }

  /** The note was read, or there is none: what was held back is told. */
  #noteRead(id: string, followed: Followed): void {
    this.#timers.cancel(id);
    if (!followed.isWaiting) return;
    followed.isWaiting = false;
    const { untold: held, formerUntold } = followed;
    followed.untold = [];
    if (held.length + formerUntold.length > 0) this.#tell(id, followed, held);
    else this.#sources.broker.publishDeferred(followed.write);
  }

  /** Tells events, after those of the former run, which receivers beside the broker have got. */
  #tell(id: string, followed: Followed, own: readonly HistoryEvent[]): void {
    const events = [...followed.formerUntold, ...own];
    if (events.length === 0) return;
    followed.untold = [...followed.untold, ...events].slice(-mostUntold);
    if (followed.isWaiting) return;
    followed.formerUntold = [];
    this.#sources.deliveries.add(id, own);
    const { base, broker } = this.#sources;
    broker.publish(
      ...followed.write(),
      ...events.map(({ leaf, event }): Message => {
        const topic = playerTopic(base, id, leaf);
        return { topic, payload: JSON.stringify(event), retain: false, qos: 1 };
      }),
    );
  }

  #tellPlaying(id: string, followed: Followed): void {
    const { track } = followed.watch.history;
    const playing = track?.state === "playing" ? track.id : "";
    if (playing === followed.playing) return;
    followed.playing = playing;
    this.#sources.deliveries.playing(id, playing === "" ? undefined : track);
  }

  #keepLater(): void {
    this.#timers.after(" keep", keepEveryMs, () => {
      for (const [id, followed] of this.#followed) this.#keep(id, followed, false);
      this.#keepLater();
    });
  }

  /** Publishes the note if it differs from the last one. */
  #keep(id: string, { isWaiting, kept, watch, untold, write }: Followed, isLast: boolean): void {
    const isSame = kept.history === watch.history && kept.untold === untold;
    if (isWaiting || (isSame && isDeepStrictEqual(kept.unsent, this.#sources.deliveries.of(id)))) return;
    if (isLast) this.#sources.broker.publish(...write());
    else this.#sources.broker.publishDeferred(write);
  }
}

function idsOf(players: readonly PlayerView[]): ReadonlySet<string> {
  return new Set(players.map(({ id }) => id));
}
