import { asText, parseObject } from "../../core/resources/json.ts";
import { type InfoPages, readRecord } from "../../core/topics/bridge-record.ts";
import {
  type BridgeArrival,
  type BridgeName,
  parseBridgeTopic,
  splitTopic,
} from "../../core/topics/topics.ts";
import { foldPlayer, newPlayerView, type PlayerView } from "./player-view.ts";

type LinkView =
  | { readonly kind: "connecting" | "connected" }
  | { readonly kind: "lost"; readonly reason: string };

interface BridgeView {
  readonly state: string;
  readonly version: string;
  readonly info: InfoPages;
  readonly playerIds: readonly string[];
}

export interface ViewSubject {
  readonly base: string;
  readonly broker: string;
  /** The only player shown; undefined for all. */
  readonly playerId: string | undefined;
  readonly hints: readonly string[];
  readonly page?: string | undefined;
  /** What a newcomer has to know about what is shown. */
  readonly remark?: string | undefined;
}

export interface ViewState extends ViewSubject {
  readonly link: LinkView;
  readonly bridges: ReadonlyMap<BridgeName, BridgeView>;
  readonly players: ReadonlyMap<string, PlayerView>;
  readonly notes: readonly string[];
}

export type ViewEvent =
  | { readonly kind: "message"; readonly topic: string; readonly text: string }
  | { readonly kind: "connected" }
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "note"; readonly text: string };

export interface Viewer {
  show(event: ViewEvent): void;
  /** Runs until the signal aborts or the user quits. */
  run(signal: AbortSignal): Promise<void>;
}

const notesKept = 3;
/** Limits memory if a broker sends arbitrary names. */
const maxPlayers = 1000;

export function newViewState(subject: ViewSubject): ViewState {
  return { ...subject, link: { kind: "connecting" }, bridges: new Map(), players: new Map(), notes: [] };
}

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

export function listedIds({ bridges }: ViewState): string[] {
  return [...bridges.values()].flatMap(({ playerIds }) => playerIds);
}

/** Whether the state of a player is up to date: the bridge that lists it is online, or any bridge if none lists it. */
export function isFollowed({ bridges }: ViewState, playerId: string): boolean {
  const all = [...bridges.values()];
  const holders = all.filter(({ playerIds }) => playerIds.includes(playerId));
  return (holders.length === 0 ? all : holders).some(({ state }) => state === "online");
}

export function playersInOrder(state: ViewState): PlayerView[] {
  const { players } = state;
  const places = new Map(listedIds(state).map((id, place) => [id, place]));
  const placeOf = ({ id }: PlayerView): number => places.get(id) ?? places.size;
  return [...players.values()].sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

function foldMessage(state: ViewState, topic: string, text: string, now: number): ViewState {
  const arrival = parseBridgeTopic(state.base, topic);
  if (arrival !== undefined) return { ...state, bridges: foldBridges(state.bridges, arrival, text) };
  const { id = "", leaf = "" } = splitTopic(state.base, topic) ?? {};
  const known = state.players.get(id);
  if (id === "" || (known === undefined && state.players.size >= maxPlayers)) return state;
  const before = known ?? newPlayerView(id);
  const after = foldPlayer(before, leaf, text, now);
  // A command for an unknown player does not create it.
  if (after === before) return state;
  return { ...state, players: new Map(state.players).set(id, after) };
}

function foldBridges(
  bridges: ViewState["bridges"],
  { bridge: name, leaf, page }: BridgeArrival,
  text: string,
): ViewState["bridges"] {
  const known = bridges.get(name);
  if (leaf === "health" || (known === undefined && bridges.size >= maxPlayers)) return bridges;
  const before: BridgeView = known ?? { state: "", version: "", info: new Map(), playerIds: [] };
  const after = new Map(bridges);
  // A fleet that has become smaller clears the topics of its former bridges.
  if (leaf === "state" && text === "") after.delete(name);
  else after.set(name, leaf === "state" ? { ...before, state: text } : foldInfo(before, page, text));
  return after;
}

function foldInfo(bridge: BridgeView, page: number, text: string): BridgeView {
  const info = new Map(bridge.info).set(page, text);
  // An empty or foreign payload has none.
  const version = asText(parseObject(info.get(0))?.["version"]) ?? "";
  return { ...bridge, info, version, playerIds: readRecord(info)?.players ?? [] };
}
