import type { MusicAction, MusicMode, MusicPlaying, MusicState } from "../../core/resources/music.ts";
import { pictureAddress } from "../http/picture-address.ts";
import { modeOf as orderWord, musicState, type TrackFacts, volume as volumeOf } from "../polled/music.ts";
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
  return ownPath(actions.find(({ attributes }) => attributes["name"] === name)?.attributes["url"]);
}

/** A path of the player itself; undefined for any other address. */
export function ownPath(url: string | undefined): string | undefined {
  return url?.startsWith("/") === true && !url.startsWith("//") ? url : undefined;
}

/** What a state means; of an input, only that it is open. */
const playings = { play: "playing", stream: "playing", pause: "paused", stop: "idle" } as const;

export function musicOf(status: XmlElement, { origin, volume, ageMs }: StatusContext): MusicState {
  const text = (name: string): string => shownText(textOf(status, name));
  const [service, word] = [textOf(status, "service"), textOf(status, "state")];
  const [isInput, isOther] = [service === inputs, isStream(status)];
  const lines = ["title1", "title2", "title3"].map(text);
  const [first = "", second = "", third = ""] = lines;
  const playing = Object.hasOwn(playings, word) ? playings[word as keyof typeof playings] : "unknown";
  const durationSeconds = Math.max(0, Math.round(numberIn(textOf(status, "totlen")) ?? 0)) || undefined;
  const track = {
    title: isInput ? first : text("name") || (isOther ? second : first),
    artist: isInput ? "" : text("artist") || (isOther ? "" : second),
    album: isInput ? "" : text("album") || (isOther ? "" : third),
    picture: pictureIn(textOf(status, "image"), origin),
    service: text("serviceName") || undefined,
    ...formatOf(textOf(status, "streamFormat")),
    quality: text("quality") || undefined,
    lines: lines.some((line) => line !== "") ? lines : undefined,
  };
  const kind = service === "LocalMusic" ? "internal" : service === "" ? "unknown" : "network";
  const facts = {
    playing,
    source: service,
    kind: isInput ? "input" : kind,
    place: isOther ? "" : textOf(status, "song"),
    positionSeconds: positionOf(status, playing, durationSeconds, ageMs),
    durationSeconds,
    station: isOther && !isInput ? first : "",
    ...orderOf(status),
    volume: volume && volumeOf(volume.level, { isLocked: volume.level === undefined }),
    isMuted: volume?.isMuted,
  } as const;
  const state = musicState(facts, track, origin);
  const isBluetooth = isInput && textOf(status, "inputTypeIndex").startsWith("bluetooth");
  return {
    ...state,
    source: isBluetooth ? "bluetooth" : state.source,
    deniedActions: deniedActionsOf(status, durationSeconds),
    queueStamp: isOther ? undefined : textOf(status, "pid") || undefined,
  };
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

/** `FLAC 24/44.1`, `MP3 320 kb/s`, and `FLAC 44100/16/2` of older firmware; nothing for another form. */
const formats = [
  /^(?<codec>[A-Za-z]\w*) (?<bits>\d\d?)\/(?<kilohertz>\d+(?:\.\d+)?)$/,
  /^(?<codec>[A-Za-z]\w*) (?<hertz>\d{4,6})\/(?<bits>\d\d?)\/(?<channels>\d\d?)$/,
  /^(?<codec>[A-Za-z]\w*) (?<bitrate>\d+ kb\/s)$/,
];

function formatOf(text: string): TrackFacts {
  const found = formats.map((format) => format.exec(text)?.groups).find((groups) => groups !== undefined);
  const parts: Readonly<Record<string, string | undefined>> = found ?? {};
  const { codec, bits, kilohertz, hertz, channels, bitrate } = parts;
  const rate = kilohertz === undefined ? numberIn(hertz) : Math.round(Number(kilohertz) * 1000);
  return { codec, bitrate, bits: numberIn(bits), channels: numberIn(channels), sampleRateHz: rate };
}

/** The absolute address of a picture; empty for none. */
export function pictureIn(image: string, origin: string): string {
  const url = pictureAddress(image, origin);
  if (url?.pathname !== "/Artwork" || url.origin !== new URL(origin).origin) return url?.href ?? "";
  // Otherwise the player redirects to the host of the service.
  return `${url.href}${url.search === "" ? "?" : "&"}followRedirects=1`;
}
