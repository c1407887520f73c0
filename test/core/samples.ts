import { advance, type SessionEvent } from "../../src/core/advance.ts";
import type { Command, SelectCommand } from "../../src/core/command.ts";
import { DeviceError, type DeviceFault } from "../../src/core/errors.ts";
import {
  type Answer,
  type AudioRouting,
  emptyQueue,
  idleVideo,
  type MusicQueue,
  type PlayerModel,
  type Playlist,
  type Reading,
  type Routing,
  type RoutingEntry,
  type VideoStatus,
} from "../../src/core/player.ts";
import { forEachResource, type ResourceName } from "../../src/core/resource.ts";
import type { PendingSelection } from "../../src/core/selection.ts";
import {
  newSession,
  type ResourceState,
  type Session,
  type SessionPolicy,
  withResource,
} from "../../src/core/session.ts";

/** Rules with round numbers. */
export const policy: SessionPolicy = {
  gapMs: 150,
  offlineAfter: 3,
  backoff: { firstMs: 1000, maxMs: 30_000 },
  phase: 0.25,
  idleFactor: 3,
  positionIntervalMs: 5000,
};

/** One choice of a selector. */
export function entry(tag: string, change: Partial<RoutingEntry> = {}): RoutingEntry {
  const displayName = change.displayName ?? `The ${tag}`;
  return { tag, name: displayName, displayName, enabled: true, details: { tag, displayName }, ...change };
}

/** A selector that offers these entries, with the one of this tag selected. */
export function routing(entries: readonly RoutingEntry[], current: string | undefined): Routing {
  return { entries, current: entries.find((one) => one.tag === current) };
}

const inputs = [entry("XMOS"), entry("BT"), entry("EARC", { displayName: "TV" })];
const outputs = [entry("XLR"), entry("RCA"), entry("USB", { displayName: "USB DAC", enabled: false })];

/** Audio routing with this input and this output selected; a tag that is not offered selects nothing. */
export function audio(input = "XMOS", output = "XLR"): AudioRouting {
  return {
    input: routing(inputs, input),
    output: routing(outputs, output),
    outputInfo: { title: "XLR", format: "PCM", formatLines: ["PCM"] },
  };
}

/** A film that plays. */
export const film: VideoStatus = {
  ...idleVideo,
  state: "playing",
  title: "Film",
  positionSeconds: 60,
  durationSeconds: 6905,
  resolution: "3840x2160",
  fps: "23.976",
  codec: "H.265",
  output: "2160p",
  audioTrack: "English",
  subtitle: "French",
  playMode: "All",
  zoom: "Fit",
  details: { status: 200 },
};

export const playlist: Playlist = {
  size: 2,
  currentIndex: 1,
  currentTitle: "Two",
  entries: [
    { title: "One", index: 0 },
    { title: "Two", index: 1 },
  ],
};

export const queue: MusicQueue = {
  ...emptyQueue,
  envelope: { id: 7, start: 0, count: -1, total: 2 },
  total: 2,
  current: 1,
  title: "Song",
  artist: "Band",
  album: "Record",
  entries: [
    { position: 0, title: "Intro" },
    { position: 1, title: "Song" },
  ],
  pages: ['[{"position":0}]', '[{"position":1}]'],
};

export const model: PlayerModel = { pathPrefix: "Zidoo", model: "A8", firmware: "v1", mac: "aa:bb" };

/** One reading of each resource. */
export const readings: Record<ResourceName, Reading> = {
  model: { resource: "model", value: model },
  audio: { resource: "audio", value: audio() },
  video: { resource: "video", value: film },
  playlist: { resource: "playlist", value: playlist },
  queue: { resource: "queue", value: queue },
};

/** Answers by their kind; a reading belongs to the resource. */
export function answerOf(kind: Answer["kind"], resource: ResourceName = "audio"): Answer {
  switch (kind) {
    case "reading":
      return { kind, reading: readings[resource] };
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

export function failed(resource: ResourceName, fault: DeviceFault = "unreachable"): SessionEvent {
  return { kind: "failed", resource, error: new DeviceError(fault, `${fault}: no luck`) };
}

export function listing(input?: string, output?: string): Answer {
  return { kind: "reading", reading: { resource: "audio", value: audio(input, output) } };
}

export function select(request = "EARC", change: Partial<SelectCommand> = {}): SelectCommand {
  return {
    target: "input",
    request,
    transaction: undefined,
    replyTo: undefined,
    receivedAt: 0,
    expiresAt: 5000,
    ...change,
  };
}

export function refreshOf(change: Partial<Omit<Command, "target">> = {}): Command {
  return { ...select("", change), target: "refresh" };
}

export function selected(answer: Answer, wasCurrent = false): SessionEvent {
  return { kind: "selected", command: select(), tag: "EARC", wasCurrent, answer };
}

export function selectionFailed(fault: DeviceFault, wasCurrent = false): SessionEvent {
  const error = new DeviceError(fault, `${fault}: no luck`);
  return { kind: "selection-failed", command: select(), tag: "EARC", wasCurrent, error };
}

/** A selection of EARC that was sent at 0 and waits for its proof. */
export function pending(change: Partial<PendingSelection> = {}): PendingSelection {
  return {
    command: select(),
    tag: "EARC",
    wasCurrent: false,
    verifyAt: 1000,
    isSeen: true,
    checkedAt: undefined,
    doubt: undefined,
    ...change,
  };
}

/** A player that was read, is online and of which nothing is due. */
export function settled(change: Partial<Session> = {}): Session {
  return {
    ...newSession(0),
    availability: "online",
    player: { model, audio: audio(), video: film, playlist, queue },
    resources: forEachResource(() => ({
      dueAt: Number.POSITIVE_INFINITY,
      support: "supported",
      triedAt: 0,
      confusions: 0,
      denials: 0,
      skippedTicks: 0,
    })),
    pagesKnown: queue.pages.length,
    ...change,
  };
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

/** The session after these events, each at its moment. */
export function after(
  session: Session,
  ...events: readonly (readonly [now: number, SessionEvent])[]
): Session {
  let next = session;
  for (const [now, event] of events) next = advance(next, event, now, policy);
  return next;
}
