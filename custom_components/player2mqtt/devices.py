"""The devices that the entities of players belong to."""

from collections.abc import Callable

from homeassistant.components.media_player import DOMAIN as MEDIA_PLAYER_DOMAIN
from homeassistant.components.mqtt.const import DOMAIN as MQTT_DOMAIN
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.helpers import device_registry as dr, entity_registry as er

from .const import DOMAIN
from .payload import PlayerInfo

# No identity has this sign.
_REMOTE = "/remote"


def remote_id(identity: str) -> str:
    """Return the unique id of the remote control of a player."""
    return f"{identity}{_REMOTE}"


class Devices:
    """Puts the entity of a player onto the device that MQTT discovery has made of it.

    A device belongs to one config entry, so giving its identifiers would make a second device. The entity is linked to
    it in the registry instead. A player that the bridge does not announce gets a device of its own.
    """

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry) -> None:
        """Serve the players of a config entry."""
        self._hass = hass
        self._entry = entry
        self._registry = dr.async_get(hass)

    def other_holder(self, identity: str) -> str | None:
        """Return the title of another entry that has the entity of a player: Home Assistant has each only once."""
        registry = er.async_get(self._hass)
        entity_id = registry.async_get_entity_id(MEDIA_PLAYER_DOMAIN, DOMAIN, identity)
        entity = registry.async_get(entity_id) if entity_id else None
        if entity is None or entity.config_entry_id in (None, self._entry.entry_id):
            return None
        holder = self._hass.config_entries.async_get_entry(entity.config_entry_id)
        return holder.title if holder else None

    def of_mqtt(self, identity: str) -> dr.DeviceEntry | None:
        """Return the device that MQTT discovery has made of a player."""
        for entry in self._hass.config_entries.async_entries(MQTT_DOMAIN):
            for device in self._registry.async_get_devices(
                identifiers={(MQTT_DOMAIN, identity)}, config_entry_id=entry.entry_id
            ):
                return device
        return None

    def own(self, identity: str) -> dr.DeviceEntry | None:
        """Return the device that was made here for lack of one."""
        for device in self._registry.async_get_devices(
            identifiers={(DOMAIN, identity)}, config_entry_id=self._entry.entry_id
        ):
            return device
        return None

    def make_own(self, identity: str, info: PlayerInfo) -> dr.DeviceEntry:
        """Make a device for a player that MQTT discovery has none of, or bring it up to date."""
        return self._registry.async_get_or_create(
            config_entry_id=self._entry.entry_id,
            identifiers={(DOMAIN, identity)},
            name=info.name,
            model=info.model,
            sw_version=info.firmware,
        )

    @callback
    def move_to(self, identity: str, device: dr.DeviceEntry) -> None:
        """Move the entities of a player to a device, and remove one of our own that they leave."""
        entities = er.async_get(self._hass)
        for entity in er.async_entries_for_config_entry(entities, self._entry.entry_id):
            if entity.unique_id in (identity, remote_id(identity)) and entity.device_id != device.id:
                entities.async_update_entity(entity.entity_id, device_id=device.id)
        own = self.own(identity)
        if own is not None and own.id != device.id:
            self._registry.async_remove_device(own.id)

    @callback
    def forget(self, known: set[str]) -> None:
        """Remove entities and devices of players that are gone."""
        entities = er.async_get(self._hass)
        for entity in er.async_entries_for_config_entry(entities, self._entry.entry_id):
            identity = entity.unique_id.removesuffix(_REMOTE)
            if identity not in known:
                entities.async_remove(entity.entity_id)
                self._remove_empty(self.of_mqtt(identity))
        for device in dr.async_entries_for_config_entry(self._registry, self._entry.entry_id):
            if not any((DOMAIN, identity) in device.identifiers for identity in known):
                self._registry.async_remove_device(device.id)

    def _remove_empty(self, device: dr.DeviceEntry | None) -> None:
        """Remove a device of MQTT that has no entity any more. MQTT left it while it had one, which was ours."""
        if device is None:
            return
        entities = er.async_get(self._hass)
        if not er.async_entries_for_device(entities, device.id, include_disabled_entities=True):
            self._registry.async_remove_device(device.id)

    @callback
    def listen(self, came: Callable[[str], None], left: Callable[[str], None]) -> CALLBACK_TYPE:
        """Tell with the identity when MQTT discovery makes or removes a device."""

        @callback
        def updated(event: Event[dr.EventDeviceRegistryUpdatedData]) -> None:
            data = event.data
            if data["action"] == "remove":
                for identity in _identities(data["device"]["identifiers"]):
                    left(identity)
            elif (device := self._registry.async_get(data["device_id"])) is not None:
                for identity in _identities(device.identifiers):
                    came(identity)

        return self._hass.bus.async_listen(dr.EVENT_DEVICE_REGISTRY_UPDATED, updated)


def _identities(identifiers: object) -> list[str]:
    if not isinstance(identifiers, (set, frozenset, list, tuple)):
        return []
    return [pair[1] for pair in identifiers if tuple(pair)[:1] == (MQTT_DOMAIN,)]
