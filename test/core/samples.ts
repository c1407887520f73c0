import { zidooRules } from "../../src/families/zidoo/rules.ts";
import { advance, beginRead, type SessionEvent } from "../../src/core/session/advance.ts";
import type { Command, ControlCommand } from "../../src/core/controls/command.ts";
import { type ControlName, controls } from "../../src/core/controls/table.ts";
import { beginEffect } from "../../src/core/session/outcomes.ts";
import type { Effect } from "../../src/core/controls/effect.ts";
import { DeviceError, type DeviceFault } from "../../src/core/errors.ts";
import {
  type Answer,
  forEachResource,
  type PlayerState,
  type Reading,
  type ResourceName,
} from "../../src/core/resources/player.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { PendingEffect } from "../../src/core/session/pending.ts";
import { type Session, type SessionPolicy, withResource } from "../../src/core/session/session.ts";
import type { ResourceState } from "../../src/core/resources/resource.ts";
import { render, type RenderTarget } from "../../src/core/topics/render.ts";
import { bySchedule } from "../support/by-schedule.ts";
import { audio, film, queue, readings, whole } from "./sample-player.ts";
import { type SessionFields, sessionWith } from "./session-with.ts";
import type { PlayerProfile } from "../../src/core/session/family-rules.ts";
import { judge } from "../../src/core/session/judge.ts";
import { plan } from "../../src/core/session/plan.ts";

/** What a player of the first family is. */
export const profile: PlayerProfile = {
  family: "zidoo",
  address: "http://10.0.0.2:9529",
  rules: zidooRules,
  withoutOperations: [],
  withoutResources: [],
};

/** Whose topics are rendered. */
export const target: RenderTarget = {
  base: "p",
  id: "tv",
  name: "TV",
  address: "http://tv",
  maxPayloadBytes: 100_000,
  largestPayloadBytes: 100_000,
};

/** The topics that differ between two sessions, all without an earlier one, and their payloads. */
export function topicsOf(session: Session, before?: Session): Record<string, unknown> {
  return Object.fromEntries(render(target, before, session).map(({ leaf, payload }) => [leaf, payload]));
}

/** Rules with round numbers. */
export const policy: SessionPolicy = {
  gapMs: 150,
  offlineAfter: 3,
  backoff: { firstMs: 1000, maxMs: 30_000 },
  phase: 0.25,
  idleFactor: 3,
  positionIntervalMs: 5000,
  rules: zidooRules,
  pace: bySchedule,
};

/** Answers by their kind; a reading belongs to the resource. */
export function answerOf(kind: Answer["kind"], resource: ResourceName = "audio"): Answer {
  switch (kind) {
    case "reading":
      // Another object each time, as of an answer that is read.
      return { kind, reading: structuredClone(readings[resource]) };
    case "confused":
      return { kind, reason: "body status 804" };
    case "refused":
      return { kind, reason: "body status 805" };
    case "unchanged":
    case "absent":
    case "unsupported":
      return { kind };
  }
}

export function answered(resource: ResourceName, answer: Answer | Answer["kind"] = "reading"): SessionEvent {
  return {
    kind: "answered",
    resource,
    answer: typeof answer === "string" ? answerOf(answer, resource) : answer,
  };
}

/** An answer with this value. */
export function told<Name extends ResourceName>(
  resource: Name,
  value: NonNullable<PlayerState[Name]>,
): SessionEvent {
  return answered(resource, { kind: "reading", reading: { resource, value } as Reading });
}

export function failed(resource: ResourceName, fault: DeviceFault = "unreachable"): SessionEvent {
  return { kind: "failed", resource, error: new DeviceError(fault, `${fault}: no luck`) };
}

export function listing(input?: string, output?: string): Answer {
  return { kind: "reading", reading: { resource: "audio", value: audio(input, output) } };
}

/** When a command came, and for how long it is valid. */
type Life = Omit<Command, "target" | "request" | "parsed">;

const life: Life = { transaction: undefined, replyTo: undefined, receivedAt: 0, expiresAt: 5000 };

export function select(
  request = "EARC",
  { target = "audio/input", ...change }: Partial<Life & { readonly target: ControlName }> = {},
): ControlCommand {
  return { target, request, parsed: controls[target].parse(request), ...life, ...change };
}

export function refreshOf(change: Partial<Life> = {}): Command {
  return { target: "refresh", request: "", ...life, ...change };
}

/** The next step, without what was decided about a command. */
export function planned(...given: Parameters<typeof plan>): unknown {
  const { kind, ...step } = plan(...given);
  return kind === "command" ? { kind } : { kind, ...step };
}

/** The resource to read before a command is decided. */
export function toReadFirst(...given: Parameters<typeof judge>): ResourceName | undefined {
  const judged = judge(...given);
  return judged.kind === "read" ? judged.resource : undefined;
}

/** The effect of selecting EARC. */
export function selection(wasAlreadySet: boolean): Effect {
  const decision = controls["audio/input"].parse("EARC").decide(settled(), 0);
  if (decision.kind !== "act") throw new Error("EARC cannot be selected");
  return { ...decision.effect, wasAlreadySet };
}

const selectCall = { operation: "selectInput", tag: "EARC" } as const;

/** A selection of EARC that is begun and answered. */
export function selected(reply: Answer, wasCurrent = false): SessionEvent[] {
  return [
    { kind: "started", command: select(), effect: selection(wasCurrent) },
    { kind: "called", call: selectCall, reply },
  ];
}

/** A selection of EARC that is begun and never answered. */
export function selectionFailed(fault: DeviceFault, wasCurrent = false): SessionEvent[] {
  const error = new DeviceError(fault, `${fault}: no luck`);
  return [
    { kind: "started", command: select(), effect: selection(wasCurrent) },
    { kind: "call-failed", call: selectCall, error },
  ];
}

/** A selection of EARC that was sent at 0 and waits for its proof. */
export function pending(change: Partial<PendingEffect> = {}): PendingEffect {
  return {
    ...beginEffect(select(), selection(false), 0),
    calls: [],
    pollAt: 1000,
    proofFinalAt: 1000,
    isObserved: true,
    ...change,
  };
}

/** A player that was read, is online and of which nothing is due. */
export function settled(change: SessionFields = {}): Session {
  return sessionWith(newSession(0), {
    availability: "online",
    player: whole,
    resources: forEachResource(() => ({
      dueAt: Number.POSITIVE_INFINITY,
      support: "supported",
      triedAt: 0,
      hasFailed: false,
      retryMs: 0,
      confusions: 0,
      denials: 0,
      againAt: Number.NEGATIVE_INFINITY,
      unanswered: undefined,
      unread: undefined,
      skippedTicks: 0,
    })),
    pagesKnown: queue.pages.length,
    listFilmKeys: { subtitles: film.key, audioTracks: film.key },
    ...change,
  });
}

/** The session with some fields of some resources replaced. */
export function having(
  session: Session,
  changes: Partial<Record<ResourceName, Partial<ResourceState>>>,
): Session {
  let next = session;
  for (const [name, change] of Object.entries(changes)) {
    next = withResource(next, name as ResourceName, change);
  }
  return next;
}

/** What happens to a session; `requested`: a read begins. */
export type Happened = SessionEvent | { readonly kind: "requested"; readonly resource: ResourceName };

/** The session after these events, each at its moment. */
export function after(
  session: Session,
  ...events: readonly (readonly [now: number, Happened | readonly Happened[]])[]
): Session {
  let next = session;
  for (const [now, happened] of events) {
    for (const event of "kind" in happened ? [happened] : happened)
      next =
        event.kind === "requested" ? beginRead(next, event.resource, now) : advance(next, event, now, policy);
  }
  return next;
}
