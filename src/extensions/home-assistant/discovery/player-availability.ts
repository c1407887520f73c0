import type { JsonObject } from "../../../core/resources/json.ts";
import { type BridgeName, bridgeTopic, type PlayerLeaf, playerTopic } from "../../../core/topics/topics.ts";

/** Whose player it is. */
export interface Owner {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly id: string;
}

/** What has to be there for the entities of a player, besides whatever else one of them needs. */
export function playerAvailability({ base, bridge, id }: Owner): JsonObject[] {
  return [{ topic: bridgeTopic(base, "state", bridge) }, { topic: playerTopic(base, id, "availability") }];
}

/** The same for an entity that makes sense only while a topic says something; `[]` is nothing as well. */
export function availableWith(owner: Owner, leaf: PlayerLeaf): JsonObject {
  const topic = playerTopic(owner.base, owner.id, leaf);
  const says = { topic, value_template: '{{ "offline" if value in ["", "[]"] else "online" }}' };
  return { availability: [...playerAvailability(owner), says], availability_mode: "all" };
}
