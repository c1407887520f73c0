/** What came of one try. */
export interface Try {
  /** Whether so many can be kept up with. */
  readonly holds: boolean;
  /** How many might be, judging by this try. */
  readonly guess: number;
}

/** Between what a search goes to and fro. */
export interface Bounds {
  readonly first: number;
  readonly largest: number;
  /** As near as this the greatest number that holds is to the smallest that does not: 1.1 is a tenth. */
  readonly nearness: number;
  readonly mostSteps: number;
}

/** The greatest number that held, and the smallest that did not, as far as there were such. */
export interface Found<T> {
  readonly best: T | undefined;
  readonly failed: T | undefined;
}

/** No step up or down the ladder is larger, however far the guess is. */
const longestLeap = 2.5;
const shortestLeap = 1.2;

/**
 * Looks for the greatest number that holds: by guesses, up or down, until there is one that does and one that does not;
 * then between them. `mayGoOn` is asked before each step but the first.
 */
export async function climb<T extends Try>(
  { first, largest, nearness, mostSteps }: Bounds,
  attempt: (size: number) => Promise<T>,
  mayGoOn: () => boolean = () => true,
): Promise<Found<T>> {
  let best: (T & { readonly size: number }) | undefined;
  let failed: (T & { readonly size: number }) | undefined;
  let size = Math.min(first, largest);
  for (let step = 0; step < mostSteps && (step === 0 || mayGoOn()); step += 1) {
    const made = { ...(await attempt(size)), size };
    if (made.holds) best = made;
    else failed = made;
    if (best !== undefined && isNear(best.size, failed?.size ?? largest + 1, nearness)) break;
    size = Math.min(largest, nextSize(made, best?.size, failed?.size, nearness));
    if (size < 1) break;
  }
  return { best, failed };
}

function isNear(best: number, failed: number, nearness: number): boolean {
  return failed - best <= 1 || failed <= best * nearness;
}

/** A guess that tells nothing new is no guess: halfway between both ends, as ratios go, is better then. */
function nextSize(
  { size, guess }: Try & { readonly size: number },
  best: number | undefined,
  failed: number | undefined,
  nearness: number,
): number {
  if (failed === undefined) return Math.ceil(within(guess, size * shortestLeap, size * longestLeap));
  if (best === undefined) return Math.floor(within(guess, size / longestLeap, size / shortestLeap));
  const margin = Math.sqrt(nearness);
  const isInside = guess > best * margin && guess < failed / margin;
  return Math.round(isInside ? guess : Math.sqrt(best * failed));
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
