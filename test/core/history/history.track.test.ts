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
  const facts = { title, artist: "Artist", album: "Album", service: undefined };
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
        service: undefined,
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
    expect(player.played).toMatchObject([{ playedSeconds: 240, durationSeconds: duration ?? undefined }]);
    player.play("Long", 240, 250, duration);
    expect(player.watch.history.track?.id).toBe(player.played[0]?.id);
  });

  it("without a length is played again when it begins again, and not when it jumps back to some seconds", () => {
    const player = new Player();
    player.play("Long", 0, 245, null);
    const { id } = player.watch.history.track ?? {};
    player.play("Long", 10, 30, null);
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

  it("without a position is not played: nothing shows that it was heard", () => {
    const player = new Player();
    for (let second = 0; second < 400; second++) {
      player.hear(nowPlayingOf("Radio", undefined, 0));
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

  it.each([undefined, 0])(
    "is not assumed to have played on after a pause or from nowhere (%s)",
    (position) => {
      const player = new Player();
      player.hear(nowPlayingOf("One", position, 200, position === undefined));
      player.watch = assumeTrack(player.watch, nowPlayingOf("One", 150));
      player.hear(nowPlayingOf("Two", 0));
      expect(player.played).toEqual([]);
    },
  );

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
