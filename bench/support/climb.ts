/** The result of one try. */
export interface Try {
  /** Whether the subject kept up with this number. */
  readonly holds: boolean;
  /** The number it might keep up with, judging by this try. */
  readonly guess: number;
}

/** The limits of a search. */
export interface Bounds {
  readonly first: number;
  readonly largest: number;
  /**
   * The ratio of the smallest number that fails to the greatest that holds at which the search ends: 1.1 is a tenth.
   */
  readonly nearness: number;
  readonly mostSteps: number;
}

/** The greatest number that held and the smallest that failed, if any. */
export interface Found<T> {
  readonly best: T | undefined;
  readonly failed: T | undefined;
}

/** The largest factor between two steps, however far the guess is. */
const longestLeap = 2.5;
const shortestLeap = 1.2;

/**
 * Searches for the greatest number that holds: by guesses up or down until one holds and one fails, then between them.
 * `mayGoOn` is asked before each step except the first.
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

/** A guess outside both bounds adds nothing: use their geometric mean. */
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
