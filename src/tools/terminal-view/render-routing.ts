import type { Selector } from "../../core/resources/player.ts";
import type { Glance } from "./glance.ts";
import { joined, type Line, margin, span, wrapped } from "./line.ts";
import type { OptionView, PlayerView, SelectorView } from "./player-view.ts";

/** All that can be selected, with the current one marked. */
export function renderSelector(
  selector: Selector,
  { tag, options }: SelectorView,
  { width }: Glance,
): Line[] {
  const label = selector.padEnd(7);
  const words = options.map((option) => renderOption(option, option.tag === tag));
  // The margin, and a column that stays free at the right edge.
  const lines = wrapped(words, width - label.length - 4, span(" "));
  return lines.map((line, place) => [
    margin,
    span(place === 0 ? label : " ".repeat(label.length), "dim"),
    ...line,
  ]);
}

/** Only what is selected: the way that the sound takes. */
export function renderRoute({ input, output }: PlayerView["selectors"]): Line[] {
  const ends = [input, output].filter(({ options }) => options.length > 0);
  const route = joined(
    ends.map(({ name }) => [span(name || "nothing", "accent")]),
    span(" → ", "dim"),
  );
  return route.length === 0 ? [] : [[margin, ...route]];
}

function renderOption({ name, isEnabled }: OptionView, isCurrent: boolean): Line {
  if (isCurrent) return [span(`● ${name}`, "accent")];
  return isEnabled ? [span(`  ${name}`)] : [span(`  ${name} (off)`, "dim")];
}
