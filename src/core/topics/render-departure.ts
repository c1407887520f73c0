import { type Message, retained } from "./message.ts";
import { heardLeaves } from "./render-music.ts";
import { pictureLeaves } from "./render-picture.ts";
import { fixedLeaves } from "./render-resources.ts";
import { playerTopic } from "./topics.ts";

/** Nobody polls it any more: whatever its topics say, it cannot be commanded. */
export function playerIsGone(base: string, id: string): Message {
  return { ...retained(playerTopic(base, id, "availability"), "offline"), qos: 1 };
}

/** Empties every topic of a player but the pages of its queue; its availability last. */
export function clearPlayer(base: string, id: string): Message[] {
  const leaves = [...fixedLeaves, ...heardLeaves, ...pictureLeaves, "info", "availability"] as const;
  return leaves.map((leaf) => ({ ...retained(playerTopic(base, id, leaf), ""), qos: 1 }));
}

/** Empties one page of its queue. */
export function clearPage(base: string, id: string, page: number): Message {
  return { ...retained(playerTopic(base, id, `music/queue/pages/${page}`), ""), qos: 1 };
}
