/*
 * A player that works with BluOS, as the specification describes one. Plain data, as in ../model.ts.
 */

/** An input as `/RadioBrowse` lists it. */
export interface Input {
  /** Which of these firmware tells depends on its age, and on the kind of the input. */
  readonly typeIndex: string | undefined;
  readonly id: string | undefined;
  readonly url: string;
  readonly text: string | undefined;
  readonly inputType: string;
  /** In the list, and refused when it is selected. */
  readonly isDisabled: boolean;
  /** Of another player, below a heading. */
  readonly isRemote: boolean;
}

/** An entry of the queue. */
export interface Track {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
  readonly service: string;
}

/** What is not from the queue. */
export interface Stream {
  readonly service: string;
  readonly url: string;
  readonly station: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
  readonly canSeek: boolean;
  readonly actions: readonly ("skip" | "back")[];
  readonly image: string;
}

/** A preset that is stored on the player. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  /** A list replaces the queue. */
  readonly isList: boolean;
}

/** What the player plays from; nothing after the end of a stream. */
type Source =
  | { readonly from: "queue" }
  | { readonly from: "stream"; readonly stream: Stream }
  | { readonly from: "input"; readonly place: number }
  | { readonly from: "nothing" };

export type State = "play" | "pause" | "stop" | "connecting" | "buffering";

/** A zone of a chassis, which is a player. */
export interface Zone {
  name: string;
  /** Undefined for a fixed output. */
  level: number | undefined;
  isMuted: boolean;
  battery: { readonly level: number; readonly isCharging: boolean } | undefined;
  inputs: readonly Input[];
  presets: readonly Preset[];
  queue: readonly Track[];
  song: number;
  source: Source;
  state: State;
  /** The position when the state was last set. */
  seconds: number;
  isShuffled: boolean;
  repeat: 0 | 1 | 2;
  sleepMinutes: number;
}

/** How the firmware of a player writes its answers. */
export interface Dialect {
  readonly version: "told" | "asked" | "unknown";
  /** Further zones of a chassis have their port behind the MAC. */
  readonly macHasPort: boolean;
  readonly etag: "digits" | "hex";
  /** How characters are written that XML does not take, and those beyond ASCII. */
  readonly escape: "names" | "numbers" | "all numbers";
  readonly hasDeclaration: boolean;
  readonly isReversed: boolean;
  readonly isSpaced: boolean;
  readonly type: string | undefined;
  readonly pieces: number;
  /** What plays from elsewhere is `stream`, or `play` as well. */
  readonly playingStream: "play" | "stream";
  readonly selected: "names" | "address";
  readonly presets: "marked" | "unmarked" | "none";
  readonly songsHaveIds: boolean;
  readonly secondarySyncStat: "own" | "of the primary";
  /** Elements of the status that it does not know. */
  readonly missing: readonly string[];
}

/** The player, and another one that the bridge may not know, with which it forms groups. */
export interface Bluos {
  readonly dialect: Dialect;
  readonly zone: Zone;
  readonly mate: Zone;
  role: Role;
}

type Role = "none" | "primary" | "secondary";

/** What the player does with the next request that changes it: a refusal has the status 200. */
export type Manner = "obeys" | "ignores" | "refuses" | "trails";

/** A change by the owner with the app or at the device, or of the player's own. */
export type Change =
  | { readonly what: "level"; readonly level: number | undefined }
  | { readonly what: "mute" }
  | { readonly what: "battery"; readonly level: number; readonly isCharging: boolean }
  | { readonly what: "inputs"; readonly inputs: readonly Input[] }
  | { readonly what: "presets"; readonly presets: readonly Preset[] }
  | { readonly what: "queue"; readonly queue: readonly Track[]; readonly song: number }
  | { readonly what: "source"; readonly source: Source; readonly state: State; readonly seconds: number }
  | { readonly what: "state"; readonly state: State; readonly seconds: number }
  | { readonly what: "song"; readonly place: number; readonly seconds: number }
  | { readonly what: "order"; readonly isShuffled: boolean; readonly repeat: 0 | 1 | 2 }
  | { readonly what: "sleep"; readonly minutes: number }
  | { readonly what: "name"; readonly name: string }
  | { readonly what: "role"; readonly role: Role };

/** A command: `place` counts in a circle through the list that the control chooses from. */
export type Request =
  | { readonly what: "select"; readonly place: number; readonly by: "tag" | "name" | "json" | "nothing" }
  | { readonly what: "percent" | "level"; readonly value: number; readonly isStep: boolean }
  | { readonly what: "mute"; readonly word: "on" | "off" }
  | { readonly what: "mode"; readonly word: "list" | "single" | "shuffle" }
  | { readonly what: "shuffle"; readonly word: "on" | "off" }
  | { readonly what: "repeat"; readonly word: "all" | "one" | "off" }
  | { readonly what: "playback"; readonly word: "play" | "pause" | "stop" | "next" | "previous" }
  | { readonly what: "position"; readonly seconds: number }
  | { readonly what: "entry"; readonly index: number }
  | { readonly what: "preset"; readonly place: number; readonly by: "id" | "name" | "+1" | "-1" | "nothing" }
  | { readonly what: "play"; readonly address: string }
  | { readonly what: "sleep"; readonly minutes: number }
  | {
      readonly what: "group";
      readonly word: "join" | "leave" | "add" | "remove";
      /** The other player, itself, or somebody who is not there. */
      readonly whom: "mate" | "itself" | "nobody";
    }
  | { readonly what: "group volume"; readonly value: number; readonly isStep: boolean }
  | { readonly what: "group mute"; readonly word: "on" | "off" };

/** One step of a case. */
export type Step =
  | { readonly do: "change"; readonly change: Change }
  | { readonly do: "command"; readonly request: Request; readonly manner: Manner };

/** A player that works with BluOS, and what happens to it. */
export interface BluosCase {
  readonly bluos: Bluos;
  readonly steps: readonly Step[];
}

/** The zone whose music the player plays: in a group that of the primary. */
export function leaderOf({ zone, mate, role }: Bluos): Zone {
  return role === "secondary" ? mate : zone;
}

/** Whom the player obeys and who obeys it; alone, it is its own group. */
export function groupOf({ zone, mate, role }: Bluos): readonly Zone[] {
  return role === "none" ? [zone] : [zone, mate];
}

/** The tag of an input: its type and number, else its id, else its address. */
export function tagOf({ typeIndex, id, url }: Input): string {
  return typeIndex ?? id ?? url;
}

/** A service in the list of inputs, such as Spotify, is one without number and type. */
export function isService({ typeIndex, inputType, isRemote }: Input): boolean {
  return typeIndex === undefined && inputType === "" && !isRemote;
}

/** The input that plays. */
export function inputOf({ inputs, source }: Zone): Input | undefined {
  return source.from === "input" && inputs.length > 0 ? inputs[source.place % inputs.length] : undefined;
}

/** The tag of the input that is selected. A service among the inputs is, whoever has chosen its music. */
export function selectedTag(zone: Zone, inputs: readonly Input[]): string | undefined {
  const { source } = zone;
  const playing = inputOf(zone);
  const service = source.from === "stream" ? source.stream.service : undefined;
  const tag = playing === undefined ? service : tagOf(playing);
  return inputs.some((input) => tagOf(input) === tag && (service === undefined || isService(input)))
    ? tag
    : undefined;
}

/** The entry of the queue that plays. */
export function trackOf({ queue, source, song }: Zone): Track | undefined {
  return source.from === "queue" && queue.length > 0 ? queue[song % queue.length] : undefined;
}

/** The group's volume; undefined where a member's output is fixed. */
export function groupLevelOf(bluos: Bluos): number | undefined {
  const levels = groupOf(bluos).map(({ level }) => level);
  return levels.includes(undefined)
    ? undefined
    : Math.round(levels.reduce<number>((sum, level) => sum + (level ?? 0), 0) / levels.length);
}

/** Changes a player. */
export function apply(bluos: Bluos, change: Change): void {
  const { zone } = bluos;
  const leader = leaderOf(bluos);
  switch (change.what) {
    case "level":
      zone.level = change.level;
      if (change.level === undefined) zone.isMuted = false;
      return;
    case "mute":
      // Whether a fixed output can be muted is not known.
      if (zone.level !== undefined) zone.isMuted = !zone.isMuted;
      return;
    case "battery":
      if (zone.battery !== undefined) zone.battery = { level: change.level, isCharging: change.isCharging };
      return;
    case "inputs":
      zone.inputs = change.inputs;
      if (zone.inputs.length === 0 && zone.source.from === "input") zone.source = { from: "nothing" };
      return;
    case "presets":
      zone.presets = change.presets;
      return;
    case "queue":
      leader.queue = change.queue;
      leader.song = change.queue.length === 0 ? 0 : change.song % change.queue.length;
      leader.seconds = 0;
      return;
    case "source":
      Object.assign(leader, { source: change.source, state: change.state, seconds: change.seconds });
      if (change.source.from === "input" && leader.inputs.length === 0) leader.source = { from: "queue" };
      return;
    case "state":
      Object.assign(leader, { state: change.state, seconds: change.seconds });
      return;
    case "song":
      if (leader.queue.length === 0) return;
      Object.assign(leader, { source: { from: "queue" }, state: "play", seconds: change.seconds });
      leader.song = change.place % leader.queue.length;
      return;
    case "order":
      Object.assign(leader, { isShuffled: change.isShuffled, repeat: change.repeat });
      return;
    case "sleep":
      leader.sleepMinutes = change.minutes;
      return;
    case "name":
      zone.name = change.name;
      return;
    case "role":
      bluos.role = change.role;
      return;
  }
}
