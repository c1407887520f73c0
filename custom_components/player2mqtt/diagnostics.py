"""The facts for a bug report, without private ones."""

from typing import Any

from homeassistant.components import mqtt
from homeassistant.components.diagnostics import REDACTED
from homeassistant.core import HomeAssistant

from .fleet import Player2MqttConfigEntry
from .player import LEAVES, Player

# Their words come from a fixed list or are numbers; names, titles, addresses and paths do not.
_PLAIN = (
    "availability",
    "video/state",
    "video/position",
    "video/duration",
    "music/state",
    "music/position",
    "music/duration",
    "music/mode",
    "music/actions",
    "music/queue/total",
    "volume",
    "mute",
    "music/picture/type",
    "video/picture/type",
)


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: Player2MqttConfigEntry) -> dict[str, Any]:
    """Return the diagnostics of all players of a base topic."""
    fleet = entry.runtime_data
    return {
        "mqtt_connected": mqtt.is_connected(hass),
        # The bridges of a fleet are called after their hosts.
        "bridges": [
            {
                "online": bridge.is_online,
                "players": None if bridge.players is None else len(bridge.players),
            }
            for bridge in fleet.bridges.values()
        ],
        "announcements": [{"version": one.version, "contract": one.contract} for one in fleet.announcements.values()],
        "players": [{"told": fleet.is_told(player), **_diagnose(player)} for player in fleet.players.values()],
    }


def _diagnose(player: Player) -> dict[str, Any]:
    info = player.info
    return {
        "model": info.model,
        "firmware": info.firmware,
        "mac": REDACTED if info.mac else None,
        "families": info.families,
        "controls": info.controls,
        "bridge_online": player.is_bridge_online,
        "pictures": {name: len(data) for name, data in player.pictures.items()},
        "topics": {
            leaf: text if leaf in _PLAIN else f"{REDACTED} ({len(text)} characters)"
            for leaf in LEAVES
            if (text := player.text(leaf))
        },
    }
