import * as z from "zod";
import type { JsonObject } from "../core/resources/json.ts";
import type { MusicMode, MusicPlaying, MusicState, Track, Volume } from "../core/resources/music.ts";
import { once } from "../lib/once.ts";
import { sanitizeJson, cutQuery } from "./sanitize-json.ts";
import { asNumber, flag, number, text } from "./tolerant.ts";
import { part, type ReadContext } from "./wire.ts";

/** The answer of getState, limited to the fields in use. */
export const musicAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      state: number,
      position: number,
      duration: number,
      loopModel: number,
      playType: number,
      playQueueChangedTime: text,
      updateQueue: text,
      playingMusic: part({
        id: number,
        type: number,
        title: text,
        artist: text,
        album: text,
        albumArt: text,
        extension: text,
        channels: number,
        bits: number,
        sampleRate: text,
        bitrate: text,
      }),
      everSoloPlayInfo: part({
        currentPosition: number,
        duration: number,
        icon: text,
        everSoloPlayAudioInfo: part({
          songName: text,
          artistName: text,
          albumName: text,
          albumUrl: text,
          albumArt: text,
          audioBitsPerSample: number,
          audioChannels: number,
          audioSampleRate: number,
        }),
      }),
      // Most players spell the current volume with two t.
      volumeData: part({
        maxVolume: number,
        minVolume: number,
        currenttVolume: number,
        currentVolume: number,
        isMute: flag,
      }),
    }),
  ),
);

type MusicAnswer = z.infer<ReturnType<typeof musicAnswer>>;

/** Maps the music state; undefined if the answer contains none. */
export function mapMusic(json: object, context: ReadContext): MusicState | undefined {
  const answer = musicAnswer().parse(json);
  if (answer.state === undefined && answer.volumeData === undefined) return undefined;
  const source = sourceOf(asNumber(answer.playType));
  const isElsewhere = source === "bluetooth" || source === "network";
  const told = answer.everSoloPlayInfo;
  const positionMs = asNumber((isElsewhere ? told?.currentPosition : undefined) ?? answer.position);
  const durationMs = asNumber((isElsewhere ? told?.duration : undefined) ?? answer.duration) ?? 0;
  const playing = playingOf(asNumber(answer.state));
  return {
    playing,
    source,
    // The internal player still reports its last track when another source plays.
    track: isElsewhere ? trackElsewhere(answer, source, context) : trackInside(answer, source, context),
    positionSeconds:
      playing === "idle" || positionMs === undefined ? undefined : Math.floor(Math.max(0, positionMs) / 1000),
    durationSeconds: playing === "idle" || durationMs <= 0 ? undefined : Math.round(durationMs / 1000),
    mode: modeOf(asNumber(answer.loopModel)),
    volume: volumeOf(answer.volumeData),
    isMuted: answer.volumeData?.isMute,
    queueStamp:
      answer.playQueueChangedTime === undefined
        ? undefined
        : `${answer.playQueueChangedTime}/${answer.updateQueue ?? ""}`,
  };
}

function playingOf(state: number | undefined): MusicPlaying {
  switch (state) {
    case 0:
      return "idle";
    case 3:
      return "playing";
    case 4:
      return "paused";
    default:
      return "unknown";
  }
}

function sourceOf(playType: number | undefined): MusicState["source"] {
  switch (playType) {
    case undefined:
      return "unknown";
    case 4:
      return "bluetooth";
    case 5:
      return "internal";
    default:
      return "network";
  }
}

function modeOf(loop: number | undefined): MusicMode | "other" | undefined {
  switch (loop) {
    case undefined:
      return undefined;
    case 0:
      return "list";
    case 1:
      return "single";
    case 2:
      return "shuffle";
    default:
      return "other";
  }
}

function volumeOf(data: MusicAnswer["volumeData"]): Volume | undefined {
  const level = asNumber(data?.currenttVolume ?? data?.currentVolume);
  const least = asNumber(data?.minVolume) ?? 0;
  const most = asNumber(data?.maxVolume);
  return level === undefined || most === undefined ? undefined : { level, least, most };
}

function trackInside(
  { playingMusic = {} }: MusicAnswer,
  source: MusicState["source"],
  context: ReadContext,
): Track {
  const { id, type, title = "", artist = "", album = "", albumArt } = playingMusic;
  const { extension, channels, bits, sampleRate, bitrate } = playingMusic;
  const picture = absolute(albumArt, context) ?? pictureById(id, type, context) ?? "";
  return trackOf({
    source,
    id,
    picture,
    texts: [title, artist, album],
    facts: { extension, channels, bits, sampleRate, bitrate },
  });
}

function trackElsewhere(
  { everSoloPlayInfo = {} }: MusicAnswer,
  source: MusicState["source"],
  context: ReadContext,
): Track {
  const { icon, everSoloPlayAudioInfo: audio = {} } = everSoloPlayInfo;
  const { songName = "", artistName = "", albumName = "", albumUrl, albumArt } = audio;
  const { audioBitsPerSample: bits, audioChannels: channels, audioSampleRate: sampleRate } = audio;
  const picture = [albumUrl, albumArt, icon].map((one) => absolute(one, context)).find(Boolean) ?? "";
  return trackOf({
    source,
    id: undefined,
    picture,
    texts: [songName, artistName, albumName],
    facts: { channels, bits, sampleRate },
  });
}

interface TrackParts {
  readonly source: MusicState["source"];
  readonly id: number | string | undefined;
  readonly picture: string;
  readonly texts: readonly [title: string, artist: string, album: string];
  readonly facts: Readonly<Record<string, unknown>>;
}

function trackOf({ source, id, picture, texts, facts }: TrackParts): Track {
  const [title = "", artist = "", album = ""] = texts.map(cutQuery);
  const isNothing = title === "" && artist === "" && (id === undefined || id === 0);
  const details: JsonObject = sanitizeJson({ source, title, artist, album, ...facts, picture });
  return {
    title,
    artist,
    album,
    key: isNothing ? "" : JSON.stringify([source, id ?? null, title, artist, album]),
    picture: isNothing ? "" : picture,
    details,
  };
}

/** The absolute address of a picture; one on another host is shown without its query, which may be a key. */
function absolute(address: string | undefined, { origin }: ReadContext): string | undefined {
  if (address === undefined || address === "" || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return url.host === new URL(origin).host ? url.href : cutQuery(url.href);
}

/** The player's own picture of a track, by the track's id. */
function pictureById(
  id: number | string | undefined,
  type: number | string | undefined,
  { origin, pathPrefix }: ReadContext,
): string | undefined {
  if (id === undefined || id === 0) return undefined;
  const query = `id=${encodeURIComponent(id)}&musicType=${encodeURIComponent(type ?? 0)}&type=4&target=16`;
  return absolute(`/${pathPrefix}MusicControl/v2/getImage?${query}`, { origin, pathPrefix });
}
