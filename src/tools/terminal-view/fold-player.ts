import * as z from "zod";
import type { PlayerLeaf } from "../../core/topics/topics.ts";
import type { Selector } from "../../core/resources/audio.ts";
import { parseOutcome } from "./outcome-text.ts";
import {
  type MusicView,
  type PlayerView,
  positionNow,
  type SelectorView,
  type VideoView,
} from "./player-view.ts";

/** Applies the payload of one topic to a player. */
type Fold = (player: PlayerView, text: string, now: number) => PlayerView;

const outcomesKept = 3;

const word = z.string().catch("");
const count = z.number().catch(0);
const infoShape = z.object({ name: word, model: word });
const playlistShape = z.object({ size: count, currentIndex: z.number().catch(-1) });
const queueShape = z.object({ current: z.number().optional().catch(undefined) });
const optionShape = z.object({
  tag: z.string(),
  name: word,
  displayName: word,
  enable: z.unknown().optional(),
});

const folds: ReadonlyMap<string, Fold> = new Map<PlayerLeaf, Fold>([
  ["availability", foldAvailability],
  ["info", foldInfo],
  ["result", foldOutcome],
  ["audio/input", inSelector("input", (tag) => ({ tag }))],
  ["audio/input/name", inSelector("input", (name) => ({ name }))],
  ["audio/input/options", inSelector("input", (text) => ({ options: parseOptions(text) }))],
  ["audio/output", inSelector("output", (tag) => ({ tag }))],
  ["audio/output/name", inSelector("output", (name) => ({ name }))],
  ["audio/output/options", inSelector("output", (text) => ({ options: parseOptions(text) }))],
  ["video/state", foldState],
  ["video/title", inVideo((title) => ({ title }))],
  ["video/resolution", inVideo((resolution) => ({ resolution }))],
  ["video/fps", inVideo((fps) => ({ fps }))],
  ["video/codec", inVideo((codec) => ({ codec }))],
  ["video/output", inVideo((output) => ({ output }))],
  ["video/audio-track", inVideo((audioTrack) => ({ audioTrack }))],
  ["video/subtitle", inVideo((subtitle) => ({ subtitle }))],
  ["video/duration", inVideo((text) => ({ durationSeconds: readNumber(text) }))],
  ["video/position", inVideo(readPosition)],
  ["video/playlist", foldPlaylist],
  ["video/playlist/current", (player, title) => ({ ...player, playlist: { ...player.playlist, title } })],
  ["music/title", inMusic((title) => ({ title }))],
  ["music/artist", inMusic((artist) => ({ artist }))],
  ["music/album", inMusic((album) => ({ album }))],
  ["music/queue/total", inMusic((text) => ({ total: readNumber(text) ?? 0 }))],
  ["music/queue", inMusic((text) => ({ current: queueShape.safeParse(parseJson(text)).data?.current }))],
]);

/** The player after one more message. */
export function foldPlayer(player: PlayerView, leaf: string, text: string, now: number): PlayerView {
  return folds.get(leaf)?.(player, text, now) ?? player;
}

function inVideo(read: (text: string, now: number) => Partial<VideoView>): Fold {
  return (player, text, now) => ({ ...player, video: { ...player.video, ...read(text, now) } });
}

function inMusic(read: (text: string) => Partial<MusicView>): Fold {
  return (player, text) => ({ ...player, music: { ...player.music, ...read(text) } });
}

function inSelector(selector: Selector, read: (text: string) => Partial<SelectorView>): Fold {
  return (player, text) => {
    const changed = { ...player.selectors[selector], ...read(text) };
    return { ...player, selectors: { ...player.selectors, [selector]: changed } };
  };
}

/** A bridge publishes the same again after a reconnect: only a change has a time. */
function foldAvailability(player: PlayerView, availability: string, now: number): PlayerView {
  if (player.availability === availability) return player;
  const changedAt = player.availability === "" ? undefined : now;
  return { ...player, availability, changedAt, video: freezePosition(player, now) };
}

function foldInfo(player: PlayerView, text: string): PlayerView {
  const { name = "", model = "" } = infoShape.safeParse(parseJson(text)).data ?? {};
  return { ...player, name: name === "" ? player.id : name, model };
}

function foldOutcome(player: PlayerView, text: string, now: number): PlayerView {
  const report = parseOutcome(text);
  if (report === undefined) return player;
  return { ...player, outcomes: [{ report, at: now }, ...player.outcomes].slice(0, outcomesKept) };
}

function foldState(player: PlayerView, state: string, now: number): PlayerView {
  return { ...player, video: { ...freezePosition(player, now), state } };
}

/** Keeps the extrapolated position when a video stops. */
function freezePosition(player: PlayerView, now: number): VideoView {
  const seconds = positionNow(player, { now, isCurrent: true });
  return { ...player.video, position: seconds === undefined ? undefined : { seconds, at: now } };
}

function foldPlaylist(player: PlayerView, text: string): PlayerView {
  const { size = 0, currentIndex = -1 } = playlistShape.safeParse(parseJson(text)).data ?? {};
  return { ...player, playlist: { ...player.playlist, size, currentIndex } };
}

function readPosition(text: string, now: number): Partial<VideoView> {
  const seconds = readNumber(text);
  return { position: seconds === undefined ? undefined : { seconds, at: now } };
}

function parseOptions(text: string): SelectorView["options"] {
  const list = parseJson(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const option = optionShape.safeParse(entry).data;
    if (option === undefined) return [];
    const { tag, name, displayName, enable } = option;
    return [{ tag, name: displayName || name || tag, isEnabled: enable !== false }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readNumber(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
