import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { Call } from "../../simulator/fault.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import { statusReply } from "../../simulator/zidoo/reply.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { firstRetryPauseMs, longestRetryPauseMs, offlineAfter, patience, timeoutMs } from "./bounds.ts";
import { type Household, identityOf } from "./expected-topics.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { PlayerName } from "./schedule.ts";
import { settingsOf, shownIn } from "./shown.ts";
import type { Target } from "./wishes.ts";

const endlessMs = 86_400_000;
/** How long a restarting player is offline. */
const bootMs = 1500;
/** This player closes idle connections, so that the next request often finds its connection closed. */
export const impatient: PlayerName = "twins";
const impatientMs = 300;
const queueSize = 40;

/** Operations that are polled rarely, or not at all: what failed there waits for a retry or a refresh. */
export const unscheduled = [
  "getModel",
  "getPowerOption",
  "getApps",
  "getScreenBrightness",
  "getKnobBrightness",
  "getKnobLightColorList",
  "getVUModeList",
  "getSpPlayModeList",
  "getSubtitleList",
  "getAudioList",
  "getZoomList",
  "getPlayModeList",
  "getAggregationOfFile",
  "changeVolume",
] as const satisfies readonly OperationName[];

/** Those that are asked for only while there is a film. */
export const ofFilms: ReadonlySet<string> = new Set([
  "getSubtitleList",
  "getAudioList",
  "getZoomList",
  "getPlayModeList",
  "getAggregationOfFile",
]);

/** On a busy machine, the bridge may have given up an answer that took longer. */
const surelyInTimeMs = timeoutMs / 2;

export interface Attempt {
  readonly at: number;
  /** When it was answered or given up; until then, when it came. */
  endedAt: number;
  /** Undefined if it did not get as far as a request. */
  readonly operation: string | undefined;
  /** Whether it got an answer in time, whatever its content. */
  isAnswered: boolean;
  /** Whether it was a read with the true answer, in time. Only a valid answer ends an absence. */
  isTrue: boolean;
}

function newAttempt(operation: string | undefined): Attempt {
  const at = performance.now();
  return { at, endedAt: at, operation, isAnswered: false, isTrue: false };
}

/** The body status of an operation that does not exist. */
const denial = /"status"\s*:\s*801/;

/** How often a player was asked before a moment since it told the truth: every failure of the bridge is among these. */
export function failuresBefore(attempts: readonly Pick<Attempt, "at" | "isTrue">[], at: number): number {
  const before = attempts.filter((attempt) => attempt.at < at);
  return before.length - 1 - before.findLastIndex(({ isTrue }) => isTrue);
}

/** A false answer: when it came, and the pause before the operation is repeated. */
interface Misled {
  readonly at: number;
  readonly pauseMs: number;
  readonly untilAt: number;
}

/** A repetition that fails, too, doubles the pause. */
function pauseBeforeRetryMs(last: Misled | undefined, at: number): number {
  if (last === undefined) return firstRetryPauseMs;
  return at - last.at < last.pauseMs ? last.pauseMs : Math.min(2 * last.pauseMs, longestRetryPauseMs);
}

/** Whether a request reads only. The volume of a video model is read and set by the same operation. */
function isRead({ operation, query }: Call): boolean {
  return operation?.startsWith("get") === true || (operation === "changeVolume" && query.get("type") === "3");
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

/** A player at its address: the address stays when the player is dead, or another model takes its place. */
export class PlayerSlot implements AsyncDisposable {
  readonly name: PlayerName;
  /** All attempts since the start, oldest first. */
  readonly attempts: Attempt[] = [];
  /** Operations whose last answer said something else than the player's state, and until when that may be believed. */
  readonly #misled = new Map<string, Misled>();
  displayName: string;
  /** Whether it denied an operation that it has: the bridge tries that one again after a refresh or an absence. */
  hasDenied = false;
  /** When it last told the truth after it had misled. */
  toldAt = Number.NEGATIVE_INFINITY;
  /** When another model was put at its address. */
  replacedAt = Number.NEGATIVE_INFINITY;
  #simulator: Simulator;
  readonly #own: Simulator;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #identity: string;
  #door: Server | undefined;
  #isModelOpen = true;

  private constructor(name: PlayerName, simulator: Simulator, random: Random, ledger: Ledger) {
    this.name = name;
    this.displayName = name;
    this.#simulator = simulator;
    this.#own = simulator;
    this.#random = random;
    this.#ledger = ledger;
    this.#identity = identityOf(simulator.player.identity.mac);
    this.#follow(simulator);
  }

  static async start(name: PlayerName, random: Random, ledger: Ledger): Promise<PlayerSlot> {
    const simulator = await startModel(name, random, name === impatient ? impatientMs : undefined);
    return new PlayerSlot(name, simulator, random, ledger);
  }

  get simulator(): Simulator {
    return this.#simulator;
  }

  get player(): SimulatedPlayer {
    return this.#simulator.player;
  }

  get household(): Household {
    const prefix = prefixOf(this.name);
    return { id: this.name, name: this.displayName, url: this.#own.url, prefix, identity: this.#identity };
  }

  /** Switches it off; its address resets every connection, and counts them. */
  async die(): Promise<void> {
    // A restart that is not over must not bring it back.
    this.#simulator.power[Symbol.dispose]();
    await this.#simulator.sleep();
    const door = createServer((socket) => {
      this.attempts.push(newAttempt(undefined));
      // Whatever it was going to ask.
      for (const operation of unscheduled) this.#mislead(operation, true);
      socket.resetAndDestroy();
    });
    door.listen(this.#own.port, "127.0.0.1");
    await once(door, "listening");
    this.#door = door;
  }

  async wake(): Promise<void> {
    await this.#closeDoor();
    await this.#simulator.wake();
  }

  /** Both players, which are off, are switched on again, each at the address of the other. */
  async swapWith(other: PlayerSlot): Promise<void> {
    await Promise.all([this.#closeDoor(), other.#closeDoor()]);
    const { port } = this.#simulator;
    await Promise.all([this.#simulator.wake(other.#simulator.port), other.#simulator.wake(port)]);
  }

  /** Puts another model at its address. */
  async replace(model: PlayerName): Promise<void> {
    await this.#simulator.sleep();
    await this.#closeDoor();
    this.#simulator = await startModel(model, this.#random, undefined, {
      port: this.#own.port,
      prefix: prefixOf(this.name),
      mac: "02:5e:11:00:00:77",
    });
    this.#follow(this.#simulator);
    this.replacedAt = performance.now();
  }

  /** Puts the first model back. */
  async restore(): Promise<void> {
    await this.#simulator[Symbol.asyncDispose]();
    this.#simulator = this.#own;
    await this.wake();
    this.replacedAt = performance.now();
  }

  /** Attempts in a row without an answer, up to the last one. */
  get failures(): number {
    return this.attempts.length - 1 - this.attempts.findLastIndex(({ isAnswered }) => isAnswered);
  }

  /** The first attempt since then; infinity if there was none. */
  firstAttemptSince(at: number): number {
    const index = this.attempts.findLastIndex((attempt) => attempt.at < at) + 1;
    return this.attempts[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  attemptsBetween(from: number, to: number): Attempt[] {
    return this.attempts.filter(({ at }) => at >= from && at <= to);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#door?.close();
    await this.#simulator[Symbol.asyncDispose]();
    await this.#own[Symbol.asyncDispose]();
  }

  /** Somebody changes what no poll shows: an update renames the apps, the screen is brighter, or an output gets another name. */
  changeUnpolled(): void {
    const { player } = this;
    const [output] = player.audio.outputs;
    if (output !== undefined) player.audio.renameOutput(output.tag, `${output.name} 2`);
    player.apps = player.apps?.map((app) => ({ ...app, label: `${app.label} 2` }));
    if (player.display !== undefined) player.display.screen.level += 1;
  }

  /** Whether the bridge may not know yet what an operation would tell. */
  isMisledBy(operation: string): boolean {
    return performance.now() < (this.#misled.get(operation)?.untilAt ?? 0);
  }

  /** The same of any operation that is polled rarely. */
  get isMisled(): boolean {
    return unscheduled.some((operation) => this.isMisledBy(operation));
  }

  /** The bridge begins anew: it asks for everything. */
  introduces(): void {
    this.#isModelOpen = true;
    this.allowsAgain();
  }

  /** The bridge forgets what the player denied. */
  allowsAgain(): void {
    if (!this.hasDenied) return;
    this.hasDenied = false;
    this.toldAt = performance.now();
  }

  /**
   * Notes whether an answer was true. A player that denied its model is asked for it again only to find its path; its
   * model counts when it was away.
   */
  #told(operation: string, isTrue: boolean, isReadable: boolean): void {
    if (!isTrue) {
      this.#mislead(operation, !isReadable);
      if (operation === "getModel") this.#isModelOpen = false;
    } else if (operation !== "getModel" || this.#isModelOpen) {
      if (this.#misled.delete(operation)) this.toldAt = performance.now();
    }
  }

  /** A failed read is repeated after a while; a false answer may be believed for ever. */
  #mislead(operation: string, isReadAgain: boolean): void {
    const at = performance.now();
    const last = this.#misled.get(operation);
    const pauseMs = pauseBeforeRetryMs(last, at);
    const untilAt = isReadAgain ? at + pauseMs + patience.retryMs : Number.POSITIVE_INFINITY;
    this.#misled.set(operation, { at, pauseMs, untilAt });
  }

  async #closeDoor(): Promise<void> {
    const door = this.#door;
    this.#door = undefined;
    if (door === undefined) return;
    door.close();
    await once(door, "close");
  }

  /** Records the requests to a simulator, the values in its answers, and whether these are real. */
  #follow({ player, behaviors }: Simulator): void {
    const { name } = this;
    const ledger = this.#ledger;
    const whole = statusReply(player.dialect, 200).deliver;
    const answer = behaviors.answer.bind(behaviors);
    behaviors.answer = async (call, plain) => {
      const { operation } = call;
      // Whether a player of another make is there says nothing about this one.
      if (operation === undefined) return answer(call, plain);
      const attempt = newAttempt(operation);
      call.signal.addEventListener("abort", () => (attempt.endedAt = performance.now()), { once: true });
      if (this.failures >= offlineAfter) this.introduces();
      this.attempts.push(attempt);
      ledger.requests.note(name, call);
      const reply = await answer(call, plain);
      const isWhole = reply.deliver === whole && !call.signal.aborted;
      const at = performance.now();
      attempt.endedAt = at;
      const isInTime = at - attempt.at < surelyInTimeMs;
      attempt.isAnswered = isWhole && isInTime;
      const truth = settingsOf(player);
      const shown = Object.entries(shownIn(operation, reply.body)) as [Target, string][];
      for (const [target, value] of shown) {
        ledger.showed({ at, player: name, target, value, isTrue: truth[target] === value });
      }
      if (operation !== undefined && isRead(call)) {
        const isTrue = isWhole && reply.httpStatus === 200 && reply.body.equals((await plain()).body);
        attempt.isTrue = isTrue && isInTime;
        this.#told(operation, isTrue, isWhole && isJson(reply.body));
      } else if (operation !== undefined && denial.test(reply.body.toString("latin1"))) {
        this.hasDenied = true;
      }
      return reply;
    };
  }
}

async function startModel(
  model: PlayerName,
  random: Random,
  keepAliveTimeoutMs: number | undefined,
  place: { readonly port?: number; readonly prefix?: string; readonly mac?: string } = {},
): Promise<Simulator> {
  const simulator = await startSimulator({
    now: () => performance.now(),
    random: () => random.next(),
    preset: model,
    prefix: prefixOf(model),
    queueSize,
    bootMs,
    ...(keepAliveTimeoutMs !== undefined && { keepAliveTimeoutMs }),
    ...place,
  });
  playForEver(simulator);
  return simulator;
}

function prefixOf(model: PlayerName): string {
  return model === "audio" ? "Zidoo" : "Device";
}

/** Playback that ends by itself would change the truth at a moment that the schedule does not know. */
function playForEver({ player: { music, video } }: Simulator): void {
  music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: endlessMs })));
  video.edit((films) => films.map((film) => ({ ...film, durationMs: endlessMs })));
}
