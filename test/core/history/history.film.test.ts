import { describe, expect, it } from "vitest";
import { Evening, facts, live } from "./watching.ts";

/** A film that plays, as its player shows it. */
const shown = {
  key: "film",
  isPlaying: true,
  positionSeconds: 0,
  durationSeconds: 1000,
  facts,
  isKnown: true,
};

/** The film is at each of these positions, a second after the other. */
function watch(evening: Evening, positions: readonly (number | undefined)[], change: object = {}): void {
  for (const positionSeconds of positions) {
    evening.see({ ...shown, positionSeconds, ...change });
    evening.pass(1);
  }
}

/** A film in each evening, what happens, and what comes of it: what is told, viewings, and parts of the film that were seen. */
const evenings = `
was only opened, never played: pause 100, nothing → , 0, 0
is watched once, when nine tenths were seen: play 1000, nothing → started watched stopped, 1, 1
repeats itself: play 1000, at 0, play 1000, at 0 → started watched stopped started watched, 2, 1
is opened again at its credits: play 930, nothing, play 30 → started watched stopped resumed, 1, 1
is opened again from its beginning: play 930, nothing, at 0, play 30 → started watched stopped started, 2, 1
is wound back when it was watched: play 960, unclear, at 500, play 10 → started watched, 1, 1
is wound back to its first tenth: play 960, unclear, at 100, play 10 → started watched, 1, 1
is wound back into it: play 960, unclear, at 99, play 10 → started watched stopped started, 2, 1
is opened before its last tenth: play 960, nothing, at 899, play 10 → started watched stopped started, 2, 1
is opened in its last tenth: play 960, nothing, at 900, play 10 → started watched stopped resumed, 1, 1
was away with its player: play 100, away, pass 30, away, skip 30, play 100 → started stopped resumed, 1, 1
plays on while the bridge restarts: play 100, keep, restart 200, skip 200, play 700 → started watched, 1, 1
is where the date was set back: play 100, keep, jumpClock -3600, restart 200, skip 200, play 700 → started, 1, 2
is where the date was set on: play 100, keep, jumpClock 3600, restart 200, skip 200, play 700 → started, 1, 2
is behind the date: play 100, keep, restart 400, skip 200, play 700 → started, 1, 2
is a little behind the date: play 100, keep, restart 10, skip 5, play 700 → started, 1, 2
was paused meanwhile: play 100, keep, pause 0, restart 200, skip 200, play 700 → started paused resumed, 1, 2`;

it.each(evenings.trim().split("\n"))("a film that %s", (row) => {
  const [, acts = "", expected] = /: (.*) → (.*)/.exec(row) ?? [];
  const evening = new Evening(1000);
  live(evening, acts);
  const viewings = new Set(evening.watched.map(({ id }) => id)).size;
  expect([evening.kinds.join(" "), viewings, evening.seen.length].join(", ")).toBe(expected);
});

describe("a film", () => {
  it("that was only opened is forgotten", () => {
    const evening = new Evening(1000);
    live(evening, "pause 100, nothing");
    expect(evening.watch.history.films).toEqual([]);
  });

  it("is told of with its facts, and with what was seen of it", () => {
    const evening = new Evening(1000);
    evening.play(1000);
    const [started, watched] = evening.watched;
    expect(started).toMatchObject({ ...facts, durationSeconds: 1000, id: watched?.id });
    expect(watched?.fraction).toBeCloseTo(0.9, 2);
    expect(watched?.positionSeconds).toBeGreaterThanOrEqual(900);
  });

  it("waits some seconds for what the library knows about it", () => {
    const evening = new Evening(1000);
    watch(evening, [0, 1, 2], { facts: { ...facts, imdb: undefined }, isKnown: false });
    expect(evening.kinds).toEqual([]);
    evening.see({ ...shown, positionSeconds: 3 });
    expect(evening.watched).toMatchObject([{ kind: "started", imdb: "tt1" }]);
  });

  it("without a known length or position is told, but never watched", () => {
    const evening = new Evening(1000);
    watch(evening, [...Array.from({ length: 20 }).keys(), undefined, undefined], {
      durationSeconds: undefined,
    });
    expect(evening.watched).toMatchObject([
      { kind: "started", durationSeconds: undefined, fraction: undefined },
    ]);
  });

  it("whose length is corrected while it plays is watched by the right one", () => {
    const evening = new Evening(1000);
    watch(evening, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { durationSeconds: 30 });
    watch(
      evening,
      [...Array.from({ length: 50 }).keys()].map((second) => 10 + second),
    );
    expect(evening.kinds).toEqual(["started"]);
  });

  it("keeps its note unchanged while it is paused", () => {
    const evening = new Evening(1000);
    evening.play(100);
    evening.pause(1);
    const { history } = evening.watch;
    expect(history.films).toMatchObject([{ state: "paused" }]);
    evening.pause(600);
    expect(evening.watch.history).toBe(history);
    evening.see("unclear");
    expect(evening.watch.history).toBe(history);
    evening.play(1);
    expect(evening.kinds).toEqual(["started", "paused", "resumed"]);
  });
});

it.each([{ facts: { ...facts, imdb: "tt2" } }, { durationSeconds: 900 }, { positionSeconds: 50 }])(
  "a paused film is noted with what is new of it, such as %j",
  (change) => {
    const evening = new Evening(1000);
    evening.play(100);
    evening.position = 101;
    evening.show(false);
    const [before] = evening.watch.history.films;
    evening.pass(60);
    evening.see({ ...shown, isPlaying: false, positionSeconds: 101, ...change });
    const [after] = evening.watch.history.films;
    expect(after).toMatchObject(change);
    expect(after?.positionAt === before?.positionAt).toBe(!("positionSeconds" in change));
  },
);

it("the last twenty films are kept, watched with nine tenths to the second", () => {
  const evening = new Evening(10);
  for (let second = 0; second < 21 * 9; second += 9) {
    const short = { ...shown, key: String(second), durationSeconds: 10 };
    evening.see(short);
    evening.pass(9);
    evening.see({ ...short, positionSeconds: 9 });
  }
  expect(evening.watched.filter(({ kind }) => kind === "watched")).toHaveLength(21);
  expect(evening.watch.history).toMatchObject({ films: { length: 20 }, watched: { length: 20 } });
});

it("a film that is taken up where another one was left has not played in between", () => {
  const evening = new Evening(1000);
  evening.play(100);
  watch(evening, [198, 199, 200], { key: "other", durationSeconds: 500 });
  evening.seek(201);
  expect(evening.seen).toHaveLength(1);
});

it("a film that gives way to another one stops", () => {
  const evening = new Evening(1000);
  evening.play(100);
  watch(evening, [0, 1, 2], { key: "other", facts: { ...facts, title: "Other" } });
  const told = evening.watched.map(({ kind, title }) => `${title} ${kind}`);
  expect(told).toEqual(["Film started", "Film stopped", "Other started"]);
  expect(evening.watch.history.films.map(({ facts: { title } }) => title)).toEqual(["Other", "Film"]);
});
