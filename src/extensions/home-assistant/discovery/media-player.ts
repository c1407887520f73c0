import type { JsonObject } from "../../../core/resources/json.ts";
import type { Session } from "../../../core/session/session.ts";
import { bridgeTopic, type PlayerLeaf, playerTopic } from "../../../core/topics/topics.ts";
import { describeDevice, describeOrigin } from "./describe-device.ts";
import type { DiscoveryTarget } from "./payload.ts";

const topics: readonly (readonly [key: string, leaf: PlayerLeaf])[] = [
  ["state_state_topic", "video/state"],
  ["state_title_topic", "video/title"],
  ["state_duration_topic", "video/duration"],
  ["state_position_topic", "video/position"],
];

/**
 * What the custom integration mqtt_media_player wants to know of a player; undefined for one without videos, since
 * only a video tells whether it plays.
 */
export function mediaPlayerPayload(
  { base, bridge, version, id, name, identity }: DiscoveryTarget,
  { player, resources }: Pick<Session, "player" | "resources">,
): JsonObject | undefined {
  if (resources.video.support !== "supported") return undefined;
  const available = playerTopic(base, id, "availability");
  return {
    device: describeDevice({ identity, name, model: player.model?.model, version: player.model?.firmware }),
    origin: describeOrigin(version),
    name,
    // One topic is all that it understands, and no list.
    availability: { topic: available },
    // It does not read this; we do, to know our own again.
    owner: [{ topic: bridgeTopic(base, "state", bridge) }, { topic: available }],
    ...Object.fromEntries(topics.map(([key, leaf]) => [key, playerTopic(base, id, leaf)])),
  };
}
