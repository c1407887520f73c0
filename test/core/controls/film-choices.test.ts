import { describe, expect, it } from "vitest";
import { filmOptions } from "../../../src/extensions/home-assistant/discovery/options.ts";
import {
  currentChoice,
  filmChoices,
  type FilmTrack,
  areFilmListsKnown,
} from "../../../src/core/resources/film-tracks.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import { answered, after, failed, having, settled, told } from "../samples.ts";
import { film, player } from "../sample-player.ts";

const titlesOf = (subtitles: readonly FilmTrack[]): string[] =>
  filmChoices(settled({ player: { ...player, subtitles } }), "subtitles").map(({ title }) => title);
const track = (index: number, title: string): FilmTrack => ({ index, title });

describe("the choices of a film", () => {
  it("are the player's list, and for subtitles also off", () => {
    expect(filmChoices(settled(), "subtitles")).toEqual([track(0, "off"), ...player.subtitles]);
    expect(filmChoices(settled(), "audioTracks")).toEqual(player.audioTracks);
    expect(titlesOf([track(0, "Aus"), track(1, "English")])).toEqual(["off", "English"]);
  });

  it("have titles that name no other, neither by their text nor by their index", () => {
    const tracks = [
      track(1, "off"),
      track(2, "SRT"),
      track(3, "SRT"),
      track(4, "2"),
      track(5, ""),
      track(6, " 1 "),
    ];
    expect(titlesOf(tracks)).toEqual(["off", "off (1)", "SRT", "SRT (3)", "2 (4)", "(5)", "1 (6)"]);
    expect(titlesOf([track(1, "A (2)"), track(2, "A (2)")])).toEqual(["off", "A (2)", "A (2) (2)"]);
    expect(titlesOf([track(1, "-"), track(2, "-3")])).toEqual(["off", "-", "-3 (2)"]);
  });

  it("are empty without a film, and before the list is read", () => {
    const { subtitles: _untold, ...untold } = player;
    const { video: _unseen, ...unseen } = player;
    for (const state of [{ ...player, video: idleVideo }, untold, unseen] satisfies PlayerState[]) {
      expect(filmChoices(settled({ player: state }), "subtitles")).toEqual([]);
    }
    expect(titlesOf([])).toEqual(["off"]);
  });

  it("include the selected one, if the player reports it", () => {
    expect(currentChoice(settled(), "subtitles")).toEqual(track(2, "French"));
    expect(currentChoice(settled(), "audioTracks")).toEqual(track(0, "English"));
    const chosen = (subtitleIndex: number | undefined): FilmTrack | undefined =>
      currentChoice(settled({ player: { ...player, video: { ...film, subtitleIndex } } }), "subtitles");
    expect([chosen(0)?.title, chosen(9), chosen(undefined)]).toEqual(["off", undefined, undefined]);
    const { video: _unseen, ...unseen } = player;
    expect(currentChoice(settled({ player: unseen }), "subtitles")).toBeUndefined();
  });

  it("of the previous film do not count for the next one, even if they are equal", () => {
    const next = after(settled(), [0, told("video", { ...film, key: "another" })]);
    expect(filmChoices(next, "subtitles")).toEqual([]);
    expect(next.resources.subtitles.dueAt).toBe(0);
    expect(filmChoices(after(next, [5, answered("subtitles", "unchanged")]), "subtitles")).toEqual(
      filmChoices(settled(), "subtitles"),
    );
    const idle = after(settled(), [0, answered("video", "absent")], [0, answered("video", "absent")]);
    expect(filmChoices(idle, "subtitles")).toEqual([]);
  });

  it("are published once both lists are known, or one is unsupported", () => {
    const { subtitles: _subtitles, audioTracks: _audioTracks, ...others } = player;
    const begun = settled({ player: others });
    const half = after(having(begun, {}), [10, answered("subtitles")]);
    expect([areFilmListsKnown(settled()), areFilmListsKnown(half)]).toEqual([true, false]);
    // Home Assistant is told of both at once: each announcement costs.
    expect(filmOptions(half, "subtitles")).toEqual([]);
    expect(filmOptions(settled(), "subtitles").map(({ text }) => text)).toEqual(["off", "English", "French"]);
    expect(areFilmListsKnown(after(half, [20, answered("audioTracks")]))).toBe(true);
    expect(areFilmListsKnown(after(half, [20, failed("audioTracks", "malformed")]))).toBe(true);
    expect(areFilmListsKnown(having(half, { audioTracks: { support: "unsupported" } }))).toBe(true);
  });
});
