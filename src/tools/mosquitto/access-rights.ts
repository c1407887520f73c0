export interface RightsOptions {
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

# The bridge itself, or each member of a fleet: a player may move to any of them. It publishes state, and clears commands that were sent retained.
user ${user}
topic write ${base}/#
# Commands: the topic of a control has two levels, such as volume/set, or three, such as audio/input/set.
topic read ${base}/+/+/set
topic read ${base}/+/+/+/set
# Optional: topics with too few or too many levels, whose senders are told that there is no such control.
# topic read ${base}/+/set
# topic read ${base}/+/+/+/+/set
# topic read ${base}/+/+/+/+/+/+/#
# In a fleet: outcomes, to know which commands still have none.
topic read ${base}/+/result
# Requests for parts of a music queue.
topic read ${base}/+/music/queue/get
# Requests for pages of a player's library.
topic read ${base}/+/library/get
# What an earlier run, or another member of a fleet, has left about a player: a sleep timer or an announcement that is under way, and
# what was watched and played.
topic read ${base}/+/note
topic read ${base}/+/history
# Pages of a music queue, and the settings of a player, that an earlier run left behind, to be cleared.
topic read ${base}/+/music/queue/pages/+
topic read ${base}/+/settings/+
topic read ${base}/+/settings/+/+
# For \`player2mqtt check\`: what the bridge publishes about itself, and probes. The bridge does not need it.
topic read ${base}/bridge/#
# Requests to the bridge itself: log level, reload, restart of a player's session.
topic read ${base}/+/request/+
# The record of an earlier run, to clear what it left, and in a fleet the players of the other bridges.
topic read ${base}/+/state
topic read ${base}/+/info
topic read ${base}/+/info/+
topic read ${base}/+/health
# What others write on the availability of players, to correct it.
topic read ${base}/+/availability
# Discovery by Home Assistant. Omit these if you do not use it.
topic readwrite ${prefix}/device/+/config
topic readwrite ${prefix}/media_player/+/config
topic read ${prefix}/status
# The announcement of the bridge to the integration player2mqtt; omit it, too, without Home Assistant.
topic readwrite player2mqtt-discovery/+
# A base topic that it had before, to clear it, such as:
# topic readwrite old/#
# The smart plugs of players (controls.plugTopic), if any, such as:
# topic write cmnd/cinema-plug/POWER
# MQTT 5 response topics of your own scripts, if any.
topic write player2mqtt-replies/#

# A user that may see everything and command every player.
user household
topic read ${base}/#
topic write ${base}/+/+/set
topic write ${base}/+/+/+/set
topic write ${base}/+/music/queue/get
topic write ${base}/+/library/get
topic read player2mqtt-replies/#

# A tenant who sees and commands one player, whichever member of a fleet has it, and sees whether its bridge runs.
user tenant
topic read ${base}/living-room/#
topic read ${base}/+/state
topic write ${base}/living-room/+/set
topic write ${base}/living-room/+/+/set
topic write ${base}/living-room/music/queue/get
topic write ${base}/living-room/library/get

# Home Assistant, which also uses topics of others.
user ${homeUser}
topic readwrite #
# Omit this for users that may not manage the bridge itself.
topic write ${base}/+/request/+
`;
}
