import { expect, it } from "vitest";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import {
  audio,
  brightness,
  film,
  group,
  music,
  offSwitch,
  player,
  playlist,
  queue,
  styles,
} from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { effectOf, withMusic, withVideo } from "./decided.ts";
import { shown } from "./shown.ts";

/** A control, a request, what shows that it worked, and what is said of a player that shows what it showed, or nothing. */
type Case = readonly [ControlName, string, Partial<PlayerState>, instead: string, unknown: string];

const other = { ...music.track, key: "other" };
const louder = { level: 100, min: 0, max: 200 };
const dim = { ...brightness, level: 60 };
const second = { ...styles, current: 1 };
const settings = player.settings.map((one) => (one.kind === "list" ? { ...one, current: 1 } : one));

const cases: readonly Case[] = [
  ["audio/input", "EARC", { audio: audio("EARC") }, "The XMOS", "nothing selected"],
  ["audio/output", "RCA", { audio: audio("XMOS", "RCA") }, "The XLR", "nothing selected"],
  ["video/playback", "pause", { video: { ...film, state: "paused" } }, "playing", "unknown"],
  ["video/position", "90", { video: { ...film, positionSeconds: 90 } }, "60 seconds", "unknown seconds"],
  [
    "video/audio-track",
    "1",
    { video: { ...film, audioTrackIndex: 1 } },
    "audio track 0",
    "audio track unknown",
  ],
  ["video/subtitle", "1", { video: { ...film, subtitleIndex: 1 } }, "subtitle 2", "subtitle unknown"],
  ["video/zoom", "0", { video: { ...film, zoomIndex: 0 } }, "zoom Fit", "zoom unknown"],
  ["video/play-mode", "1", { video: { ...film, playModeIndex: 1 } }, "play mode All", "play mode unknown"],
  [
    "video/playlist",
    "0",
    { playlist: { ...playlist, currentIndex: 0 }, video: { ...film, key: "other" } },
    "entry 1",
    "entry none",
  ],
  ["music/playback", "pause", { music: { ...music, playing: "paused" } }, "playing", "unknown"],
  ["music/position", "90", { music: { ...music, positionSeconds: 90 } }, "30 seconds", "unknown seconds"],
  ["music/mode", "single", { music: { ...music, mode: "single" } }, "list", "no mode"],
  ["music/shuffle", "on", { music: { ...music, shuffle: true } }, "off", "unknown"],
  ["music/repeat", "one", { music: { ...music, repeat: "one" } }, "off", "unknown"],
  ["music/preset", "1", { music: { ...music, track: other } }, "what played before", "what played before"],
  [
    "music/queue",
    "0",
    { queue: { ...queue, current: 0 }, music: { ...music, track: other } },
    "entry 1",
    "entry none",
  ],
  ["volume", "50", { music: { ...music, volume: louder } }, "volume 40", "volume unknown"],
  ["volume/level", "100", { music: { ...music, volume: louder } }, "volume 40", "volume unknown"],
  ["mute", "on", { music: { ...music, isMuted: true } }, "mute off", "mute off"],
  ["group/volume", "50", { group: { ...group, volume: 50 } }, "volume 30", "volume unknown"],
  ["group/mute", "on", { group: { ...group, isMuted: true } }, "mute off", "mute off"],
  ["sleep", "45", { sleep: { minutes: 45 } }, "30", "unknown"],
  ["display/brightness", "60", { screenBrightness: dim }, "brightness 80", "brightness unknown"],
  ["display/knob", "60", { knobBrightness: dim }, "brightness 80", "brightness unknown"],
  ["display/knob-color", "1", { knobColors: second }, "Walnut", "another option"],
  ["display/meters", "1", { meterStyles: second }, "Walnut", "another option"],
  ["display/spectrum", "1", { spectrumStyles: second }, "Walnut", "another option"],
  ["sound/dac-filter", "1", { dacFilters: second }, "Walnut", "another option"],
  ["sound/upsampling", "1", { upsamplings: second }, "Walnut", "another option"],
  ["sound/equalizer", "1", { equalizers: second }, "Walnut", "another option"],
  ["sound/master-clock", "1", { masterClocks: second }, "Walnut", "another option"],
  ["sound/cd-autoplay", "on", { cdAutoplay: { ...offSwitch, current: 1 } }, "off", "another option"],
  ["display/show", "meters", { music: { ...music, display: "meters" } }, "off", "unknown"],
  ["settings", "gain 1", { settings }, "gain Walnut", "gain unknown"],
];

it.each(cases)("%s %s is shown by the player alone", (name, request, change, instead, unknown) => {
  const effect = effectOf(name, request);
  expect(Object.keys(change)[0]).toBe(effect.proof);
  const nothing = settled({ player: {} });
  const seen = [settled({ player: { ...player, ...change } }), settled(), nothing];
  expect(seen.map((session) => effect.isShown(session))).toEqual([true, false, false]);
  expect([shown(effect, settled()), shown(effect, nothing)]).toEqual([instead, unknown]);
});

it.each(cases)("%s %s is never called unchanged by an old picture of the player", (name, request, change) => {
  const { decide, fresh } = controls[name].parse(request);
  const decision = decide(settled({ player: { ...player, ...change } }), 0);
  const isUnchanged = decision.kind === "settle" && decision.outcome.kind === "unchanged";
  const { proof } = effectOf(name, request);
  expect(isUnchanged ? fresh(settled()) : [proof]).toContain(proof);
});

it.each([
  [
    "video",
    (isPlaying: boolean, at: number) =>
      withVideo({ state: isPlaying ? "playing" : "paused", positionSeconds: at }),
  ],
  [
    "music",
    (isPlaying: boolean, at: number) =>
      withMusic({ playing: isPlaying ? "playing" : "paused", positionSeconds: at }),
  ],
] as const)("a place that %s reaches by itself does not show that it was skipped", (proof, at) => {
  const isSkipped = (isPlaying: boolean): boolean =>
    effectOf(`${proof}/playback`, "next", at(isPlaying, 30)).isShown(
      having(at(isPlaying, 90), { [proof]: { triedAt: 60_000 } }),
    );
  expect([isSkipped(true), isSkipped(false)]).toEqual([false, true]);
});
