"""Names and limits that more than one module needs."""

from typing import Final

DOMAIN: Final = "player2mqtt"

CONF_BASE_TOPIC: Final = "base_topic"
DEFAULT_BASE_TOPIC: Final = "player2mqtt"

# An option: the apps of the players are sources, after their inputs.
CONF_APPS: Final = "apps_as_sources"

# Retained, one message for each bridge, whatever its base topic is.
DISCOVERY_TOPIC: Final = "player2mqtt-discovery"

# The version of the topic contract. It grows when a change requires a newer integration, not with each new topic.
OLDEST_CONTRACT: Final = 1
NEWEST_CONTRACT: Final = 1

SERVICE_SEND_KEY: Final = "send_key"
SERVICE_SELECT_SUBTITLE: Final = "select_subtitle"
SERVICE_SELECT_AUDIO_TRACK: Final = "select_audio_track"
SERVICE_PLAY_QUEUE_ENTRY: Final = "play_queue_entry"
SERVICE_NEXT_SUBTITLE: Final = "next_subtitle"
SERVICE_NEXT_AUDIO_TRACK: Final = "next_audio_track"
ATTR_KEYS: Final = "keys"
ATTR_SUBTITLE: Final = "subtitle"
ATTR_AUDIO_TRACK: Final = "audio_track"
ATTR_POSITION: Final = "position"
