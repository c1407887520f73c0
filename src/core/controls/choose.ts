import type { ListedOption } from "../resources/choice-list.ts";
import { quote, rejected } from "./control.ts";
import type { Decision } from "./effect.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

/** The option that a request means, by its index or its title. */
export function findOption(options: readonly ListedOption[], request: string): ListedOption | undefined {
  return findEntry(options, request, ({ index, title }) => [String(index), title]);
}

/** The entry that a request means: its key or its title, in any case if that is unique. */
export function findEntry<Entry>(
  entries: readonly Entry[],
  request: string,
  namesOf: (entry: Entry) => readonly [key: string, title: string],
): Entry | undefined {
  const only = (isMeant: (key: string, title: string) => boolean): Entry | undefined => {
    const found = entries.filter((entry) => isMeant(...namesOf(entry)));
    return found.length === 1 ? found[0] : undefined;
  };
  return (
    entries.find((entry) => namesOf(entry)[0] === request) ??
    entries.find((entry) => namesOf(entry)[1] === request) ??
    only((_key, title) => isSameSpelling(title, request)) ??
    only((key) => isSameName(key, request)) ??
    only((_key, title) => isSameName(title, request))
  );
}

/** Whether two texts look the same: systems write an accent as part of its letter (NFC), or after it (NFD). */
function isSameSpelling(a: string, b: string): boolean {
  return a.normalize() === b.normalize();
}

/** Whether two names are the same, regardless of case and Unicode form. */
export function isSameName(a: string, b: string): boolean {
  // Lower case may differ between the forms, so they are made equal first.
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}

export function outsideEntries(index: number, count: number): Decision {
  const entries = { index, count };
  return rejected(
    translatable(
      "entry.outside",
      "out of range: {index} is not among the {count} entries, counted from 0",
      entries,
    ),
  );
}

/** The word for the options of a player that has none. */
export const none = translatable("word.none", "none");

export function unknownOption(
  noun: string | Phrase,
  request: string,
  options: readonly ListedOption[],
  owner: "the film" | "the player" = "the player",
): Decision {
  const offered = options.map(({ index, title }) => `${index} ${title}`).join(", ");
  const values = { noun, request: quote(request), offer: offered || none };
  return rejected(
    owner === "the film"
      ? translatable(
          "option.not-of-film",
          "unknown {noun}: there is no {request}, the film has {offer}",
          values,
        )
      : translatable(
          "option.unknown",
          "unknown {noun}: there is no {request}, the player has {offer}",
          values,
        ),
  );
}
