"""What all entities of a player have in common."""

from typing import override

from homeassistant.components import mqtt
from homeassistant.core import callback
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers.entity import Entity

from .const import DOMAIN
from .fleet import Fleet
from .player import COMMAND_SECONDS, Player


class PlayerEntity(Entity):
    """Follows a player by push, on the device that MQTT discovery has made of it."""

    _attr_has_entity_name = True
    _attr_should_poll = False

    def __init__(self, fleet: Fleet, player: Player, unique_id: str, device: dr.DeviceEntry) -> None:
        """Show a player on a device."""
        self._fleet = fleet
        self._player = player
        self._attr_unique_id = unique_id
        self.device_entry = device

    @override
    async def async_added_to_hass(self) -> None:
        """Follow the player."""
        self.async_on_remove(self._player.listen(self._changed))
        self._take_in()

    @callback
    @override
    def add_to_platform_abort(self) -> None:
        """Take part no more: Home Assistant has refused the entity."""
        super().add_to_platform_abort()
        self._fleet.refused(self._player)

    @callback
    def _changed(self) -> None:
        self._take_in()
        self.async_write_ha_state()

    @callback
    def _take_in(self) -> None:
        """Read what the player's topics say."""
        player = self._player
        # After a connection, its topics take a moment to come.
        is_known = mqtt.is_connected(self._fleet.hass) and player.text("availability") != ""
        self._attr_available = is_known and player.is_bridge_online and self._fleet.is_told(player)

    async def _async_press(self, words: list[str]) -> None:
        """Press keys of the remote control, with pauses in milliseconds between them."""
        pauses = sum(int(word) / 1000 for word in words if word.isdecimal())
        await self._player.async_command("key", " ".join(words), COMMAND_SECONDS + pauses)

    def _invalid(self, key: str, **placeholders: str) -> HomeAssistantError:
        return ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key=key,
            translation_placeholders={"player": self._player.info.name, **placeholders},
        )
