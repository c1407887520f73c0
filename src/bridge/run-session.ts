import type { Call, Reply } from "../core/controls/call.ts";
import type { CommandDecision } from "../core/session/judge.ts";
import { DeviceError } from "../core/errors.ts";
import type { BrowseAnswer } from "../core/library.ts";
import type { Answer, ResourceName } from "../core/resources/player.ts";
import type { PlayerDevice, PlayerPort } from "../core/ports.ts";
import { pictureTypeOf } from "../core/resources/picture.ts";
import { wasRequested } from "../core/resources/resource.ts";
import type { Clock } from "../lib/clock.ts";
import type { PlayerSession } from "./player-session.ts";
import { translatable } from "../lib/phrase.ts";
import { onAbort } from "../lib/aborted.ts";
import { nextTurn } from "../lib/turns.ts";

interface SessionLoop {
  readonly session: PlayerSession;
  readonly player: PlayerPort & Pick<PlayerDevice, "reopen">;
  readonly clock: Clock;
}

/** The time that a command in flight gets to finish after the signal. */
const graceMs = 1000;

/**
 * One player's loop: carries out the session's next step, one request at a time, until the signal aborts. Then it only
 * finishes the command in flight: what the player has taken is read back.
 */
export async function runSession(loop: SessionLoop, signal: AbortSignal): Promise<void> {
  const { session } = loop;
  // What is in flight to a player that another bridge may have is aborted.
  using grace = new GraceSignal(signal, () => (session.isOnHold ? 0 : graceMs), loop.clock);
  signal.addEventListener("abort", session.wake);
  grace.signal.addEventListener("abort", session.wake);
  try {
    while (!grace.signal.aborted) {
      const step = signal.aborted ? session.nextReadBack() : session.nextStep();
      if (step === undefined) break;
      switch (step.kind) {
        case "command":
          begin(session, step.decision);
          break;
        case "call":
          await call(loop, step.call, grace.signal);
          break;
        case "read": {
          const isReadBack = signal.aborted || step.resource === session.state.pending.effect?.effect.proof;
          await read(loop, step.resource, isReadBack ? grace.signal : signal);
          break;
        }
        case "picture":
          await picture(loop, step.address, signal);
          break;
        case "browse":
          await browse(loop, signal);
          break;
        case "wait":
          await session.wait(step.ms);
          break;
      }
    }
  } finally {
    signal.removeEventListener("abort", session.wake);
    session.close();
  }
}

async function read(loop: SessionLoop, resource: ResourceName, signal: AbortSignal): Promise<void> {
  const { session, player, clock } = loop;
  // While answers wait, nothing is asked: the next ones would only wait, too. The first reads of a player take the time that
  // the polls of the others leave, unless a command may need them.
  const { pending, resources } = session.state;
  const isForCommand = session.waiting > 0 || pending.effect !== undefined;
  const canWait = !wasRequested(resources[resource]) && !isForCommand;
  const turn = nextTurn(clock, canWait);
  if (turn !== undefined) await turn;
  if (signal.aborted) return;
  session.requested(resource);
  const { moves } = session;
  const since = clock.now();
  let result: Answer | DeviceError | undefined;
  try {
    result = await player.read(resource, signal);
    session.stats.latencyMs = clock.now() - since;
  } catch (error) {
    result = faultOf(error, signal);
  }
  if (result === undefined) return;
  const nextOne = nextTurn(clock, canWait);
  if (nextOne !== undefined) await nextOne;
  // What was asked at a former address says nothing about the player.
  if (signal.aborted || session.moves !== moves) return;
  const { otherDevice } = session.state.identityCheck;
  session.handleAnswer(resource, result);
  // The device kept the other one's answers to compare the next ones with.
  if (otherDevice !== undefined && session.state.identityCheck.otherDevice === undefined)
    await player.reopen?.();
}

/** Requests a picture once; a missing one is reported and has no other consequence. */
async function picture(
  { session, player }: SessionLoop,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { status, body } = await player.picture(address, session.state.config.maxPictureBytes, signal);
    const type = pictureTypeOf(body);
    if (status !== 200) session.handlePicture(address, undefined, `HTTP status ${status}`);
    else if (type === undefined)
      session.handlePicture(address, undefined, "not a JPEG, PNG, GIF or WebP image");
    else session.handlePicture(address, { type, bytes: body });
  } catch (error) {
    const fault = faultOf(error, signal);
    if (fault !== undefined) session.handlePicture(address, undefined, fault.message);
  }
}

/** Requests a page of the library. A command cancels it: the loop must not wait for a player that hangs. */
async function browse({ session, player, clock }: SessionLoop, signal: AbortSignal): Promise<void> {
  const request = session.library.begin();
  if (request === undefined) return;
  const { cancel } = request;
  using _ = onAbort(signal, () => cancel.abort());
  const since = clock.now();
  let result: BrowseAnswer | DeviceError | undefined;
  try {
    result = await player.browse(request.browse, cancel.signal);
  } catch (error) {
    result = faultOf(error, cancel.signal);
  }
  const ownMs = result instanceof DeviceError ? undefined : result?.slowestMs;
  session.handlePage(result, ownMs ?? clock.now() - since);
}

/** Begins what was decided about a command, without I/O; later steps carry it out. */
function begin(session: PlayerSession, decision: CommandDecision): void {
  const command = session.takeCommand();
  if (command === undefined) return;
  if (decision.kind === "settle") session.publishOutcome(command, decision.outcome);
  else if (decision.kind === "refresh") session.apply({ kind: "refresh", command });
  else session.apply({ kind: "started", command, effect: decision.effect });
}

async function call(loop: SessionLoop, what: Call, signal: AbortSignal): Promise<void> {
  const { session, player, clock } = loop;
  const since = clock.now();
  let result: Reply | DeviceError | undefined;
  try {
    if (what.operation === "switchPlug") result = session.switchPlug(what.to);
    else result = await player.perform(what, signal);
    session.stats.latencyMs = clock.now() - since;
  } catch (error) {
    result = faultOf(error, signal);
  } finally {
    // The call was aborted or ended by a bug. The command was accepted, so it still needs an outcome.
    if (result === undefined) {
      session.abandonPending(
        translatable("end.unanswered", "no answer before {reason}", { reason: session.endReason }),
      );
    }
  }
  if (result !== undefined) session.handleReply(what, result);
}

/** Takes in what the player says unasked, beside the loop and without a request, until the signal aborts. */
export async function listen(
  session: PlayerSession,
  device: Pick<PlayerDevice, "listen">,
  signal: AbortSignal,
): Promise<void> {
  await device.listen?.((push) => {
    // Its requests fail because nothing is sent.
    if (signal.aborted || (session.isOnHold && push.answer instanceof DeviceError)) return;
    session.handlePush(push);
  }, signal);
}

/** The reason why a request has no answer; undefined when it was aborted because the bridge stops. */
function faultOf(error: unknown, signal: AbortSignal): DeviceError | undefined {
  if (error instanceof DeviceError) return error;
  if (signal.aborted) return undefined;
  throw error;
}

/** Aborts some time after its parent, so that work in progress can finish. */
export class GraceSignal implements Disposable {
  readonly #controller = new AbortController();
  readonly #listening: Disposable;
  #cancelTimer: () => void = () => {};

  constructor(parent: AbortSignal, graceMs: () => number, clock: Clock) {
    this.#listening = onAbort(parent, () => {
      const ms = graceMs();
      if (ms === 0) this.#controller.abort();
      else this.#cancelTimer = clock.after(ms, () => this.#controller.abort());
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#cancelTimer();
  }
}
