"""The bridges below one base topic, and the players that they share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
import logging

from homeassistant.components import mqtt
from homeassistant.components.mqtt.models import ReceiveMessage
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import EVENT_CORE_CONFIG_UPDATE
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr, entity_registry as er

from .const import CONF_APPS, CONF_BASE_TOPIC, DISCOVERY_TOPIC, DOMAIN
from .devices import Devices
from .issues import check_contracts, check_shared, clear_issues
from .payload import Announcement, BridgeInfo, PlayerInfo, as_text, is_bridge_name
from .player import Player

_LOGGER = logging.getLogger(__name__)

# A bridge announces most players to MQTT discovery sooner; a device that comes later gets the entities, too.
DEVICE_SECONDS = 20
# A player that is renamed or handed over to another bridge is away for a moment.
STALE_SECONDS = 60
# A bridge knows the identity of a player as soon as the player has answered once.
IDENTITY_SECONDS = 120
# An entity that is removed is gone a moment after its entry in the registry.
FREE_SECONDS = 1

type Player2MqttConfigEntry = ConfigEntry[Fleet]
type ReadyListener = Callable[[Player, str, dr.DeviceEntry], None]


@dataclass(slots=True)
class Bridge:
    """The state of one bridge, as it reports it."""

    is_online: bool = False
    # Whether it had or was asked for our language since it is online. Of two Home Assistants, the last one has its way.
    is_asked: bool = False
    players: frozenset[str] | None = None


class Fleet:
    """Follows all bridges below a base topic.

    The topics of a player are the same whichever bridge polls it, so a config entry stands for the base topic: a player
    that moves between the bridges of a fleet keeps its entity.
    """

    def __init__(self, hass: HomeAssistant, entry: Player2MqttConfigEntry) -> None:
        """Prepare to follow."""
        self.base: str = entry.data[CONF_BASE_TOPIC]
        self.has_apps_as_sources: bool = entry.options.get(CONF_APPS, False)
        self.bridges: dict[str, Bridge] = {}
        self.players: dict[str, Player] = {}
        self.announcements: dict[str, Announcement] = {}
        self.hass = hass
        self._entry = entry
        self._devices = Devices(hass, entry)
        # By the player's id; several can have one identity while a player is being renamed.
        self._infos: dict[str, PlayerInfo] = {}
        # The devices that their entities were given to the platforms with, by identity.
        self._ready: dict[str, dr.DeviceEntry] = {}
        self._following = asyncio.Lock()
        # The titles of the entries that have the entities of our players, by their identities.
        self._held: dict[str, str] = {}
        self._on_ready: list[ReadyListener] = []
        self._stop: list[CALLBACK_TYPE] = []
        self._timers: dict[str, CALLBACK_TYPE] = {}
        self._is_old = False

    @callback
    def on_ready(self, listener: ReadyListener) -> None:
        """Call a listener once for each player that entities can be made of."""
        self._on_ready.append(listener)
        for identity, device in self._ready.items():
            listener(self.players[identity], identity, device)

    async def async_start(self) -> None:
        """Subscribe."""
        self._stop.append(self._devices.listen(self._device_came, self._device_left))
        self._stop.append(self.hass.bus.async_listen(er.EVENT_ENTITY_REGISTRY_UPDATED, self._registry_updated))
        self._stop.append(self.hass.bus.async_listen(EVENT_CORE_CONFIG_UPDATE, self._config_updated))
        self._stop.append(mqtt.async_subscribe_connection_status(self.hass, self._connection_changed))
        for topic, received in (
            (f"{DISCOVERY_TOPIC}/+", self._announcement_received),
            (f"{self.base}/+/state", self._state_received),
            (f"{self.base}/+/info", self._info_received),
        ):
            self._stop.append(await mqtt.async_subscribe(self.hass, topic, received, qos=1))

    @callback
    def stop(self) -> None:
        """Unsubscribe from everything."""
        for player in self.players.values():
            player.leave()
        for cancel in (*self._stop, *self._timers.values()):
            cancel()
        self._stop.clear()
        self._timers.clear()
        clear_issues(self.hass, self._entry)

    def is_told(self, player: Player) -> bool:
        """Return whether a bridge still publishes this player."""
        info = self._infos.get(player.info.id)
        return info is not None and info.identity == player.info.identity

    @callback
    def _announcement_received(self, message: ReceiveMessage) -> None:
        announcement = Announcement.parse(message.payload)
        self.announcements.pop(message.topic, None)
        if announcement is not None and announcement.base == self.base:
            self.announcements[message.topic] = announcement
            self._ask_languages()
        self._check_issues()

    @callback
    def _state_received(self, message: ReceiveMessage) -> None:
        name = self._level(message)
        if not is_bridge_name(name):
            return
        state = as_text(message.payload)
        if state == "":
            self.bridges.pop(name, None)
        else:
            bridge = self.bridges.setdefault(name, Bridge())
            if bridge.is_online != (state == "online"):
                _LOGGER.info("%s of %s is %s", name, self.base, state)
            bridge.is_online = state == "online"
            bridge.is_asked &= bridge.is_online
            self._ask_languages()
        self._bridges_changed()

    @callback
    def _config_updated(self, _event: Event) -> None:
        for bridge in self.bridges.values():
            bridge.is_asked = False
        self._ask_languages()

    @callback
    def _ask_languages(self) -> None:
        """Ask for names in our language where the settings of a bridge leave it open."""
        language = self.hass.config.language
        if not mqtt.is_connected(self.hass):
            return
        for announcement in self.announcements.values():
            bridge = self.bridges.get(announcement.bridge)
            if bridge is None or bridge.is_asked or not bridge.is_online or announcement.language is None:
                continue
            bridge.is_asked = True
            if announcement.language != language:
                task = self._async_ask_language(announcement.bridge, bridge, language)
                self._entry.async_create_background_task(self.hass, task, f"{DOMAIN} language")

    async def _async_ask_language(self, name: str, bridge: Bridge, language: str) -> None:
        try:
            await mqtt.async_publish(self.hass, f"{self.base}/{name}/request/language", language, qos=1)
        except HomeAssistantError as error:
            # It is asked with its next announcement, which the broker sends again with every connection.
            bridge.is_asked = False
            _LOGGER.info("%s of %s was not asked for its language: %s", name, self.base, error)

    @callback
    def _info_received(self, message: ReceiveMessage) -> None:
        name = self._level(message)
        if is_bridge_name(name):
            if message.payload:
                told = BridgeInfo.parse(message.payload)
                self.bridges.setdefault(name, Bridge()).players = told.players
            self._bridges_changed()
            return
        info = PlayerInfo.parse(name, message.payload)
        self._entry.async_create_background_task(self.hass, self._async_follow(name, info), f"{DOMAIN} {name}")

    async def _async_follow(self, name: str, info: PlayerInfo | None) -> None:
        async with self._following:
            await self._async_take_in(name, info)

    async def _async_take_in(self, name: str, info: PlayerInfo | None) -> None:
        former = self._infos.pop(name, None)
        if info is not None:
            self._infos[name] = info
        if former is not None and former.identity not in (None, info and info.identity):
            await self._async_left(former)
        if info is not None and info.identity is not None:
            await self._async_came(info, info.identity)
        self._expect_identities()
        self._expect_stale()

    def _level(self, message: ReceiveMessage) -> str:
        return message.topic.removeprefix(f"{self.base}/").split("/")[0]

    async def _async_came(self, info: PlayerInfo, identity: str) -> None:
        player = self.players.get(identity)
        if player is not None:
            await player.async_become(info)
        else:
            player = self.players[identity] = Player(self.hass, self.base, info)
            await player.async_follow()
        player.is_bridge_online = self._is_bridge_online(player)
        self._place(identity)

    @callback
    def _place(self, identity: str) -> None:
        """Give a player its entities, unless another entry has them."""
        if self._is_held(identity):
            return
        if identity in self._ready:
            if self._devices.own(identity) is not None:
                self._devices.make_own(identity, self.players[identity].info)
        elif device := self._devices.of_mqtt(identity) or self._devices.own(identity):
            self._make_ready(identity, device)
        else:
            self._after(f"device {identity}", DEVICE_SECONDS, lambda: self._make_own(identity))

    def _is_held(self, identity: str) -> bool:
        holder = None if identity in self._ready else self._devices.other_holder(identity)
        if holder is None:
            self._held.pop(identity, None)
        else:
            self._held[identity] = holder
        self._check_issues()
        return holder is not None

    @callback
    def refused(self, player: Player) -> None:
        """Wait for the entities of a player that another entry was given meanwhile."""
        identity = player.info.identity or ""
        if self.players.get(identity) is player and self._devices.other_holder(identity) is not None:
            self._ready.pop(identity, None)
            self._place(identity)

    @callback
    def _registry_updated(self, event: Event[er.EventEntityRegistryUpdatedData]) -> None:
        if "old_entity_id" in event.data:
            # Groups show their members by these.
            for player in self.players.values():
                player.changed()
        if event.data["action"] == "remove" and self._held:
            self._after("held", FREE_SECONDS, self._place_held)

    @callback
    def _place_held(self) -> None:
        for identity in tuple(self._held):
            self._place(identity)

    async def _async_left(self, former: PlayerInfo) -> None:
        """Follow the player under the other id that it has by now, if there is one."""
        player = self.players.get(former.identity or "")
        if player is None or player.info.id != former.id:
            return
        for info in self._infos.values():
            if info.identity == former.identity:
                await player.async_become(info)
                return
        player.changed()

    @callback
    def _bridges_changed(self) -> None:
        for player in self.players.values():
            is_online = self._is_bridge_online(player)
            if player.is_bridge_online != is_online:
                player.is_bridge_online = is_online
                player.changed()
        self._expect_identities()
        self._expect_stale()

    def _is_bridge_online(self, player: Player) -> bool:
        bridges = self.bridges.values()
        claiming = [one for one in bridges if one.players and player.info.id in one.players]
        return any(bridge.is_online for bridge in claiming or bridges)

    @callback
    def _connection_changed(self, _is_connected: bool) -> None:
        for player in self.players.values():
            player.connection_changed()

    @callback
    def _device_came(self, identity: str) -> None:
        device = self._devices.of_mqtt(identity)
        if device is None or identity not in self.players or self._is_held(identity):
            return
        self._cancel(f"device {identity}")
        if identity in self._ready:
            self._devices.move_to(identity, device)
        else:
            self._make_ready(identity, device)

    @callback
    def _device_left(self, identity: str) -> None:
        if identity in self._ready:
            self._after(f"device {identity}", DEVICE_SECONDS, lambda: self._make_own(identity))

    @callback
    def _make_own(self, identity: str) -> None:
        player = self.players.get(identity)
        if player is None or not self.is_told(player) or self._is_held(identity):
            return
        device = self._devices.make_own(identity, player.info)
        if identity in self._ready:
            self._devices.move_to(identity, device)
        else:
            self._make_ready(identity, device)

    @callback
    def _make_ready(self, identity: str, device: dr.DeviceEntry) -> None:
        self._ready[identity] = device
        for listener in self._on_ready:
            listener(self.players[identity], identity, device)

    @callback
    def _expect_stale(self) -> None:
        self._after("stale", STALE_SECONDS, self._forget_stale)

    @callback
    def _forget_stale(self) -> None:
        """Remove players that no bridge has. Only what all bridges say together is certain."""
        claimed: set[str] = set()
        for bridge in self.bridges.values():
            if not bridge.is_online or bridge.players is None:
                return
            claimed |= bridge.players
        known = {info.identity for info in self._infos.values() if info.identity is not None}
        named = {info.id for info in self._infos.values() if info.identity is not None}
        if not self.bridges or not claimed <= named:
            return
        self._devices.forget(known)
        for identity in self.players.keys() - known:
            self.players.pop(identity).leave()
            self._ready.pop(identity, None)
            self._held.pop(identity, None)
        self._check_issues()

    @callback
    def _expect_identities(self) -> None:
        self._after("identities", IDENTITY_SECONDS, self._check_identities)

    @callback
    def _check_identities(self) -> None:
        nameless = [info for info in self._infos.values() if info.identity is None]
        # A player that answered has an identity, unless its bridge does not tell identities at all.
        self._is_old = any(info.families and "unknown" not in info.families.values() for info in nameless)
        self._check_issues()

    @callback
    def _check_issues(self) -> None:
        check_contracts(self.hass, self._entry, list(self.announcements.values()), is_old=self._is_old)
        names = {self.players[identity].info.name: title for identity, title in self._held.items()}
        check_shared(self.hass, self._entry, names)

    @callback
    def _after(self, name: str, seconds: float, action: Callable[[], None]) -> None:
        self._cancel(name)

        def due() -> None:
            del self._timers[name]
            action()

        self._timers[name] = self.hass.loop.call_later(seconds, due).cancel

    @callback
    def _cancel(self, name: str) -> None:
        if (cancel := self._timers.pop(name, None)) is not None:
            cancel()
