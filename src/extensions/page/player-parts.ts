import { announceSupport } from "../../core/controls/announce.ts";
import { powerWordsOf } from "../../core/controls/power.ts";
import { controlSupports } from "../../core/controls/table.ts";
import { artOf } from "../../core/resources/film-art.ts";
import { currentMode, type FilmMode } from "../../core/resources/film-modes.ts";
import { currentIndex, filmChoices, type FilmList } from "../../core/resources/film-tracks.ts";
import { soundOf } from "../../core/resources/sound.ts";
import { percentOf } from "../../core/resources/music.ts";
import type { PictureName } from "../../core/resources/picture.ts";
import { volumeOf } from "../../core/resources/video-volume.ts";
import { emptyQueue, type MusicQueue } from "../../core/resources/queue.ts";
import { asList, asObject, type Json, type JsonObject } from "../../core/resources/json.ts";
import { noRouting, selectedEntry, type Selector } from "../../core/resources/audio.ts";
import type { VideoStatus } from "../../core/resources/video.ts";
import { expectedResourceNames, type PlayerState } from "../../core/resources/player.ts";
import type { Session } from "../../core/session/session.ts";
import { hash32 } from "../../lib/hash.ts";
import type { PagePlayer } from "./page-bridge.ts";
import type {
  AudioView,
  ChoicesView,
  ControlsView,
  FactView,
  FilmView,
  GroupView,
  IdentityView,
  MusicView,
  SoundView,
  OptionView,
  SelectorView,
  VideoView,
} from "./wire.ts";

export function identityView(
  { name, address, state: { player, resources } }: Pick<PagePlayer, "name" | "address" | "state">,
  room: string | undefined,
): IdentityView {
  return {
    name,
    room,
    address,
    model: player.model?.model,
    firmware: player.model?.firmware,
    isUnsupported: expectedResourceNames.every((name) => resources[name].support === "unsupported"),
  };
}

export function audioView({ player }: Session): AudioView | null {
  const { audio } = player;
  if (audio === undefined) return null;
  return {
    input: selectorView(player, "input"),
    output: selectorView(player, "output"),
    facts: outputFacts(audio.outputInfo),
  };
}

export function videoView(session: Session): VideoView | null {
  const { video } = session.player;
  if (video === undefined) return null;
  const { state, title, durationSeconds } = video;
  return {
    state,
    title,
    durationSeconds,
    facts: videoFacts(video),
    details: videoDetails(video),
    film: filmView(session),
    subtitles: tracksView(session, "subtitles"),
    audioTracks: tracksView(session, "audioTracks"),
    zooms: modesView(session, "zooms"),
    playModes: modesView(session, "playModes"),
  };
}

export function musicView(session: Session): MusicView | null {
  const { queue = emptyQueue, music } = session.player;
  const heard = music === undefined || music.track.title === "" ? undefined : music.track;
  const track = heard ?? queue;
  if (queue.total === 0 && track.title === "") return null;
  const { current, total } = queue;
  const { title, artist, album } = track;
  return {
    state: music?.playing ?? "unknown",
    title,
    artist,
    album,
    current,
    total,
    format: trackFormat(heard === undefined ? currentEntry(queue) : heard.details),
    cover: pictureKey(pictureOf(session, "cover")),
    durationSeconds: music?.durationSeconds,
    source: music?.source ?? "unknown",
    isPassThrough: music?.isPassThrough === true,
    mode: music?.mode,
    sound: music?.sound === undefined ? null : soundView(session),
    denies: music?.deniedActions ?? [],
    stops: music?.canStop === true,
  };
}

function soundView(context: Session): SoundView | null {
  const sound = soundOf(context);
  if (sound === undefined) return null;
  const { source, processing, output, isBitPerfect } = sound;
  const [khz, khzOut] = [source, output].map(({ sampleRateHz }) => kilohertzOf(sampleRateHz));
  const bits = textOf(source["bits"]);
  const rate = khz === undefined ? "" : bits === "" ? `${khz} kHz` : `${bits}/${khz}`;
  const format = textOf(output["format"]);
  return {
    source: joined(textOf(source["codec"]), rate),
    processing: (["dsp", "eq", "subwoofer"] as const).filter((step) => processing[step] === true),
    ...(processing["profile"] !== undefined && { profile: textOf(processing["profile"]) }),
    output: joined(format === "PCM" ? "" : format, khzOut === undefined ? "" : `${khzOut} kHz`),
    bitPerfect: isBitPerfect,
  };
}

function kilohertzOf(hertz: Json | undefined): number | undefined {
  return typeof hertz === "number" ? Math.round(hertz / 100) / 10 : undefined;
}

export function groupView({ player: { group }, bridge }: Session): GroupView | null {
  if (group === undefined) return null;
  return { role: group.role, members: group.members.map((member) => bridge.neighbors.get(member) ?? member) };
}

/** The address of a picture of what plays; empty if there is none. */
export function pictureOf(session: Session, name: PictureName): string {
  if (name === "cover") return session.player.music?.track.picture ?? "";
  const art = artOf(session);
  return (name === "poster" ? art?.picture : art?.backdrop) ?? "";
}

/** A key for a picture that does not reveal its address; empty if there is none. */
export function pictureKey(address: string): string {
  return address === "" ? "" : hash32(address).toString(36);
}

export function controlsView(session: Session): ControlsView {
  const supports = controlSupports(session);
  const { isMuted = null } = session.player.music ?? {};
  const volume = volumeOf(session);
  const noVolume = volume?.restriction ?? (supports["volume"] === "unsupported" ? "unreported" : null);
  const isSettable = supports["volume"] === "supported" && noVolume === null;
  const hasPower = supports["power"] === "supported" || supports["power"] === "unknown";
  return {
    support: { ...supports, announce: announceSupport(session) },
    power: hasPower ? powerWordsOf(session) : [],
    volume: isSettable && volume !== undefined ? (percentOf(volume) ?? null) : null,
    noVolume,
    sleepMinutes: session.player.sleep?.minutes ?? session.bridge.resumable?.sleepMinutes ?? null,
    isMuted: supports["mute"] === "supported" ? isMuted : null,
  };
}

/** How a track, or an entry of the queue, is stored: `FLAC 24 bit 96 kHz`. */
export function trackFormat(entry: JsonObject | undefined): string {
  if (entry === undefined) return "";
  const bits = numberOf(entry["bits"]);
  const rate = numberOf(entry["sampleRateHz"] ?? entry["SampleRate"]);
  const khz = rate === undefined ? undefined : Math.round(rate > 2000 ? rate / 100 : rate * 10) / 10;
  return joined(
    (textOf(entry["codec"]) || textOf(entry["extension"])).toUpperCase(),
    bits === undefined || bits === 0 ? "" : `${bits} bit`,
    khz === undefined || khz === 0 ? "" : `${khz} kHz`,
  );
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** A text; empty if the player sent anything else. */
export function textOf(value: Json | undefined): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

/** A number, even if the player sent it as text. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function selectorView(player: PlayerState, selector: Selector): SelectorView {
  const options = (player.audio?.[selector] ?? noRouting).entries.map(
    ({ tag, displayName, enabled, details }): OptionView => ({
      tag,
      name: displayName,
      isEnabled: enabled,
      hasIcon: typeof details["icon"] === "string",
    }),
  );
  return { current: selectedEntry(player, selector)?.tag, options };
}

function outputFacts(info: JsonObject): FactView[] {
  const rows = asList(info["infolist"])
    .map(asObject)
    .filter((row) => row !== undefined);
  const isConnected = info["isConnect"];
  const reported = rows.map((row) => fact(textOf(row["title"]), textOf(row["value"])));
  const formats = asList(info["formatLines"]).map(textOf).join("\n");
  // Most firmware reports the formats and the rate among the rows, too.
  const isNew = ({ text }: FactView): boolean => !reported.some((other) => other.text === text);
  return [
    fact("Connected", typeof isConnected === "boolean" ? (isConnected ? "yes" : "no") : ""),
    ...[fact("Sample rate", textOf(info["sampleRate"]))].filter(isNew),
    ...reported,
    ...[fact("Formats", formats)].filter(isNew),
  ].filter(({ label, text }) => label !== "" && text !== "");
}

function videoFacts({ resolution, codec, fps }: VideoStatus): string[] {
  const parts = [resolution.replace(/^(\d+)x(\d+)$/, "$1 × $2"), codec, fps === "" ? "" : `${fps} fps`];
  return parts.filter((part) => part !== "");
}

function videoDetails({ output, audioTrack, subtitle, playMode, zoom }: VideoStatus): FactView[] {
  return [
    fact("Screen", output.replace(/\s+/g, " ").trim()),
    fact("Sound", audioTrack),
    fact("Subtitle", subtitle),
    fact("Play mode", playMode),
    fact("Zoom", zoom),
  ].filter(({ text }) => text !== "");
}

function filmView(session: Session): FilmView | null {
  const art = artOf(session);
  if (art === undefined) return null;
  const { details, title } = art;
  const text = (name: string): string | undefined => textOf(details[name]) || undefined;
  return {
    title,
    year: numberOf(details["year"]),
    season: numberOf(details["season"]),
    episode: numberOf(details["episode"]),
    episodeTitle: text("episodeTitle"),
    tagLine: text("tagLine"),
    overview: text("overview"),
    poster: pictureKey(art.picture),
    backdrop: pictureKey(art.backdrop),
  };
}

function tracksView(session: Session, list: FilmList): ChoicesView {
  const { video } = session.player;
  return {
    current: video === undefined ? undefined : currentIndex(video, list),
    options: filmChoices(session, list),
  };
}

function modesView(session: Session, mode: FilmMode): ChoicesView {
  const { video, [mode]: options = [] } = session.player;
  const isIdle = video === undefined || video.state === "idle";
  return { current: currentMode(session, mode), options: isIdle ? [] : options };
}

function currentEntry({ entries, current }: MusicQueue): JsonObject | undefined {
  return entries.find((entry) => entry["position"] === current);
}

function fact(label: string, text: string): FactView {
  const withoutColon = label.trimEnd().replace(/[:：]$/, "");
  return { label: withoutColon.trimEnd(), text };
}
