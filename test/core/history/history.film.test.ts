import { describe, expect, it } from "vitest";
import { Evening, facts } from "./watching.ts";

/** A film that plays, as its player shows it. */
const shown = {
  key: "film",
  isPlaying: true,
  positionSeconds: 0,
  durationSeconds: 1000,
  facts,
  isKnown: true,
};

describe("a film", () => {
  it("is watched once when nine tenths of it were seen, and its end is told", () => {
    const evening = new Evening(1000);
    evening.play(1000);
    evening.see("nothing");
    expect(evening.kinds).toEqual(["started", "watched", "stopped"]);
    const [started, watched] = evening.watched;
    expect(started).toMatchObject({ ...facts, durationSeconds: 1000, id: watched?.id });
    expect(watched?.fraction).toBeCloseTo(0.9, 2);
    expect(watched?.positionSeconds).toBeGreaterThanOrEqual(900);
  });

  it("of which too little was seen to begin is forgotten, and one that was stopped before stays", () => {
    const evening = new Evening(1000);
    const short = { ...shown, key: "short", durationSeconds: 2, facts: { ...facts, title: "Short" } };
    evening.play(100);
    evening.see({ ...short, isKnown: false });
    evening.pass(2);
    evening.see({ ...short, positionSeconds: 2, isKnown: false });
    evening.see("nothing");
    expect(evening.watch.history.films.map((film) => film.facts.title)).toEqual(["Film"]);
    expect(evening.kinds).toEqual(["started", "stopped"]);
  });

  it("is seen while the bridge restarts, if it is where playing brings it", () => {
    const evening = new Evening(1000);
    evening.play(100);
    evening.keep();
    evening.restart(200);
    evening.position += 200;
    evening.play(700);
    expect(evening.kinds).toEqual(["started", "watched"]);
  });

  it("is not seen while the bridge restarts, if the date jumped or the film was paused", () => {
    for (const [act, seconds, away, further] of [
      ["jumpClock", 3600, 200, 200],
      ["jumpClock", -3600, 200, 200],
      ["jumpClock", 0, 400, 200],
      ["jumpClock", 0, 10, 5],
      ["pause", 0, 200, 200],
    ] as const) {
      const evening = new Evening(1000);
      evening.play(100);
      evening.keep();
      evening[act](seconds);
      evening.restart(away);
      evening.position += further;
      evening.play(700);
      expect(evening.seen).toHaveLength(2);
      expect(evening.kinds).not.toContain("watched");
    }
  });

  it("that repeats itself is watched again under another id", () => {
    const evening = new Evening(1000);
    for (let round = 0; round < 2; round++) {
      evening.play(1000);
      evening.position = 0;
    }
    expect(evening.kinds).toEqual(["started", "watched", "stopped", "started", "watched"]);
    expect(new Set(evening.watched.map(({ id }) => id)).size).toBe(2);
  });

  it("that is opened again at its credits is the same viewing, and one from its beginning another", () => {
    const evening = new Evening(1000);
    evening.play(930);
    evening.see("nothing");
    evening.play(30);
    evening.see("nothing");
    evening.position = 0;
    evening.play(30);
    expect(evening.kinds).toEqual(["started", "watched", "stopped", "resumed", "stopped", "started"]);
    expect(evening.watched.at(-1)?.id).not.toBe(evening.watched[0]?.id);
  });

  it.each([
    ["wound back", 500, false, "unclear"],
    ["wound back to its first tenth", 100, false, "unclear"],
    ["wound back into its first tenth", 99, true, "unclear"],
    ["opened before its last tenth", 899, true, "nothing"],
    ["opened in its last tenth", 900, false, "nothing"],
  ] as const)(
    "that was watched and is %s, to %s of 1000, begins again: %s",
    (_name, to, isAgain, between) => {
      const evening = new Evening(1000);
      evening.play(960);
      evening.see(between);
      evening.position = to;
      evening.play(10);
      expect(new Set(evening.watched.map(({ id }) => id)).size).toBe(isAgain ? 2 : 1);
    },
  );

  it("is stopped while its player is away, and goes on afterwards", () => {
    const evening = new Evening(1000);
    evening.play(100);
    evening.see("away");
    evening.pass(30);
    evening.see("away");
    evening.position += 30;
    evening.play(100);
    expect(evening.kinds).toEqual(["started", "stopped", "resumed"]);
    expect(evening.seen).toEqual([[0, expect.closeTo(230, -1)]]);
  });

  it("that was only opened, never played, is not told", () => {
    const evening = new Evening(1000);
    evening.pause(100);
    evening.see("nothing");
    expect(evening.kinds).toEqual([]);
    expect(evening.watch.history.films).toEqual([]);
  });

  it("waits some seconds for what the library knows about it", () => {
    const evening = new Evening(1000);
    for (const positionSeconds of [0, 1, 2]) {
      evening.see({ ...shown, positionSeconds, facts: { ...facts, imdb: undefined }, isKnown: false });
      evening.pass(1);
    }
    expect(evening.kinds).toEqual([]);
    evening.see({ ...shown, positionSeconds: 3 });
    expect(evening.watched).toMatchObject([{ kind: "started", imdb: "tt1" }]);
  });

  it("without a known length or position is told, but never watched", () => {
    const evening = new Evening(1000);
    for (let second = 0; second < 30; second++) {
      const positionSeconds = second < 20 ? second : undefined;
      evening.see({ ...shown, positionSeconds, durationSeconds: undefined });
      evening.pass(1);
    }
    expect(evening.watched).toMatchObject([
      { kind: "started", durationSeconds: undefined, fraction: undefined },
    ]);
  });

  it("whose length is corrected while it plays is watched by the right one", () => {
    const evening = new Evening(1000);
    for (let second = 0; second < 60; second++) {
      evening.see({ ...shown, positionSeconds: second, durationSeconds: second < 10 ? 30 : 1000 });
      evening.pass(1);
    }
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
  for (const positionSeconds of [198, 199, 200]) {
    evening.see({ ...shown, key: "other", positionSeconds, durationSeconds: 500 });
    evening.pass(1);
  }
  evening.seek(201);
  expect(evening.seen).toHaveLength(1);
});

it("a film that gives way to another one stops", () => {
  const evening = new Evening(1000);
  evening.play(100);
  for (const positionSeconds of [0, 1, 2]) {
    evening.see({ ...shown, key: "other", positionSeconds, facts: { ...facts, title: "Other" } });
    evening.pass(1);
  }
  expect(evening.watched.map(({ kind, title }) => `${title} ${kind}`)).toEqual([
    "Film started",
    "Film stopped",
    "Other started",
  ]);
  expect(evening.watch.history.films.map(({ facts: { title } }) => title)).toEqual(["Other", "Film"]);
});
