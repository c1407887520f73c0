import { expect, it } from "vitest";
import type { Effect } from "../../../src/core/controls/effect.ts";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { Session } from "../../../src/core/session/session.ts";
import {
  audio,
  brightness,
  declared,
  film,
  group,
  music,
  offSwitch,
  player,
  playlist,
  queue,
  styles,
  videoVolume,
} from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { sessionWith } from "../session-with.ts";
import { effectOf, inGroup, showing, shown, withMusic, withVideo, without } from "./decided.ts";

/** A control, a request, what shows that it worked, and what is said of a player that shows what it showed, or nothing. */
type Case = readonly [ControlName, string, Partial<PlayerState>, instead: string, unknown: string];

const other = { ...music.track, key: "other" };
const half = { level: 100, min: 0, max: 200 };
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
  ["music/preset", "1", { music: { ...music, track: other } }, "what played before", "that nothing plays"],
  [
    "music/queue",
    "0",
    { queue: { ...queue, current: 0 }, music: { ...music, track: other } },
    "entry 1",
    "entry none",
  ],
  ["volume", "50", { music: { ...music, volume: half } }, "volume 40", "volume unknown"],
  ["volume/level", "100", { music: { ...music, volume: half } }, "volume 40", "volume unknown"],
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

const before = settled();
const nothing = settled({ player: {} });
const noFilm = showing({ video: idleVideo });
/** A film at this position, read so many seconds after it was at 60. */
const film60 = (positionSeconds?: number, seconds = 2, state: VideoStatus["state"] = "playing"): Session =>
  having(withVideo({ positionSeconds, state }), { video: { triedAt: seconds * 1000 } });
const paused = (positionSeconds: number, seconds: number): Session =>
  film60(positionSeconds, seconds, "paused");
/** The entry of the playlist is marked before its film is there. */
const marked = (video?: VideoStatus): Session =>
  settled({ player: { playlist: { ...playlist, currentIndex: 0 }, ...(video && { video }) } });
const alikes = playlist.entries.map((one) => ({ ...one, title: "Alike" }));
const alike = showing({ playlist: { ...playlist, entries: alikes } });
/** Music at this position, read so many seconds after it was at 30. */
const music30 = (positionSeconds: number, seconds: number, playing: MusicState["playing"]): Session =>
  having(withMusic({ positionSeconds, playing }), { music: { triedAt: seconds * 1000 } });
const idle = withMusic({ playing: "idle" });
const stopped = withMusic({ playing: "paused" });
const input = (playing: MusicState["playing"]): Session => withMusic({ playing, isPassThrough: true });
const radio = withMusic({ track: { ...other, title: "Harbour Radio" } });
const edited = (total: number): Session => showing({ queue: { ...queue, total, envelope: { id: 9 } } });
const unmarked = { queue: { ...queue, isUnmarked: true } };
const unmarkedIdle = showing({ ...unmarked, music: { ...music, playing: "idle" } });
const sleeping = (minutes?: number): Session => showing({ sleep: { minutes } });
const dark = showing({ screenBrightness: { ...brightness, level: undefined } });
const displays = (display?: MusicState["display"]): Session => withMusic({ display });
const past = showing({ spectrumStyles: { ...styles, current: 7 } });
const louder = showing({
  music: { ...music, volume: undefined },
  videoVolume: { level: 7, min: 0, max: 15 },
});
const quieter = showing({ music: { ...music, volume: undefined }, videoVolume });
const tags = { declaredTags: ["subwoofer"] };
const subwoofer = (change: object): Session =>
  showing({ declared: declared.map((one) => (one.tag === "subwoofer" ? { ...one, ...change } : one)) }, tags);
const problem = { text: "the answer is not JSON" };
const missed = subwoofer({ isOn: false, problem, isMissed: true });
const adding = settled({ calls: new Set(["playServiceItem"] as const) });

it.each<[ControlName, string, from: Session, by: Session[], notBy: Session[], instead?: string]>([
  ["video/playback", "next", before, [withVideo({ key: "other" }), noFilm, film60(66), film60(0)], [before]],
  ["video/playback", "next", before, [], [film60(62), film60(65), film60(60, 9)], 'the same place in "Film"'],
  ["video/playback", "next", before, [nothing], [film60()], 'the same place in "Film"'],
  ["video/playback", "next", paused(60, 0), [paused(70, 60)], [paused(60, 60)]],
  ["video/playback", "next", film60(), [film60(90, 1)], []],
  ["video/position", "+30", before, [film60(92), film60(80)], [noFilm, film60(62), film60(300)]],
  // While it waits for data it stays where it was, however long.
  ["video/position", "56", before, [film60(57, 1)], [film60(60, 10)]],
  // What it shows may be where it was before.
  ["video/position", "60", before, [film60(60, 0.5)], []],
  ["video/position", "90", paused(60, 0), [paused(90, 4)], [paused(60, 4)]],
  // A key frame that is nearer to it than to where the film stood does, however long ago that was read.
  ["video/position", "80", paused(60, 0), [paused(72, 60)], [paused(68, 60)]],
  [
    "video/playlist",
    "0",
    before,
    [marked({ ...film, key: "new" })],
    [marked(film), marked(idleVideo), marked()],
  ],
  ["video/playlist", "0", before, [], [marked(film)], "what played before"],
  // Nothing but the index tells films of one title apart, or shows a film where none is reported.
  ["video/playlist", "0", alike, [marked(film)], [alike], "entry 1 (another film has the same title)"],
  ["video/playlist", "0", without("video"), [marked(film)], []],
  ["video/playlist", "1", noFilm, [before], [noFilm], "no video"],
  ["video/zoom", "0", before, [], [withVideo({ zoomIndex: 7 })], "zoom unknown"],
  [
    "music/playback",
    "next",
    before,
    [nothing],
    [before, music30(90, 60, "playing")],
    'the same place in "Song"',
  ],
  ["music/playback", "next", stopped, [music30(90, 60, "paused")], []],
  [
    "music/playback",
    "play",
    input("paused"),
    [input("unknown")],
    [withMusic({ playing: "unknown" }), input("idle")],
  ],
  ["music/playback", "play", input("idle"), [], [input("unknown")]],
  ["music/playback", "pause", before, [idle], [input("unknown")]],
  ["music/playback", "stop", withMusic({ canStop: true }), [idle], [before, nothing], "playing"],
  ["music/playback", "stop", withMusic({ canStop: true }), [], [nothing], "unknown"],
  ["music/shuffle", "off", withMusic({ shuffle: true }), [before], [withMusic({ shuffle: true })], "on"],
  ["music/preset", "1", before, [radio, music30(0, 1, "playing")], [before, idle], "what played before"],
  // The entry stays marked while another source plays.
  ["music/queue", "1", radio, [before], [radio], "what played before"],
  ["music/queue", "1", idle, [before], [idle, nothing], "idle"],
  ["music/queue", "1", stopped, [before], [nothing, stopped], "unknown"],
  ["music/queue", "clear", before, [edited(0)], [nothing, before, edited(1)], "a queue of 2 entries"],
  ["music/queue", "remove 0", before, [edited(1)], [before, edited(0), edited(2)]],
  ["music/queue", "move 0 1", before, [edited(2)], [edited(3), before, nothing], "a queue of 3 entries"],
  ["music/queue", "0", showing(unmarked), [radio], [before], '"Song"'],
  ["music/queue", "0", unmarkedIdle, [before], [nothing, unmarkedIdle], '""'],
  ["volume/level", "7", quieter, [louder], [quieter], "volume 6"],
  ["mute", "off", withMusic({ isMuted: true }), [before], [withMusic({ isMuted: true })], "mute on"],
  ["group/mute", "off", inGroup({ isMuted: true }), [inGroup()], [inGroup({ isMuted: true })], "mute on"],
  // A minute may have passed.
  ["sleep", "45", before, [sleeping(45), sleeping(44)], [sleeping(46), sleeping(43), sleeping()], "46"],
  ["sleep", "0", before, [nothing, sleeping()], [before]],
  ["sleep", "1", sleeping(), [], [sleeping()], "0"],
  ["screen", "on", before, [], [before], "nothing"],
  ["display/brightness", "80", dark, [before], [dark]],
  ["display/spectrum", "1", before, [], [past], "another option"],
  [
    "display/show",
    "meters",
    displays("off"),
    [displays("meters")],
    [displays("spectrum"), displays()],
    "spectrum",
  ],
  [
    "settings",
    "subwoofer off",
    subwoofer({}),
    [subwoofer({ isOn: false })],
    [missed],
    `subwoofer ${problem.text}`,
  ],
  [
    "settings",
    "subwoofer off",
    subwoofer({}),
    [],
    [subwoofer({ isOn: undefined, problem })],
    `subwoofer ${problem.text}`,
  ],
  [
    "play",
    "/one.mkv",
    before,
    [withVideo({ key: "other" }), film60(2), film60()],
    [before],
    "what played before",
  ],
  [
    "play",
    "/one.mkv",
    before,
    [],
    [noFilm, nothing, withVideo({ state: "paused", key: "other" })],
    "that nothing plays",
  ],
  ["play", "/one.mp3", before, [radio], [before]],
  ["play", "/one.mp3", idle, [before], [idle, nothing]],
  [
    "play",
    "/one.mp3",
    withMusic({ positionSeconds: undefined }),
    [],
    [withMusic({ positionSeconds: undefined })],
  ],
  [
    "library/play",
    "add service a1",
    adding,
    [edited(9)],
    [before, edited(2), nothing],
    "a queue of 2 entries",
  ],
])("%s %s is shown by some players, and not by others", (name, request, from, by, notBy, instead) => {
  const effect = effectOf(name, request, from);
  const [first = from] = notBy;
  const said = instead === undefined ? undefined : shown(effect, first);
  expect([by.map(effect.isShown), notBy.map(effect.isShown), said]).toEqual([
    by.map(() => true),
    notBy.map(() => false),
    instead,
  ]);
});

const begun = { isAnswerEnough: true } as const;
const middle = { isAnswerEnough: false } as const;
const presetNamed = (id: string, name: string) => ({ id, name, picture: "" });
const twoPresets = sessionWith(before, {
  player: { ...before.player, musicPresets: [presetNamed("1", "Jazz"), presetNamed("2", "News")] },
});
const modes = { calls: new Set(["setMusicMode"] as const) };

it.each<[ControlName, string, from: Session, Partial<Effect>]>([
  ["video/playback", "previous", withVideo({ positionSeconds: 2.9 }), begun],
  ["video/playback", "previous-chapter", withVideo({ positionSeconds: 0 }), begun],
  ["video/playback", "previous", withVideo({ positionSeconds: 3 }), middle],
  ["video/playback", "previous", withVideo({ positionSeconds: undefined }), middle],
  ["video/playback", "next", withVideo({ positionSeconds: 0 }), middle],
  ["music/playback", "previous", withMusic({ positionSeconds: 2.9 }), begun],
  ["music/playback", "previous", withMusic({ positionSeconds: 3 }), middle],
  ["video/playlist", "0", before, { wasAlreadySet: false }],
  ["video/playlist", "1", before, { wasAlreadySet: true }],
  ["video/playlist", "1", noFilm, { wasAlreadySet: false, proof: "video" }],
  // What the player never reports counts as set once confirmed.
  ["video/subtitle", "off", withVideo({ subtitleIndex: undefined }), { proof: undefined }],
  ["video/zoom", "0", withVideo({ zoomIndex: undefined }), { proof: undefined }],
  ["music/mode", "list", withMusic({ mode: undefined }), { proof: undefined }],
  ["music/mode", "list", sessionWith(withMusic({ mode: undefined }), modes), { proof: undefined }],
  ["music/preset", "1", before, middle],
  ["music/preset", "1", withMusic({ positionSeconds: 2 }), begun],
  ["music/preset", "1", withMusic({ positionSeconds: undefined }), begun],
  ["music/preset", "jazz", withMusic({ station: "JAZZ" }), begun],
  // The next one of one is the same.
  ["music/preset", "+1", before, begun],
  ["music/preset", "+1", twoPresets, middle],
  ["music/preset", "1", withMusic({ track: { ...other, title: "Jazz" } }), begun],
  ["music/preset", "1", withMusic({ playing: "paused", station: "Jazz" }), middle],
  ["music/queue", "0", before, { wasAlreadySet: false }],
  ["music/queue", "1", before, { wasAlreadySet: true }],
  ["music/queue", "1", radio, { proof: "music", wasAlreadySet: false, isAnswerEnough: true }],
  ["music/queue", "0", radio, { proof: "queue", wasAlreadySet: false, isAnswerEnough: false }],
  ["music/queue", "1", stopped, { wasAlreadySet: false }],
  ["music/queue", "0", showing(unmarked), { proof: "music" }],
  ["music/queue", "0", settled({ player: unmarked }), { proof: "queue" }],
  ["music/queue", "clear", before, { lost: ["queue"] }],
  ["screen", "on", before, { proof: undefined }],
  ["settings", "subwoofer off", subwoofer({}), { proof: "declared" }],
  ["play", "/one.mp3", before, { pollForMs: 15_000, pollEveryMs: 400 }],
  ["play", "/one.mkv", before, { pollForMs: 15_000, pollEveryMs: 1000 }],
])("%s %s of this player has an effect as known", (name, request, from, expected) => {
  expect(effectOf(name, request, from)).toMatchObject(expected);
});

it("each toggle of the display waits for a reading after the one before", () => {
  const { calls } = effectOf("display/show", "meters", displays("off"));
  expect(calls.map(({ needsReading }) => needsReading)).toEqual([undefined, true, true]);
});

it.each(["video", "music"] as const)("a player that tells no %s shows the same place in nothing", (kind) => {
  expect(shown(effectOf(`${kind}/playback`, "next"), nothing)).toBe('the same place in ""');
});
