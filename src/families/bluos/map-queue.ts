import type { JsonObject } from "../../core/resources/json.ts";
import type { MusicQueue } from "../../core/resources/queue.ts";
import type { QueueView } from "../family.ts";
import { numberIn, shownText, textOf, type XmlElement } from "../http/xml.ts";
import { entriesFrom, missingIn, queueOf, type Song, windowOf } from "../polled/queued-songs.ts";
import { isStream } from "./map-status.ts";

/** The most entries that one request asks for: a hundred take 60 KB. */
export const pageSize = 100;
/** More than anybody queues; every page is a request, one in a second. */
export const mostEntries = 10_000;

/** A queue as far as it was read. */
export class Queue {
  readonly pid: string;
  readonly total: number;
  readonly #name: string;
  readonly #songs = new Map<number, Song>();

  constructor(head: XmlElement) {
    const { id = "", length = "", name = "" } = head.attributes;
    this.pid = id;
    this.total = numberIn(length) ?? head.children.length;
    this.#name = shownText(name);
  }

  /** Takes in the entries from this position on. */
  add(page: XmlElement, start: number): void {
    const songs = page.children.filter(({ name }) => name === "song");
    for (const [index, song] of songs.slice(0, pageSize).entries()) {
      this.#songs.set(numberIn(song.attributes["id"]) ?? start + index, readSong(song));
    }
  }

  /** The first position of this range that was not read. */
  missing(start: number, end: number): number | undefined {
    return missingIn(this.#songs, start, Math.min(end, this.total));
  }

  /** Entries from this position on, with the fields that people read. */
  entries(start: number, count: number, current?: number): JsonObject[] {
    return entriesFrom(this.#songs, start, count, current);
  }

  /** The entries that are published; `status` has the current one. */
  windowOf(status: XmlElement, view: QueueView) {
    return windowOf(this.#head(status), view);
  }

  map(status: XmlElement, view: QueueView): MusicQueue {
    return queueOf(this.#head(status), this.#songs, view);
  }

  #head(status: XmlElement) {
    const song = songOf(status);
    const current = song === undefined || song >= this.total ? undefined : song;
    return { id: this.pid, name: this.#name, total: this.total, current };
  }
}

/** The position of the entry that plays; the one that is told besides a stream does not. */
export function songOf(status: XmlElement): number | undefined {
  const song = isStream(status) ? undefined : numberIn(textOf(status, "song"));
  return song === undefined || song < 0 ? undefined : song;
}

/** Addresses are left out, since they may hold ids of accounts. */
function readSong(song: XmlElement): Song {
  const texts = song.children.filter(({ name }) => name !== "image" && name !== "fn");
  return {
    title: shownText(textOf(song, "title")),
    artist: shownText(textOf(song, "art")),
    album: shownText(textOf(song, "alb")),
    durationSeconds: numberIn(textOf(song, "time")),
    details: {
      ...song.attributes,
      ...Object.fromEntries(texts.map(({ name, text }) => [name, shownText(text)])),
    },
  };
}
