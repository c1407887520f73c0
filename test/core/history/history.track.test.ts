import { describe, expect, it } from "vitest";
import { startMs } from "../../support/fake-clock.ts";
import {
  assumeTrack,
  updateTrack,
  noHistory,
  type Played,
  type NowPlaying,
  type TrackFacts,
  type Watch,
} from "../../../src/core/history/history.ts";

/** A player of music; positions are told every second unless a test says otherwise. */
class Player {
  watch: Watch = { history: noHistory };
  readonly played: Played[] = [];
  #now = startMs;

  hear(shown: NowPlaying<TrackFacts>): void {
    const moment = {
      now: this.#now,
      date: new Date(Date.UTC(2026, 0, 1) + this.#now - startMs),
      playerId: "den",
    };
    const { watch, events } = updateTrack(this.watch, shown, moment);
    this.watch = watch;
    this.played.push(...events.map(({ event }) => event as Played));
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  play(title: string, from: number, to: number, durationSeconds = 200): void {
    for (let second = from; second <= to; second++) {
      if (second > from) this.pass(1);
      this.hear(nowPlayingOf(title, second, durationSeconds));
    }
  }
}

function nowPlayingOf(
  title: string,
  positionSeconds: number | undefined,
  durationSeconds = 200,
  isPlaying = true,
): NowPlaying<TrackFacts> {
  const facts = { title, artist: "Artist", album: "Album", service: undefined };
  return {
    key: title,
    isPlaying,
    positionSeconds,
    durationSeconds: durationSeconds === 0 ? undefined : durationSeconds,
    facts,
    isKnown: true,
  };
}

/** What happens: `One 0-99` is a track that is heard each second, `One/90` one of 90 seconds, `?` no position. */
function live(player: Player, acts: string): void {
  for (const act of acts.split(", ")) {
    const [, verb = "", name = "", duration, places = ""] =
      /^(?:(assume|pause) )?(\w+)(?:\/(\w+))? ?(.*)$/.exec(act) ?? [];
    const [from = 0, to = from] = places.split("-").map(Number);
    const length = duration === undefined ? 200 : Number(duration);
    const shown = nowPlayingOf(name, places === "?" ? undefined : from, length, verb !== "pause");
    if (name === "nothing" || name === "away" || name === "unclear") player.hear(name);
    else if (name === "restart") player.watch = { history: player.watch.history };
    else if (name === "pass") player.pass(from);
    else if (verb === "assume") player.watch = assumeTrack(player.watch, shown);
    else if (verb === "pause" || places === "?") player.hear(shown);
    else player.play(name, from, to, length);
  }
}

const evenings = `
that lasts an hour is not played before four minutes: Long/3600 0-239 →
that lasts an hour is played after four minutes: Long/3600 0-250 → Long 240
of unknown length is not played before four minutes: Long/0 0-239 →
of unknown length is played after four minutes: Long/0 0-250 → Long 240
of unknown length goes on where it jumps back to some seconds: Long/0 0-245, Long/0 10-30 → Long 240
of unknown length is played again from its beginning: Long/0 0-245, Long/0 0-245 → Long 240, Long 240
without a position goes on after a restart: One ?, restart, One ?, One 0-101 → One 100
is not played while no position is told: Radio/0 ?, pass 200, Radio/0 ?, pass 200, Radio/0 ? →
counts once where it is assumed and heard: One 0-60, assume One 60, Two 0, One 30, assume One 30, nothing →
is not played where it is skipped: One 0-40, Two 0-40, Three 0-40 →
is not played where it is jumped through: One 0, pass 1, One 60, pass 1, One 120, pass 1, One 180 →
is played where only changes are told: One/90 0, pass 60, assume One/90 60, pass 30, Two 0 → One 60
is not played on after a pause: pause One 0, assume One 150, Two 0 →
is not played on from nowhere: One ?, assume One 150, Two 0 →`;

describe("a track", () => {
  it("is played once, when half of it was heard", () => {
    const player = new Player();
    player.play("One", 0, 99);
    expect(player.played).toEqual([]);
    player.play("One", 99, 200);
    player.hear("nothing");
    expect(player.played).toEqual([
      {
        title: "One",
        artist: "Artist",
        album: "Album",
        service: undefined,
        durationSeconds: 200,
        playedSeconds: 100,
        startedAt: "2026-01-01T00:00:00.000Z",
        id: expect.any(String) as string,
      },
    ]);
    expect(player.watch.history.played).toEqual(player.played);
  });

  it.each(evenings.trim().split("\n"))("%s", (row) => {
    const [, acts = "", expected = ""] = /: (.*) → ?(.*)$/.exec(row) ?? [];
    const player = new Player();
    live(player, acts);
    expect(player.played.map(({ title, playedSeconds }) => `${title} ${playedSeconds}`).join(", ")).toBe(
      expected,
    );
  });

  it("that repeats is played each time, and the last twenty times are kept", () => {
    const player = new Player();
    for (let round = 0; round < 21; round++) {
      player.play("One", 0, 199);
      player.pass(1);
    }
    expect(new Set(player.played.map(({ id }) => id)).size).toBe(21);
    expect(player.watch.history.played).toEqual(player.played.toReversed().slice(0, 20));
  });

  it("goes on while its player cannot be reached, and after a pause over night", () => {
    const player = new Player();
    player.play("One", 0, 40);
    player.hear("away");
    player.pass(20);
    player.hear(nowPlayingOf("One", 60, 200, false));
    const { history } = player.watch;
    player.pass(40_000);
    player.hear(nowPlayingOf("One", 60, 200, false));
    expect(player.watch.history).toBe(history);
    player.hear(nowPlayingOf("One", 60));
    player.play("One", 60, 101);
    expect(player.played).toMatchObject([{ title: "One", startedAt: "2026-01-01T00:00:00.000Z" }]);
  });

  it("is not assumed to have played on a player that is gone", () => {
    const player = new Player();
    player.hear(nowPlayingOf("One", 0, 90));
    player.pass(60);
    player.watch = assumeTrack(player.watch, nowPlayingOf("One", 60, 90));
    player.hear("away");
    player.hear("unclear");
    player.pass(600);
    player.hear(nowPlayingOf("Two", 0));
    expect(player.played).toEqual([]);
    for (const shown of [nowPlayingOf("One", 60), nowPlayingOf("Two", 60, 200, false), "nothing"] as const)
      expect(assumeTrack(player.watch, shown)).toBe(player.watch);
    const restarted = { history: player.watch.history };
    expect(assumeTrack(restarted, nowPlayingOf("Two", 60))).toBe(restarted);
  });

  it("stops without a change of what is kept", () => {
    const player = new Player();
    player.hear("nothing");
    expect(player.watch.history).toBe(noHistory);
    player.play("One", 0, 30);
    const { watch } = player;
    player.hear("unclear");
    expect(player.watch).toBe(watch);
    player.hear("nothing");
    const { history } = player.watch;
    player.hear("nothing");
    player.hear("away");
    expect(player.watch.history).toBe(history);
    expect(history.track?.state).toBe("stopped");
  });
});
