import * as fc from "fast-check";
import { type Bluos, bluos, bluosStep, type Step as BluosStep } from "../random-players/bluos/arbitrary.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { type Act, type AnyCase, type Resident, startResident } from "../random-players/resident.ts";
import type { Published } from "../random-players/topic-rules.ts";
import {
  type Step as WiimStep,
  type Track,
  type Wiim,
  wiim,
  wiimStep,
} from "../random-players/wiim/arbitrary.ts";

/*
 * Players of other makes beside the five, made at random. What must be on their topics, and what each command must do, is that
 * of test/random-players.
 */

/** Their ids, by which they also know themselves. */
export const guestNames = ["p0", "p1"] as const;
export type GuestName = (typeof guestNames)[number];

/** The steps of a storm, and the longest run of storms. */
const stepsInStorm = 30;
const longestRun = 60;

/** The settings of the bridge that the topics of players depend on, as they are by default. */
const settings = { window: 50, publish: "window", fields: "essential" } as const;

/** Those whose outcome may take longer than a storm waits for one. */
const slowRequests: ReadonlySet<string> = new Set(["preset", "play", "group"]);
/** Changes that nothing tells within a few polls. */
const quietChanges: ReadonlySet<string> = new Set(["battery", "name", "inputs", "presets"]);

export class Guest implements AsyncDisposable {
  readonly name: GuestName;
  readonly #resident: Resident;
  readonly #isBluos: boolean;

  private constructor(name: GuestName, resident: Resident, isBluos: boolean) {
    this.name = name;
    this.#resident = resident;
    this.#isBluos = isBluos;
  }

  static async start(name: GuestName, seed: number): Promise<Guest> {
    const one = makers[name](seed);
    const resident = await startResident(one, guestNames.indexOf(name), systemClock);
    return new Guest(name, resident, "bluos" in one);
  }

  get url(): string {
    return this.#resident.url;
  }

  /** One that holds requests tells its changes itself: polls must not hide that it is not heard. */
  get ownPoll() {
    return this.#isBluos ? { poll: { queue: "", audio: "", state: "" } } : {};
  }

  /** What somebody does with it as the next thing in a storm. */
  storm(number: number, index: number): Act {
    // What the others do not answer may be read again in a minute only.
    if (this.#isBluos && index % 7 === 6) this.#resident.cut();
    const at = ((number % longestRun) * stepsInStorm + (index % stepsInStorm)) % this.#stormSteps;
    return this.#begin(at, new Map());
  }

  /** What it is asked for in the calm after a storm. */
  calm(number: number, published: Published): Act {
    return this.#begin(this.#stormSteps + (number % longestRun), published);
  }

  /** What is wrong with its topics, and with what it was asked. */
  problems(published: Published): readonly string[] {
    return this.#resident.problems(settings, published);
  }

  /** Requests that break a rule. After a bridge has taken over from another one, both may have asked at the same time. */
  get misdeeds(): readonly string[] {
    return this.#resident.misdeeds.filter((text) => !text.startsWith("two requests"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resident[Symbol.asyncDispose]();
  }

  get #stormSteps(): number {
    return this.#resident.steps.length - longestRun;
  }

  #begin(at: number, published: Published): Act {
    const act = this.#resident.steps[at]?.begin(published);
    if (act === undefined) throw new Error(`${this.name} has no step ${at}`);
    return act;
  }
}

/** What every poll shows: the bridge's patience with the rest is longer than a storm. */
function bluosOf(seed: number) {
  const isTold = ({ dialect, zone, mate }: Bluos): boolean =>
    !dialect.missing.some((name) => ["syncStat", "volume", "mute"].includes(name)) &&
    dialect.secondarySyncStat === "own" &&
    zone.inputs.length > 0 &&
    zone.level !== undefined &&
    zone.queue.length + mate.queue.length < 20;
  const isStormy = (one: BluosStep): boolean =>
    one.do === "change" ? !quietChanges.has(one.change.what) : isSoonDone(one.request);
  return { bluos: first(bluos.filter(isTold), seed), steps: steps(bluosStep, isStormy, seed) };
}

function wiimOf(seed: number) {
  // What ends would change the truth by itself.
  const isEndless = ({ seconds }: Track): boolean => seconds === 0;
  const isTold = ({ dialect, track }: Wiim): boolean =>
    dialect.perSecond === 1000 && track !== undefined && isEndless(track);
  const isStormy = (one: WiimStep): boolean =>
    one.do === "change"
      ? one.change.what !== "track" || isEndless(one.change.track)
      : isSoonDone(one.request);
  return { wiim: first(wiim.filter(isTold), seed), steps: steps(wiimStep, isStormy, seed) };
}

function isSoonDone(request: { readonly what: string; readonly by?: string }): boolean {
  return !slowRequests.has(request.what) && (request.by ?? "tag") === "tag";
}

const makers: Readonly<Record<GuestName, (seed: number) => AnyCase>> = { p0: bluosOf, p1: wiimOf };

function first<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [one] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (one === undefined) throw new Error("nothing was made");
  return structuredClone(one);
}

function steps<T extends BluosStep | WiimStep>(
  arbitrary: fc.Arbitrary<T>,
  isStormy: (step: T) => boolean,
  seed: number,
): T[] {
  const isCalm = (one: T): boolean => one.do === "command" && one.manner === "obeys" && isStormy(one);
  const stormy = fc.sample(arbitrary.filter(isStormy), { seed, numRuns: stepsInStorm * longestRun });
  return [...stormy, ...fc.sample(arbitrary.filter(isCalm), { seed, numRuns: longestRun })];
}
