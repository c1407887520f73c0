import { type Identity, topicLevel } from "./identity.ts";

export function deviceTopic(prefix: string, identity: Identity): string {
  return `${prefix}/device/${topicLevel(identity)}/config`;
}

/** The same for the selects whose options follow the film. No identity begins like that. */
export function filmTopic(prefix: string, identity: Identity): string {
  return deviceTopic(prefix, `film_${identity}`);
}

/** The same for the custom integration mqtt_media_player. */
export function mediaPlayerTopic(prefix: string, identity: Identity): string {
  return `${prefix}/media_player/${topicLevel(identity)}/config`;
}

const bridgesDiscovery = "player2mqtt-discovery";

/** The retained topic that announces a bridge to the player2mqtt integration, whatever its base topic. */
export function bridgeDiscoveryTopic(base: string, bridge: string): string {
  return `${bridgesDiscovery}/${base.replaceAll("/", "_")}_${bridge}`;
}

/** The same of all bridges. */
export const bridgesDiscoveryFilter = `${bridgesDiscovery}/+`;

/** The topic on which Home Assistant reports that it has started. */
export function birthTopic(prefix: string): string {
  return `${prefix}/status`;
}

/** All announcements of all programs: the bridge finds those of its earlier runs there. */
export function announcementFilters(prefix: string): string[] {
  return [`${prefix}/device/+/config`, `${prefix}/media_player/+/config`];
}

export function isAnnouncementTopic(prefix: string, topic: string): boolean {
  const rest = topic.slice(prefix.length);
  return topic.startsWith(prefix) && /^\/(device|media_player)\/[^/]*\/config$/.test(rest);
}
