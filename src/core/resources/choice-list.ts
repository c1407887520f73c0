import type { Handle } from "./resource.ts";

export interface ListedOption {
  readonly index: number;
  readonly title: string;
}

/** A list that the player offers, such as the styles of its meters. */
export interface ChoiceList {
  /** Each under a unique title. */
  readonly options: readonly ListedOption[];
  /** The index of the selected option; undefined if the player does not report it. */
  readonly current: number | undefined;
  readonly handle: Handle;
}

export function selectedOption({ options, current }: ChoiceList): ListedOption | undefined {
  return options.find(({ index }) => index === current);
}

/** The options under unique titles, after some that are always there; an index that is listed twice counts once. */
export function withUniqueTitles(
  listed: readonly ListedOption[],
  always: readonly ListedOption[] = [],
): readonly ListedOption[] {
  const options = [...always];
  const taken = new Set(options.map(({ title }) => title));
  for (const { index, title } of listed) {
    if (options.some((one) => one.index === index)) continue;
    const unique = uniqueTitle(title, index, taken);
    taken.add(unique);
    options.push({ index, title: unique });
  }
  return options;
}

/** A purely numeric title would select another option by its index. */
function uniqueTitle(title: string, index: number, taken: ReadonlySet<string>): string {
  const isFree = (text: string): boolean => !/^(?:-?\d+)?$/.test(text.trim()) && !taken.has(text);
  let text = title;
  while (!isFree(text)) text = `${text.trim()} (${index})`.trim();
  return text;
}
