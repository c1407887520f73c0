import { emptyQueue, type MusicQueue } from "../../core/resources/queue.ts";
import { fits, type Window, windowAround } from "../../core/resources/fit.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { QueueView } from "../family.ts";
import { sanitizeJsonWithoutQueries } from "../http/parse-json.ts";
import { isStream } from "./map-status.ts";
import { numberIn, shownText, textOf, type XmlElement } from "../http/xml.ts";

/** The most entries that one request asks for: a hundred take 60 KB. */
export const pageSize = 100;
/** More than anybody queues; every page is a request, one in a second. */
export const mostEntries = 10_000;

/** A queue as far as it was read. */
export class Queue {
  readonly pid: string;
  readonly total: number;
  readonly #name: string;
  readonly #songs = new Map<number, XmlElement>();

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
      this.#songs.set(numberIn(song.attributes["id"]) ?? start + index, song);
    }
  }

  /** The first position of this range that was not read. */
  missing(start: number, end: number): number | undefined {
    for (let at = start; at < Math.min(end, this.total); at++) if (!this.#songs.has(at)) return at;
    return undefined;
  }

  /** Entries from this position on, with the fields that people read. */
  entries(start: number, count: number, current?: number): JsonObject[] {
    return this.#range(start, start + count).map(([position, song]) =>
      essential(song, position, position === current),
    );
  }

  /** The entries that are published; `status` has the current one. */
  windowOf(status: XmlElement, { publish, window }: QueueView): Window {
    return windowAround(this.#current(status) ?? 0, publish === "none" ? 0 : window, this.total);
  }

  map(status: XmlElement, view: QueueView): MusicQueue {
    const { publish, fields, maxPayloadBytes } = view;
    const current = this.#current(status);
    const { start, end } = this.windowOf(status, view);
    const shown = this.#range(start, end);
    const playing = current === undefined ? undefined : this.#songs.get(current);
    return {
      ...emptyQueue,
      envelope: sanitizeJsonWithoutQueries({
        id: this.pid,
        start: 0,
        count: this.total,
        total: this.total,
        name: this.#name || undefined,
      }),
      total: this.total,
      current,
      title: titleOf(playing, "title"),
      artist: titleOf(playing, "art"),
      album: titleOf(playing, "alb"),
      entries: shown.map(([position, entry]) =>
        fields === "all" ? full(entry, position) : essential(entry, position, position === current),
      ),
      pages: publish === "all" ? this.#pages(maxPayloadBytes) : [],
    };
  }

  #current(status: XmlElement): number | undefined {
    const song = songOf(status);
    return song === undefined || song >= this.total ? undefined : song;
  }

  #range(start: number, end: number): [number, XmlElement][] {
    const range: [number, XmlElement][] = [];
    for (let at = start; at < end; at++) {
      const song = this.#songs.get(at);
      if (song !== undefined) range.push([at, song]);
    }
    return range;
  }

  /** The pages that were read without a gap; smaller ones if one would exceed the limit of a payload. */
  #pages(maxBytes: number, size = 50): readonly string[] {
    const read = this.missing(0, mostEntries) ?? Math.min(this.total, mostEntries);
    const pages = Array.from({ length: Math.ceil(read / size) }, (_, page) =>
      JSON.stringify(
        this.#range(page * size, Math.min((page + 1) * size, read)).map(([at, song]) => full(song, at)),
      ),
    );
    const isTooLarge = size > 1 && !pages.every((page) => fits(page, maxBytes));
    return isTooLarge ? this.#pages(maxBytes, Math.ceil(size / 2)) : pages;
  }
}

/** The position of the entry that plays; the one that is told besides a stream does not. */
export function songOf(status: XmlElement): number | undefined {
  const song = isStream(status) ? undefined : numberIn(textOf(status, "song"));
  return song === undefined || song < 0 ? undefined : song;
}

function titleOf(song: XmlElement | undefined, name: string): string {
  return song === undefined ? "" : shownText(textOf(song, name));
}

function essential(song: XmlElement, position: number, isActive: boolean): JsonObject {
  return sanitizeJsonWithoutQueries({
    position,
    title: titleOf(song, "title"),
    artist: titleOf(song, "art"),
    album: titleOf(song, "alb"),
    duration: numberIn(textOf(song, "time")),
    active: isActive,
  });
}

/** Every field under the player's own name, except addresses, which may hold ids of accounts. */
function full(song: XmlElement, position: number): JsonObject {
  const texts = song.children.filter(({ name }) => name !== "image" && name !== "fn");
  return sanitizeJsonWithoutQueries({
    ...song.attributes,
    ...Object.fromEntries(texts.map(({ name, text }) => [name, shownText(text)])),
    position,
  });
}
