import type { PlayQueue } from "./play-queue.ts";
import { type Dialect, writeJson } from "./dialect.ts";
import type { Track } from "./track.ts";
import { trackBody } from "./track-body.ts";

interface RenderedQueue {
  readonly idleTexts: WeakMap<Track, string>;
  revision: number;
  text: string;
}

const renderedQueues = new WeakMap<PlayQueue<Track>, RenderedQueue>();

/** The answer of getPlayQueue, cached until the queue changes: thousands of entries are megabytes of text. */
export function queueBody(music: PlayQueue<Track>, dialect: Dialect): string {
  const rendered = renderedQueues.get(music) ?? { idleTexts: new WeakMap(), revision: -1, text: "" };
  renderedQueues.set(music, rendered);
  const { revision } = music;
  if (rendered.revision !== revision) {
    rendered.text = writeQueue(music, dialect, rendered.idleTexts);
    rendered.revision = revision;
  }
  return rendered.text;
}

function writeQueue(music: PlayQueue<Track>, dialect: Dialect, idleTexts: WeakMap<Track, string>): string {
  const { current, entries } = music;
  const tracks = entries.map((track) => {
    if (track === current) return writeJson(dialect, trackBody(track, true));
    const text = idleTexts.get(track) ?? writeJson(dialect, trackBody(track, false));
    idleTexts.set(track, text);
    return text;
  });
  const envelope = writeJson(dialect, {
    // It changes with the queue, so a place in a former one is not taken for the same place in this one.
    id: 41 + music.listRevision,
    start: 0,
    count: -1,
    total: entries.length,
    totalDuration: entries.reduce((sumMs, track) => sumMs + track.durationMs, 0),
    canAddPlaylist: true,
    array: [],
  });
  return envelope.replace('"array":[]', () => `"array":[${tracks.join(",")}]`);
}
