import { hash32 } from "../../lib/hash.ts";
import {
  newSample,
  playedPart,
  type Playhead,
  type Seen,
  seenSeconds,
  type PositionSample,
  withPart,
} from "./seen.ts";

export interface FilmFacts {
  readonly title: string;
  readonly year: number | undefined;
  readonly path: string | undefined;
  readonly season: number | undefined;
  readonly episode: number | undefined;
  readonly imdb: string | undefined;
  readonly tmdb: string | undefined;
}

export interface TrackFacts {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly service: string | undefined;
}

interface PlayingItem<Facts> extends Playhead {
  readonly key: string;
  readonly durationSeconds: number | undefined;
  readonly facts: Facts;
  /** Whether more about it may still be read. */
  readonly isKnown: boolean;
}

/**
 * What a player shows. nothing: neither film nor track. away: it cannot be reached. unclear: it does not say. A track may be
 * assumed to play on, if the player would have told anything else.
 */
export type NowPlaying<Facts> = PlayingItem<Facts> | "nothing" | "away" | "unclear";

/** One viewing of a film, or one play of a track. */
export interface Entry<Facts> {
  readonly id: string;
  /** A hash of the key, which may be an address. */
  readonly mark: string;
  readonly state: "playing" | "paused" | "stopped";
  /** Whether its beginning was told. */
  readonly isBegun: boolean;
  /** Whether it was told as watched or played. */
  readonly isCounted: boolean;
  readonly startedAt: string;
  readonly positionSeconds: number | undefined;
  readonly positionAt: string;
  readonly durationSeconds: number | undefined;
  readonly seen: Seen;
  readonly facts: Facts;
}

export const watchedKinds = ["started", "paused", "resumed", "stopped", "watched"] as const;

type PlayedEntry = Pick<Entry<unknown>, "id" | "startedAt" | "durationSeconds">;

export interface Watched extends FilmFacts, PlayedEntry {
  readonly kind: (typeof watchedKinds)[number];
  readonly positionSeconds: number | undefined;
  /** What was really seen of it. */
  readonly fraction: number | undefined;
}

export interface Played extends TrackFacts, PlayedEntry {
  readonly playedSeconds: number;
}

/** What a player showed; the newest comes first. */
export interface History {
  /** Films under way, the present one first. */
  readonly films: readonly Entry<FilmFacts>[];
  readonly track: Entry<TrackFacts> | undefined;
  readonly watched: readonly Watched[];
  readonly played: readonly Played[];
}

/** The history, and where film and track were last. */
export interface Watch {
  readonly history: History;
  readonly filmSample?: PositionSample | undefined;
  readonly trackSample?: PositionSample | undefined;
}

export type HistoryEvent =
  | { readonly leaf: "watched"; readonly event: Watched }
  | { readonly leaf: "played"; readonly event: Played };

export interface Moment {
  /** Monotonic milliseconds. */
  readonly now: number;
  readonly date: Date;
  readonly playerId: string;
}

export interface HistoryUpdate {
  readonly watch: Watch;
  readonly events: readonly HistoryEvent[];
}

export const noHistory: History = { films: [], track: undefined, watched: [], played: [] };

export const mostEntries = 20;
/** A film counts as watched with this share of it. */
export const watchedFraction = 0.9;
/** A track counts as played after half of it or four minutes, as scrobblers count. */
const playedFraction = 0.5;
const playedSeconds = 240;
/** Who returns to this share of what was counted begins it again. */
const againFraction = 0.1;
/** A stream without a length begins again here. */
const againSeconds = 10;
/** The library's facts about a film arrive within this time, if it knows the film. */
const factsSeconds = 5;

export function updateFilm(watch: Watch, shown: NowPlaying<FilmFacts>, moment: Moment): HistoryUpdate {
  if (shown === "unclear") return { watch, events: [] };
  const { history } = watch;
  if (typeof shown === "string") {
    const { films, events } = stop(history.films, () => true);
    const filmSample = shown === "away" ? watch.filmSample : undefined;
    return { watch: { ...watch, history: withFilms(history, films), filmSample }, events };
  }
  const mark = markOf(shown.key);
  const left = stop(history.films, (film) => film.mark !== mark);
  const known = left.films.find((film) => film.mark === mark);
  const sample = left.films === history.films ? watch.filmSample : undefined;
  const followed = follow(known, sample, shown, moment);
  const isNew = followed.entry.id !== known?.id;
  const ended = isNew ? stop(left.films, (film) => film === known).events : [];
  const told = tellFilm(followed.entry, followed.stateBefore, shown);
  const watched = told.events.map(({ event }) => event).filter(({ kind }) => kind === "watched");
  const others = left.films.filter((film) => film.mark !== mark);
  const films = told.film === left.films[0] ? left.films : [told.film, ...others];
  return {
    watch: { ...watch, filmSample: followed.sample, history: withFilms(history, films, watched) },
    events: [...left.events, ...ended, ...told.events],
  };
}

export function updateTrack(watch: Watch, shown: NowPlaying<TrackFacts>, moment: Moment): HistoryUpdate {
  if (shown === "unclear") return { watch, events: [] };
  const { history, trackSample } = watch;
  const { track: current } = history;
  const item = typeof shown === "string" ? undefined : shown;
  const mark = item && markOf(item.key);
  const isSame = current !== undefined && current.mark === mark;
  // Polls fell between this track and the next. A pause or a jump would have been polled, so assume it played to its end.
  const left = isSame ? undefined : current;
  const before = left && tellTrack(shown === "away" ? left : withAssumed(left, trackSample));
  const beforeEvents = before?.events ?? [];
  if (item === undefined) {
    const track = before && asStopped(before.track);
    const sample =
      shown === "away" && trackSample ? { ...trackSample, assumedSeconds: undefined } : undefined;
    return {
      watch: { ...watch, trackSample: sample, history: withPlays(history, track, beforeEvents) },
      events: beforeEvents,
    };
  }
  const followed = follow(isSame ? current : undefined, isSame ? trackSample : undefined, item, moment);
  const told = tellTrack(followed.entry);
  const events = [...beforeEvents, ...told.events];
  return {
    watch: { ...watch, trackSample: followed.sample, history: withPlays(history, told.track, events) },
    events,
  };
}

/** The player has told nothing else, so the track plays on; that counts once it speaks again. */
export function assumeTrack(watch: Watch, shown: NowPlaying<TrackFacts>): Watch {
  const { trackSample, history } = watch;
  if (typeof shown === "string" || trackSample === undefined) return watch;
  if (!shown.isPlaying || history.track?.mark !== markOf(shown.key)) return watch;
  return { ...watch, trackSample: { ...trackSample, assumedSeconds: shown.positionSeconds } };
}

export function fractionOf({ seen, durationSeconds }: Pick<Entry<unknown>, "seen" | "durationSeconds">) {
  const length = durationSeconds ?? 0;
  return length > 0 ? Math.min(1, Math.round((seenSeconds(seen) / length) * 1000) / 1000) : undefined;
}

function markOf(key: string): string {
  return `${hash32(key).toString(36)}${hash32(`${key} `).toString(36)}`;
}

function newEntry<Facts>({ key, facts }: PlayingItem<Facts>, { date, playerId }: Moment): Entry<Facts> {
  const mark = markOf(key);
  const startedAt = date.toISOString();
  return {
    id: `${date.getTime().toString(36)}-${hash32(`${playerId} ${mark}`).toString(36)}`,
    mark,
    state: "stopped",
    isBegun: false,
    isCounted: false,
    startedAt,
    positionSeconds: undefined,
    positionAt: startedAt,
    durationSeconds: undefined,
    seen: [],
    facts,
  };
}

/** The entry with what was seen since the last time; a new one if it begins again. */
function follow<Facts extends object>(
  known: Entry<Facts> | undefined,
  sample: PositionSample | undefined,
  item: PlayingItem<Facts>,
  moment: Moment,
): {
  readonly entry: Entry<Facts>;
  readonly stateBefore: Entry<Facts>["state"];
  readonly sample: PositionSample;
} {
  const isAgain = known !== undefined && beginsAgain(known, item);
  const entry = known === undefined || isAgain ? newEntry(item, moment) : known;
  const before = isAgain || known === undefined ? undefined : (sample ?? rememberedSample(known, moment));
  const { part, sample: next } =
    before === undefined
      ? { part: undefined, sample: newSample(item, moment.now) }
      : playedPart(before, item, moment.now);
  const seen = part === undefined ? entry.seen : withPart(entry.seen, part);
  const durationSeconds = item.durationSeconds ?? entry.durationSeconds;
  const positionSeconds = item.positionSeconds ?? entry.positionSeconds;
  const facts = areSame(entry.facts, item.facts) ? entry.facts : item.facts;
  const state = item.isPlaying ? "playing" : "paused";
  const isSame =
    state === entry.state &&
    seen === entry.seen &&
    facts === entry.facts &&
    durationSeconds === entry.durationSeconds &&
    positionSeconds === entry.positionSeconds;
  if (isSame) return { entry, stateBefore: state, sample: next };
  const positionAt = positionSeconds === entry.positionSeconds ? entry.positionAt : moment.date.toISOString();
  const changed = { state, seen, facts, durationSeconds, positionSeconds, positionAt } as const;
  return { entry: { ...entry, ...changed }, stateBefore: entry.state, sample: next };
}

/** Whether what was counted is begun once more. */
export function beginsAgain(
  { isCounted, state, durationSeconds, positionSeconds: last }: Entry<unknown>,
  { positionSeconds = Infinity }: Pick<Playhead, "positionSeconds">,
): boolean {
  if (!isCounted || (last !== undefined && positionSeconds >= last)) return false;
  if (durationSeconds === undefined) return positionSeconds < againSeconds;
  const fraction = positionSeconds / durationSeconds;
  return fraction < (state === "stopped" ? watchedFraction : againFraction);
}

/** Where an earlier run of the bridge left it. */
function rememberedSample(
  { positionSeconds, positionAt, state }: Entry<unknown>,
  { now, date }: Moment,
): PositionSample {
  const sample = newSample(
    { isPlaying: state === "playing", positionSeconds: positionSeconds ?? undefined },
    now - (date.getTime() - Date.parse(positionAt)),
  );
  return { ...sample, isRemembered: true };
}

/** Stops these films; one of which nothing was seen is forgotten. */
function stop(films: History["films"], isOver: (film: Entry<FilmFacts>) => boolean) {
  const ending = films.filter((film) => film.state !== "stopped" && isOver(film));
  if (ending.length === 0) return { films, events: [] };
  return {
    films: films.flatMap((film) =>
      ending.includes(film) ? (film.isBegun ? [asStopped(film)] : []) : [film],
    ),
    events: ending.filter(({ isBegun }) => isBegun).map((film) => watchedEvent("stopped", film)),
  };
}

function withFilms(history: History, films: History["films"], watched: readonly Watched[] = []): History {
  if (films === history.films) return history;
  return {
    ...history,
    films: films.slice(0, mostEntries),
    watched: [...watched, ...history.watched].slice(0, mostEntries),
  };
}

function asStopped<Facts>(entry: Entry<Facts>): Entry<Facts> {
  return entry.state === "stopped" ? entry : { ...entry, state: "stopped" };
}

function tellFilm(
  film: Entry<FilmFacts>,
  stateBefore: Entry<FilmFacts>["state"],
  { isPlaying, isKnown }: PlayingItem<FilmFacts>,
) {
  const { durationSeconds, isBegun, isCounted, state } = film;
  const seen = seenSeconds(film.seen);
  const begins = !isBegun && seen > 0 && (isKnown || seen >= factsSeconds);
  const isWatched =
    (isBegun || begins) &&
    !isCounted &&
    durationSeconds !== undefined &&
    seen >= durationSeconds * watchedFraction;
  const kinds: Watched["kind"][] = [];
  if (begins) kinds.push("started");
  if (begins ? !isPlaying : isBegun && state !== stateBefore) kinds.push(isPlaying ? "resumed" : "paused");
  if (isWatched) kinds.push("watched");
  if (kinds.length === 0) return { film, events: [] };
  const next = { ...film, isBegun: true, isCounted: isCounted || isWatched };
  return { film: next, events: kinds.map((kind) => watchedEvent(kind, next)) };
}

function watchedEvent(kind: Watched["kind"], entry: Entry<FilmFacts>): { leaf: "watched"; event: Watched } {
  const { facts, positionSeconds, durationSeconds, startedAt, id } = entry;
  const fraction = fractionOf(entry);
  return {
    leaf: "watched",
    event: { kind, ...facts, positionSeconds, durationSeconds, fraction, startedAt, id },
  };
}

function withAssumed(track: Entry<TrackFacts>, sample: PositionSample | undefined): Entry<TrackFacts> {
  if (sample?.isPlaying !== true) return track;
  const { positionSeconds: from, assumedSeconds: to } = sample;
  if (from === undefined || to === undefined) return track;
  const seen = withPart(track.seen, [from, to]);
  return seen === track.seen ? track : { ...track, seen };
}

function tellTrack(track: Entry<TrackFacts>) {
  const seen = seenSeconds(track.seen);
  const { facts, durationSeconds, startedAt, id } = track;
  const half = durationSeconds === undefined ? playedSeconds : durationSeconds * playedFraction;
  if (track.isCounted || seen === 0 || seen < Math.min(half, playedSeconds)) return { track, events: [] };
  const event: Played = { ...facts, durationSeconds, playedSeconds: seen, startedAt, id };
  return {
    track: { ...track, isBegun: true, isCounted: true },
    events: [{ leaf: "played", event } as const],
  };
}

function withPlays(
  history: History,
  track: History["track"],
  events: readonly { readonly event: Played }[],
): History {
  if (track === history.track) return history;
  const played = [...events.map(({ event }) => event).toReversed(), ...history.played];
  return { ...history, track, played: played.slice(0, mostEntries) };
}

function areSame<Facts extends object>(before: Facts, after: Facts): boolean {
  for (const name in after) if (before[name] !== after[name]) return false;
  return true;
}
