import { isDeepStrictEqual } from "node:util";
import { bridgeOf } from "./bridge-node.ts";
import type { BridgeLink, LinkListener } from "./bridge-link.ts";
import type { Absence } from "./directory.ts";
import type { PlayerTopics } from "./player-topics.ts";
import type { FlowMessage, Red, RedNode, Status } from "./red.ts";
import { enlist } from "./running-nodes.ts";
import type { TopicValue } from "./topic-value.ts";

/** How long a node waits for the first connection before it counts as missing. */
export const connectMs = 5000;

/** A status whose text is a key: the editor shows it in its own language. */
const absenceStatus: Readonly<Record<Absence, Status>> = {
  broker: { fill: "red", shape: "ring", text: "player2mqtt.status.broker" },
  bridge: { fill: "red", shape: "ring", text: "player2mqtt.status.bridge" },
  player: { fill: "grey", shape: "ring", text: "player2mqtt.status.player" },
  unknown: { fill: "yellow", shape: "ring", text: "player2mqtt.status.unknown" },
};
const refusedStatus: Status = { fill: "red", shape: "ring", text: "player2mqtt.status.refused" };
const unsetStatus: Status = { fill: "red", shape: "ring", text: "player2mqtt.status.environment" };
const noPlayerStatus: Status = { fill: "red", shape: "ring", text: "player2mqtt.status.noPlayer" };
export const waitingStatus: Status = { fill: "yellow", shape: "ring", text: "player2mqtt.status.connecting" };

export function statusOfAbsence(link: BridgeLink, absence: Absence): Status {
  return absence === "broker" && link.isRefused ? refusedStatus : absenceStatus[absence];
}

/** The longest text that a status below a node shows without covering its neighbors. */
const longestStatus = 40;

export function shorten(text: string): string {
  return text.length > longestStatus ? `${text.slice(0, longestStatus - 1)}…` : text;
}

/** Shows a status below a node only when it changes: each one goes to all editors. */
export function statusOf(node: Pick<RedNode, "status">): (status: Status) => void {
  let shown: Status | undefined;
  return (status) => {
    if (isDeepStrictEqual(status, shown)) return;
    shown = status;
    node.status(status);
  };
}

export interface PlayerFollower {
  readonly node: RedNode;
  readonly show: (status: Status) => void;
  readonly link: BridgeLink;
  /** The player's absence when all is known; undefined while it is there. */
  readonly refresh: (absence: Absence | undefined) => void;
  readonly read: (absence: Absence | undefined) => FlowMessage;
}

/** Follows a player for a node: calls `refresh` when all is known, and then after each change. */
export function followPlayer(
  { node, show, link, refresh, read }: PlayerFollower,
  id: string,
): { readonly values: ReadonlyMap<string, TopicValue> } {
  const { topics, stop } = link.track(id);
  let isConnectAwaited = !link.isConnected;
  let isClosed = false;
  const isKnown = (): boolean => (link.isConnected ? link.isSettled && topics.isSettled : !isConnectAwaited);
  const update = (): void => {
    if (link.isConnected || link.isRefused) isConnectAwaited = false;
    if (isKnown()) refresh(link.absenceOf(id));
  };
  const listener: LinkListener = {
    topicsChanged: (of) => {
      if (of === id) update();
    },
    presenceChanged: update,
  };
  const unlisten = link.listen(listener);
  const timer = setTimeout(() => {
    isConnectAwaited = false;
    update();
  }, connectMs);
  show(waitingStatus);
  // The player may be followed by another node already: then all is known now, but wires are not in place before the next turn.
  const first = setImmediate(update);
  node.on("input", async (message, send, done) => {
    await settled(link, topics);
    if (!isClosed) send({ ...message, ...read(link.absenceOf(id)), player: id, retain: true });
    done();
  });
  node.on("close", (_, done) => {
    isClosed = true;
    clearTimeout(timer);
    clearImmediate(first);
    unlisten();
    stop();
    done();
  });
  return topics;
}

/** Resolves when all retained messages are there, such as directly after a deploy, or after a while without. */
export function settled(link: BridgeLink, topics?: PlayerTopics): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (link.isRefused || (link.isSettled && topics?.isSettled !== false)) end();
    };
    const unlisten = link.listen({ topicsChanged: check, presenceChanged: check });
    const end = (): void => {
      clearTimeout(timer);
      unlisten();
      resolve();
    };
    const timer = setTimeout(end, connectMs);
    check();
  });
}

/** The link of a node's config node; sets the node's status where something is missing. */
export function linkFor(
  red: Red,
  node: RedNode,
  { bridge, player }: { readonly bridge: string; readonly player: string | undefined },
): BridgeLink | undefined {
  enlist(node);
  const { link, problem = "noBridge" } = bridgeOf(red, bridge) ?? {};
  if (link === undefined) node.status({ fill: "red", shape: "ring", text: `player2mqtt.status.${problem}` });
  else if (player?.trim() === "") node.status(noPlayerStatus);
  else if (player !== undefined && isUnsetVariable(player)) node.status(unsetStatus);
  else return link;
  return undefined;
}

/** Node-RED leaves the name of an environment variable that is not set as it is. */
export function isUnsetVariable(text: string): boolean {
  return /\$\{[^}]*\}/.test(text);
}

export interface PlayerConfig {
  readonly bridge: string;
  readonly player: string;
}
