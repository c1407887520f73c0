import {
  type FilmFacts,
  type HistoryEvent,
  noHistory,
  updateFilm,
  type NowPlaying,
  type Watch,
  type Watched,
} from "../../../src/core/history/history.ts";
import { emptyNote, joinNotes, readNote, renderNote } from "../../../src/core/history/note.ts";
import { startMs } from "../../support/fake-clock.ts";
import type { Seen } from "../../../src/core/history/seen.ts";

export const facts: FilmFacts = {
  title: "Film",
  year: 1999,
  path: "/films/film.mkv",
  season: 1,
  episode: 2,
  imdb: "tt1",
  tmdb: "7",
};

const pollSeconds = 1.35;

/** An evening with a film, and what the accounting makes of it. */
export class Evening {
  readonly events: HistoryEvent[] = [];
  /** What was truly played while somebody asked. */
  played: [number, number][] = [];
  watch: Watch = { history: noHistory };
  position = 0;
  note = "";
  #now = startMs;
  #keptAt = startMs;
  #dateOffset = Date.UTC(2026, 0, 1) - startMs;
  readonly #length: number;
  readonly #key: string;

  constructor(length: number, key = "film") {
    this.#length = length;
    this.#key = key;
  }

  get watched(): Watched[] {
    return this.events.map(({ event }) => event as Watched);
  }

  get kinds(): string[] {
    return this.watched.map(({ kind }) => kind);
  }

  get seen(): Seen {
    return this.watch.history.films[0]?.seen ?? [];
  }

  see(shown: NowPlaying<FilmFacts>): void {
    const moment = { now: this.#now, date: new Date(this.#dateOffset + this.#now), playerId: "den" };
    const { watch, events } = updateFilm(this.watch, shown, moment);
    this.watch = watch;
    this.events.push(...events);
    if (events.length > 0 || this.#now - this.#keptAt >= 60_000) this.keep();
  }

  keep(): void {
    this.#keptAt = this.#now;
    this.note = renderNote({ history: this.watch.history, untold: [], unsent: [] }, 100_000);
  }

  show(isPlaying: boolean): void {
    this.see({
      key: this.#key,
      isPlaying,
      positionSeconds: Math.floor(this.position),
      durationSeconds: this.#length,
      facts: { ...facts },
      isKnown: true,
    });
  }

  play(seconds: number): void {
    for (let left = seconds; left > 0 && this.position < this.#length; left -= pollSeconds) {
      this.show(true);
      const step = Math.min(left, pollSeconds, this.#length - this.position);
      this.pass(step);
      this.played.push([this.position, this.position + step]);
      this.position += step;
    }
    this.show(true);
  }

  /** It says that it plays, but nothing moves. */
  freeze(seconds: number): void {
    for (let left = seconds; left > 0; left -= pollSeconds) {
      this.show(true);
      this.pass(Math.min(left, pollSeconds));
    }
  }

  pause(seconds: number): void {
    this.show(false);
    this.pass(seconds);
    this.show(false);
  }

  seek(to: number): void {
    this.position = Math.min(to, this.#length);
    this.show(true);
  }

  /** The bridge ends without a farewell and is back later. */
  restart(awaySeconds: number): void {
    this.pass(awaySeconds);
    this.#now += 7_654_321;
    this.#dateOffset -= 7_654_321;
    const note = readNote(this.note) ?? emptyNote;
    this.watch = { history: joinNotes(emptyNote, note).history };
  }

  jumpClock(seconds: number): void {
    this.#dateOffset += seconds * 1000;
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

/** What happens in an evening: see the methods of Evening; `at` and `skip` move the film without a look at it. */
export function live(evening: Evening, acts: string): Evening {
  for (const act of acts.split(", ")) {
    const [name = "", value = "0"] = act.split(" ");
    if (name === "nothing" || name === "away" || name === "unclear") evening.see(name);
    else if (name === "keep") evening.keep();
    else if (name === "at") evening.position = Number(value);
    else if (name === "skip") evening.position += Number(value);
    else evening[name as "play" | "pause" | "pass" | "restart" | "jumpClock"](Number(value));
  }
  return evening;
}
