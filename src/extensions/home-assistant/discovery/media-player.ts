import type { JsonObject } from "../../../core/resources/json.ts";
import type { Session } from "../../../core/session/session.ts";
import { bridgeTopic, type PlayerLeaf, playerTopic } from "../../../core/topics/topics.ts";
import { describeDevice, describeOrigin, reportedFacts } from "./describe-device.ts";
import type { DiscoveryTarget } from "./payload.ts";

const topics: readonly (readonly [key: string, leaf: PlayerLeaf])[] = [
  ["state_state_topic", "video/state"],
  ["state_title_topic", "video/title"],
  ["state_duration_topic", "video/duration"],
  ["state_position_topic", "video/position"],
];

/**
 * The announcement for the custom integration mqtt_media_player; undefined for a player without video, since only a
 * video reports whether it plays.
 */
export function mediaPlayerPayload(
  { base, bridge, version, id, name, identity, pageUrl }: DiscoveryTarget,
  { player, resources }: Pick<Session, "player" | "resources">,
): JsonObject | undefined {
  if (resources.video.support !== "supported") return undefined;
  const facts = player.model && reportedFacts(player.model);
  const available = playerTopic(base, id, "availability");
  return {
    // Without the MAC, which the device of the announcement has.
    device: describeDevice({ ...facts, mac: undefined, identity, name, pageUrl }),
    origin: describeOrigin(version),
    name,
    // The integration understands a single topic, not a list.
    availability: { topic: available },
    // The integration ignores this field; the bridge recognises its own announcements by it.
    owner: [{ topic: bridgeTopic(base, "state", bridge) }, { topic: available }],
    ...Object.fromEntries(topics.map(([key, leaf]) => [key, playerTopic(base, id, leaf)])),
  };
}
