"""The remote control of each player."""

from collections.abc import Iterable
from typing import Any, Final, override

from homeassistant.components.remote import (
    ATTR_DELAY_SECS,
    ATTR_HOLD_SECS,
    ATTR_NUM_REPEATS,
    DEFAULT_DELAY_SECS,
    RemoteEntity,
)
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .devices import remote_id
from .entity import PlayerEntity
from .fleet import Fleet, Player2MqttConfigEntry
from .player import WAKE_SECONDS, Player

# Each command waits for its outcome; the bridge sends them to the player one after another by itself.
PARALLEL_UPDATES = 0

# The bridge takes so many keys in one command, and pauses of so many milliseconds.
_MOST_KEYS: Final = 32
_LONGEST_PAUSE: Final = 10_000


async def async_setup_entry(
    hass: HomeAssistant,
    entry: Player2MqttConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add a remote control for each player that has one, now and later."""
    fleet = entry.runtime_data

    @callback
    def ready(player: Player, identity: str, device: dr.DeviceEntry) -> None:
        if player.info.has("key"):
            async_add_entities([Player2MqttRemote(fleet, player, remote_id(identity), device)])

    fleet.on_ready(ready)


class Player2MqttRemote(PlayerEntity, RemoteEntity):
    """Presses the keys of a player's remote control."""

    _attr_translation_key = "remote"

    def __init__(self, fleet: Fleet, player: Player, unique_id: str, device: dr.DeviceEntry) -> None:
        """Show a player on a device."""
        super().__init__(fleet, player, unique_id, device)
        self._take_in()

    @callback
    @override
    def _take_in(self) -> None:
        super()._take_in()
        self._attr_available = self._attr_available and self._player.info.has("key")
        is_on = self._player.text("power") != "off"
        self._attr_is_on = {"online": is_on, "offline": False}.get(self._player.text("availability"))

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        """Wake the player, and wait until it answers."""
        await self._player.async_command("power", "on", WAKE_SECONDS)

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        """Switch the player off."""
        await self._player.async_command("power", "off")

    @override
    async def async_send_command(self, command: Iterable[str], **kwargs: Any) -> None:
        """Press keys, as often as asked, with a pause between them. Nothing holds a key."""
        if kwargs.get(ATTR_HOLD_SECS):
            raise self._invalid("hold_unsupported")
        pause = min(_LONGEST_PAUSE, round(kwargs.get(ATTR_DELAY_SECS, DEFAULT_DELAY_SECS) * 1000))
        keys = [key for keys in command for key in keys.split()] * kwargs.get(ATTR_NUM_REPEATS, 1)
        for first in range(0, len(keys), _MOST_KEYS):
            words = [word for key in keys[first : first + _MOST_KEYS] for word in (str(pause), key)]
            # There is no pause before the first key of all.
            await self._async_press(words if first else words[1:])
