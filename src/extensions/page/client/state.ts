import type {
  BridgeView,
  Change,
  CheckView,
  Hello,
  PlayerView,
  Sample,
  SamplesView,
  TopicChanges,
} from "../wire.ts";

/** A topic of the player that is looked at closely. */
export interface TopicState {
  readonly value: string;
  /** Grows with each change, so that a change can be shown; 0 for what was there at the beginning. */
  readonly changes: number;
}

/** All that the page knows. */
export interface PageState {
  /** lost: what is shown was true once. signed-out: the token has to be shown again. */
  readonly link: "connecting" | "live" | "lost" | "signed-out";
  /** What is to be added to the browser's date to get the bridge's. */
  readonly clockOffsetMs: number;
  readonly forgeryToken: string;
  readonly canSignOut: boolean;
  readonly bridge: BridgeView | undefined;
  readonly players: readonly PlayerView[];
  readonly samples: SamplesView;
  readonly check: CheckView | null;
  readonly topics: ReadonlyMap<string, TopicState>;
}

/** What the page knows before it was told anything. */
export const initialState: PageState = {
  link: "connecting",
  clockOffsetMs: 0,
  forgeryToken: "",
  canSignOut: false,
  bridge: undefined,
  players: [],
  samples: { everySeconds: 5, messagesPerMinute: [], latencyMs: {} },
  check: null,
  topics: new Map(),
};

const keptSamples = 60;

/** A stream began: it tells everything. */
export function greeted(hello: Hello, nowMs: number): PageState {
  const { now, ...rest } = hello;
  return { ...rest, link: "live", clockOffsetMs: now - nowMs, topics: new Map() };
}

/** Something changed. What did not keeps its identity, and so is not drawn again. */
export function changed(state: PageState, change: Change): PageState {
  const { bridge = state.bridge, check = state.check, players: parts = {} } = change;
  const removed = new Set(change.removed);
  const kept = state.players
    .filter(({ id }) => !removed.has(id))
    .map((player) => {
      const changes = parts[player.id];
      return changes === undefined ? player : { ...player, ...changes };
    });
  const isSame = change.players === undefined && change.added === undefined && change.removed === undefined;
  return { ...state, bridge, check, players: isSame ? state.players : [...kept, ...(change.added ?? [])] };
}

/** New figures for the plots. */
export function sampled(state: PageState, sample: Sample): PageState {
  const { samples } = state;
  const latencyMs = Object.fromEntries(
    Object.entries(sample.latencyMs).map(([id, figure]) => [id, added(samples.latencyMs[id] ?? [], figure)]),
  );
  const messagesPerMinute = added(samples.messagesPerMinute, sample.messagesPerMinute);
  return { ...state, samples: { ...samples, messagesPerMinute, latencyMs } };
}

/** Topics of the player that is looked at closely. */
export function published(state: PageState, changes: TopicChanges): PageState {
  const topics = new Map(state.topics);
  const isFirst = topics.size === 0;
  for (const [topic, value] of Object.entries(changes)) {
    const before = topics.get(topic);
    if (value === null) topics.delete(topic);
    else topics.set(topic, { value, changes: isFirst ? 0 : (before?.changes ?? 0) + 1 });
  }
  return { ...state, topics };
}

function added<T>(row: readonly T[], figure: T): readonly T[] {
  return [...row, figure].slice(-keptSamples);
}
