import { fitList } from "./fit.ts";
import type { JsonObject } from "./json.ts";
import { activeTrack, type MusicState, queueMarkOf } from "./music.ts";
import { trackFormat } from "./track-format.ts";
import { number, object, text } from "./property.ts";
import {
  polled,
  quoted,
  renderTopics,
  type Resource,
  type ResourceState,
  type PropertyGroup,
  type TopicGroup,
  type Topics,
} from "./resource.ts";

export interface MusicQueue {
  /** id, start, count, total and the player's other fields about the whole queue. */
  readonly envelope: JsonObject;
  readonly total: number;
  /** The position of the current entry in the whole queue. */
  readonly current: number | undefined;
  /** Whether the player marks no entry, so that the current one is that of the track that plays. */
  readonly isUnmarked: boolean;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Entries around the current one, each with its `position`. */
  readonly entries: readonly JsonObject[];
  /** JSON arrays of full entries; empty unless the whole queue is published. */
  readonly pages: readonly string[];
}

export const emptyQueue: MusicQueue = {
  envelope: { id: 0, start: 0, count: 0, total: 0 },
  total: 0,
  current: undefined,
  isUnmarked: false,
  title: "",
  artist: "",
  album: "",
  entries: [],
  pages: [],
};

export interface QueueContext {
  readonly player: { readonly music?: MusicState; readonly queue?: MusicQueue };
  readonly resources: { readonly queue: ResourceState };
  readonly memory: {
    readonly queueMark: string | undefined;
    /** Pages of the queue that the broker may still hold, from this run or an earlier one. */
    readonly pagesKnown: number;
  };
}

export const queue = {
  ...polled,
  showsUse: true,
  summary: ({ total, title }) => `${total}${quoted(title)}`,
  empty: emptyQueue,
  topics: {
    "music/queue": object(
      "Music queue",
      {
        names: { de: "Warteschlange", fr: "File d’attente", zh: "播放队列" },
        sample: '{"id":41,"total":12,"current":3,"entries":[]}',
        about:
          "JSON: `id`, `start`, `count`, `total`, `current` (a position), other fields of the player, such as `totalDuration`, and `entries`: a window around the current one, each with its `position`. `start` and `count` are the player's own. If the player marks no entry as the current one, it is found by the track that plays",
      },
      ({ envelope, current, entries }, _context, { maxPayloadBytes }) =>
        fitList(
          entries,
          entries.findIndex(({ position }) => position === current),
          maxPayloadBytes,
          (part) => JSON.stringify({ ...envelope, current, entries: part }),
        ),
    ),
    "music/queue/total": number(
      "Queue size",
      {
        names: { de: "Länge der Warteschlange", fr: "Longueur de la file d’attente", zh: "播放队列长度" },
        sample: "12",
        about: "integer",
      },
      ({ total }) => total,
    ),
  },
  // Only after an answer: a failed request reveals nothing about the queue.
  answered: ({ player }) => ({ queueMark: queueMarkOf(player.music) }),
  impliedBy: ({ player, memory }) => {
    const mark = queueMarkOf(player.music);
    return mark !== undefined && mark === memory.queueMark ? "music" : undefined;
  },
  changed: ({ before, after, now }, { memory }) => {
    const hasEntryChanged = before !== undefined && before.current !== after.current;
    return {
      due: hasEntryChanged ? [["music", now]] : [],
      memory: { pagesKnown: Math.max(memory.pagesKnown, after.pages.length) },
    };
  },
} satisfies Resource<MusicQueue, QueueContext, "music">;

export const queuePagesLeaf = "music/queue/pages";

export const queuePages = {
  dependsOn: ["queue", "memory.pagesKnown"],
  render: ({ player, resources, memory: { pagesKnown } }) => {
    const isKnown = player.queue !== undefined || resources.queue.support === "unsupported";
    const pages = Array.from({ length: isKnown ? pagesKnown : 0 }, (_, page) => page);
    return new Map(pages.map((page) => [`${queuePagesLeaf}/${page}`, player.queue?.pages[page] ?? ""]));
  },
} satisfies TopicGroup<QueueContext>;

const songTopics = {
  "music/title": text(
    "Track title",
    {
      names: { de: "Titel", fr: "Titre", zh: "曲名" },
      sample: "Reef",
      about:
        "text: the current track from any source; the queue's current entry if the player does not report the track",
    },
    ({ title }) => title,
  ),
  "music/artist": text(
    "Track artist",
    { names: { de: "Interpret", fr: "Artiste", zh: "艺术家" }, sample: "The Shoals", about: "as the title" },
    ({ artist }) => artist,
  ),
  "music/album": text(
    "Track album",
    {
      names: { de: "Album", fr: "Album", zh: "专辑" },
      sample: "Low Water",
      isExtra: true,
      about: "as the title",
    },
    ({ album }) => album,
  ),
  "music/format": text(
    "Track format",
    {
      sample: "FLAC 24 bit 96 kHz",
      isExtra: true,
      category: "rare",
      about: "how the track is stored, such as `FLAC 24 bit 96 kHz`, as far as the player tells it",
    },
    ({ format }) => format,
  ),
} satisfies Topics<Song>;

export interface Song extends Pick<MusicQueue, "title" | "artist" | "album"> {
  readonly format: string;
}

/** The song as text. The queue entry is used only while the queue itself plays: it is outdated otherwise. */
export const song = {
  topics: songTopics,
  dependsOn: ["music", "queue"],
  isOffered: ({ player, resources }) => player.music !== undefined || resources.queue.support === "supported",
  render: (context, limits) => {
    const { player, resources } = context;
    const track =
      player.music === undefined ? undefined : (activeTrack(player.music) ?? otherSourceTrack(player.music));
    const shown = track === undefined ? queuedSong(player.queue) : songOf(track, track.details);
    return renderTopics(songTopics, shown, resources.queue.support, context, limits);
  },
} satisfies PropertyGroup<QueueContext>;

function songOf({ title, artist, album }: Omit<Song, "format">, stored: JsonObject | undefined): Song {
  return { title, artist, album, format: trackFormat(stored) };
}

function queuedSong(queued: MusicQueue | undefined): Song | undefined {
  return (
    queued &&
    songOf(
      queued,
      queued.entries.find(({ position }) => position === queued.current),
    )
  );
}

/** The track of another source; it may have no title. */
function otherSourceTrack(music: MusicState): MusicState["track"] | undefined {
  const { source, isPassThrough, playing, track } = music;
  const isElsewhere = isPassThrough || source === "bluetooth" || source === "network";
  return isElsewhere && playing !== "idle" ? track : undefined;
}
