"""An entry whose bridge has another base topic now."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from homeassistant.components import mqtt
from homeassistant.components.media_player import DOMAIN as MEDIA_PLAYER_DOMAIN
from homeassistant.components.mqtt.const import DOMAIN as MQTT_DOMAIN
from homeassistant.components.mqtt.models import ReceiveMessage
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import device_registry as dr, entity_registry as er

from .const import CONF_BASE_TOPIC, DEFAULT_BASE_TOPIC, DISCOVERY_TOPIC, DOMAIN
from .payload import Announcement, PlayerInfo

# Home Assistant collects subscriptions for a while before it sends them.
SUBSCRIBE_SECONDS = 10
# Retained messages follow the subscription at once.
LISTEN_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Former:
    """An entry that has players of another base topic."""

    entry: ConfigEntry
    # Whether all of its players are there.
    is_certain: bool


async def find_shared(hass: HomeAssistant, base: str) -> list[Former]:
    """Return the entries that have players of this base topic, the one with most of them first."""
    told = await _identities_below(hass, base)
    registry = er.async_get(hass)
    found: list[tuple[int, Former]] = []
    for entry in hass.config_entries.async_entries(DOMAIN, include_ignore=False):
        entities = er.async_entries_for_config_entry(registry, entry.entry_id)
        own = {entity.unique_id for entity in entities if entity.domain == MEDIA_PLAYER_DOMAIN}
        if own & told:
            found.append((len(own & told), Former(entry, is_certain=own <= told)))
    return [former for _, former in sorted(found, key=lambda one: -one[0])]


async def _identities_below(hass: HomeAssistant, base: str) -> set[str]:
    identities: set[str] = set()

    @callback
    def received(message: ReceiveMessage) -> None:
        info = PlayerInfo.parse(message.topic.removeprefix(f"{base}/").split("/")[0], message.payload)
        if info is not None and info.identity is not None:
            identities.add(info.identity)

    await _listen(hass, f"{base}/+/info", received)
    return identities


async def _listen(hass: HomeAssistant, topic: str, received: Callable[[ReceiveMessage], None]) -> None:
    """Hear what is retained."""
    subscribed = asyncio.Event()
    stop = [
        await mqtt.async_subscribe(hass, topic, received, qos=1),
        mqtt.async_on_subscribe_done(hass, topic, 1, subscribed.set),
    ]
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                await subscribed.wait()
        await asyncio.sleep(LISTEN_SECONDS)
    finally:
        for one in stop:
            one()


async def remove_bridges(hass: HomeAssistant, base: str) -> None:
    """Remove the announcements and the devices of the bridges of a base topic that has none any more."""
    bridges: dict[str, str] = {}

    @callback
    def received(message: ReceiveMessage) -> None:
        announcement = Announcement.parse(message.payload)
        if announcement is not None and announcement.base == base:
            bridges[message.topic] = announcement.bridge

    await _listen(hass, f"{DISCOVERY_TOPIC}/+", received)
    registry = dr.async_get(hass)
    for topic, bridge in bridges.items():
        await mqtt.async_publish(hass, topic, "", qos=1, retain=True)
        # MQTT empties the announcement of a device that is removed.
        for device in registry.async_get_devices(identifiers={(MQTT_DOMAIN, _identity(base, bridge))}):
            registry.async_remove_device(device.id)


def _identity(base: str, bridge: str) -> str:
    """Return the identity of a bridge, as it announces itself."""
    return f"player2mqtt_{bridge}" if base == DEFAULT_BASE_TOPIC else f"player2mqtt_{base.replace('/', '+')}+{bridge}"


def base_of(entry: ConfigEntry) -> str:
    """Return the base topic of an entry."""
    base: str = entry.data[CONF_BASE_TOPIC]
    return base
