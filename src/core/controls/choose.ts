import type { ListedOption } from "../resources/choice-list.ts";
import { quote, rejected } from "./control.ts";
import type { Decision } from "./effect.ts";

/** The option that a request means: its index, its title, or its title in any case if that is unique. */
export function findOption(options: readonly ListedOption[], request: string): ListedOption | undefined {
  const lower = request.toLowerCase();
  const alike = options.filter(({ title }) => title.toLowerCase() === lower);
  return (
    options.find(({ index }) => String(index) === request) ??
    options.find(({ title }) => title === request) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}

/** The decision for a request that means none of the options. */
export function unknownOption(
  noun: string,
  request: string,
  options: readonly ListedOption[],
  owner = "the player",
): Decision {
  const offered = options.map(({ index, title }) => `${index} ${title}`).join(", ");
  return rejected(`unknown ${noun}: there is no ${quote(request)}, ${owner} has ${offered || "none"}`);
}
