import type { BridgeLink, LinkListener } from "./bridge-link.ts";
import type { Absence } from "./directory.ts";
import type { RedNode, Status } from "./red.ts";
import type { TopicValue } from "./topic-value.ts";

/** How long a node waits for the first connection before it counts as missing. */
export const connectMs = 5000;

/** A status whose text is a key: the editor shows it in its own language. */
export const absenceStatus: Readonly<Record<Absence, Status>> = {
  broker: { fill: "red", shape: "ring", text: "player2mqtt.status.broker" },
  bridge: { fill: "red", shape: "ring", text: "player2mqtt.status.bridge" },
  player: { fill: "grey", shape: "ring", text: "player2mqtt.status.player" },
  unknown: { fill: "yellow", shape: "ring", text: "player2mqtt.status.unknown" },
};

const noBridgeStatus: Status = { fill: "red", shape: "ring", text: "player2mqtt.status.noBridge" };
const noPlayerStatus: Status = { fill: "red", shape: "ring", text: "player2mqtt.status.noPlayer" };
export const waitingStatus: Status = { fill: "yellow", shape: "ring", text: "player2mqtt.status.connecting" };

/** The longest text that a status below a node shows without covering its neighbours. */
const longestStatus = 40;

export function shorten(text: string): string {
  return text.length > longestStatus ? `${text.slice(0, longestStatus - 1)}…` : text;
}

/** Callbacks of a node that follows one player. */
export interface PlayerFollower {
  readonly node: RedNode;
  readonly link: BridgeLink;
  /** The player's absence when all is known; undefined while it is there. */
  readonly refresh: (absence: Absence | undefined, changed: readonly string[]) => void;
}

/** Follows a player for a node: calls `refresh` when all is known, and then after each change. */
export function followPlayer(
  { node, link, refresh }: PlayerFollower,
  id: string,
): { readonly values: ReadonlyMap<string, TopicValue> } {
  const { topics, stop } = link.track(id);
  let isConnectAwaited = !link.isConnected;
  const isKnown = (): boolean => (link.isConnected ? link.isSettled && topics.isSettled : !isConnectAwaited);
  const update = (changed: readonly string[]): void => {
    if (link.isConnected) isConnectAwaited = false;
    if (isKnown()) refresh(link.absenceOf(id), changed);
  };
  const listener: LinkListener = {
    topicsChanged: (of, leaves) => {
      if (of === id) update(leaves);
    },
    presenceChanged: () => update([]),
  };
  const unlisten = link.listen(listener);
  const timer = setTimeout(() => {
    isConnectAwaited = false;
    update([]);
  }, connectMs);
  node.status(waitingStatus);
  // The player may be followed by another node already: then all is known now, but wires are not in place before the next turn.
  const first = setImmediate(() => update([]));
  node.on("close", (_, done) => {
    clearTimeout(timer);
    clearImmediate(first);
    unlisten();
    stop();
    done();
  });
  return topics;
}

/** The link of a node's config node; sets the node's status where something is missing. */
export function linkFor(
  link: BridgeLink | undefined,
  node: RedNode,
  id: string | undefined,
): BridgeLink | undefined {
  if (link === undefined) node.status(noBridgeStatus);
  else if (id === "") node.status(noPlayerStatus);
  return id === "" ? undefined : link;
}

/** The configuration of every node that follows players. */
export interface PlayerConfig {
  readonly bridge: string;
  readonly player: string;
}
