import { type Command, isSelection, type SelectCommand } from "../core/command.ts";
import { DeviceError } from "../core/errors.ts";
import type { Answer } from "../core/player.ts";
import type { PlayerPort } from "../core/ports.ts";
import type { ResourceName } from "../core/resource.ts";
import { judge } from "../core/selection.ts";
import type { Clock } from "../lib/clock.ts";
import { GraceSignal } from "../lib/grace-signal.ts";
import type { PlayerSession } from "./player-session.ts";

/** What one player's loop brings together. */
export interface SessionLoop {
  readonly session: PlayerSession;
  readonly player: PlayerPort;
  readonly clock: Clock;
}

/** A command in flight at the end may still finish, for so long. */
const graceMs = 1000;

/** One player's loop: asks the session for the next step and does it, one request at a time, until the signal aborts. */
export async function runSession(loop: SessionLoop, signal: AbortSignal): Promise<void> {
  const { session } = loop;
  try {
    while (!signal.aborted) {
      const step = session.nextStep();
      switch (step.kind) {
        case "command":
          await execute(loop, session.take(), signal);
          break;
        case "read":
          await read(loop, step.resource, signal);
          break;
        case "wait":
          await session.rest(step.ms, signal);
          break;
      }
    }
  } finally {
    session.close();
  }
}

async function read(loop: SessionLoop, resource: ResourceName, signal: AbortSignal): Promise<void> {
  const { session, player } = loop;
  session.happened({ kind: "asked", resource });
  const result = await ask(loop, () => player.read(resource, signal), signal);
  if (result !== undefined) session.heard(resource, result);
}

async function execute(loop: SessionLoop, command: Command | undefined, signal: AbortSignal): Promise<void> {
  if (command === undefined) return;
  const { session, clock } = loop;
  if (isSelection(command)) await select(loop, command, signal);
  else if (clock.now() >= command.expiresAt) session.tell(command, { kind: "expired" });
  else session.happened({ kind: "refresh", command });
}

async function select(loop: SessionLoop, command: SelectCommand, signal: AbortSignal): Promise<void> {
  const { session, player, clock } = loop;
  const judgement = judge(session.state, command, clock.now());
  if (judgement.kind === "settle") {
    session.tell(command, judgement.outcome);
    return;
  }
  const { wasCurrent, entry } = judgement;
  const { tag } = entry;
  using grace = new GraceSignal(signal, graceMs, clock);
  let result: Answer | DeviceError | undefined;
  try {
    result = await ask(loop, () => player.select(command.target, tag, grace.signal), grace.signal);
  } finally {
    // Given up at the end, or ended by a bug: the command was taken, so it is told even then.
    if (result === undefined) {
      session.tell(command, { kind: "failed", tag, reason: `no answer before ${session.end}` });
    }
  }
  if (result !== undefined) session.selected({ command, tag, wasCurrent }, result);
}

/** One request: its answer, its fault, or nothing when it was given up because the bridge stops. */
async function ask(
  { session, clock }: SessionLoop,
  request: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | DeviceError | undefined> {
  const since = clock.now();
  try {
    const answer = await request();
    session.stats.latencyMs = clock.now() - since;
    return answer;
  } catch (error) {
    if (error instanceof DeviceError) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}
