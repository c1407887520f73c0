import type { Change, Hello, PlayerView, Sample, TopicChanges } from "../src/extensions/page/wire.ts";
import { asFields, fields } from "./values.ts";

export interface TopicState {
  readonly value: string;
  /** Grows with each change, to highlight it; 0 initially. */
  readonly changes: number;
}

export interface PageState extends Omit<Hello, "now" | "bridge"> {
  /** lost: the shown state is old. signed-out: the token is required again. */
  readonly link: "connecting" | "live" | "lost" | "signed-out";
  /** The offset from the browser's clock to the bridge's. */
  readonly clockOffsetMs: number;
  readonly bridge: Hello["bridge"] | undefined;
  readonly topics: ReadonlyMap<string, TopicState>;
}

export const initialState: PageState = {
  link: "connecting",
  clockOffsetMs: 0,
  forgeryToken: "",
  canSignOut: false,
  deniedToGuest: undefined,
  bridge: undefined,
  players: [],
  samples: { everySeconds: 5, messagesPerMinute: [] },
  check: null,
  topics: new Map(),
};

const keptSamples = 60;

export function greeted(hello: Hello, nowMs: number): PageState {
  const { now, deniedToGuest, ...rest } = hello;
  const players = rest.players.map((one) => playerAsSeen(one, deniedToGuest));
  const clockOffsetMs = now - nowMs;
  return asSeen({ ...rest, deniedToGuest, players, clockOffsetMs, link: "live", topics: new Map() });
}

/** Applies a change. Unchanged parts keep their identity, so they are not drawn again. `shownId` is the player whose topics are listed. */
export function changed(state: PageState, change: Change, shownId: string | undefined): PageState {
  const { bridge = state.bridge, check = state.check, players: parts = {} } = change;
  const removed = new Set(change.removed);
  const kept = state.players
    .filter(({ id }) => !removed.has(id))
    .map((player) => {
      const changes = parts[player.id];
      if (changes === undefined) return player;
      const topics = { ...player.topics, ...changes.topics };
      return playerAsSeen({ ...player, ...changes, topics }, state.deniedToGuest);
    });
  const fresh = (change.added ?? []).map((player) => playerAsSeen(player, state.deniedToGuest));
  const isSame = change.players === undefined && change.added === undefined && change.removed === undefined;
  // One that comes again may lack topics that it had.
  const topics = shownId !== undefined && removed.has(shownId) ? new Map() : state.topics;
  return asSeen({ ...state, bridge, check, topics, players: isSame ? state.players : [...kept, ...fresh] });
}

/** A guest neither sets the bridge up nor examines it. */
function asSeen(state: PageState): PageState {
  const { bridge, deniedToGuest } = state;
  if (deniedToGuest === undefined || bridge === undefined) return state;
  return { ...state, bridge: { ...bridge, setUp: "impossible" }, check: null };
}

/** A guest sees no choices of a control that is denied. */
function playerAsSeen(player: PlayerView, denied: readonly string[] | undefined): PlayerView {
  if (denied === undefined) return player;
  const info = fields(player, "info");
  const denials = Object.fromEntries(denied.map((control) => [control, "denied"]));
  const isHidden = (leaf: string): boolean =>
    leaf.startsWith("settings/") || denied.some((control) => leaf === `${control}/options`);
  const topics = Object.fromEntries(Object.entries(player.topics).filter(([leaf]) => !isHidden(leaf)));
  const controls = { ...asFields(info["controls"]), ...denials };
  return { ...player, topics: { ...topics, info: JSON.stringify({ ...info, controls }) } };
}

export function sampled(state: PageState, { messagesPerMinute }: Sample): PageState {
  const { samples } = state;
  const figures = [...samples.messagesPerMinute, messagesPerMinute].slice(-keptSamples);
  return { ...state, samples: { ...samples, messagesPerMinute: figures } };
}

export function published(state: PageState, changes: TopicChanges): PageState {
  const topics = new Map(state.topics);
  const isFirst = topics.size === 0;
  for (const [topic, value] of Object.entries(changes)) {
    const before = topics.get(topic);
    topics.set(topic, { value, changes: isFirst ? 0 : (before?.changes ?? 0) + 1 });
  }
  return { ...state, topics };
}
