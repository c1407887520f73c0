import {
  anything,
  displayNames,
  json,
  levelTopics,
  musicPlayerTopics,
  oneOf,
  orderTopics,
  positionOf,
  presetTopics,
  problemOfNames,
  problemsWith,
  queueTopics,
} from "../topic-rules.ts";
import type { Published, Settings, Topics } from "../topic-rules.ts";
import { type BluosHttpPlayer, canSeek, pidOf } from "./http-player.ts";
import { type Bluos, type Input, type Stream, tagOf, type Track, type Zone } from "./arbitrary.ts";
import {
  groupLevelOf,
  inputOf,
  isOrdered,
  isService,
  leaderOf,
  orderOf,
  selectedTag,
  trackOf,
} from "./model.ts";

/*
 * What must be on the topics of a player that works with BluOS, from docs/topics.md, the specification and the state of the
 * player alone.
 */

/** What is wrong with the topics of an online player; empty if all is right. */
export function problemsOf(player: BluosHttpPlayer, settings: Settings, published: Published): string[] {
  const secret = [...published].find(([, text]) => text.includes("s3cret"));
  return [
    ...problemsWith(topicsOf(player, settings, published), published),
    ...(secret === undefined ? [] : [`${secret[0]} has a key to an account: ${secret[1]}`]),
  ];
}

function topicsOf(player: BluosHttpPlayer, settings: Settings, published: Published): Topics {
  const { bluos, url } = player;
  const { dialect, zone } = bluos;
  const leader = leaderOf(bluos);
  const { mac } = player.placeOf(zone);
  const firmware = { told: "4.16.6", asked: "4.6.3", unknown: undefined }[dialect.version];
  const known = firmware === undefined ? {} : { firmware };
  return {
    ...musicPlayerTopics({ family: "bluos", model: "RANDOM ONE", ...known, address: url, mac }),
    ...volume(zone),
    ...group(player),
    sleep: leader.sleepMinutes === 0 ? "" : String(leader.sleepMinutes),
    ...(zone.battery !== undefined && {
      battery: String(zone.battery.level),
      "battery/charging": zone.battery.isCharging ? "on" : "off",
    }),
    ...inputs(bluos, published, url),
    ...(dialect.presets !== "none" && presetTopics(zone.presets)),
    ...queueTopics(
      {
        id: pidOf(leader),
        current: leader.source.from === "queue" && leader.queue.length > 0 ? leader.song : undefined,
        entries: (isWhole) =>
          leader.queue.map((track, at) => entry(track, at, trackOf(leader) && leader.song, isWhole)),
      },
      settings,
      published,
    ),
    ...music(player),
  };
}

function volume({ level, isMuted }: Zone): Topics {
  if (level !== undefined) return levelTopics(level, isMuted);
  // Whether a fixed output can be muted is not known.
  const mute = (found: string): string | undefined => oneOf(found, ["off", ""]);
  const none = { volume: "", "volume/level": "", "volume/range": "", "volume/restriction": anything };
  return { ...none, mute };
}

function group(player: BluosHttpPlayer): Topics {
  const { bluos } = player;
  const { zone, mate, role } = bluos;
  if (role === "none") return { group: json({ role, members: [] }), "group/volume": "", "group/mute": "" };
  const [self, other] = [player.id, player.placeOf(mate).address];
  const isPrimary = role === "primary";
  const members = isPrimary ? [self, other] : [other, self];
  const level = isPrimary ? groupLevelOf(bluos) : undefined;
  return {
    group: json({ role, primary: members[0], members }),
    "group/volume": level === undefined ? "" : String(level),
    "group/mute": !isPrimary
      ? ""
      : level === undefined || bluos.dialect.missing.includes("mute")
        ? anything
        : zone.isMuted && mate.isMuted
          ? "on"
          : "off",
  };
}

const typeNames: Readonly<Record<string, string>> = {
  analog: "Analog",
  arc: "HDMI ARC",
  bluetooth: "Bluetooth",
  microphone: "Microphone",
  phono: "Phono",
  spdif: "S/PDIF",
};

/** In the list, an input without a name has words for its type. */
function listedName(input: Input): string {
  return input.text ?? typeNames[input.inputType] ?? "";
}

function inputs(bluos: Bluos, published: Published, url: string): Topics {
  const { zone, role } = bluos;
  // Those of other players are below a heading, behind the own ones.
  const listed = listedInputs(zone);
  const names = displayNames(published, "input");
  const options = listed.map((input) => ({ tag: tagOf(input), icon: `${url}/images/input.png` }));
  const leader = leaderOf(bluos);
  const playing = inputOf(leader);
  const tag = selectedTag(leader, listed);
  const current = listed.find((input) => tagOf(input) === tag);
  const at = current === undefined ? -1 : listed.indexOf(current);
  return {
    "audio/input":
      // What a primary plays may be an input of its own with the tag of another one.
      role === "secondary" && playing !== undefined
        ? (found) => oneOf(found, ["", ...listed.map(tagOf)])
        : current === undefined
          ? ""
          : tagOf(current),
    "audio/input/name": role === "secondary" && playing !== undefined ? anything : (names[at] ?? ""),
    "audio/input/options": (found) =>
      json(options)(found) ??
      problemOfNames(
        listed.map((input) => ({ tag: tagOf(input), name: listedName(input) })),
        names,
      ),
  };
}

/** The inputs in the order in which they are told. */
export function listedInputs({ inputs: all }: Zone): readonly Input[] {
  return [...all.filter(({ isRemote }) => !isRemote), ...all.filter(({ isRemote }) => isRemote)];
}

function entry(
  { title, artist, album, seconds, service }: Track,
  position: number,
  current: number | undefined,
  isWhole: boolean,
): object {
  return isWhole
    ? {
        position,
        title,
        art: artist,
        alb: album,
        service,
        quality: "cd",
        ...(seconds > 0 && { time: String(seconds) }),
      }
    : {
        position,
        title,
        artist,
        album,
        ...(seconds > 0 && { duration: seconds }),
        active: position === current,
      };
}

/** What plays, as the tree has it. */
interface Shown {
  readonly source: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly station: string;
  readonly duration: number | undefined;
  /** Undefined where none is told. */
  readonly isTimed: boolean;
  readonly actions: readonly string[];
  readonly picture: string;
  readonly facts: object;
  readonly sound: object;
}

const nothing: Shown = {
  source: "unknown",
  title: "",
  artist: "",
  album: "",
  station: "",
  duration: undefined,
  isTimed: true,
  actions: ["play", "pause", "next", "previous"],
  picture: "",
  facts: {},
  sound: {},
};

function shownOf(zone: Zone, missing: readonly string[], origin: string): Shown {
  const input = inputOf(zone);
  const track = trackOf(zone);
  const isKnown = (name: string): boolean => !missing.includes(name);
  const seek = canSeek(zone) && isKnown("canSeek") ? ["seek"] : [];
  if (zone.source.from === "stream") return streamShown(zone.source.stream, isKnown, seek);
  if (input !== undefined) return inputShown(input);
  if (track === undefined) return nothing;
  const { title, artist, album, seconds, service } = track;
  const isLocal = service === "LocalMusic";
  const sound = isKnown("streamFormat") ? { codec: "FLAC", bits: 24, sampleRateHz: 44_100 } : {};
  const picture = `${origin}/Artwork?service=LocalMusic&albumid=9&key=a%20b&followRedirects=1`;
  return {
    ...nothing,
    source: isLocal ? "internal" : "network",
    title,
    artist,
    album,
    duration: seconds || undefined,
    actions: [...nothing.actions, ...seek],
    picture: isKnown("image") ? picture : "",
    sound,
    facts: {
      ...filled({ title, artist, album }),
      ...(isKnown("serviceName") && { service: isLocal ? "Library" : service }),
      ...(isKnown("quality") && { quality: "cd" }),
      ...(isKnown("streamFormat") && { ...sound, sampleRate: "44.1 kHz" }),
      lines: [title, artist, album],
    },
  };
}

/** Those that have a text. */
function filled(fields: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}

function streamShown(stream: Stream, isKnown: (name: string) => boolean, seek: readonly string[]): Shown {
  const { service, station, title, seconds, actions, image } = stream;
  const [artist, album] = [isKnown("artist") ? stream.artist : "", isKnown("album") ? stream.album : ""];
  const sound = isKnown("streamFormat") ? { codec: "MP3", bitrate: "320 kb/s" } : {};
  const next = actions.includes("skip") ? ["next"] : [];
  const previous = actions.includes("back") ? ["previous"] : [];
  return {
    source: "network",
    title,
    artist,
    album,
    station,
    duration: seconds || undefined,
    isTimed: true,
    actions: ["play", "pause", ...next, ...previous, ...seek],
    picture: isKnown("image") ? image.replace(/\?.*/, "") : "",
    sound,
    facts: {
      ...filled({ title, artist, album }),
      station,
      ...(isKnown("serviceName") && { service: `The ${service}` }),
      ...(isKnown("quality") && { quality: "320000" }),
      ...sound,
      lines: [station, title, [stream.artist, stream.album].filter(Boolean).join(" • ")],
    },
  };
}

/** A service is no input that is only passed through. An input without a name is called by its type. */
function inputShown(input: Input): Shown {
  const name = input.text ?? input.inputType;
  const shown = isService(input) ? { source: "network", station: name } : { title: name };
  return { ...nothing, ...shown, isTimed: false, actions: ["play", "pause"] };
}

function music(player: BluosHttpPlayer): Topics {
  const { bluos, url } = player;
  const { missing } = bluos.dialect;
  const zone = leaderOf(bluos);
  const shown = shownOf(zone, missing, url);
  const input = inputOf(zone);
  const isIdle = zone.state === "stop";
  // The queue has an entry nevertheless.
  const isNone = isIdle && zone.source.from !== "queue";
  const isPassedThrough = input !== undefined && !isService(input);
  const state = {
    play: isPassedThrough ? "unknown" : "playing",
    pause: "paused",
    stop: "idle",
    connecting: "unknown",
    buffering: "unknown",
  }[zone.state];
  const bluetooth = isPassedThrough && input.typeIndex?.startsWith("bluetooth") === true;
  const toldBluetooth = bluetooth && bluos.dialect.selected === "names" && !input.isRemote;
  return {
    "music/state": state,
    "music/source": bluetooth && !toldBluetooth ? anything : toldBluetooth ? "bluetooth" : shown.source,
    "music/title": isNone ? "" : shown.title,
    "music/artist": isNone ? "" : shown.artist,
    "music/album": isNone ? "" : shown.album,
    "music/format": anything,
    "music/pass-through": isPassedThrough ? "on" : "off",
    "music/station": isIdle ? "" : shown.station,
    "music/duration": isIdle || shown.duration === undefined ? "" : String(shown.duration),
    "music/position": positionOf(zone.state, shown.isTimed, player.secondsOf(zone)),
    ...orderTopics(isOrdered(bluos) ? orderOf(zone) : undefined),
    "music/actions": isIdle ? "" : (found) => problemOfActions(found, zone, shown.actions),
    "music/track": isIdle
      ? ""
      : trackOf(zone) === undefined && zone.source.from !== "stream" && input === undefined
        ? anything
        : json(shown.facts),
    "music/picture": isIdle ? "" : shown.picture,
    "sound/source": isIdle ? "" : json(shown.sound),
    // Nothing is told of its way.
    "sound/processing": "",
    "sound/output": "",
    "sound/bit-perfect": "unknown",
  };
}

function problemOfActions(found: string, zone: Zone, wanted: readonly string[]): string | undefined {
  // What can be done while nothing is told, nobody says.
  if (zone.source.from === "nothing" || (zone.source.from === "queue" && zone.queue.length === 0))
    return undefined;
  // /Stop works whatever plays.
  return json([...wanted, "stop"])(found);
}
