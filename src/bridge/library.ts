import { DeviceError } from "../core/errors.ts";
import type { Browse, BrowseAnswer, BrowseName, browseSupport, LibraryPage } from "../core/library.ts";
import type { Availability } from "../core/resources/resource.ts";
import { keepNewest } from "../lib/keep-newest.ts";
import { RateLimiter } from "../lib/rate-limiter.ts";
import type { Clock } from "../lib/clock.ts";
import { toPhrase, withReason, type Phrase, translatable } from "../lib/phrase.ts";

export interface LibraryRules {
  readonly enabled: boolean;
  readonly requestsPerHour: number;
  /** A slower answer closes the library for a while. */
  readonly slowMs: number;
}

export type LibraryResult =
  | { readonly kind: "page"; readonly page: LibraryPage }
  | { readonly kind: "none"; readonly reason: string; readonly phrase?: Phrase };

/** A request that waits for the player's loop, or is in progress. */
export interface LibraryRequest {
  readonly browse: Browse;
  /** Aborts the request when something more urgent is to be done. */
  readonly cancel: AbortController;
  readonly answer: (result: LibraryResult) => void;
}

/** Why the library of an offline player is not read. */
export const playerIsOffline = translatable("library.offline", "the player is offline");

const maxWaiting = 8;
const maxPages = 64;
const keptForMs = 600_000;
/** A player that hung while its library was read needs minutes to recover. */
const closedForMs = 600_000;
const pauseMs = 500;

/**
 * The library of one player. Reading it can make a player hang for minutes, so pages are requested one at a time, only when
 * nothing else is to be done, kept for a while, and limited to a budget. The first slow answer closes it.
 */
export class Library {
  readonly #rules: LibraryRules;
  readonly #clock: Clock;
  readonly #budget: RateLimiter;
  readonly #waiting: LibraryRequest[] = [];
  readonly #pages = new Map<string, { readonly page: LibraryPage; readonly until: number }>();
  readonly #unsupported = new Set<BrowseName>();
  #current: LibraryRequest | undefined;
  #closed: { readonly until: number; readonly reason: Phrase } | undefined;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(rules: LibraryRules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
    this.#budget = new RateLimiter(rules.requestsPerHour / 3600, clock, rules.requestsPerHour);
  }

  /** When the next page may be requested; undefined while no request waits. */
  get nextAt(): number | undefined {
    return this.#waiting.length === 0 ? undefined : this.#nextAt;
  }

  /** Whether the player has said that it has no such list. */
  isUnsupported(operation: BrowseName): boolean {
    return this.#unsupported.has(operation);
  }

  offer(
    request: LibraryRequest,
    availability: Availability,
    support: ReturnType<typeof browseSupport> = "on",
  ): void {
    const ready = this.#known(request.browse) ?? this.#refusal(request.browse, availability, support);
    if (ready === undefined) this.#waiting.push(request);
    else request.answer(ready);
  }

  /** The next request to make; those whose page has arrived meanwhile are answered. */
  begin(): LibraryRequest | undefined {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const ready = this.#known(next.browse) ?? this.#closedResult();
      if (ready === undefined) {
        this.#current = next;
        return next;
      }
      next.answer(ready);
    }
    return undefined;
  }

  /** Handles the end of the current request; undefined if it was cancelled. */
  ended(answer: BrowseAnswer | DeviceError | undefined, tookMs: number): void {
    const request = this.#current;
    const now = this.#clock.now();
    this.#current = undefined;
    this.#nextAt = now + pauseMs;
    const hasFailed = answer instanceof DeviceError;
    if (tookMs > this.#rules.slowMs || hasFailed) {
      const what = hasFailed
        ? answer.phrase
        : translatable("library.took", "the player took {seconds} s", {
            seconds: (tookMs / 1000).toFixed(1),
          });
      this.#closed = { until: now + closedForMs, reason: what };
    }
    if (request !== undefined) request.answer(this.#resultOf(request.browse, answer, now));
    // A closed library opens only after minutes.
    const closed = this.#closedResult();
    if (closed !== undefined) for (const next of this.#waiting.splice(0)) next.answer(closed);
  }

  /** Half of the budget is kept back for pages. A queue has pictures where the library is not read, too. */
  takePicture(): boolean {
    const { requestsPerHour } = this.#rules;
    const isAllowed = this.#closedResult() === undefined && this.#budget.allows(requestsPerHour / 2);
    if (isAllowed) this.#budget.spend();
    return isAllowed;
  }

  yield(): void {
    this.#current?.cancel.abort();
  }

  /** The player was away: it may have another firmware, and has recovered. */
  forget(): void {
    this.#unsupported.clear();
    this.forgetPages();
    this.#closed = undefined;
  }

  forgetPages(): void {
    this.#pages.clear();
  }

  /** Answers all requests: the player is offline, or its session ends. */
  answerAll(reason: Phrase): void {
    const open = [...(this.#current === undefined ? [] : [this.#current]), ...this.#waiting.splice(0)];
    this.#current = undefined;
    for (const { answer } of open) answer(none(reason));
  }

  #resultOf(browse: Browse, answer: BrowseAnswer | DeviceError | undefined, now: number): LibraryResult {
    if (answer === undefined)
      return none(
        translatable(
          "library.interrupted",
          "interrupted by a command or by the end of the session: send the request again",
        ),
      );
    if (answer instanceof DeviceError) return none(answer.phrase);
    if (answer.kind === "refused") return none(toPhrase(answer.reason));
    if (answer.kind === "unsupported") {
      this.#unsupported.add(browse.operation);
      return lacking;
    }
    if (answer.lacksSome !== undefined) return answer;
    keepNewest(this.#pages, JSON.stringify(browse), { page: answer.page, until: now + keptForMs }, maxPages);
    return answer;
  }

  #known(browse: Browse): LibraryResult | undefined {
    const known = this.#pages.get(JSON.stringify(browse));
    if (known === undefined || known.until <= this.#clock.now()) return undefined;
    return { kind: "page", page: known.page };
  }

  #refusal(
    { operation }: Browse,
    availability: Availability,
    support: ReturnType<typeof browseSupport>,
  ): LibraryResult | undefined {
    const { enabled, requestsPerHour } = this.#rules;
    if (!enabled) return none(translatable("library.off", "the library is not read: set library.enabled"));
    if (availability !== "online") return none(playerIsOffline);
    if (support === "off")
      return none(
        translatable(
          "library.experimental",
          "this list is experimental: set controls.experimental to read it",
        ),
      );
    if (support === "lacking" || this.#unsupported.has(operation)) return lacking;
    const closed = this.#closedResult();
    if (closed !== undefined) return closed;
    if (this.#waiting.length >= maxWaiting)
      return none(translatable("library.too-many", "too many requests are queued for this player"));
    if (this.#budget.take()) return undefined;
    return none(
      translatable("library.budget", "too many requests: library.requestsPerHour is {count}", {
        count: requestsPerHour,
      }),
    );
  }

  #closedResult(): LibraryResult | undefined {
    const now = this.#clock.now();
    if (this.#closed === undefined || this.#closed.until <= now) return undefined;
    const minutes = Math.ceil((this.#closed.until - now) / 60_000);
    return none(
      translatable("library.paused", "the library is paused for {minutes} minutes: {reason}", {
        minutes,
        reason: this.#closed.reason,
      }),
    );
  }
}

const lacking = none(translatable("library.no-list", "this player has no such list"));

function none(phrase: Phrase): LibraryResult {
  return { kind: "none", ...withReason(phrase) };
}
