/*
 * A player as the specification and the field notes describe one. Plain data, so that a case can be printed, and run again.
 * Nothing in this folder uses code of the bridge, of the simulator or of the fault harness, apart from starting the bridge.
 */

/** An entry of the inputs or of the outputs. */
export interface Entry {
  readonly tag: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** The inputs or the outputs. The index may point outside the list. */
export interface Choice {
  entries: readonly Entry[];
  index: number;
}

/** A track of the queue. */
export interface Track {
  /** Any number of digits, perhaps below zero. */
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
}

/** A film of the playlist. */
export interface Film {
  readonly title: string;
  readonly seconds: number;
  readonly width: number;
  readonly codec: string;
  readonly subtitles: readonly string[];
  readonly tracks: readonly string[];
}

/** The volume on the player's own scale. */
export interface Volume {
  min: number;
  span: number;
  /** Above the minimum; beyond the span, the player reports nonsense. */
  above: number;
  muted: boolean;
}

/** Playback of music: 0 idle, 3 playing, 4 paused. */
interface Playing {
  state: 0 | 3 | 4;
  at: number;
  seconds: number;
  loop: number;
  readonly volume: Volume | undefined;
  /** Whether it tells tags and queue changes with its state. */
  readonly hasMarks: boolean;
}

/** The family of music operations. */
export interface Music {
  readonly input: Choice;
  readonly output: Choice;
  queueId: string;
  queue: readonly Track[];
  /** Undefined on models without getState, whose queue marks the current entry at 0. */
  readonly playing: Playing | undefined;
}

/** The family of video operations: 1 playing, 0 paused, undefined stopped. */
export interface Video {
  films: readonly Film[];
  state: 0 | 1 | undefined;
  at: number;
  seconds: number;
  subtitle: number;
  track: number;
}

/** How this firmware writes its answers. */
export interface Dialect {
  readonly prefix: "Device" | "Zidoo";
  readonly numbers: "number" | "text";
  readonly flags: "boolean" | "number" | "text";
  readonly type: "application/json" | "text/plain" | undefined;
  readonly hasMark: boolean;
  /** In how many pieces a body is sent. */
  readonly pieces: number;
  readonly playlist: "playlist" | "playList";
  /** Fields that it does not know. */
  readonly missing: readonly string[];
  /** What it answers for a family that it lacks. */
  readonly lacks: 801 | 404;
}

/** A player and its whole state. */
export interface Player {
  readonly dialect: Dialect;
  readonly music: Music | undefined;
  readonly video: Video | undefined;
}

/** What the player does with the next request that changes it. */
export type Manner = "obeys" | "ignores" | "lies" | "trails";

/** A change by the owner with the remote control, or of the player's own. */
export type Change =
  | { readonly what: "index"; readonly list: "input" | "output"; readonly index: number }
  | { readonly what: "entries"; readonly list: "input" | "output"; readonly entries: readonly Entry[] }
  | {
      readonly what: "entry";
      readonly list: "input" | "output";
      readonly place: number;
      readonly name: string;
    }
  | { readonly what: "volume"; readonly min: number; readonly span: number; readonly above: number }
  | { readonly what: "mute" }
  | { readonly what: "music"; readonly state: 0 | 3 | 4; readonly at: number; readonly seconds: number }
  | { readonly what: "loop"; readonly loop: number }
  | { readonly what: "queue"; readonly queueId: string; readonly queue: readonly Track[] }
  | {
      readonly what: "film";
      readonly state: 0 | 1 | undefined;
      readonly at: number;
      readonly seconds: number;
      readonly subtitle: number;
      readonly track: number;
    }
  | { readonly what: "films"; readonly films: readonly Film[] };

/** A command: `place` counts into the list that the control chooses from, with the list's end in a circle. */
export type Request =
  | {
      readonly what: "select";
      readonly list: "input" | "output";
      readonly place: number;
      readonly by: "tag" | "name" | "json" | "nothing";
    }
  /** Several selections without waiting for an outcome. */
  | { readonly what: "hurry"; readonly list: "input" | "output"; readonly places: readonly number[] }
  | { readonly what: "percent" | "level"; readonly value: number; readonly isStep: boolean }
  | { readonly what: "mute"; readonly word: "on" | "off" }
  | { readonly what: "mode"; readonly word: "list" | "single" | "shuffle" }
  | { readonly what: "playback"; readonly of: "music" | "video"; readonly word: "play" | "pause" }
  | { readonly what: "position"; readonly of: "music" | "video"; readonly seconds: number }
  | { readonly what: "subtitle" | "audio-track"; readonly place: number; readonly by: "index" | "title" };

/** One step of a case. */
export type Step =
  | { readonly do: "change"; readonly change: Change; readonly isRefreshed: boolean }
  /** Somebody sets the machine's date. */
  | { readonly do: "date"; readonly hours: number }
  | { readonly do: "command"; readonly request: Request; readonly manner: Manner };

/** A player, and what happens to it. */
export interface Case {
  readonly player: Player;
  readonly steps: readonly Step[];
}

/** A place in a list, counted in a circle. */
export function inCircle(place: number, length: number): number {
  return length === 0 ? 0 : place % length;
}

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
      if (music === undefined) return false;
      music[change.list].index = change.index;
      return true;
    case "entries":
      if (music === undefined) return false;
      music[change.list].entries = change.entries;
      return true;
    case "entry": {
      if (music === undefined) return false;
      const choice = music[change.list];
      const place = inCircle(change.place, choice.entries.length);
      choice.entries = choice.entries.map((entry, at) =>
        at === place ? { ...entry, name: change.name } : entry,
      );
      return true;
    }
    case "volume": {
      const volume = music?.playing?.volume;
      if (volume === undefined) return false;
      Object.assign(volume, { min: change.min, span: change.span, above: change.above });
      return true;
    }
    case "mute": {
      const volume = music?.playing?.volume;
      if (volume === undefined) return false;
      volume.muted = !volume.muted;
      return true;
    }
    case "music": {
      const { playing } = music ?? {};
      if (playing === undefined) return false;
      Object.assign(playing, { state: change.state, at: change.at, seconds: change.seconds });
      return true;
    }
    case "loop":
      if (music?.playing === undefined) return false;
      music.playing.loop = change.loop;
      return true;
    case "queue":
      if (music === undefined) return false;
      music.queue = change.queue;
      music.queueId = change.queueId;
      return true;
    case "film": {
      if (video === undefined || video.films.length === 0) return false;
      const { state, at, seconds, subtitle, track } = change;
      Object.assign(video, { state, at, seconds, subtitle, track });
      return true;
    }
    case "films":
      if (video === undefined) return false;
      video.films = change.films;
      if (change.films.length === 0) video.state = undefined;
      return true;
  }
}
