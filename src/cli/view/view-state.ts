import { z } from "zod";
import { isPlayerId } from "../../core/topics.ts";
import { foldPlayer } from "./fold-player.ts";
import { newPlayerView, type PlayerView } from "./player-view.ts";

/** How it stands with the connection to the broker. */
type LinkView =
  | { readonly kind: "connecting" | "connected" }
  | { readonly kind: "lost"; readonly reason: string };

/** What the bridge says about itself. */
export interface BridgeView {
  readonly state: string;
  readonly version: string;
  readonly playerIds: readonly string[];
}

/** Everything the live view shows. */
export interface ViewState {
  readonly base: string;
  readonly broker: string;
  /** The one player that is watched; undefined for all of them. */
  readonly playerId: string | undefined;
  readonly link: LinkView;
  readonly bridge: BridgeView;
  readonly players: ReadonlyMap<string, PlayerView>;
  /** The latest warnings of a bridge in the same process. */
  readonly notes: readonly string[];
  /** What to try next, one command each. */
  readonly hints: readonly string[];
  /** Where a browser shows the same, if anywhere. */
  readonly page?: string | undefined;
}

/** Something the view is told. */
export type ViewEvent =
  | { readonly kind: "message"; readonly topic: string; readonly text: string }
  | { readonly kind: "connected" }
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "note"; readonly text: string };

const notesKept = 3;
/** More players than any screen shows; a broker that makes up names cannot fill the memory. */
const mostPlayers = 1000;

const bridgeInfoShape = z.object({
  version: z.string().catch(""),
  players: z.array(z.object({ id: z.string() }).catch({ id: "" })).catch([]),
});

/** The view before anything was heard. */
export function newViewState(
  given: Pick<ViewState, "base" | "broker" | "playerId" | "hints" | "page">,
): ViewState {
  return {
    ...given,
    link: { kind: "connecting" },
    bridge: { state: "", version: "", playerIds: [] },
    players: new Map(),
    notes: [],
  };
}

/** The view after one more event. */
export function foldEvent(state: ViewState, event: ViewEvent, now: number): ViewState {
  switch (event.kind) {
    case "connected":
      return { ...state, link: { kind: "connected" } };
    case "lost":
      return { ...state, link: { kind: "lost", reason: event.reason } };
    case "note":
      return { ...state, notes: [...state.notes, event.text].slice(-notesKept) };
    case "message":
      return foldMessage(state, event.topic, event.text, now);
  }
}

/** The players in the order in which the bridge lists them. */
export function playersInOrder({ bridge, players }: ViewState): PlayerView[] {
  const places = new Map(bridge.playerIds.map((id, place) => [id, place]));
  const placeOf = ({ id }: PlayerView): number => places.get(id) ?? places.size;
  return [...players.values()].sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

function foldMessage(state: ViewState, topic: string, text: string, now: number): ViewState {
  if (!topic.startsWith(`${state.base}/`)) return state;
  const [id = "", ...levels] = topic.slice(state.base.length + 1).split("/");
  const leaf = levels.join("/");
  if (id === "bridge") return { ...state, bridge: foldBridge(state.bridge, leaf, text) };
  const known = state.players.get(id);
  if (!isPlayerId(id) || (known === undefined && state.players.size >= mostPlayers)) return state;
  const before = known ?? newPlayerView(id);
  const after = foldPlayer(before, leaf, text, now);
  // A command that somebody sends to a player that nobody has does not make it one.
  if (after === before) return state;
  return { ...state, players: new Map(state.players).set(id, after) };
}

function foldBridge(bridge: BridgeView, leaf: string, text: string): BridgeView {
  if (leaf === "state") return { ...bridge, state: text };
  if (leaf !== "info") return bridge;
  const { version, playerIds } = parseBridgeInfo(text);
  return { ...bridge, version, playerIds };
}

/** Reads what the bridge says about itself; of what makes no sense, nothing. */
export function parseBridgeInfo(text: string): Pick<BridgeView, "version" | "playerIds"> {
  let info: z.infer<typeof bridgeInfoShape> | undefined;
  try {
    info = bridgeInfoShape.safeParse(JSON.parse(text)).data;
  } catch {
    // An empty or foreign payload: the bridge has said nothing.
  }
  return {
    version: info?.version ?? "",
    playerIds: info?.players.map(({ id }) => id).filter((id) => id !== "") ?? [],
  };
}
