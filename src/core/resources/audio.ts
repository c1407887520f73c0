import { plainText } from "../../lib/plain-text.ts";
import type { JsonObject } from "./json.ts";
import type { MusicState } from "./music.ts";
import { choice, object, type Option, options, part } from "./property.ts";
import { polled, type Resource } from "./resource.ts";

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
  /** The selected entry by the list; undefined when the player's index is outside it. `selectedEntry` knows more. */
  readonly current: RoutingEntry | undefined;
}

export const noRouting: Routing = { entries: [], current: undefined };

export interface AudioRouting {
  readonly input: Routing;
  /** Undefined for players without selectable outputs. */
  readonly output: Routing | undefined;
  /** The whole OutputInfo, with `formatLines` added beside `format`. */
  readonly outputInfo: JsonObject;
}

/**
 * Unique names for the entries of a list. The first entry with a name keeps it, the others show their tag. So does an
 * entry whose name is missing, means "no value" to consumers, or is another entry's tag: selecting by that name must
 * not select the other entry.
 */
export function displayNames(
  rows: readonly { readonly name?: string | undefined; readonly tag?: string | undefined }[],
): string[] {
  const tags = new Set(rows.map((row) => row.tag));
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const tag = row.tag ?? "";
    const name = row.name?.trim() || plainText(tag);
    const isFree = (shown: string): boolean => !taken.has(shown) && (shown === tag || !tags.has(shown));
    const withTag = `${name} (${tag})`;
    let shown = isFree(name) && name.toLowerCase() !== "none" ? name : withTag;
    let count = counts.get(withTag) ?? 1;
    while (!isFree(shown)) shown = `${name} (${tag} ${++count})`;
    counts.set(withTag, count);
    taken.add(shown);
    return shown;
  });
}

/** The facts that decide whether the routing is read. */
export interface AudioContext {
  readonly player: { readonly audio?: AudioRouting; readonly music?: MusicState };
  readonly memory: { readonly routingMark: string | undefined };
}

/** The selected entry by the list, or by the tag in the music state where the index of the list is outside it. */
export function selectedEntry(
  { audio: routing, music }: AudioContext["player"],
  selector: Selector,
): RoutingEntry | undefined {
  const { entries, current } = routing?.[selector] ?? noRouting;
  return current ?? entries.find(({ tag }) => tag === music?.[`${selector}Tag`]);
}

/** Resources that a selection makes due. */
type Dependent = "music" | "video";

/** Options come before the selection: subscribers that check one against the other find them consistent. */
export const audio = {
  title: "inputs and outputs",
  ...polled,
  showsUse: true,
  summary: ({ input, output }) =>
    [input, output]
      .flatMap((one) => (one === undefined ? [] : [`${one.current?.tag ?? "?"} (${one.entries.length})`]))
      .join(" → "),
  topics: {
    "audio/input/options": options(
      {
        sample: '[{"value":"USB","title":"USB","tag":"USB","name":"USB"}]',
        about:
          ", the player's own fields (`tag`, `name`, `historyName`, `index`, `isEdit`, ...), addresses of `icon` and `selecticon`",
      },
      ({ input }) => input.entries.map(publishedEntry),
    ),
    "audio/input": choice(
      "Input",
      {
        names: { de: "Eingang", fr: "Entrée", zh: "输入" },
        sample: "USB",
        about: "tag of the current input; empty if the player names none",
      },
      (_audio, { player }) => selectedEntry(player, "input")?.tag,
    ),
    "audio/input/name": part(
      "name",
      { sample: "USB", about: "its title in the options, unique there: `USB`, `USB (USB2)`" },
      (_audio, { player }) => selectedEntry(player, "input")?.displayName ?? "",
    ),
    "audio/output/options": options(
      {
        sample: '[{"value":"XLR","title":"XLR","tag":"XLR","name":"XLR","enable":true}]',
        isExtra: true,
        about: ", `tag`, `name`, `enable`, `icon`, `selecticon`",
      },
      ({ output }) => output?.entries.map(publishedEntry),
    ),
    "audio/output": choice(
      "Output",
      {
        names: { de: "Ausgang", fr: "Sortie", zh: "输出" },
        sample: "XLR",
        isExtra: true,
        about: "tag of the current output",
      },
      (_audio, { player }) => selectedEntry(player, "output")?.tag,
    ),
    "audio/output/name": part(
      "name",
      { sample: "XLR", isExtra: true, about: "its title in the options" },
      (_audio, { player }) => selectedEntry(player, "output")?.displayName ?? "",
    ),
    "audio/output/info": object(
      "Output details",
      {
        sample: '{"tag":"XLR","formatLines":["PCM 96kHz"]}',
        isExtra: true,
        category: "diagnostic",
        about: "JSON: all that the player reports about the current output, and `formatLines`",
      },
      ({ output, outputInfo }) =>
        output === undefined || Object.keys(outputInfo).length === 0 ? "" : JSON.stringify(outputInfo),
    ),
  },
  dependsOn: ["music.inputTag", "music.outputTag"],
  answered: ({ player }) => ({ routingMark: player.music?.routingMark }),
  // The mark does not reveal a renamed entry or a plugged-in device.
  impliedBy: ({ player, memory: { routingMark } }) =>
    player.audio !== undefined && routingMark !== undefined && player.music?.routingMark === routingMark
      ? "music"
      : undefined,
  // Another input plays something else, and another output has a volume of its own.
  changed: ({ before, after, now }, { player: { music } }) => {
    const hasInputChanged = before !== undefined && before.input.current?.tag !== after.input.current?.tag;
    const hasOutputChanged =
      before !== undefined && before.output?.current?.tag !== after.output?.current?.tag;
    const due: [Dependent, number][] = [];
    // The tags in the music state say what an index outside its list does not.
    const isUnlisted =
      (after.input.current === undefined && music?.inputTag !== undefined) ||
      (after.output !== undefined && after.output.current === undefined && music?.outputTag !== undefined);
    if (hasInputChanged || hasOutputChanged || isUnlisted) due.push(["music", now]);
    if (hasInputChanged) due.push(["video", now]);
    return { due };
  },
} satisfies Resource<AudioRouting, AudioContext, Dependent>;

function publishedEntry({ tag, displayName, details }: RoutingEntry): Option {
  return { value: tag, title: displayName, ...details };
}
