import { type Identity, topicLevel } from "./identity.ts";

/** The retained topic on which a device is announced. */
export function deviceTopic(prefix: string, identity: Identity): string {
  return `${prefix}/device/${topicLevel(identity)}/config`;
}

/** The same for the custom integration mqtt_media_player. */
export function mediaPlayerTopic(prefix: string, identity: Identity): string {
  return `${prefix}/media_player/${topicLevel(identity)}/config`;
}

/** The retained topic on which a bridge is announced to the integration player2mqtt, whatever its base topic is. */
export function bridgeDiscoveryTopic(base: string, bridge: string): string {
  return `player2mqtt-discovery/${base.replaceAll("/", "_")}_${bridge}`;
}

/** Where Home Assistant says that it has started. */
export function birthTopic(prefix: string): string {
  return `${prefix}/status`;
}

/** Everything announced by anyone: how we find what we said in an earlier life. */
export function announcementFilters(prefix: string): string[] {
  return [`${prefix}/device/+/config`, `${prefix}/media_player/+/config`];
}

/** The topic that makes a player be read at once. */
export function refreshTopic(base: string, id: string): string {
  return `${base}/${id}/refresh/set`;
}
