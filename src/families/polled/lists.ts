import { type AudioRouting, displayNames, type Routing } from "../../core/resources/audio.ts";
import type { MusicPreset } from "../../core/resources/music-presets.ts";
import { sanitizeJson } from "../http/parse-json.ts";
import { pictureAddress } from "../http/picture-address.ts";
import { shownText } from "../http/xml.ts";
import type { Player } from "./make.ts";

/** An input or an output. */
export interface Jack {
  /** What the player calls it. */
  readonly tag: string;
  /** What people call it; its tag by default. */
  readonly name?: string;
  /** Whether it can be selected; by default it can. */
  readonly enabled?: boolean;
  /** The address of its picture. */
  readonly icon?: string;
}

/** The inputs and outputs with the selected ones; without a list of outputs, the player has none to select. */
export function routing(facts: {
  readonly inputs: readonly Jack[];
  readonly input: string | undefined;
  readonly outputs?: readonly Jack[] | undefined;
  readonly output?: string | undefined;
}): AudioRouting {
  return {
    input: selector(facts.inputs, facts.input),
    output: facts.outputs && selector(facts.outputs, facts.output),
    outputInfo: {},
  };
}

function selector(jacks: readonly Jack[], selected: string | undefined): Routing {
  const names = displayNames(jacks);
  const entries = jacks.map(({ tag, name = tag, enabled = true, icon }, index) => {
    const enable = enabled ? undefined : false;
    const details = sanitizeJson({ tag, name, index, enable, icon: icon || undefined });
    return { tag, name, displayName: names[index] ?? tag, enabled, details };
  });
  return { entries, current: entries.find(({ tag }) => tag === selected) };
}

/** The preset that a request names, or the next or the previous one. */
export function presetFor(ids: readonly string[], wanted: string, current = ""): string | undefined {
  const at = ids.indexOf(current);
  const steps: Readonly<Record<string, number>> = { "+1": at + 1, "-1": (at < 0 ? 0 : at) - 1 };
  const step = steps[wanted];
  return step === undefined ? ids.find((id) => id === wanted) : ids.at(step % Math.max(1, ids.length));
}

/** The presets that are stored on the player; one without an id cannot be played. */
export function presets(
  list: readonly { readonly id: string; readonly name?: string; readonly picture?: string }[],
  player: Player,
): readonly MusicPreset[] {
  const ids = new Set<string>();
  return list.flatMap(({ id, name = "", picture }) => {
    if (id === "" || ids.has(id)) return [];
    ids.add(id);
    return [{ id, name: shownText(name) || id, picture: pictureAddress(picture, player.origin)?.href ?? "" }];
  });
}
