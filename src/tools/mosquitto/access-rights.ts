/** What the rights depend on. */
export interface RightsOptions {
  /** The user that the bridge signs in as. */
  readonly user: string;
  readonly baseTopic: string;
  readonly discoveryPrefix: string;
}

/** The user for Home Assistant, other programs and people. */
export const homeUser = "home-assistant";

/** The text of a file of access rights for Mosquitto: the least that the bridge needs, and two more users. */
export function documentRights({
  user = "player2mqtt",
  baseTopic: base = "player2mqtt",
  discoveryPrefix: prefix = "homeassistant",
}: Partial<RightsOptions> = {}): string {
  return `# Access rights for Mosquitto (acl_file): the least that the bridge needs.
# The base topic (mqtt.baseTopic) is ${base}, the discovery prefix (homeassistant.prefix) ${prefix}.

# The bridge itself. It writes what it knows, and clears commands that somebody sent retained.
user ${user}
topic write ${base}/#
# Commands: what can be set of a player has a topic of two levels, such as volume/set, or of three, such as
# audio/input/set.
topic read ${base}/+/+/set
topic read ${base}/+/+/+/set
# Parts of a music queue that somebody asks for.
topic read ${base}/+/music/queue/get
# Pages of a music queue that an earlier run left behind, to be cleared.
topic read ${base}/+/music/queue/pages/+
# For \`player2mqtt check\`: what the bridge says of itself, and probes. The bridge does not need it.
topic read ${base}/bridge/#
# Requests to the bridge itself: another log level, reload, a player's session anew.
topic read ${base}/+/request/+
# What an earlier run said of itself, to clear up behind it, and in a fleet what the other bridges have.
topic read ${base}/+/state
topic read ${base}/+/info
topic read ${base}/+/info/+
topic read ${base}/+/health
# Discovery by Home Assistant. Leave these out if you do not use it.
topic readwrite ${prefix}/device/+/config
topic readwrite ${prefix}/media_player/+/config
topic read ${prefix}/status
# The announcement of the bridge to the integration player2mqtt, with the same condition.
topic write player2mqtt-discovery/+
# MQTT 5 response topics that your own scripts ask for, if they do.
topic write player2mqtt-replies/#

# Somebody who may see everything and command every player.
user household
topic read ${base}/#
topic write ${base}/+/+/set
topic write ${base}/+/+/+/set
topic write ${base}/+/music/queue/get
topic read player2mqtt-replies/#

# Home Assistant, which has more to say than to players.
user ${homeUser}
topic readwrite #
# Leave this out for whoever shall not look after the bridge itself.
topic write ${base}/+/request/+
`;
}
