/*
 * A player whose inside is LinkPlay's, as owners and public clients describe one. Plain data, as in ../model.ts.
 */

export interface Track {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** 0 where none is told, as of a station. */
  readonly seconds: number;
}

/** The sources by the words that select them: the number that the answers have, and its bit among the inputs. */
export const inputs = {
  wifi: { mode: 10, bit: 0 },
  "line-in": { mode: 40, bit: 1 },
  bluetooth: { mode: 41, bit: 2 },
  optical: { mode: 43, bit: 4 },
  "co-axial": { mode: 45, bit: 6 },
  HDMI: { mode: 49, bit: 10 },
  phono: { mode: 54, bit: 16 },
} as const;

export type InputTag = keyof typeof inputs;
export const inputTags = Object.keys(inputs) as InputTag[];

export interface Preset {
  readonly id: string;
  readonly name: string;
}

/** How the firmware of a player writes its answers. */
export interface Dialect {
  readonly writesHex: boolean;
  /** What stands for no text. */
  readonly empty: "" | "unknow" | "un_known";
  readonly hasMeta: boolean;
  readonly status: "getStatusEx" | "getStatus";
  readonly playerStatus: "getPlayerStatusEx" | "getPlayerStatus";
  readonly hasOutputs: boolean;
  /** The units of a second in the times of tracks; those of stations are milliseconds. */
  readonly perSecond: 1000 | 1_000_000;
  readonly writesNumbers: boolean;
  readonly mac: "MAC" | "ETH_MAC";
  readonly inputs: readonly InputTag[];
  readonly type: string | undefined;
  readonly pieces: number;
}

export type State = "play" | "pause" | "stop";

export interface Wiim {
  readonly dialect: Dialect;
  readonly presets: readonly Preset[];
  level: number;
  isMuted: boolean;
  /** The order of the list, as its number. */
  loop: number;
  mode: number;
  /** Where the list is; another entry may have the same title. */
  place: number;
  track: Track | undefined;
  address: string;
  state: State;
  /** The position when the state was last set. */
  seconds: number;
  output: string;
}

/** What the player does with the next request that changes it. A refusal has the status 200, and so has what it ignores. */
export type Manner = "obeys" | "ignores" | "refuses" | "trails";

/** A change by the owner with the app or at the device. */
export type Change =
  | { readonly what: "level"; readonly level: number }
  | { readonly what: "mute" }
  | { readonly what: "loop"; readonly loop: number }
  | { readonly what: "output"; readonly output: string }
  | { readonly what: "state"; readonly state: State; readonly seconds: number }
  | { readonly what: "input"; readonly place: number }
  | { readonly what: "track"; readonly mode: number; readonly track: Track; readonly seconds: number };

/** A command: `place` counts in a circle through the list that the control chooses from. */
export type Request =
  | { readonly what: "select"; readonly place: number; readonly by: "tag" | "name" | "json" | "nothing" }
  | { readonly what: "output"; readonly output: string }
  | { readonly what: "percent" | "level"; readonly value: number; readonly isStep: boolean }
  | { readonly what: "mute"; readonly word: "on" | "off" }
  | { readonly what: "mode"; readonly word: "list" | "single" | "shuffle" }
  | { readonly what: "shuffle"; readonly word: "on" | "off" }
  | { readonly what: "repeat"; readonly word: "all" | "one" | "off" }
  | { readonly what: "playback"; readonly word: "play" | "pause" | "stop" | "next" | "previous" }
  | { readonly what: "position"; readonly seconds: number }
  | { readonly what: "preset"; readonly place: number; readonly by: "id" | "name" | "nothing" }
  | { readonly what: "play"; readonly address: string };

export type Step =
  | { readonly do: "change"; readonly change: Change }
  | { readonly do: "command"; readonly request: Request; readonly manner: Manner };

/** A player of LinkPlay's kind, and what happens to it. */
export interface WiimCase {
  readonly wiim: Wiim;
  readonly steps: readonly Step[];
}

/** What plays over the network is one input. */
export function inputOf({ mode }: Pick<Wiim, "mode">): InputTag {
  return inputTags.find((tag) => tag !== "wifi" && inputs[tag].mode === mode) ?? "wifi";
}

/** Whether the player only passes through what it plays. */
export function isPassedThrough(wiim: Pick<Wiim, "mode">): boolean {
  return !["wifi", "bluetooth"].includes(inputOf(wiim));
}

/** Shuffle and repeat by the number of the order. */
const orders = [
  { isShuffled: false, repeat: "all" },
  { isShuffled: false, repeat: "one" },
  { isShuffled: true, repeat: "all" },
  { isShuffled: true, repeat: "off" },
  { isShuffled: false, repeat: "off" },
  { isShuffled: true, repeat: "one" },
] as const;

export function orderOf({ loop }: Wiim): { readonly isShuffled: boolean; readonly repeat: string } {
  return orders[loop] ?? orders[4];
}

export function selectInput(wiim: Wiim, tag: InputTag): void {
  const { mode } = inputs[tag];
  Object.assign(wiim, { mode, track: undefined, address: "", seconds: 0 });
  wiim.state = tag === "wifi" ? "stop" : "play";
}

/** Changes a player. */
export function apply(wiim: Wiim, change: Change): void {
  switch (change.what) {
    case "mute":
      wiim.isMuted = !wiim.isMuted;
      return;
    case "input":
      selectInput(wiim, wiim.dialect.inputs[change.place % wiim.dialect.inputs.length] ?? "wifi");
      return;
    case "track":
      Object.assign(wiim, { mode: change.mode, track: change.track, seconds: change.seconds, address: "" });
      wiim.place += 1;
      wiim.state = "play";
      return;
    default: {
      const { what: _, ...values } = change;
      Object.assign(wiim, values);
    }
  }
}
