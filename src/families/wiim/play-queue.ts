import { childOf, numberIn, parseXml, textOf } from "../http/xml.ts";
import type { Action, Service } from "../polled/make.ts";
import type { Fields } from "../polled/fields.ts";
import type { QueueFacts } from "../polled/queue.ts";
import { shown, withoutEntities } from "./texts.ts";

/** The queue is told over UPnP alone, at the first of its usual ports or, by older ones, at another. */
export const playQueue: Service = {
  type: "urn:schemas-wiimu-com:service:PlayQueue:1",
  path: "/upnp/control/PlayQueue1",
  places: [
    { scheme: "http", port: 49_152 },
    { scheme: "http", port: 59_152 },
  ],
};

/** They take 60 KB, since their texts are escaped twice. */
const pageSize = 50;

/** Asks for the entries around the one that played last. Older ones tell the whole queue. */
export function browse(known: Fields): readonly Action[] {
  const last = known.number("LastPlayIndex") ?? 0;
  const start = last < pageSize ? 0 : last - Math.floor(pageSize / 5);
  return [
    { action: "BrowseQueueEx", fields: { QueueName: "0", TrackIndex: start, TrackNums: pageSize } },
    { action: "BrowseQueue", fields: { QueueName: "CurrentQueue" } },
  ];
}

export function playEntry(index: number): Action {
  return { action: "PlayQueueWithIndex", fields: { QueueName: "CurrentQueue", Index: index + 1 } };
}

/**
 * Reads the list that an answer has as text, with the entries that it tells; none while something else plays. Only what
 * describes the list is parsed: parsing what surrounds it, and its entries, takes many times as long, and older ones tell thousands.
 */
export function parseQueue(body: Buffer): object {
  const text = body.toString("utf8");
  if (!/<\/(?:\w+:)?Envelope>\s*$/.test(text)) parseXml(body);
  const context = withoutEntities(fieldIn(text, "QueueContext"));
  if (context.trim() === "") return {};
  const tracks = fieldIn(context, "Tracks");
  const list = parseXml(Buffer.from(context.replace(`<Tracks>${tracks}</Tracks>`, "")));
  const info = childOf(list, "ListInfo") ?? list;
  return {
    ListName: textOf(list, "ListName"),
    ...Object.fromEntries(info.children.map(({ name, text: value }) => [name, value])),
    tracks: tracks
      .split(/<\/Track\d+>/)
      .slice(0, -1)
      .map((track) => readMetadata(withoutEntities(fieldIn(track, "Metadata")))),
  };
}

/** The queue as the player tells it, which counts from 1. */
export function queueFrom(told: Fields): QueueFacts {
  const first = Math.max(0, (told.number("Offset") ?? 1) - 1);
  const entries = told
    .list("tracks")
    .map((track) => ({
      title: shown(track.text("title")),
      artist: shown(track.text("artist")),
      album: shown(track.text("album")),
      durationSeconds: durationOf(track.text("duration")),
    }));
  const last = told.number("LastPlayIndex") ?? 0;
  const id = told.text("ListName");
  return {
    id,
    // What follows this mark tells two lists of one name apart.
    name: shown(id.replace(/_#~.*$/, "")),
    entries,
    first,
    // Of a part, TrackNumber is its own length.
    total: told.number("TotalNumber", "TrackNumber"),
    current: last > 0 ? last - 1 : undefined,
  };
}

function readMetadata(item: string): object {
  return {
    title: fieldIn(item, "dc:title"),
    artist: fieldIn(item, "upnp:artist"),
    album: fieldIn(item, "upnp:album"),
    duration: /<res [^>]*\bduration="([^"]*)"/.exec(item)?.[1],
  };
}

/** Milliseconds, or hours, minutes and seconds. */
function durationOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (seconds !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = numberIn(text);
  return ms && ms / 1000;
}

/** The text of the first element of this name as it stands there; empty without one. */
function fieldIn(xml: string, name: string): string {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  const from = xml.indexOf(begin);
  const to = xml.indexOf(end, from);
  return from < 0 || to < 0 ? "" : xml.slice(from + begin.length, to);
}
