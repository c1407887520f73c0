import { problemInDescription } from "../../support/problem-in-description.ts";
import type { Choice, Music, Player, Track, Video, Volume } from "./arbitrary.ts";
import { inCircle } from "../words.ts";
import { currentFilm, currentTrack } from "./model.ts";
import {
  anything,
  displayNames,
  json,
  oneOf,
  parse,
  problemOfNames,
  problemsWith,
  type Published,
  queueTopics,
  type Settings,
  type Topics,
} from "../topic-rules.ts";

/*
 * What must be on the topics of a player, from docs/topics.md and the state of the player alone.
 */

/** What is wrong with the topics of an online player; empty if all is right. */
export function problemsOf(player: Player, settings: Settings, published: Published, url: string): string[] {
  return problemsWith(topicsOf(player, settings, published, url), published);
}

function topicsOf(
  { dialect, music, video }: Player,
  settings: Settings,
  published: Published,
  url: string,
): Topics {
  return {
    availability: "online",
    info: json({ model: "Random One", firmware: "v1.0", address: url, pathPrefix: dialect.prefix }),
    power: "on",
    "power/options": json(["on", "off", "standby", "reboot"].map((value) => ({ value, title: value }))),
    "app/options": "",
    "preset/options": "",
    history: anything,
    description: problemInDescription,
    ...(music === undefined
      ? {}
      : { ...routing(music, published, url), ...queue(music, settings, published), ...song(music) }),
    ...(music?.playing === undefined
      ? {}
      : playing(music, music.playing, `${url}/${dialect.prefix}MusicControl/v2/getImage`)),
    ...(video === undefined ? { "video/state": "unsupported" } : film(video, dialect.missing)),
  };
}

function routing(music: Music, published: Published, url: string): Topics {
  return {
    ...choice(music.input, "input", published, url),
    ...choice(music.output, "output", published, url),
    "audio/output/info": json({
      title: music.output.entries[music.output.index]?.name ?? "",
      formatLines: ["PCM 44.1 kHz", "DSD64"],
    }),
  };
}

function choice(
  { entries, index }: Choice,
  list: "input" | "output",
  published: Published,
  url: string,
): Topics {
  const current = entries[index];
  const shown = displayNames(published, list);
  const options = entries.map(({ tag, name, enabled }) => ({
    tag,
    name,
    icon: `${url}/SystemSettings/getItemSettingIcon?iconName=one.png`,
    ...(list === "output" && { enable: enabled }),
  }));
  return {
    [`audio/${list}`]: current?.tag ?? "",
    [`audio/${list}/name`]: current === undefined ? "" : (shown[index] ?? "a name that is among the options"),
    [`audio/${list}/options`]: (found) => json(options)(found) ?? problemOfNames(entries, shown),
  };
}

function queue(music: Music, settings: Settings, published: Published): Topics {
  const { queue: tracks, queueId } = music;
  const current = tracks.length === 0 ? undefined : inCircle(music.playing?.at ?? 0, tracks.length);
  const entries = (isWhole: boolean) => tracks.map((track, at) => entry(track, at, current, isWhole));
  return queueTopics({ id: anyInteger(queueId), current, entries }, settings, published);
}

/** With all fields, an entry is as the player tells it, and numbers of many digits are texts. */
function entry(track: Track, position: number, current: number | undefined, isWhole: boolean): object {
  const { id, title, artist, album, seconds } = track;
  return {
    position,
    title,
    artist,
    album,
    active: position === current,
    ...(isWhole
      ? {
          id: anyInteger(id),
          hashcode: "-9007199254740993",
          duration: seconds * 1000,
          uri: "https://radio.example/stream",
        }
      : { duration: seconds, SampleRate: 96_000, bits: 24, channels: 2, isLossless: true }),
  };
}

function anyInteger(digits: string): number | string {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

function song(music: Music): Topics {
  const track = currentTrack(music);
  const { title = "", artist = "", album = "" } = track ?? {};
  const told = track === undefined ? "" : "FLAC 24 bit 96 kHz";
  const isIdle = (music.playing?.state ?? 0) === 0;
  return {
    "music/title": title,
    "music/artist": artist,
    "music/album": album,
    // Only the queue tells it.
    "music/format": isIdle ? told : (found) => oneOf(found, ["", told]),
  };
}

function playing(
  music: Music,
  { state, seconds, loop, volume }: NonNullable<Music["playing"]>,
  pictures: string,
): Topics {
  const track = currentTrack(music);
  const length = track?.seconds ?? 0;
  const isIdle = state === 0;
  return {
    "music/state": { 0: "idle", 3: "playing", 4: "paused" }[state],
    "music/source": "internal",
    "music/position": isIdle ? "" : position(seconds, length),
    "music/duration": isIdle || length === 0 ? "" : String(length),
    "music/pass-through": "off",
    "music/mode": ["list", "single", "shuffle"][loop] ?? "other",
    "music/actions": isIdle ? anything : json(["play", "pause", "next", "previous", "seek"]),
    "music/track":
      isIdle || track === undefined
        ? anything
        : json(known({ source: "internal", title: track.title, artist: track.artist, album: track.album })),
    // An id of 0 is none.
    "music/picture":
      isIdle || track === undefined || track.id === "0"
        ? ""
        : `${pictures}?id=${track.id}&musicType=1&type=4&target=16`,
    "sound/source": isIdle ? "" : anything,
    // These players say nothing about processing and output, so nobody can know that the bits arrive as they were.
    "sound/processing": "",
    "sound/output": "",
    "sound/bit-perfect": isIdle ? "unknown" : (found) => oneOf(found, ["off", "unknown"]),
    ...(volume !== undefined && volumeTopics(volume)),
  };
}

function volumeTopics({ min, span, above, muted }: Volume): Topics {
  const isInRange = above >= 0 && above <= span;
  return {
    volume: isInRange ? String(Math.round((above / span) * 100)) : "",
    "volume/level": isInRange ? String(min + above) : "",
    "volume/range": json({ min, max: min + span }),
    "volume/restriction": "",
    mute: muted ? "on" : "off",
  };
}

function film(video: Video, missing: readonly string[]): Topics {
  const current = currentFilm(video);
  const told = (field: string, text: string): string => (missing.includes(field) ? "" : text);
  const lists = (kind: "subtitle" | "audio-track"): Topics => ({
    [`video/${kind}/options`]: (found) =>
      current === undefined
        ? oneOf(found, ["", "[]"])
        : problemOfOptions(kind, kind === "subtitle" ? current.subtitles : current.tracks, found),
    [`video/${kind}/name`]: anything,
  });
  const always: Topics = {
    ...lists("subtitle"),
    ...lists("audio-track"),
    "video/zoom": current === undefined ? "" : "Ajustement",
    "video/play-mode": current === undefined ? "" : "Tout",
    // They have no such operation, and say so only during a film.
    "video/zoom/options": (found) => oneOf(found, ["", "[]"]),
    "video/zoom/name": "",
    "video/play-mode/options": (found) => oneOf(found, ["", "[]"]),
    "video/play-mode/name": "",
    // They have no library.
    "video/picture": "",
    "video/backdrop": "",
    "video/details": "",
  };
  if (current === undefined) {
    const none = "position title duration resolution fps codec output audio-track subtitle range".split(" ");
    return {
      ...always,
      "video/state": "idle",
      "video/status": anything,
      // The list stays as it was with the last film.
      "video/playlist": anything,
      "video/playlist/current": anything,
      ...Object.fromEntries(none.map((leaf) => [`video/${leaf}`, ""])),
    };
  }
  const { state, seconds, subtitle, track, films } = video;
  return {
    ...always,
    "video/state": state === 1 ? "playing" : "paused",
    "video/title": current.title,
    "video/position": position(seconds, current.seconds),
    "video/duration": current.seconds === 0 ? "" : String(current.seconds),
    "video/resolution": current.width === 0 ? "" : `${current.width}x${current.width / 2}`,
    "video/fps": told("fps", "23.976"),
    "video/codec": current.codec,
    "video/output": told("output", "3840x2160P @ 60Hz"),
    "video/range": "unknown",
    "video/subtitle": subtitle === 0 ? "" : (current.subtitles[subtitle - 1] ?? ""),
    "video/audio-track": current.tracks[track] ?? "",
    "video/status": json({
      video: { title: current.title, formt: current.codec, width: current.width },
      subtitle: { index: subtitle },
    }),
    "video/playlist": json({
      size: films.length,
      currentIndex: inCircle(video.at, films.length),
      playlist: films.map(({ title }, index) => ({ title, index })),
    }),
    "video/playlist/current": current.title,
  };
}

/** Subtitles begin with 0, `off`. A duplicate or numeric title is extended by its index. */
function problemOfOptions(
  kind: "subtitle" | "audio-track",
  titles: readonly string[],
  found: string,
): string | undefined {
  const options = parse(found) as readonly { index: number; title: string }[] | undefined;
  const wanted = kind === "subtitle" ? ["off", ...titles] : titles;
  if (wanted.length === 0) return oneOf(found, ["", "[]"]);
  if (!Array.isArray(options) || options.length !== wanted.length)
    return `is ${found}, wanted ${wanted.length} options`;
  if (new Set(options.map(({ title }) => title)).size < wanted.length) return `has a title twice: ${found}`;
  const wrong = options.find(({ index, title }, at) => {
    const own = wanted[at] ?? "";
    const isFree = Number.isNaN(Number(own)) && wanted.filter((one) => one === own).length === 1;
    return index !== at || !(title === own || (!isFree && title.startsWith(own)));
  });
  return wrong && `has ${JSON.stringify(wrong)}, wanted ${wanted.join(", ")}`;
}

/** Below zero and beyond the duration it is empty. */
function position(seconds: number, duration: number): string {
  return seconds < 0 || (duration > 0 && seconds > duration) ? "" : String(seconds);
}

function known(fields: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => !/^\s*0*\s*$/.test(text)));
}
