import { inCircle } from "../words.ts";
import type { Change, Film, Music, Player, Track, Video } from "./arbitrary.ts";

/** The track that is the current one; undefined if the queue is empty. */
export function currentTrack({ queue, playing }: Music): Track | undefined {
  return queue[inCircle(playing?.at ?? 0, queue.length)];
}

/** The film that is on the screen. */
export function currentFilm({ films, state, at }: Video): Film | undefined {
  return state === undefined ? undefined : films[inCircle(at, films.length)];
}

/** Changes a player; false if it has nothing of the kind. */
export function apply({ music, video }: Player, change: Change): boolean {
  switch (change.what) {
    case "index":
      return set(music?.[change.list], { index: change.index });
    case "entries":
      return set(music?.[change.list], { entries: change.entries });
    case "entry": {
      const { entries = [] } = music?.[change.list] ?? {};
      const place = inCircle(change.place, entries.length);
      return set(music?.[change.list], {
        entries: entries.map((entry, at) => (at === place ? { ...entry, name: change.name } : entry)),
      });
    }
    case "mute": {
      const volume = music?.playing?.volume;
      return set(volume, { muted: volume?.muted === false });
    }
    case "films":
      return set(video, { films: change.films, ...(change.films.length === 0 && { state: undefined }) });
    default: {
      const { what, ...values } = change;
      const films = video?.films.length === 0 ? undefined : video;
      const target = { volume: music?.playing?.volume, music: music?.playing, loop: music?.playing };
      return set<object>({ ...target, queue: music, film: films }[what], values);
    }
  }
}

function set<T extends object>(target: T | undefined, values: Partial<T>): boolean {
  if (target !== undefined) Object.assign(target, values);
  return target !== undefined;
}
