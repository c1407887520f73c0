import { fits } from "./fit.ts";
import { type Message, retained } from "./message.ts";
import { packIds } from "./packed-ids.ts";
import { type BridgeName, bridgeTopic } from "./topics.ts";

/** What the bridge says about itself when it has connected. */
export interface BridgeInfo {
  readonly version: string;
  readonly startedAt: string;
  readonly mqtt: {
    readonly protocol: "5" | "3.1.1";
    readonly clientId: string;
    readonly maximumPacketBytes: number;
    readonly maximumQos: number;
    readonly retainAvailable: boolean;
    readonly receiveMaximum: number;
  };
  readonly players: readonly { readonly id: string; readonly name: string }[];
  /** Players that are gone and whose topics are not cleared yet. */
  readonly leaving?: readonly string[];
}

/** What the bridge says about itself once a minute. */
export interface BridgeHealth {
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly published: number;
  readonly waiting: number;
  /** For how long the message that has waited the longest does: a snapshot that hardly gets on shows here. */
  readonly waitingSeconds: number;
  /** Outcomes that never reached the broker. */
  readonly dropped: number;
  readonly players: Readonly<Record<string, PlayerHealth>>;
}

/** How it goes with one player. */
export interface PlayerHealth {
  readonly availability: string;
  /** Seconds since its last good answer. */
  readonly lastAnswerSeconds: number | null;
  readonly polls: number;
  readonly unchanged: number;
  readonly failures: number;
  readonly malformed: number;
  readonly latencyMs: number | null;
}

/** Whether the bridge is there; the same topic is its last will. */
export function bridgeState(base: string, bridge: BridgeName, state: "online" | "offline"): Message {
  return { ...retained(bridgeTopic(base, "state", bridge), state), qos: 1 };
}

/** Takes away all that a bridge said that is there no more; its state last. */
export function clearBridge(base: string, bridge: BridgeName): Message[] {
  const leaves = ["health", "info", "state"] as const;
  return leaves.map((leaf) => ({ ...retained(bridgeTopic(base, leaf, bridge), ""), qos: 1 }));
}

/**
 * The facts about the bridge. Its players are its claim, so all are told whatever there are: without their names where
 * those have no room, and packed where there is still too little.
 */
export function bridgeInfo(base: string, bridge: BridgeName, info: BridgeInfo, maxBytes: number): Message {
  const topic = bridgeTopic(base, "info", bridge);
  const whole = JSON.stringify(info);
  if (fits(whole, maxBytes)) return retained(topic, whole);
  const { players, leaving = [], ...rest } = info;
  const ids = players.map(({ id }) => id);
  const nameless = JSON.stringify({ ...info, players: ids.map((id) => ({ id })) });
  if (fits(nameless, maxBytes)) return retained(topic, nameless);
  const packed = { players: packIds(ids), leaving: packIds(leaving) };
  return retained(topic, JSON.stringify({ ...rest, playersCount: ids.length, packed }));
}

/** How it goes; without the players one by one where there are too many of them for one payload. */
export function bridgeHealth(
  base: string,
  bridge: BridgeName,
  health: BridgeHealth,
  maxBytes: number,
): Message {
  const topic = bridgeTopic(base, "health", bridge);
  const whole = JSON.stringify(health);
  if (whole.length <= maxBytes) return retained(topic, whole);
  const { players, ...rest } = health;
  return retained(topic, JSON.stringify({ ...rest, playersCount: Object.keys(players).length }));
}
