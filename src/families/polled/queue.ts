import type { JsonObject } from "../../core/resources/json.ts";
import type { MusicQueue } from "../../core/resources/queue.ts";
import { shownText } from "../http/xml.ts";
import { entriesFrom, queueOf, type Songs } from "./queued-songs.ts";
import { atOnce } from "./at-once.ts";
import type { Answers, Player } from "./make.ts";
import { unknownParts } from "./unknown-parts.ts";

/** An entry of a queue as a make tells it; all may be missing. */
export interface EntryFacts {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly durationSeconds?: number | undefined;
}

/** What a make tells of its queue; what it leaves out has the default that is named here. */
export interface QueueFacts {
  readonly id?: string;
  readonly name?: string;
  /** The entries that were told. */
  readonly entries: readonly EntryFacts[];
  /** The position of the first of them in the queue, counted from 0, as are all positions; 0 by default. */
  readonly first?: number;
  /** How many entries the queue has; by default no more than were told. */
  readonly total?: number | undefined;
  /** The position of the entry that plays; none by default. */
  readonly current?: number | undefined;
}

interface Queued {
  readonly songs: Songs;
  readonly current: number | undefined;
}

const fieldsOfEntry = "title artist album durationSeconds";

const queues = new WeakMap<Player, Queued>();

/** The queue from what a make tells of it; undefined for a player that has none. */
export function queue<Name extends string>(
  read: (answers: Answers<Name>, player: Player) => QueueFacts | undefined,
): (answers: Answers<Name>, player: Player) => MusicQueue | undefined {
  return (answers, player) => {
    const facts = atOnce(read(answers, player));
    if (facts === undefined) {
      queues.delete(player);
      return undefined;
    }
    const [mistake] = [
      ...unknownParts("queue", facts, "id name entries first total current"),
      ...facts.entries.flatMap((entry) => unknownParts("queue: entries", entry, fieldsOfEntry)),
    ];
    if (mistake !== undefined) throw new TypeError(mistake);
    const { id = "", name = "", entries, first = 0, total = first + entries.length } = facts;
    const songs: Songs = new Map(entries.map((entry, index) => [first + index, songFrom(entry)]));
    const { current: at = -1 } = facts;
    const current = at >= 0 && at < total ? at : undefined;
    queues.set(player, { songs, current });
    return queueOf({ id, name: shownText(name), total, current }, songs, player.queueView);
  };
}

/** Entries of the queue that was told last. */
export function queuedEntries(player: Player, from: number, count: number): readonly JsonObject[] {
  const { songs, current } = queues.get(player) ?? { songs: new Map(), current: undefined };
  return entriesFrom(songs, from, count, current);
}

function songFrom({ title = "", artist = "", album = "", durationSeconds }: EntryFacts) {
  const texts = { title: shownText(title), artist: shownText(artist), album: shownText(album) };
  const isTold = durationSeconds !== undefined && durationSeconds > 0;
  const seconds = isTold ? Math.round(durationSeconds) : undefined;
  return { ...texts, durationSeconds: seconds, details: { ...texts, duration: seconds } };
}
