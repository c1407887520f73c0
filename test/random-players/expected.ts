import { isDeepStrictEqual } from "node:util";
import {
  type Choice,
  currentFilm,
  currentTrack,
  type Entry,
  inCircle,
  type Music,
  type Player,
  type Track,
  type Video,
  type Volume,
} from "./model.ts";

/*
 * What must be on the topics of a player, from docs/topics.md and the state of the player alone.
 */

/** The settings of the bridge that its topics depend on. */
export interface Settings {
  readonly window: number;
  readonly publish: "window" | "all";
  readonly fields: "essential" | "all";
}

/** A retained topic: its text, or a rule that says what is wrong with it. */
type Wanted = string | ((found: string) => string | undefined);
type Topics = Readonly<Record<string, Wanted>>;

/** The topics that the bridge published about one player, below its id. */
export type Published = ReadonlyMap<string, string>;

/** Any text, also none. */
const anything = (): undefined => undefined;

/** What is wrong with the topics of an online player; empty if all is right. */
export function problemsOf(player: Player, settings: Settings, published: Published, url: string): string[] {
  const topics = topicsOf(player, settings, published, url);
  const wrong = Object.entries(topics).flatMap(([leaf, wanted]) => {
    const found = published.get(leaf) ?? "";
    const problem = typeof wanted === "string" ? differs(found, wanted) : wanted(found);
    return problem === undefined ? [] : [`${leaf} ${problem}`];
  });
  const unexpected = [...published.keys()].filter((leaf) => !(leaf in topics));
  return [...wrong, ...unexpected.map((leaf) => `${leaf} is there: ${String(published.get(leaf))}`)];
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
    // No source names an operation that tells it for these players.
    power: anything,
    "app/options": anything,
    "preset/options": anything,
    history: anything,
    ...(music === undefined
      ? {}
      : { ...routing(music, published, url), ...queue(music, settings, published), ...song(music) }),
    ...(music?.playing === undefined ? {} : playing(music, music.playing)),
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

/** The names in the published options, in their order. */
export function displayNames(published: Published, list: "input" | "output"): readonly string[] {
  const options = parse(published.get(`audio/${list}/options`) ?? "[]");
  return Array.isArray(options) ? options.map((option) => String(Object(option)["displayName"])) : [];
}

/** A display name is unique, never the tag of another entry, and the own name where that is free. */
function problemOfNames(entries: readonly Entry[], shown: readonly string[]): string | undefined {
  if (new Set(shown).size < shown.length) return `has a name twice: ${shown.join(", ")}`;
  for (const [place, { tag, name }] of entries.entries()) {
    const own = shown[place] ?? "";
    const others = entries.filter((_entry, at) => at !== place);
    // Home Assistant takes "none" for no value.
    const isFree =
      name.toLowerCase() !== "none" && others.every((other) => other.name !== name && other.tag !== name);
    if (isFree && name !== "" && own !== name) return `calls ${name} ${own}`;
    if (!own.includes(name === "" ? tag : name)) return `calls ${name} ${own}`;
    if (others.some((other) => other.tag === own)) return `calls ${name} by the tag of another one: ${own}`;
  }
  return undefined;
}

function queue(music: Music, { window, publish, fields }: Settings, published: Published): Topics {
  const { queue: tracks, queueId } = music;
  const current = tracks.length === 0 ? null : inCircle(music.playing?.at ?? 0, tracks.length);
  const isAll = publish === "all";
  return {
    "music/queue/total": String(tracks.length),
    "music/queue": (found) => {
      const problem = json({ id: anyInteger(queueId), total: tracks.length, current })(found);
      const entries = (parse(found) as { entries?: { position: number }[] } | undefined)?.entries;
      if (problem !== undefined || entries === undefined) return problem ?? "has no entries";
      const first = entries[0]?.position ?? 0;
      const length = Math.min(window, tracks.length);
      if (entries.length !== length) return `has ${entries.length} entries, wanted ${length}`;
      if (current !== null && (current < first || current >= first + length))
        return `is not around entry ${current}`;
      return problemWith(
        entries,
        tracks
          .slice(first, first + length)
          .map((track, at) => entry(track, first + at, current, fields === "all")),
        "",
      );
    },
    ...(isAll &&
      pages(
        published,
        tracks.map((track, at) => entry(track, at, current, true)),
      )),
  };
}

/** The pages hold all entries in order; how many each holds is the bridge's own business. */
function pages(published: Published, wanted: readonly object[]): Topics {
  const leaves = [...published.keys()].filter((leaf) => leaf.startsWith("music/queue/pages/"));
  const inOrder = leaves.map((_leaf, page) => `music/queue/pages/${page}`);
  const found = inOrder.flatMap((leaf) => parse(published.get(leaf) ?? "") ?? "no page");
  return {
    ...Object.fromEntries(inOrder.map((leaf) => [leaf, anything])),
    "music/queue/pages/0": () => problemWith(found, wanted, "pages"),
  };
}

/** With all fields, an entry is as the player tells it, and numbers of many digits are texts. */
function entry(track: Track, position: number, current: number | null, isWhole: boolean): object {
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
  const { title = "", artist = "", album = "" } = currentTrack(music) ?? {};
  return { "music/title": title, "music/artist": artist, "music/album": album };
}

function playing(music: Music, { state, seconds, loop, volume }: NonNullable<Music["playing"]>): Topics {
  const track = currentTrack(music);
  const length = track?.seconds ?? 0;
  const isIdle = state === 0;
  return {
    "music/state": { 0: "idle", 3: "playing", 4: "paused" }[state],
    "music/source": "internal",
    "music/position": isIdle ? "" : position(seconds, length),
    "music/duration": isIdle || length === 0 ? "" : String(length),
    "music/mode": ["list", "single", "shuffle"][loop] ?? "other",
    "music/actions": isIdle ? anything : json(["play", "pause", "next", "previous", "seek"]),
    "music/track":
      isIdle || track === undefined
        ? anything
        : json(known({ source: "internal", title: track.title, artist: track.artist, album: track.album })),
    "music/picture": anything,
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
    "video/picture": anything,
    "video/backdrop": anything,
    "video/details": anything,
  };
  if (current === undefined) {
    const none = [
      "position",
      "title",
      "duration",
      "resolution",
      "fps",
      "codec",
      "output",
      "audio-track",
      "subtitle",
      "range",
    ];
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

/** The rule that a topic is JSON with at least these fields, in lists of this length. */
function json(wanted: unknown): (found: string) => string | undefined {
  return (found) => problemWith(parse(found), wanted, "");
}

function problemWith(found: unknown, wanted: unknown, path: string): string | undefined {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) {
      return `${path} is ${short(found)}, wanted ${wanted.length} entries`;
    }
    return firstOf(wanted.map((one, at) => problemWith(found[at], one, `${path}[${at}]`)));
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof found !== "object" || found === null) return `${path} is ${short(found)}, wanted an object`;
    const fields = found as Readonly<Record<string, unknown>>;
    return firstOf(
      Object.entries(wanted).map(([field, value]) => problemWith(fields[field], value, `${path}.${field}`)),
    );
  }
  return isDeepStrictEqual(found, wanted) ? undefined : `${path} is ${short(found)}, wanted ${short(wanted)}`;
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function oneOf(found: string, texts: readonly string[]): string | undefined {
  return texts.includes(found) ? undefined : `is ${short(found)}, wanted ${texts.map(short).join(" or ")}`;
}

function differs(found: string, wanted: string): string | undefined {
  return found === wanted ? undefined : `is ${short(found)}, wanted ${short(wanted)}`;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
