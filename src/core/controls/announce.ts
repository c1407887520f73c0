import type { PresetStep } from "./preset.ts";
import type { Stream } from "./call.ts";
import { operationSupport, type KnownPlayer } from "./known-player.ts";
import { readStream, streamFields } from "./stream.ts";
import { controlSupport, controls, isPossible } from "./table.ts";
import { selectedEntry } from "../resources/audio.ts";
import { parseObject } from "../resources/json.ts";
import type { Support } from "../resources/resource.ts";
import type { Lost, ResumePoint } from "../resources/resumable-state.ts";

/** What to play in between. */
export interface Announcement {
  readonly stream: Stream;
  /** In percent; undefined leaves the volume as it is. */
  readonly volume: number | undefined;
  /** Whether it is refused if something could not come back. */
  readonly keeps: boolean;
}

export const announceWording = {
  field: "value",
  fields: [...streamFields, "volume", "keep"],
  expected: "an http or https address, or JSON with address, and with volume (percent) and keep if wanted",
} as const;

/** The longest time of an announcement, from its first step to its way back. */
export const announceTakesMs = 420_000;

/** Parses an announcement; undefined for an invalid one. */
export function readAnnouncement(request: string): Announcement | undefined {
  const stream = readStream(request);
  if (stream === undefined) return undefined;
  const { volume, keep = false } = parseObject(request) ?? {};
  const isVolume = volume === undefined || (typeof volume === "number" && volume >= 0 && volume <= 100);
  return isVolume && typeof keep === "boolean" ? { stream, volume, keeps: keep } : undefined;
}

/** The film or the track that plays or is paused; undefined for none. */
export function heardKey({ player: { video, music } }: Pick<KnownPlayer, "player">): string | undefined {
  if (video !== undefined && video.state !== "idle" && video.state !== "unknown") return `video ${video.key}`;
  if (music === undefined || music.playing === "idle" || music.isPassThrough) return undefined;
  return `music ${music.track.key}`;
}

/** Which of both plays now; undefined while nothing does, as far as known. */
export function playingKind({ player: { video, music } }: Pick<KnownPlayer, "player">) {
  if (video?.state === "playing") return "video";
  return music?.playing === "playing" && !music.isPassThrough ? "music" : undefined;
}

/** How to get back to what plays now, and what of it would be lost. */
export function resumePointOf(session: KnownPlayer): ResumePoint {
  const { video, music, queue } = session.player;
  const input = selectedEntry(session.player, "input")?.tag;
  const nothing = { isPaused: false, input, steps: [], lost: [] };
  const key = heardKey(session);
  if (key === undefined) return nothing;
  const isFilm = key.startsWith("video ");
  const kind = isFilm ? "video" : "music";
  const isPaused = playingKind(session) === undefined;
  const seconds = isFilm ? video?.positionSeconds : music?.positionSeconds;
  const position: PresetStep | undefined =
    seconds === undefined ? undefined : { target: `${kind}/position`, request: String(Math.floor(seconds)) };
  const common = { key, isPaused, input, position };
  const found = isFilm ? filmAgain(session) : trackAgain(session);
  if (typeof found === "string") return { ...common, position: undefined, steps: [], lost: [found] };
  const isQueueLost = found.target === "library/play" && (queue?.total ?? 0) > 1;
  return { ...common, steps: [found], lost: isQueueLost ? ["queue"] : [] };
}

function filmAgain(session: KnownPlayer): PresetStep | Lost {
  const path = session.player.video?.path;
  const canOpen = isPossible(operationSupport(session, "openFile"));
  return canOpen && path?.startsWith("/") === true ? { target: "play", request: path } : "film";
}

function trackAgain(session: KnownPlayer): PresetStep | Lost {
  const { music, queue } = session.player;
  const isQueue = music?.queueStamp !== undefined && music.source !== "bluetooth";
  // A player that plays streams beside its queue still has it afterwards.
  const keepsQueue = operationSupport(session, "playStream") !== "unsupported";
  if (keepsQueue)
    return isQueue && queue?.current !== undefined && isPossible(controlSupport(session, "music/queue"))
      ? { target: "music/queue", request: String(queue.current) }
      : "stream";
  if (music?.source !== "internal") return "stream";
  const { id } = music.track;
  return id !== undefined && isPossible(controlSupport(session, "library/play"))
    ? { target: "library/play", request: `track ${id}` }
    : "track";
}

export function announceSupport(session: KnownPlayer): Support | "off" {
  const supports = (["openAddress", "renderStream", "playStream"] as const)
    .filter((operation) => controls.play.applies(session, operation))
    .map((operation) => operationSupport(session, operation));
  const usable = supports.find(isPossible);
  return usable ?? (supports.includes("off") ? "off" : "unsupported");
}
