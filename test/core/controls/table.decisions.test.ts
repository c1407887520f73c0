import { expect, it } from "vitest";
import type { CallName } from "../../../src/core/controls/call.ts";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import { emptyPlaylist } from "../../../src/core/resources/playlist.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { brightness, music, ownSettings, queue, videoVolume } from "../sample-player.ts";
import { settled } from "../samples.ts";
import { sessionWith } from "../session-with.ts";
import { decided, inGroup, lacking, showing, without, withMusic, withVideo } from "./decided.ts";

const withCalls = (session: Session, ...calls: CallName[]): Session =>
  sessionWith(session, { calls: new Set(calls) });
const atVolume = (level: number | undefined, [min, max]: readonly [number, number], percent = 100): Session =>
  sessionWith(withMusic({ volume: { level, min, max } }), { maxVolumePercent: percent });
const stopped = { playing: "idle" } as const;
/** The settings of the player with these values instead, each where its kind has it. */
const settingsWith = (change: object): Session =>
  showing({ settings: ownSettings.map((one) => ({ ...one, ...change })) });
const warning = "full volume, are you sure?";

const players = {
  "has told everything": settled({ declaredTags: ["subwoofer", "clock"] }),
  "has told nothing": settled({ player: {} }),
  "shows no film": showing({ video: idleVideo, playlist: emptyPlaylist }),
  "does not know what its film does, nor where it is": withVideo({
    state: "unknown",
    positionSeconds: undefined,
    durationSeconds: undefined,
  }),
  "has two subtitles of one name, an off in their list, and no audio tracks": showing({
    audioTracks: [],
    subtitles: ["Aus", "SRT", "srt"].map((title, index) => ({ title, index })),
  }),
  "has not told its film": without("video"),
  "has not read its lists": without("subtitles", "zooms", "musicPresets"),
  "has paused its music": withMusic({ playing: "paused" }),
  "plays no music": withMusic(stopped),
  "plays no music, and denied to begin": withMusic({ ...stopped, deniedActions: ["toggle"] }),
  "does not know whether music plays": withMusic({ playing: "unknown" }),
  "does not know whether music plays, and can stop it": withMusic({ canStop: true, playing: "unknown" }),
  "plays an input": withMusic({
    playing: "unknown",
    isPassThrough: true,
    deniedActions: ["toggle", "next", "previous", "seek"],
  }),
  "plays a stream": withMusic({
    deniedActions: ["seek", "next"],
    shuffle: undefined,
    repeat: undefined,
    mode: "other",
  }),
  "plays, and denied to toggle": withMusic({ deniedActions: ["toggle"] }),
  "plays a stream, and has a mode for each order": withCalls(
    withMusic({ mode: undefined }),
    "setMusicMode",
    "setShuffle",
  ),
  "has an empty queue, no presets and no sleep timer": showing({
    queue: { ...queue, total: 0 },
    musicPresets: [],
    sleep: { minutes: undefined },
  }),
  "counts its volume from -10 to 10, now 5": atVolume(5, [-10, 10]),
  "may be as loud as 40 % of -10 to 10, now 5": atVolume(5, [-10, 10], 40),
  "reports a volume and a brightness outside the range": showing({
    music: { ...music, volume: { level: undefined, min: 0, max: 200 } },
    screenBrightness: { ...brightness, level: undefined },
  }),
  "has a volume beside its music, and may be half as loud": showing(
    { music: { ...music, volume: undefined }, videoVolume },
    { maxVolumePercent: 50 },
  ),
  "has a volume with its music and one beside it": showing({ videoVolume }),
  "may be as loud as 40 % of 200, now 60": atVolume(60, [0, 200], 40),
  "is as loud as it may be": atVolume(80, [0, 200], 40),
  "is louder than it may be": atVolume(120, [0, 200], 40),
  "may be as loud as 40 % of 200, now at an unknown level": atVolume(undefined, [0, 200], 40),
  "may be half as loud, of 15 levels, now 3": atVolume(3, [0, 15], 50),
  "may be half as loud, of 15 levels, and is": atVolume(7, [0, 15], 50),
  "has locked its volume": withMusic({ volume: { level: 5, min: 0, max: 10, restriction: "locked" } }),
  "lets its volume not be set": withMusic({ volume: { level: 5, min: 0, max: 10, restriction: "disabled" } }),
  "is in no group": inGroup({
    role: "none",
    primary: undefined,
    members: [],
    volume: undefined,
    isMuted: undefined,
  }),
  "is the primary of a group": inGroup(),
  "is the primary of a group without a volume": inGroup({ volume: undefined }),
  "is the primary of a group that may be as loud as 32 %": inGroup({}, { maxVolumePercent: 32 }),
  "is the primary of a group that is louder than it may be": inGroup(
    { volume: 90 },
    { maxVolumePercent: 50 },
  ),
  "does not say what its display shows": withMusic({ display: undefined }),
  "has no meters": lacking(settled(), "meterStyles"),
  "says that its display shows nothing, and has no spectrum": lacking(settled(), "spectrumStyles"),
  "says that its display shows nothing, and has neither meters nor a spectrum": lacking(
    settled(),
    "meterStyles",
    "spectrumStyles",
  ),
  "shows its spectrum": withMusic({ display: "spectrum" }),
  "has settings without a value": settingsWith({ isOn: undefined, current: 7, level: undefined }),
  "has settings that are on": settingsWith({ isOn: true }),
  "asks before it sets anything": settingsWith({ warning }),
  "asks before it sets anything, which its owner has confirmed": sessionWith(settingsWith({ warning }), {
    confirmedSettings: ["upsampling"],
  }),
  "asks before it sets anything, where everything is on": settingsWith({ warning, isOn: true, current: 1 }),
  "has no settings of its own": lacking(without("settings"), "settings"),
  "has settings neither of its own nor declared": lacking(without("settings", "declared"), "settings"),
  "shows no films": lacking(settled(), "video"),
  "has no music": lacking(settled(), "music"),
  "adds entries of services to its queue": withCalls(settled(), "playServiceItem"),
  "adds entries of services to a queue that it has not told": withCalls(without("queue"), "playServiceItem"),
  "may be sent some paths": settled({ rawPaths: ["/Status", "/Browse?key=*", "/Play*", "/Artwork?name=*"] }),
  "may be sent others": settled({ rawPaths: ["/status", "/StatusX", "/Status?", "/Status/*", "Status"] }),
} satisfies Record<string, Session>;

/** What each player decides about requests for its controls: the calls that it makes, or why there are none. */
const decisions = `
has told everything
  video/playback: play → unchanged
  video/playback: pause → setVideoState paused
  video/playback: stop → setVideoState stopped
  video/playback: next → switchVideo next
  video/playback: previous-chapter → switchChapter previous
  video/position: 90 | +30 → seekVideo 90
  video/position: -10 → seekVideo 50
  video/position: -99 → seekVideo 0
  video/position: 6906 → rejected: out of range: 6906 is not within 0 to 6905 seconds
  video/position: +6900 → rejected: out of range: 6960 is not within 0 to 6905 seconds
  video/playlist: 0 → playPlaylistEntry 0
  video/playlist: Two → playPlaylistEntry 1
  video/playlist: two → rejected: unknown title: the playlist has 2 entries, none with this title
  video/playlist: 2 → rejected: out of range: 2 is not among the 2 entries, counted from 0
  video/subtitle: off | 0 → setSubtitle 0
  video/subtitle: 1 | ENGLISH → setSubtitle 1
  video/subtitle: French → unchanged
  video/subtitle: 3 → rejected: unknown subtitle: there is no "3", the film has 0 off, 1 English, 2 French
  video/audio-track: 1 → setAudioTrack 1
  video/audio-track: English → unchanged
  video/audio-track: off → rejected: unknown audio track: there is no "off", the film has 0 English, 1 German
  video/zoom: 1 → unchanged
  video/zoom: original → setZoom 0
  video/zoom: Fill → rejected: unknown zoom: there is no "Fill", the player has 0 Original, 1 Fit
  app: org.example.tv | tv → openApp org.example.tv
  app: Radio → openApp org.example.radio
  app: RADIO → rejected: unknown app: the player has 3 apps, none is "RADIO"
  music/playback: play → unchanged
  music/playback: pause → toggleMusic paused
  music/playback: previous → previousTrack
  music/playback: stop → rejected: this player cannot do that: it has no such operation
  music/position: 200 → seekMusic 200
  music/position: 201 → rejected: out of range: 201 is not within 0 to 200 seconds
  music/mode: list → unchanged
  music/mode: single → setMusicMode single
  music/shuffle: on → setShuffle true
  music/shuffle: off → unchanged
  music/repeat: one → setRepeat one
  music/repeat: off → unchanged
  music/preset: 1 | jazz → playMusicPreset 1
  music/preset: -1 → playMusicPreset -1
  music/preset: rock → rejected: unknown preset: there is no "rock", the player has 1 Jazz
  music/queue: 0 → playQueueEntry 0
  music/queue: clear → clearQueue
  music/queue: REMOVE 1 → removeQueueEntry 1
  music/queue: move 1 0 → moveQueueEntry 1 0
  music/queue: move 1 1 → unchanged
  music/queue: move 0 2 → rejected: out of range: 2 is not among the 2 entries, counted from 0
  music/queue: remove 2 → rejected: out of range: 2 is not among the 2 entries, counted from 0
  volume: 0 | -99 → setVolume 0
  volume: 50 → setVolume 100
  volume: 33.4 → setVolume 67
  volume: 20 | +0 → unchanged
  volume: +10 → setVolume 60
  volume: +99 → setVolume 200
  volume: 101 → rejected: out of range: 101 is not within 0 to 100
  volume: =-1 → rejected: out of range: -1 is not within 0 to 100
  mute: off → unchanged
  mute: ON → setMute true
  mute: loud → rejected: malformed: expected on or off
  sleep: 30 → unchanged
  sleep: 1440 → setSleep 1440
  sleep: 1441 → rejected: out of range: 1441 is not within 0 to 1440
  screen: on → sendKey Key.Screen.ON
  screen: off → sendKey Key.Screen.OFF
  screen: toggle → setPower screen
  key: Up Klingon → rejected: unknown key: "Klingon". Examples: Up, Ok, Home, Menu, MediaPlay, VolumeUp
  key: VolumeUp → sendKey Key.VolumeUp
  key: Key.Key.Up → rejected: unknown key: "Key.Up". Examples: Up, Ok, Home, Menu, MediaPlay, VolumeUp
  display/brightness: 20.4 → setScreenBrightness 20
  display/brightness: 80 → unchanged
  display/brightness: +10 → setScreenBrightness 90
  display/brightness: +99 → setScreenBrightness 115
  display/brightness: 0 → setScreenBrightness 0
  display/brightness: =-1 → rejected: out of range: -1 is not within 0 to 115
  display/meters: 0 → unchanged
  display/meters: 1 | NIGHT BLUE → setMeterStyle 1 meters
  display/meters: Teak → rejected: unknown meter style: there is no "Teak", the player has 0 Walnut, 1 Night blue
  sound/cd-autoplay: off → unchanged
  sound/cd-autoplay: ON → setCdAutoplay 1 cd
  sound/cd-autoplay: 2 → rejected: malformed: expected on or off
  settings: gain 1 | gain night blue → setSetting gain 1
  settings: gain Teak → rejected: unknown gain: there is no "Teak", the player has 0 Walnut, 1 Night blue
  settings: upsampling on | upsampling Toggle → setSetting upsampling 1
  settings: upsampling off → unchanged
  settings: upsampling maybe → rejected: malformed: expected on, off or toggle
  settings: balance 3 → setSetting balance 3
  settings: balance -99 → setSetting balance -10
  settings: balance left → rejected: malformed: expected a number, or a step such as +10
  settings: reset 1 → rejected: unknown setting: there is no "reset", the player has gain, upsampling, balance, subwoofer, clock
  settings: subwoofer off → setDeclared subwoofer 0
  settings: subwoofer on → unchanged
  settings: clock Internal → rejected: clock can only be read
  play: /films/One.mkv → openFile /films/One.mkv false
  play: /music/One.FLAC → openFile /music/One.FLAC true
  play: /usb/one.APK → rejected: the package of an app is not opened: it would be installed
  library/play: album 469 | replace album 469 → playLibraryList album 469
  library/play: ARTIST 7 → playLibraryList artist 7
  library/play: track -12 → playLibraryTracks -12
  library/play: track 12, 13,-1 → playLibraryTracks 12,13,-1
  library/play: service org.example.quartz → openApp org.example.quartz
  library/play: film a1 → playLibraryFilm a1
  library/play: next album 469 | ADD track 12,13 | play service org.example.quartz → rejected: no operation is known that adds to a queue: library/play replaces it
has told nothing
  audio/input: EARC → failed: the player has not reported what it offers
  video/playback: pause → failed: the player has not reported what it plays
  video/position: 9 → failed: the player has not reported what it plays
  video/playlist: 0 → failed: the player has not reported its playlist
  video/subtitle: 1 → failed: the player has not reported what subtitles there are
  video/zoom: 1 → failed: the player has not reported what it offers as zoom
  app: TV → failed: the player has not reported its apps
  music/playback: play → failed: the player has not reported what it plays
  music/position: 1 → failed: the player has not reported what it plays
  music/mode: list → failed: the player has not reported what it plays
  music/shuffle: on → failed: the player has not reported what it plays
  music/repeat: all → failed: the player has not reported what it plays
  music/preset: 1 → failed: the player has not reported it yet
  music/queue: 1 → failed: the player has not reported its queue
  volume: 1 → failed: the player has not reported its volume
  volume/level: 1 → failed: the player has not reported its volume
  mute: on → failed: the player has not reported its volume
  group: leave → failed: the player has not reported it yet
  group/volume: 40 → failed: the player has not reported it yet
  group/mute: on → failed: the player has not reported it yet
  sleep: 10 → failed: the player has not reported it yet
  screen: toggle → rejected: the player offers no toggle for its screen
  display/knob: 5 → failed: the player has not reported the brightness of the knob
  display/knob-color: 1 → failed: the player has not reported what it offers as knob color
  display/show: off → failed: the player has not reported what its display shows
  settings: gain 1 | subwoofer on → failed: the player has not reported its settings
  play: /one.mkv → failed: the player has not reported what it plays
shows no film
  video/playback: play | next → rejected: no video plays
  video/playback: stop → unchanged
  video/position: 5 → rejected: no video plays
  video/subtitle: 1 → rejected: no video plays
  video/zoom: 1 → rejected: no video plays
does not know what its film does, nor where it is
  video/playback: play → setVideoState playing
  video/position: 99999 → seekVideo 99999
  video/position: +5 → failed: the player does not report its position: set a position in seconds
  video/position: 5 → seekVideo 5
has two subtitles of one name, an off in their list, and no audio tracks
  video/subtitle: Srt → rejected: unknown subtitle: there is no "Srt", the film has 0 off, 1 SRT, 2 srt
  video/subtitle: srt → unchanged
  video/audio-track: 1 → rejected: unknown audio track: there is no "1", the film has none
has not told its film
  video/subtitle: 1 → failed: the player has not reported what subtitles there are
  video/zoom: 1 → failed: the player has not reported what it offers as zoom
has not read its lists
  music/preset: 1 → failed: the player has not reported it yet
  video/subtitle: 1 → failed: the player has not reported what subtitles there are
  video/zoom: 1 → failed: the player has not reported what it offers as zoom
has paused its music
  music/playback: play → toggleMusic playing
  music/playback: pause → unchanged
  music/playback: next → nextTrack
plays no music
  music/playback: play → toggleMusic playing
  music/playback: pause | next → rejected: no music plays
  music/playback: stop → unchanged
  music/position: 1 → rejected: no music plays
plays no music, and denied to begin
  music/playback: play → toggleMusic playing
does not know whether music plays
  music/playback: play | pause → failed: the player does not report whether music plays
does not know whether music plays, and can stop it
  music/playback: pause → toggleMusic paused
  music/playback: stop → stopMusic
plays an input
  music/playback: play | pause → rejected: the player cannot play or pause this input
  music/playback: next → rejected: the player cannot skip this input
  music/playback: previous → rejected: the player cannot go back in this input
  music/position: 30 → rejected: the player cannot seek in this input
plays a stream
  music/playback: pause → toggleMusic paused
  music/playback: next → rejected: the player cannot skip what plays
  music/position: 30 → rejected: the player cannot seek in what plays
  music/shuffle: on → rejected: what plays now, such as a stream, has no order
  music/repeat: all → rejected: what plays now, such as a stream, has no order
  music/mode: single → setMusicMode single
plays, and denied to toggle
  music/playback: play → unchanged
plays a stream, and has a mode for each order
  music/mode: list → rejected: what plays now, such as a stream, has no order
has an empty queue, no presets and no sleep timer
  music/queue: clear → unchanged
  music/preset: +1 → rejected: unknown preset: there is no "+1", the player has none
  sleep: 0 → unchanged
counts its volume from -10 to 10, now 5
  volume: +1 → setVolume 6
  volume: -1 → setVolume 4
  volume: 100 → setVolume 10
  volume/level: -10 → setVolume -5
  volume/level: +1 → setVolume 6
  volume/level: =-11 → rejected: out of range: -11 is not within -10 to 10
  volume/level: 11 → rejected: out of range: 11 is not within -10 to 10
may be as loud as 40 % of -10 to 10, now 5
  volume: 40 → setVolume -2
reports a volume and a brightness outside the range
  volume: 50 → setVolume 100
  volume: +5 → failed: the player has not reported its volume
  volume/level: 50 → setVolume 50
  volume/level: -5 → failed: the player has not reported its volume
  display/brightness: 5 → setScreenBrightness 5
  display/brightness: +5 → failed: the player has not reported the brightness of the screen
has a volume beside its music, and may be half as loud
  volume: 40 → unchanged
  volume: 51 → rejected: too loud: controls.maxVolume is 50 percent, which is level 7
  volume/level: +1 | +9 → setVideoVolume 7
  volume/level: 16 → rejected: out of range: 16 is not within 0 to 15
has a volume with its music and one beside it
  volume/level: 7 → setVolume 7
may be as loud as 40 % of 200, now 60
  volume: 41 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
  volume: 40 | +50 → setVolume 80
  volume: +5 → setVolume 70
  volume/level: 81 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
  volume/level: 80 | +30 → setVolume 80
  key: VolumeUp | Key.VolumeUp | Down 500 volume_up | VolUp → rejected: volume keys are disabled while controls.maxVolume is set; use volume/set
  key: VolumeDown Up → sendKey Key.VolumeDown, sendKey Key.Up
is as loud as it may be
  volume: +1 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
  volume: -5 → setVolume 70
  volume/level: +1 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
is louder than it may be
  volume: +0 → unchanged
  volume/level: -1 → setVolume 80
  volume/level: -100 → setVolume 20
  volume/level: +1 | 120 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
may be as loud as 40 % of 200, now at an unknown level
  volume/level: 80 → setVolume 80
  volume/level: 81 → rejected: too loud: controls.maxVolume is 40 percent, which is level 80
may be half as loud, of 15 levels, now 3
  volume: 50 → setVolume 7
  volume/level: 8 → rejected: too loud: controls.maxVolume is 50 percent, which is level 7
may be half as loud, of 15 levels, and is
  volume: 50 → unchanged
has locked its volume
  volume: 50 | +5 → rejected: the player reports that its volume is locked
  volume/level: -5 | 4 → rejected: the player reports that its volume is locked
lets its volume not be set
  volume: 50 → rejected: the player reports that its volume cannot be set
  volume/level: -5 → rejected: the player reports that its volume cannot be set
is in no group
  group: join attic → changeGroup join 10.0.0.2:11000
  group: JOIN 10.0.0.9:11000 → changeGroup join 10.0.0.9:11000
  group: add bath → changeGroup add 10.0.0.3:11010
  group: add bath attic bath → changeGroup gather 10.0.0.3:11010,10.0.0.2:11000
  group: remove attic | leave → unchanged
  group: add nobody → rejected: malformed: expected the id of a player of this bridge, or host:port, not "nobody"
  group: join den → rejected: malformed: expected another player
  group/volume: 40 → rejected: only possible at the primary of a group
  group/mute: on → rejected: only possible at the primary of a group
is the primary of a group
  group: remove attic → changeGroup remove 10.0.0.2:11000
  group: add attic → unchanged
  group: add attic bath → changeGroup add 10.0.0.3:11010
  group: leave → changeGroup leave
  group/volume: 50 → setGroupVolume 50
  group/volume: +5 → setGroupVolume 35
  group/volume: -99 → setGroupVolume 0
  group/volume: 30 → unchanged
  group/volume: 101 → rejected: out of range: 101 is not within 0 to 100
  group/mute: on → setGroupMute true
  group/mute: off → unchanged
is the primary of a group without a volume
  group/volume: 40 → rejected: the player reports that its volume cannot be set
is the primary of a group that may be as loud as 32 %
  group/volume: +5 → setGroupVolume 32
  group/volume: 40 → rejected: too loud: controls.maxVolume is 32 percent, which is level 32
is the primary of a group that is louder than it may be
  group/volume: 80 | +5 → rejected: too loud: controls.maxVolume is 50 percent, which is level 50
  group/volume: -5 → setGroupVolume 50
  group/volume: -50 → setGroupVolume 40
  group/volume: +0 → unchanged
does not say what its display shows
  display/show: meters → showOnDisplay meters
  display/show: off → failed: the player has not reported what its display shows
has no meters
  display/show: meters → rejected: the player has no meters
says that its display shows nothing, and has no spectrum
  display/show: off → unchanged
  display/show: spectrum → rejected: the player has no spectrum
says that its display shows nothing, and has neither meters nor a spectrum
  display/show: meters → showOnDisplay meters, showOnDisplay meters, showOnDisplay meters
shows its spectrum
  display/show: Meters → showOnDisplay meters, showOnDisplay meters, showOnDisplay meters
  display/show: off → showOnDisplay spectrum, showOnDisplay spectrum, showOnDisplay spectrum
  display/show: spectrum → unchanged
has settings without a value
  settings: upsampling toggle → failed: the player has not reported upsampling
  settings: balance +1 → failed: the player has not reported balance
  settings: balance 1 → setSetting balance 1
has settings that are on
  settings: upsampling toggle → setSetting upsampling 0
asks before it sets anything
  settings: upsampling on | upsampling toggle → rejected: the player asks before it sets upsampling: "full volume, are you sure?" To allow it, add the tag to publish.confirmedSettings
  settings: upsampling off → unchanged
  settings: gain 1 → rejected: the player asks before it sets gain: "full volume, are you sure?" To allow it, add the tag to publish.confirmedSettings
asks before it sets anything, which its owner has confirmed
  settings: upsampling on → setSetting upsampling 1
asks before it sets anything, where everything is on
  settings: upsampling off → setSetting upsampling 0
  settings: gain 0 → rejected: the player asks before it sets gain: "full volume, are you sure?" To allow it, add the tag to publish.confirmedSettings
has no settings of its own
  settings: gain 1 → rejected: unknown setting: there is no "gain", the player has subwoofer, clock
has settings neither of its own nor declared
  settings: gain 1 → rejected: unknown setting: there is no "gain", the player has none
shows no films
  play: /films/One.mkv → openFile /films/One.mkv true
  library/play: film a1 → rejected: this player has no video
has no music
  play: /one.mp3 → rejected: this player has no music
  library/play: album 1 → rejected: this player has no music
adds entries of services to its queue
  library/play: service a1 | replace service a1 → playServiceItem a1 replace
  library/play: PLAY service a1 → playServiceItem a1 play
  library/play: next service a1 → playServiceItem a1 next
  library/play: add service a1 → playServiceItem a1 add
  library/play: next album 1 → rejected: no operation is known that adds to a queue: library/play replaces it
adds entries of services to a queue that it has not told
  library/play: next service a1 → failed: the player has not reported it yet
may be sent some paths
  raw: /Status | {"path":"/Status"} → getPath /Status
  raw: /Browse?key=Tidal:&q=..//x → getPath /Browse?key=Tidal:&q=..//x
  raw: /Play?url=http://192.0.2.1/a.mp3 → getPath /Play?url=http://192.0.2.1/a.mp3
  raw: /Artwork?name=a%20b → getPath /Artwork?name=a%20b
may be sent others
  raw: /Status → rejected: controls.raw does not allow "/Status"
`;

const sections = decisions
  .trim()
  .split(/\n(?=\S)/)
  .map((section) => section.split("\n  "));

it.each(sections)("a player that %s decides as follows", (name, ...expected) => {
  const found = expected.map((row) => {
    const [, control = "", requests = ""] = /^(\S+): (.*?) → /.exec(row) ?? [];
    const outcomes = requests
      .split(" | ")
      .map((request) => decided(control as ControlName, request, players[name as keyof typeof players]));
    return `${control}: ${requests} → ${[...new Set(outcomes)].join(" or ")}`;
  });
  expect(found).toEqual(expected);
});

it("every player decides something", () => {
  expect(sections.map(([name]) => name)).toEqual(Object.keys(players));
});

it.each<[ControlName, requests: readonly string[], expected: string]>([
  ["group", ["", "join", "leave now", "join a b", "add a /b", "dissolve attic"], "join, add or remove"],
  [
    "music/queue",
    ["clear 1", "remove", "remove x", "move 1", "1 2", "shuffle", "play 1", ""],
    "the position",
  ],
  ["volume/level", ["", "loud", "--5", "+-5", "1e3", "5 dB"], ""],
  ["sleep", ["soon", "in 15", "15 min"], ""],
  ["key", ["", "500", "Up 6000 6000 Down", "a-b", "x".repeat(60), "[1", "Up ".repeat(33)], "a key"],
  [
    "library/play",
    ["album", "next", "469", "album 1,2", "service a b", "song 1", "track 1,,2"],
    "album, artist",
  ],
  ["library/play", [`track ${"1,".repeat(50)}1`], "album, artist"],
])("%s cannot be %j", (name, requests, expected) => {
  for (const request of requests)
    expect(controls[name].parse(request).problem?.text).toContain(`malformed: expected ${expected}`);
});
