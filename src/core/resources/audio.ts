import type { JsonObject } from "./json.ts";
import type { MusicState } from "./music.ts";
import { maxAssumedAgeMs, type Resource } from "./resource.ts";

/** One of the two audio selectors; also the level of its topics. */
export type Selector = "input" | "output";

/** One input or output that a player offers. */
export interface RoutingEntry {
  readonly tag: string;
  /** The player's own name. Its owner may change it, and two entries may share it. */
  readonly name: string;
  /** The name that people choose by; unique within the list. */
  readonly displayName: string;
  readonly enabled: boolean;
  /** The entry for the options topic: the device's fields, icons as absolute addresses. */
  readonly details: JsonObject;
}

/** One selector: its options and its selection. */
export interface Routing {
  readonly entries: readonly RoutingEntry[];
  /** The selected entry; undefined when the player's index is outside its own list. */
  readonly current: RoutingEntry | undefined;
}

/** Audio inputs and outputs of a player. */
export interface AudioRouting {
  readonly input: Routing;
  readonly output: Routing;
  /** The whole OutputInfo, with `formatLines` added beside `format`. */
  readonly outputInfo: JsonObject;
}

/** The facts that decide whether the routing is read. */
export interface AudioContext {
  readonly player: { readonly audio?: AudioRouting; readonly music?: MusicState };
  readonly routingMark: string | undefined;
}

/** Resources that a selection makes due. */
type Dependent = "music" | "video";

/**
 * The audio routing. Options are published before the selection, so that subscribers that check one against the other
 * find them consistent.
 */
export const audio = {
  title: "inputs and outputs",
  readOn: "refresh",
  readEveryMs: maxAssumedAgeMs,
  hasSchedule: true,
  isExpected: true,
  isEssential: true,
  identifiesPlayer: true,
  showsUse: true,
  summary: ({ input, output }) =>
    `input ${input.current?.tag ?? "unknown"} of ${input.entries.length}, output ${output.current?.tag ?? "unknown"} of ${output.entries.length}`,
  topics: {
    "audio/input/options": ({ input }) => optionsText(input),
    "audio/input": ({ input }) => input.current?.tag ?? "",
    "audio/input/name": ({ input }) => input.current?.displayName ?? "",
    "audio/output/options": ({ output }) => optionsText(output),
    "audio/output": ({ output }) => output.current?.tag ?? "",
    "audio/output/name": ({ output }) => output.current?.displayName ?? "",
    "audio/output/info": ({ outputInfo }) => JSON.stringify(outputInfo),
  },
  answered: ({ player }) => ({ routingMark: player.music?.routingMark }),
  // The mark does not reveal a renamed entry or a plugged-in device.
  impliedBy: ({ player, routingMark }) =>
    player.audio !== undefined && routingMark !== undefined && player.music?.routingMark === routingMark
      ? "music"
      : undefined,
  // Another input plays something else, and another output has a volume of its own.
  changed: ({ before, after, now }) => {
    const hasInputChanged = before !== undefined && before.input.current?.tag !== after.input.current?.tag;
    const hasOutputChanged = before !== undefined && before.output.current?.tag !== after.output.current?.tag;
    const due: [Dependent, number][] = [];
    if (hasInputChanged || hasOutputChanged) due.push(["music", now]);
    if (hasInputChanged) due.push(["video", now]);
    return { due };
  },
} satisfies Resource<AudioRouting, AudioContext, Dependent>;

function optionsText({ entries }: Routing): string {
  return JSON.stringify(entries.map(({ details }) => details));
}
