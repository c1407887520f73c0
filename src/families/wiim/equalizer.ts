import { type ChoiceList, withUniqueTitles } from "../../core/resources/choice-list.ts";
import type { Fields } from "../polled/fields.ts";

/** The presets of the equalizer in the player's order, after that it is off. Only some players say which one is loaded. */
export function equalizerOf(state: Fields, list: Fields): ChoiceList | undefined {
  const names = namesIn(list);
  const isOn = state.flag("EQStat");
  if (names.length === 0 || isOn === undefined) return undefined;
  const loaded = names.indexOf(state.text("Name"));
  return {
    options: withUniqueTitles(["Off", ...names].map((title, index) => ({ index, title }))),
    current: isOn ? (loaded < 0 ? undefined : loaded + 1) : 0,
    handle: "",
  };
}

/** The commands that load a preset, or switch the equalizer off. */
export function setEqualizer(index: number, state: Fields, list: Fields): readonly string[] | undefined {
  if (index === 0) return ["EQOff"];
  const name = namesIn(list)[index - 1];
  if (name === undefined) return undefined;
  // Whether loading one switches it on is not known of all players.
  return [...(state.flag("EQStat") === true ? [] : ["EQOn"]), `EQLoad:${encodeURIComponent(name)}`];
}

function namesIn({ raw }: Fields): readonly string[] {
  const names = raw["list"];
  return Array.isArray(names) ? names.filter((name) => typeof name === "string" && name !== "") : [];
}
