import type { AudioInput, AudioOutput } from "../../simulator/zidoo/audio-routing.ts";
import type { Film } from "../../simulator/zidoo/film.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import type { Track } from "../../simulator/zidoo/track.ts";
import { positionIntervalMs, pollIntervalMs } from "./bounds.ts";
import { addDisplay, addSound, apps, dspProfiles, filmArt, modeOfFilm } from "./expected-device.ts";
import type { Json, Wanted } from "./wanted.ts";

/*
 * The topics that a player must have according to docs/topics.md, from the state of the simulated player alone: nothing
 * here is shared with the code of the bridge, so both cannot be wrong in the same way.
 */

/** A topic of a player below its id, and the answer that shows its value. */
export interface ExpectedTopic {
  readonly wanted: Wanted;
  readonly from: OperationName | "presence";
}

/** The facts about a player that its topics depend on besides its state. */
export interface Household {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly prefix: string;
  readonly identity: string;
}

type Topics = Map<string, ExpectedTopic>;
type Leaves = Readonly<Record<string, Wanted>>;

/** Each tells its MAC address, so that it can be switched on, too. */
const powerOptions = ["on", "off", "standby", "reboot"].map((value) => ({ value, title: value }));

const modes = ["list", "single", "shuffle"];
const windowOfQueue = 50;
const anything: Wanted = { rule: () => undefined };

export function expectedTopics(player: SimulatedPlayer, household: Household): Topics {
  const topics: Topics = new Map();
  const add = (from: ExpectedTopic["from"], leaves: Leaves): void => {
    for (const [leaf, wanted] of Object.entries(leaves)) topics.set(leaf, { wanted, from });
  };
  // The history follows seconds later, and then once a minute.
  add("presence", { availability: "online", history: anything, description: anything });
  add("getModel", { info: { json: info(player, household) } });
  add("getInputAndOutputList", routing(player, household));
  add("getPlayQueue", queue(player));
  if (has(player, "getState")) add("getState", { ...music(player, household), ...volume(player) });
  add(has(player, "getState") ? "getState" : "getPlayQueue", song(player));
  // One without power options has keys.
  add("presence", { power: "on", "power/options": { json: powerOptions } });
  if (player.apps !== undefined && has(player, "getApps")) add("getApps", apps(player.apps));
  if (player.display !== undefined) addDisplay(player.display, add);
  if (player.settings !== undefined) addSound(player.settings, add);
  if (player.sound !== undefined) add("getDSPSourceInList", dspProfiles(player.sound));
  if (!player.groups.has("video")) {
    add("getPlayStatus", { "video/state": "unsupported" });
    return topics;
  }
  add("getPlayStatus", video(player));
  add("getPlaylist", playlist(player));
  add("getSubtitleList", filmList(player, "subtitle"));
  if (has(player, "getAudioList")) add("getAudioList", filmList(player, "audio-track"));
  if (has(player, "getAggregationOfFile") && player.video.current?.library !== undefined)
    add("getAggregationOfFile", filmArt);
  if (has(player, "getZoomList")) add("getZoomList", modeOfFilm(player, "zoom"));
  if (has(player, "getPlayModeList")) add("getPlayModeList", modeOfFilm(player, "play-mode"));
  return topics;
}

/** The identity under which Home Assistant knows a player. */
export function identityOf(mac: string): string {
  return `player2mqtt_${mac.replaceAll(":", "")}`;
}

export function has({ lacks }: SimulatedPlayer, operation: OperationName): boolean {
  return !lacks.has(operation);
}

function info(player: SimulatedPlayer, { id, name, url, prefix, identity }: Household): Json {
  const { model, firmware, mac } = player.identity;
  const support = (is: boolean): string => (is ? "supported" : "unsupported");
  const hasVideo = player.groups.has("video");
  const denied = { ...(!hasVideo && unsupported(videoControls)), ...deniedControls(player) };
  return {
    id,
    identity,
    name,
    address: url,
    pathPrefix: prefix,
    model,
    firmware,
    mac,
    families: {
      audio: "supported",
      video: support(hasVideo),
      playlist: support(hasVideo),
      queue: "supported",
      state: support(has(player, "getState")),
    },
    controls: { "audio/input": "supported", "audio/output": "supported", "music/queue": "off", ...denied },
  };
}

const videoControls = [
  "video/playback",
  "video/position",
  "video/audio-track",
  "video/subtitle",
  "video/playlist",
];

function deniedControls(player: SimulatedPlayer): Readonly<Record<string, Json>> {
  return {
    ...(!has(player, "getState") && unsupported(["music/playback", "music/position", "music/mode"])),
    ...(player.volume === undefined && unsupported(["volume", "volume/level", "mute"])),
    // Only a film shows whether its audio tracks can be told.
    ...(!has(player, "getAudioList") && player.video.current && unsupported(["video/audio-track"])),
  };
}

function unsupported(controls: readonly string[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(controls.map((control) => [control, "unsupported"]));
}

function routing(player: SimulatedPlayer, { url }: Household): Leaves {
  const { audio } = player;
  const inputs = displayNames(audio.inputs);
  const outputs = displayNames(audio.outputs);
  const icons = (name: string): Json => {
    const path = `${url}/SystemSettings/getItemSettingIcon?iconName=${name}`;
    return known(player, { icon: `${path}.png`, selecticon: `${path}_select.png` });
  };
  const inputOptions = audio.inputs.map(({ name, historyName, tag, isEdit }, index) => ({
    ...known(player, { name, historyName, tag, isEdit, index }),
    ...(icons(tag) as object),
    value: tag,
    title: inputs[index] ?? "",
  }));
  const outputOptions = audio.outputs.map(({ name, tag, enabled }, index) => ({
    name,
    tag,
    enable: enabled,
    ...(icons(`out_${tag}`) as object),
    value: tag,
    title: outputs[index] ?? "",
  }));
  return {
    "audio/input": audio.input?.tag ?? "",
    "audio/input/name": inputs[audio.inputIndex] ?? "",
    "audio/input/options": { json: inputOptions },
    "audio/output": audio.output?.tag ?? "",
    "audio/output/name": outputs[audio.outputIndex] ?? "",
    "audio/output/options": { json: outputOptions },
    "audio/output/info": { json: outputInfo(player) },
  };
}

/** The names that people choose by: unique in the list, and never the tag of another entry. */
export function displayNames(
  entries: readonly Pick<AudioInput | AudioOutput, "name" | "tag">[],
): readonly string[] {
  const taken = new Set<string>();
  return entries.map(({ name, tag }) => {
    const isTagOfOther = entries.some((other) => other.tag === name && tag !== name);
    const shown = taken.has(name) || isTagOfOther ? `${name} (${tag})` : name;
    taken.add(shown);
    return shown;
  });
}

function outputInfo(player: SimulatedPlayer): Json {
  const { output } = player.audio;
  const format = output?.format ?? "";
  return known(player, {
    vidPid: output?.attached.vidPid ?? "",
    name: output?.attached.name ?? "",
    format,
    sampleRate: output?.sampleRate ?? "",
    isConnect: output?.enabled ?? false,
    setUrl: output === undefined ? "" : `/SystemSettings/audioSettings/${output.settings}`,
    title: output?.title ?? "",
    option: output?.option ?? 0,
    formatLines: format.split("\n").filter((line) => line !== ""),
  });
}

function video(player: SimulatedPlayer): Leaves {
  const { current: film, state } = player.video;
  const text = (of: (film: Film) => string, field?: string): string =>
    film === undefined || (field !== undefined && isUnknown(player, field)) ? "" : of(film);
  return {
    "video/state": stateOf(state),
    "video/title": text(({ title }) => title),
    "video/duration": text(seconds),
    "video/position": film === undefined ? "" : position(player.video),
    "video/resolution": text(({ width, height }) => `${width}x${height}`),
    "video/fps": text(({ fps }) => String(Math.round(fps * 1000) / 1000), "fps"),
    "video/codec": text(({ codec }) => codec),
    "video/output": text(({ output }) => output, "output"),
    "video/range": text(({ output }) =>
      isUnknown(player, "output") ? "unknown" : output.endsWith("SDR") ? "sdr" : "hdr10",
    ),
    "video/audio-track": text(chosenAudio),
    "video/subtitle": text((one) => shownSubtitle(player, one)),
    "video/play-mode": text(() => player.playMode.information),
    "video/zoom": text(() => player.zoom.information),
    "video/status": { json: film === undefined ? {} : status(player, film) },
  };
}

function status(player: SimulatedPlayer, film: Film): Json {
  const { subtitle, audioTrack, title, path, durationMs: duration, width, height, fps, output } = film;
  const { codec: formt, fileSize: filesize, bitrate } = film;
  const [subtitleInfo, audioInfo] = [chosenSubtitle(film), chosenAudio(film)];
  const state = player.video.state === "playing" ? 1 : 0;
  const shown = { title, path, duration, width, height, fps, formt, filesize, bitrate, output };
  return known(player, {
    status: 200,
    video: known(player, { status: state, ...shown, subtitleInfo, audioInfo }),
    subtitle: { index: subtitle, information: subtitleInfo },
    audio: { index: audioTrack, information: audioInfo },
    playMode: { ...player.playMode },
    zoom: { ...player.zoom },
    "3D": { ...film.stereo },
  });
}

function chosenAudio({ audioTracks, audioTrack }: Film): string {
  return chosen(audioTracks, audioTrack);
}

function chosenSubtitle({ subtitles, subtitle }: Film): string {
  return chosen(subtitles, subtitle - 1);
}

/** Subtitles that are off are empty; old firmware does not tell by a number, only by its text. */
function shownSubtitle(player: SimulatedPlayer, film: Film): string {
  return film.subtitle === 0 && !isUnknown(player, "subtitle") ? "" : chosenSubtitle(film);
}

function chosen(list: readonly string[], index: number): string {
  const text = list[index];
  return text === undefined ? "Off" : `${text} (${index + 1}/${list.length})`;
}

function playlist({ video }: SimulatedPlayer): Leaves {
  const { entries, index, state } = video;
  const list = entries.map((film, at) => ({ title: film.title, index: at }));
  // A player without a film is not asked for its playlist again.
  const isKnown = state !== "stopped";
  return {
    "video/playlist": {
      json: { size: entries.length, ...(isKnown && { currentIndex: index }), playlist: list },
    },
    "video/playlist/current": isKnown ? (entries[index]?.title ?? "") : anything,
  };
}

function filmList(player: SimulatedPlayer, kind: "subtitle" | "audio-track"): Leaves {
  const { current: film } = player.video;
  const options = `video/${kind}/options`;
  const name = `video/${kind}/name`;
  // A player that never had a film was never asked.
  if (film === undefined) return { [options]: { oneOf: ["[]", ""] }, [name]: "" };
  const list =
    kind === "subtitle"
      ? [{ index: 0, title: "off" }, ...film.subtitles.map((title, at) => ({ index: at + 1, title }))]
      : film.audioTracks.map((title, index) => ({ index, title }));
  const index = kind === "subtitle" ? film.subtitle : film.audioTrack;
  const isTold = !isUnknown(player, kind === "subtitle" ? "subtitle" : "audio");
  return {
    [options]: { json: list },
    [name]: isTold ? (list.find((one) => one.index === index)?.title ?? "") : "",
  };
}

function music(player: SimulatedPlayer, household: Household): Leaves {
  const { current: track, state } = player.music;
  return {
    "music/state": stateOf(state),
    "music/source": "internal",
    "music/position": track === undefined ? "" : position(player.music),
    "music/duration": track === undefined ? "" : seconds(track),
    "music/pass-through": "off",
    "music/mode": modes[player.loopMode] ?? "other",
    "music/actions": track === undefined ? "" : { json: ["play", "pause", "next", "previous", "seek"] },
    "music/picture": track === undefined ? "" : picture(track, household),
    "music/track": track === undefined ? "" : { json: trackFields(track, household) },
    ...sound(player),
  };
}

/** The volume of a simulated player is below its maximum; one without switches tells only a rate. */
function sound({ music: { current: track, state }, sound: switches }: SimulatedPlayer): Leaves {
  if (track === undefined || state === "stopped") {
    return { "sound/source": "", "sound/processing": "", "sound/output": "", "sound/bit-perfect": "unknown" };
  }
  const { extension, sampleRateHz, bits, bitsPerSecond } = track;
  const codec = extension.toUpperCase();
  const bitrate = `${(bitsPerSecond / 1_000_000).toFixed(2)} Mbps`;
  const processing = switches && {
    dsp: switches.dspActive,
    eq: switches.eqActive,
    subwoofer: switches.subActive,
  };
  return {
    "sound/processing": processing === undefined ? "" : { json: processing },
    "sound/source": { json: { codec, sampleRateHz, bits, channels: 2, bitrate } },
    "sound/output": { json: switches ? { sampleRateHz, bits, format: "PCM" } : { sampleRateHz } },
    "sound/bit-perfect": switches ? "off" : "unknown",
  };
}

function song({ music: { current } }: SimulatedPlayer): Leaves {
  return {
    "music/title": current?.title ?? "",
    "music/artist": current?.artist ?? "",
    "music/album": current?.album ?? "",
    "music/format": current === undefined ? "" : anything,
  };
}

function trackFields(track: Track, household: Household): Json {
  const { title, artist, album, extension, bits, bitsPerSecond } = track;
  return {
    source: "internal",
    title,
    artist,
    album,
    extension,
    bits,
    channels: 2,
    bitrate: `${(bitsPerSecond / 1_000_000).toFixed(2)} Mbps`,
    picture: picture(track, household),
  };
}

function picture({ id, uri }: Track, { url, prefix }: Household): string {
  const type = uri.startsWith("https:") ? 3 : 1;
  return `${url}/${prefix}MusicControl/v2/getImage?id=${id}&musicType=${type}&type=4&target=16`;
}

function volume({ volume, isMuted }: SimulatedPlayer): Leaves {
  if (volume === undefined) return {};
  const { min, max, level } = volume;
  return {
    volume: String(Math.round(((level - min) / (max - min)) * 100)),
    "volume/level": String(level),
    "volume/range": { json: { min, max } },
    "volume/restriction": "",
    mute: isMuted ? "on" : "off",
  };
}

/** The window around the current entry, or the whole queue if that fits. */
function queue({ music }: SimulatedPlayer): Leaves {
  const { entries } = music;
  if (entries.length > windowOfQueue) throw new Error("the harness expects the whole queue in one window");
  const current = music.current === undefined ? undefined : music.index;
  const tracks = entries.map((track, at) => ({
    position: at,
    title: track.title,
    artist: track.artist,
    album: track.album,
    duration: Math.round(track.durationMs / 1000),
    extension: track.extension,
    bits: track.bits,
    SampleRate: track.sampleRateHz,
    channels: 2,
    isLossless: true,
    active: at === current,
  }));
  return {
    "music/queue": {
      json: { id: 41 + music.listRevision, start: 0, total: entries.length, current, entries: tracks },
    },
    "music/queue/total": String(entries.length),
  };
}

/** A position is published when it is read and then at most once per interval; it never runs ahead. */
function position({ positionMs, state }: { readonly positionMs: number; readonly state: string }): Wanted {
  const at = positionMs / 1000;
  const behindMs = state === "playing" ? positionIntervalMs + 2 * pollIntervalMs : 0;
  // The topics are read a moment after the truth.
  return { from: Math.floor(at - behindMs / 1000), to: at + 1 };
}

function seconds({ durationMs }: { readonly durationMs: number }): string {
  return durationMs > 0 ? String(Math.round(durationMs / 1000)) : "";
}

function stateOf(state: string): string {
  return state === "stopped" ? "idle" : state;
}

function isUnknown({ dialect }: SimulatedPlayer, field: string): boolean {
  return dialect.unknownFields.has(field);
}

function known(
  player: SimulatedPlayer,
  fields: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !isUnknown(player, field)));
}
