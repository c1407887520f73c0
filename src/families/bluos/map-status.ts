import type { MusicAction, MusicMode, MusicPlaying, MusicState } from "../../core/resources/music.ts";
import { sanitizeJson } from "../http/parse-json.ts";
import { pictureAddress } from "../http/picture-address.ts";
import { modeOf as orderWord, volume as volumeOf } from "../polled/music.ts";
import type { OwnVolume } from "./map-sync.ts";
import { numberIn, shownText, textOf, type XmlElement } from "../http/xml.ts";

/** The service of the inputs. */
const inputs = "Capture";

interface StatusContext {
  readonly origin: string;
  /** The player's own volume; the status of a secondary has that of its group. */
  readonly volume: OwnVolume | undefined;
  /** The time since the status was answered. */
  readonly ageMs: number;
}

/** The tag of the input that plays; undefined if none does. */
export function inputTagOf(
  status: XmlElement,
  list: readonly { readonly tag: string; readonly url: string }[],
): string | undefined {
  const service = textOf(status, "service");
  // A service in the list of inputs, such as Spotify, has its name as tag.
  const names =
    service === inputs ? [textOf(status, "inputTypeIndex"), textOf(status, "inputId")] : [service];
  const named = names.find((name) => list.some(({ tag }) => tag === name));
  if (named !== undefined || service !== inputs) return named;
  // For the first moments, only the address says which input it is.
  const address = textOf(status, "streamUrl");
  return list.find(({ url }) => url === address)?.tag ?? (names.find((name) => name !== "") || undefined);
}

/** Whether what plays is not from the queue. */
export function isStream(status: XmlElement): boolean {
  return textOf(status, "streamUrl") !== "";
}

/** The path of an action that the player offers now, such as `skip`; undefined if it does not. */
export function actionOf(status: XmlElement, name: string): string | undefined {
  const actions = status.children.find((child) => child.name === "actions")?.children ?? [];
  const url = actions.find(({ attributes }) => attributes["name"] === name)?.attributes["url"];
  return url?.startsWith("/") === true && !url.startsWith("//") ? url : undefined;
}

export function musicOf(status: XmlElement, { origin, volume, ageMs }: StatusContext): MusicState {
  const isInput = textOf(status, "service") === inputs;
  const playing = playingOf(textOf(status, "state"), isInput);
  const isIdle = playing === "idle";
  const durationSeconds = durationOf(status);
  return {
    playing,
    uncertain: undefined,
    isPassThrough: isInput,
    deniedActions: deniedActionsOf(status, durationSeconds),
    canStop: true,
    source: sourceOf(status),
    track: trackOf(status, isInput, origin),
    // What has stopped has neither, as with other players.
    positionSeconds: isInput || isIdle ? undefined : positionOf(status, playing, durationSeconds, ageMs),
    durationSeconds: isIdle ? undefined : durationSeconds,
    mode: modeOf(status),
    station: isStream(status) && !isInput ? shownText(textOf(status, "title1")) : "",
    ...orderOf(status),
    volume: volume && volumeOf(volume.level, { isLocked: volume.level === undefined }),
    isMuted: volume?.isMuted,
    queueStamp: isStream(status) ? undefined : textOf(status, "pid") || undefined,
    routingMark: undefined,
  };
}

function playingOf(state: string, isInput: boolean): MusicPlaying {
  switch (state) {
    case "play":
    case "stream":
      // For an input, it only says that the input is open.
      return isInput ? "unknown" : "playing";
    case "pause":
      return "paused";
    case "stop":
      return "idle";
    default:
      return "unknown";
  }
}

function deniedActionsOf(status: XmlElement, durationSeconds: number | undefined): readonly MusicAction[] {
  const canSeek = textOf(status, "canSeek") === "1" && durationSeconds !== undefined;
  const steps: readonly [MusicAction, string][] = [
    ["next", "skip"],
    ["previous", "back"],
  ];
  const denied = isStream(status)
    ? steps.flatMap(([action, name]) => (actionOf(status, name) === undefined ? [action] : []))
    : [];
  return canSeek ? denied : [...denied, "seek"];
}

function sourceOf(status: XmlElement): MusicState["source"] {
  const service = textOf(status, "service");
  if (service === "LocalMusic") return "internal";
  if (service === inputs)
    return textOf(status, "inputTypeIndex").startsWith("bluetooth") ? "bluetooth" : "unknown";
  return service === "" ? "unknown" : "network";
}

/** In whole seconds, as with other players; 0 is unknown. */
function durationOf(status: XmlElement): number | undefined {
  const seconds = Math.round(numberIn(textOf(status, "totlen")) ?? 0);
  return seconds > 0 ? seconds : undefined;
}

function positionOf(
  status: XmlElement,
  playing: MusicPlaying,
  durationSeconds = Number.POSITIVE_INFINITY,
  ageMs: number,
): number | undefined {
  const seconds = numberIn(textOf(status, "secs"));
  if (seconds === undefined || seconds < 0) return undefined;
  return Math.floor(Math.min(seconds + (playing === "playing" ? ageMs / 1000 : 0), durationSeconds));
}

/** Shuffle and repeat of the queue; neither applies to a stream. */
function orderOf(status: XmlElement): Pick<MusicState, "shuffle" | "repeat"> {
  const [shuffle, repeat] = [textOf(status, "shuffle"), textOf(status, "repeat")];
  if (isStream(status) || shuffle === "" || repeat === "") return {};
  return { shuffle: shuffle === "1", repeat: repeat === "0" ? "all" : repeat === "1" ? "one" : "off" };
}

/** The order of the queue as one word; undefined where the player tells none. */
export function modeOf(status: XmlElement): MusicMode | "other" | undefined {
  const { shuffle, repeat } = orderOf(status);
  return orderWord(shuffle, repeat);
}

function trackOf(status: XmlElement, isInput: boolean, origin: string): MusicState["track"] {
  const isOther = isStream(status);
  const lines = ["title1", "title2", "title3"].map((name) => shownText(textOf(status, name)));
  const [first = "", second = "", third = ""] = lines;
  const text = (name: string): string => shownText(textOf(status, name));
  const title = isInput ? first : text("name") || (isOther ? second : first);
  const artist = isInput ? "" : text("artist") || (isOther ? "" : second);
  const album = isInput ? "" : text("album") || (isOther ? "" : third);
  const picture = pictureIn(textOf(status, "image"), origin);
  const facts = {
    service: text("serviceName") || undefined,
    ...formatOf(textOf(status, "streamFormat")),
    quality: text("quality") || undefined,
    station: isOther && !isInput && first !== "" ? first : undefined,
    lines: lines.some((line) => line !== "") ? lines : undefined,
    picture: picture || undefined,
  };
  const place = isOther ? "" : textOf(status, "song");
  const isNothing = title === "" && artist === "" && first === "";
  return {
    title,
    artist,
    album,
    key: isNothing ? "" : JSON.stringify([textOf(status, "service"), place, title, artist, album, first]),
    picture,
    details: sanitizeJson({
      title: title || undefined,
      artist: artist || undefined,
      album: album || undefined,
      ...facts,
    }),
  };
}

/** `FLAC 24/44.1`, `MP3 320 kb/s`, and `FLAC 44100/16/2` of older firmware; nothing for another form. */
function formatOf(text: string): Readonly<Record<string, string | number>> {
  const rate = /^(?<codec>[A-Za-z]\w*) (?<bits>\d\d?)\/(?<kilohertz>\d+(?:\.\d+)?)$/.exec(text)?.groups;
  if (rate !== undefined) {
    const sampleRateHz = Math.round(Number(rate["kilohertz"]) * 1000);
    return { codec: rate["codec"] ?? "", bits: Number(rate["bits"]), ...sampleRateOf(sampleRateHz) };
  }
  const older = /^(?<codec>[A-Za-z]\w*) (?<hertz>\d{4,6})\/(?<bits>\d\d?)\/(?<channels>\d\d?)$/.exec(
    text,
  )?.groups;
  if (older !== undefined) {
    const { codec = "", hertz, bits, channels } = older;
    return { codec, bits: Number(bits), channels: Number(channels), ...sampleRateOf(Number(hertz)) };
  }
  const compressed = /^(?<codec>[A-Za-z]\w*) (?<bitrate>\d+ kb\/s)$/.exec(text)?.groups;
  return compressed === undefined
    ? {}
    : { codec: compressed["codec"] ?? "", bitrate: compressed["bitrate"] ?? "" };
}

function sampleRateOf(sampleRateHz: number) {
  return { sampleRate: `${sampleRateHz / 1000} kHz`, sampleRateHz };
}

/** The absolute address of a picture; empty for none. */
export function pictureIn(image: string, origin: string): string {
  const url = pictureAddress(image, origin);
  if (url?.pathname !== "/Artwork" || url.origin !== new URL(origin).origin) return url?.href ?? "";
  // Otherwise the player redirects to the host of the service.
  return `${url.href}${url.search === "" ? "?" : "&"}followRedirects=1`;
}
