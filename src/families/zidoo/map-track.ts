import type { JsonObject } from "../../core/resources/json.ts";
import type { MusicState, Track } from "../../core/resources/music.ts";
import type { MusicAnswer } from "./music-answer.ts";
import { pictureAddress } from "../http/picture-address.ts";
import { cutQuery, sanitizeJson, sanitizeJsonWithoutQueries } from "../http/parse-json.ts";
import { asNumber, type ReadContext } from "./wire.ts";

export function mapInternalTrack(
  { playingMusic = {}, everSoloPlayInfo, volumeData }: MusicAnswer,
  source: MusicState["source"],
  context: ReadContext,
): Track {
  const { id, type, title, artist, album, albumArt, audioDecodec, streamId } = playingMusic;
  const { extension, channels, bits, sampleRate, sampleRateNumber, bitrate } = playingMusic;
  return trackOf({
    source,
    id,
    texts: { title, artist, album },
    picture: pictureAddress(albumArt, context.origin)?.href ?? pictureById(id, type, context),
    facts: {
      extension,
      codec: audioDecodec,
      service: streamId || serviceOf(everSoloPlayInfo?.playTypeSubtitle),
      channels,
      bits,
      ...sampleRates(sampleRate, sampleRateNumber),
      bitrate,
      sacdArea: volumeData?.sacdArea,
    },
  });
}

/** Bluetooth has its texts and rates in separate fields. */
export function mapExternalTrack(
  answer: MusicAnswer,
  source: MusicState["source"],
  context: ReadContext,
): Track {
  const { everSoloPlayInfo: info = {} } = answer;
  const { everSoloPlayAudioInfo: audio = {}, everSoloBtInInfo } = info;
  const bluetooth = (source === "bluetooth" ? everSoloBtInInfo : undefined) ?? {};
  const pictures = [audio.albumUrl, audio.albumArt, info.icon];
  return trackOf({
    source,
    id: undefined,
    texts: {
      title: audio.songName || bluetooth.audioTitle,
      artist: audio.artistName || bluetooth.audioArtist,
      album: audio.albumName || bluetooth.audioAlbum,
    },
    picture: pictures.map((one) => pictureAddress(one, context.origin)).find(Boolean)?.href,
    facts: {
      codec: audio.audioDecodec || bluetooth.audioDecodec,
      // An input that is passed on under the number of the internal player has the name of that one.
      service: asNumber(answer.playType) === 5 ? undefined : serviceOf(info.playTypeSubtitle),
      channels: audio.audioChannels,
      bits: audio.audioBitsPerSample,
      ...sampleRates(undefined, audio.audioSampleRate || bluetooth.audioSampleRate),
    },
  });
}

function sampleRates(text: string | undefined, hertz: number | string | undefined) {
  const sampleRateHz = asNumber(hertz);
  return { sampleRate: text || (sampleRateHz && `${sampleRateHz / 1000} kHz`), sampleRateHz };
}

/** The service or the device that a source names, such as `Phone()`; the player itself is none. */
function serviceOf(subtitle = ""): string {
  const name = subtitle.trim().replace(/\s*\(\)$/, "");
  return /^(?:LOCAL|Eversolo|Zidoo)$/i.test(name) ? "" : name;
}

interface TrackParts {
  readonly source: MusicState["source"];
  readonly id: number | string | undefined;
  readonly texts: Readonly<Record<"title" | "artist" | "album", string | undefined>>;
  readonly picture: string | undefined;
  readonly facts: Readonly<Record<string, string | number | undefined>>;
}

function trackOf({ source, id, picture = "", texts, facts }: TrackParts): Track {
  const title = nameIn(texts.title);
  const artist = nameIn(texts.artist);
  const album = nameIn(texts.album);
  const isNothing = title === "" && artist === "" && !id;
  const shown = isNothing ? "" : picture;
  const details = sanitizeJson({ source, title, artist, album, ...known(facts), picture: shown });
  return {
    title,
    artist,
    album,
    ...(Number(id) > 0 && { id: String(id) }),
    key: isNothing ? "" : JSON.stringify([source, id, title, artist, album]),
    picture: shown,
    details,
  };
}

/** Players are Android devices, whose media store calls what it does not know `<unknown>`; Java writes such a text as `null`. */
function nameIn(text = ""): string {
  return /^\s*(?:<unknown>|null)\s*$/.test(text) ? "" : cutQuery(text);
}

/** Players report facts that they do not know as zero or as an empty text. */
function known(facts: TrackParts["facts"]): JsonObject {
  const told = Object.entries(facts).filter(([, fact]) => !/^0*$/.test(String(fact).trim()));
  return sanitizeJsonWithoutQueries(Object.fromEntries(told));
}

export function pictureById(
  id: number | string | undefined,
  type: number | string | undefined,
  { origin, pathPrefix }: ReadContext,
): string | undefined {
  if (!id) return undefined;
  const query = `id=${encodeURIComponent(id)}&musicType=${encodeURIComponent(type ?? 0)}&type=4&target=16`;
  return new URL(`/${pathPrefix}MusicControl/v2/getImage?${query}`, origin).href;
}
