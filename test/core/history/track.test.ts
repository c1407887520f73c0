import { describe, expect, it } from "vitest";
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
  #now = 0;

  hear(shown: NowPlaying<TrackFacts>): void {
    const moment = { now: this.#now, date: new Date(Date.UTC(2026, 0, 1) + this.#now), playerId: "den" };
    const { watch, events } = updateTrack(this.watch, shown, moment);
    this.watch = watch;
    this.played.push(...events.flatMap((one) => (one.leaf === "played" ? [one.event] : [])));
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  play(title: string, from: number, to: number, durationSeconds: number | null = 200): void {
    for (let second = from; second <= to; second++) {
      if (second > from) this.pass(1);
      this.hear(nowPlayingOf(title, second, durationSeconds));
    }
  }
}

function nowPlayingOf(
  title: string,
  positionSeconds: number | undefined,
  durationSeconds: number | null = 200,
  isPlaying = true,
): NowPlaying<TrackFacts> {
  const facts = { title, artist: "Artist", album: "Album", service: null };
  return {
    key: title,
    isPlaying,
    positionSeconds,
    durationSeconds: durationSeconds ?? undefined,
    facts,
    isKnown: true,
  };
}

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
        service: null,
        durationSeconds: 200,
        playedSeconds: 100,
        startedAt: "2026-01-01T00:00:00.000Z",
        id: expect.any(String) as string,
      },
    ]);
    expect(player.watch.history.played).toEqual(player.played);
  });

  it.each([3600, null])("is played after four minutes, if it lasts %s seconds", (duration) => {
    const player = new Player();
    player.play("Long", 0, 239, duration);
    expect(player.played).toEqual([]);
    player.play("Long", 239, 240, duration);
    expect(player.played).toMatchObject([{ playedSeconds: 240, durationSeconds: duration }]);
  });

  it("without a length is played again when it begins again, and not when its position jumps back a little", () => {
    const player = new Player();
    player.play("Long", 0, 245, null);
    const { id } = player.watch.history.track ?? {};
    player.play("Long", 230, 250, null);
    expect(player.watch.history.track?.id).toBe(id);
    player.play("Long", 0, 245, null);
    expect(player.played).toHaveLength(2);
  });

  it("of which no position was told goes on after a restart of the bridge", () => {
    const player = new Player();
    player.hear(nowPlayingOf("One", undefined));
    player.watch = { history: player.watch.history };
    player.hear(nowPlayingOf("One", undefined));
    player.play("One", 0, 101);
    expect(player.played).toHaveLength(1);
  });

  it("of which the same part is assumed and heard counts once", () => {
    const player = new Player();
    player.play("One", 0, 60);
    player.watch = assumeTrack(player.watch, nowPlayingOf("One", 60));
    player.hear(nowPlayingOf("Two", 0));
    player.hear(nowPlayingOf("One", 30));
    player.watch = assumeTrack(player.watch, nowPlayingOf("One", 30));
    player.hear("nothing");
    expect(player.played).toEqual([]);
  });

  it("that is skipped at once, or only jumped through, is not played", () => {
    const player = new Player();
    for (const title of ["One", "Two", "Three"]) player.play(title, 0, 40);
    for (let second = 0; second < 200; second += 10) {
      player.pass(1);
      player.hear(nowPlayingOf("Four", second));
    }
    expect(player.played).toEqual([]);
  });

  it("that repeats is played each time", () => {
    const player = new Player();
    player.play("One", 0, 199);
    player.pass(1);
    player.play("One", 0, 199);
    expect(new Set(player.played.map(({ id }) => id)).size).toBe(2);
  });

  it("goes on after a pause over night", () => {
    const player = new Player();
    player.play("One", 0, 60);
    player.hear(nowPlayingOf("One", 60, 200, false));
    player.pass(40_000);
    player.hear(nowPlayingOf("One", 60));
    player.play("One", 60, 101);
    expect(player.played).toMatchObject([{ title: "One", startedAt: "2026-01-01T00:00:00.000Z" }]);
  });

  it("without a position is not played: nothing shows that it was heard", () => {
    const player = new Player();
    for (let second = 0; second < 400; second++) {
      player.hear(nowPlayingOf("Radio", undefined));
      player.pass(1);
    }
    expect(player.played).toEqual([]);
  });

  it("is played on a player that tells only changes, once it speaks again", () => {
    const player = new Player();
    player.hear(nowPlayingOf("One", 0, 90));
    for (let second = 5; second <= 85; second += 5) {
      player.pass(5);
      player.watch = assumeTrack(player.watch, nowPlayingOf("One", second, 90));
    }
    expect(player.played).toEqual([]);
    player.pass(5);
    player.hear(nowPlayingOf("Two", 0));
    expect(player.played).toMatchObject([{ title: "One", playedSeconds: 85 }]);
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
    player.watch = assumeTrack(player.watch, nowPlayingOf("One", 60, 90));
    expect(assumeTrack({ history: noHistory }, nowPlayingOf("One", 60, 90))).toEqual({ history: noHistory });
    expect(assumeTrack(player.watch, "nothing")).toBe(player.watch);
  });

  it("stops without a change of what is kept", () => {
    const player = new Player();
    player.hear("nothing");
    expect(player.watch.history).toBe(noHistory);
    player.play("One", 0, 30);
    player.hear("nothing");
    const { watch } = player;
    player.hear("nothing");
    player.hear("away");
    expect(player.watch).toBe(watch);
    expect(watch.history.track?.state).toBe("stopped");
  });
});
