"""Media players behind a player2mqtt bridge."""

from homeassistant.components import mqtt
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryNotReady
from homeassistant.helpers import config_validation as cv, device_registry as dr
from homeassistant.helpers.typing import ConfigType

from .const import DOMAIN
from .fleet import Fleet, Player2MqttConfigEntry
from .services import register_services

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)

_PLATFORMS = [Platform.MEDIA_PLAYER, Platform.REMOTE]


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register the actions, which exist whether or not a bridge is there."""
    register_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: Player2MqttConfigEntry) -> bool:
    """Follow the bridges of a base topic."""
    if not await mqtt.async_wait_for_mqtt_client(hass):
        raise ConfigEntryNotReady(translation_domain=DOMAIN, translation_key="mqtt_not_ready")
    entry.runtime_data = Fleet(hass, entry)
    entry.async_on_unload(entry.runtime_data.stop)
    await entry.runtime_data.async_start()
    await hass.config_entries.async_forward_entry_setups(entry, _PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: Player2MqttConfigEntry) -> bool:
    """Stop following."""
    return await hass.config_entries.async_unload_platforms(entry, _PLATFORMS)


async def async_remove_config_entry_device(
    hass: HomeAssistant, entry: Player2MqttConfigEntry, device: dr.DeviceEntry
) -> bool:
    """Let the owner delete the device of a player that no bridge has."""
    fleet = entry.runtime_data
    return not any(
        (DOMAIN, identity) in device.identifiers and fleet.is_told(player) for identity, player in fleet.players.items()
    )
