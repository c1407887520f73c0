import { type Message, retained } from "./message.ts";
import { pagesOfQueue } from "../resources/queue.ts";
import { resourceLeaves } from "../resources/player.ts";
import { playerTopic } from "./topics.ts";

/** A player that is no longer polled is published as offline: it cannot be commanded. */
export function playerOffline(base: string, id: string): Message {
  return { ...retained(playerTopic(base, id, "availability"), "offline"), qos: 1 };
}

/** Clears every topic of a player except the pages of its queue; its availability last. */
export function clearPlayer(base: string, id: string): Message[] {
  const leaves = [...resourceLeaves, "info", "availability"] as const;
  return leaves.map((leaf) => ({ ...retained(playerTopic(base, id, leaf), ""), qos: 1 }));
}

/** Clears one page of its queue. */
export function clearPage(base: string, id: string, page: number): Message {
  return { ...retained(playerTopic(base, id, `${pagesOfQueue}/${page}`), ""), qos: 1 };
}
