"""One player: its topics, and what can be asked of it."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
import logging
import time
from typing import Any, Final

from homeassistant.components import mqtt
from homeassistant.components.mqtt.models import ReceiveMessage
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.dispatcher import async_dispatcher_connect, async_dispatcher_send
from homeassistant.helpers.json import json_dumps
from homeassistant.util import dt as dt_util
from homeassistant.util.ulid import ulid_now

from .const import DOMAIN
from .exchange import Exchange
from .payload import PlayerInfo, as_number, as_object, as_objects, as_text, as_texts, display_name, objects_of
from .reasons import error_of

_LOGGER = logging.getLogger(__name__)

PICTURES: Final = ("music/picture", "video/picture")

# Exact topics instead of a wildcard: several brokers deliver a message once for each filter that matches it, and
# the MQTT entities of the same player have subscribed to most of these by themselves.
LEAVES: Final = (
    "availability",
    "app/options",
    "group",
    "audio/input/name",
    "audio/input/options",
    "audio/output/name",
    "audio/output/options",
    "display/meters/options",
    "display/spectrum/options",
    "video/state",
    "video/position",
    "video/duration",
    "video/title",
    "video/details",
    "video/playlist",
    "video/audio-track/name",
    "video/audio-track/options",
    "video/subtitle/name",
    "video/subtitle/options",
    "music/state",
    "music/pass-through",
    "music/position",
    "music/duration",
    "music/title",
    "music/artist",
    "music/album",
    "music/track",
    "music/mode",
    "music/shuffle",
    "music/repeat",
    "music/actions",
    "music/queue",
    "music/queue/total",
    "music/preset/options",
    "volume",
    "mute",
    "power",
    "power/options",
    *PICTURES,
    *(f"{picture}/type" for picture in PICTURES),
)
_PICTURE_DATA: Final = tuple(f"{picture}/data" for picture in PICTURES)
_RESULT: Final = "result"
_PAGES: Final = ("music/queue/page", "library/page")

# A snapshot comes as dozens of messages: they are shown together.
COALESCE_SECONDS: Final = 0.05

# The bridge itself gives up sooner than that: its own deadline is 5 s, and waking takes up to 90 s.
COMMAND_SECONDS: Final = 30
WAKE_SECONDS: Final = 150
# An announcement takes up to five minutes, and a while to go back.
ANNOUNCE_SECONDS: Final = 420
PAGE_SECONDS: Final = 30
# A broker acknowledges within a moment. Of a subscription with more than QoS 1 by another integration nobody tells.
SUBSCRIBE_SECONDS: Final = 5

# An answer is one message, and brokers take 100 KB in any case: the bridge may send fewer than asked for.
PAGE_ENTRIES: Final = 100
# Players hang under larger pages of their library.
LIBRARY_ENTRIES: Final = 50
REMEMBERED_ENTRIES: Final = 2000


class Player:
    """Follows the topics of a player by push."""

    def __init__(self, hass: HomeAssistant, base: str, info: PlayerInfo) -> None:
        """Begin with what the player's info says."""
        self.hass = hass
        self.info = info
        self._is_bridge_online = False
        # As last told by its bridge; a snapshot tells it again.
        self._availability: str | None = None
        self.position_at: dict[str, datetime] = {}
        self.pictures: dict[str, bytes] = {}
        # The titles and pictures of what the media browser has shown, oldest first.
        self._shown: dict[str, tuple[str, str]] = {}
        self._base = base
        self._texts: dict[str, str] = {}
        # How often each topic was told.
        self._counts: Counter[str] = Counter()
        self._commands = Exchange()
        self._pages = Exchange()
        self._signal = f"{DOMAIN}_{ulid_now()}"
        # The topics of answers that the broker sends for certain.
        self._heard: dict[str, asyncio.Event] = {}
        self._unsubscribe: list[CALLBACK_TYPE] = []
        self._cancel_notice: CALLBACK_TYPE | None = None

    @property
    def is_bridge_online(self) -> bool:
        """Return whether a bridge that has this player is online."""
        return self._is_bridge_online

    @is_bridge_online.setter
    def is_bridge_online(self, is_online: bool) -> None:
        self._is_bridge_online = is_online
        if not is_online:
            self._abandon("bridge_offline")

    async def async_follow(self) -> None:
        """Subscribe to the player's topics."""
        for leaf in (*LEAVES, *_PICTURE_DATA, _RESULT, *_PAGES):
            # Home Assistant decodes a message once for all that subscribed to its topic, so an encoding that differs
            # from that of the MQTT entities would hand bytes to one of them.
            encoding = None if leaf in _PICTURE_DATA else "utf-8"
            self._unsubscribe.append(
                await mqtt.async_subscribe(self.hass, self.topic(leaf), self._received, qos=1, encoding=encoding)
            )
        for leaf in (_RESULT, *_PAGES):
            heard = self._heard[leaf] = asyncio.Event()
            self._unsubscribe.append(mqtt.async_on_subscribe_done(self.hass, self.topic(leaf), 1, heard.set))

    @callback
    def connection_changed(self) -> None:
        """Fail what is under way when the connection to the broker is lost."""
        if not mqtt.is_connected(self.hass):
            for heard in self._heard.values():
                heard.clear()
            self._abandon("broker_unreachable")
            # The broker sends again what it has; what is emptied meanwhile is not among it.
            self._forget()
        self.changed()

    def _abandon(self, key: str) -> None:
        for exchange in (self._commands, self._pages):
            exchange.abandon(lambda: self._error(key))

    @callback
    def leave(self) -> None:
        """Unsubscribe, and forget what the topics said."""
        while self._unsubscribe:
            self._unsubscribe.pop()()
        self._heard.clear()
        self._forget()
        if self._cancel_notice is not None:
            self._cancel_notice()
            self._cancel_notice = None

    def _forget(self) -> None:
        self._texts.clear()
        self.pictures.clear()
        self.position_at.clear()

    async def async_become(self, info: PlayerInfo) -> None:
        """Take in a new info; another id has other topics."""
        is_renamed = info.id != self.info.id
        self.info = info
        if is_renamed:
            self.leave()
            await self.async_follow()
        self.changed()

    @callback
    def listen(self, listener: CALLBACK_TYPE) -> CALLBACK_TYPE:
        """Call a listener after changes, many at once. One that raises stops no other."""
        return async_dispatcher_connect(self.hass, self._signal, listener)

    @callback
    def changed(self) -> None:
        """Tell the listeners soon."""
        if self._cancel_notice is None:
            self._cancel_notice = self.hass.loop.call_later(COALESCE_SECONDS, self._notify).cancel

    def count(self, leaf: str) -> int:
        """Return how often a topic was told."""
        return self._counts[leaf]

    async def async_wait_for(self, leaf: str, count: int, seconds: float) -> None:
        """Wait until a topic was told more often than that, for a while."""
        told = asyncio.Event()

        @callback
        def changed() -> None:
            if self.count(leaf) > count:
                told.set()

        stop = self.listen(changed)
        changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await told.wait()
        stop()

    def topic(self, leaf: str) -> str:
        """Return a topic of the player."""
        return f"{self._base}/{self.info.id}/{leaf}"

    def text(self, leaf: str) -> str:
        """Return what a topic says, empty when it says nothing."""
        return self._texts.get(leaf, "")

    def number(self, leaf: str) -> float | None:
        """Return the number on a topic."""
        return as_number(self.text(leaf))

    def object(self, leaf: str) -> dict[str, Any]:
        """Return the JSON object on a topic, empty when there is none."""
        return as_object(self.text(leaf))

    def objects(self, leaf: str) -> list[dict[str, Any]]:
        """Return the objects of the JSON array on a topic."""
        return as_objects(self.text(leaf))

    def remember(self, media_id: str, title: str, picture: Any) -> None:
        """Keep the title and the picture of an entry of the media browser."""
        address = picture if isinstance(picture, str) and picture.startswith(("http://", "https://")) else ""
        self._shown.pop(media_id, None)
        self._shown[media_id] = title, address
        if len(self._shown) > REMEMBERED_ENTRIES:
            del self._shown[next(iter(self._shown))]

    def title_of(self, media_id: str) -> str:
        """Return the title of an entry of the media browser, empty if it was never shown."""
        return self._shown.get(media_id, ("", ""))[0]

    def picture_of(self, media_id: str) -> str:
        """Return the address of the picture of an entry, empty without one."""
        return self._shown.get(media_id, ("", ""))[1]

    def allows(self, action: str) -> bool:
        """Return whether the source of the music allows an action; a television allows none."""
        if actions := self.text("music/actions"):
            return action in as_texts(actions)
        # An older bridge does not tell; an input that is only passed through has no state.
        return self.text("music/state") != "unknown"

    async def async_command(
        self, control: str, value: str | int | Mapping[str, Any], seconds: float = COMMAND_SECONDS
    ) -> None:
        """Send a command and wait for its outcome. Raises HomeAssistantError unless the player obeyed."""
        self._check_reachable()
        field = "tag" if control.startswith("audio/") else "value"
        fields = value if isinstance(value, Mapping) else {field: value}

        await self._async_hear(_RESULT)

        async def publish(transaction: str) -> None:
            message = json_dumps({**fields, "transaction": transaction})
            # Not more than once: a step that is delivered twice is two steps.
            await mqtt.async_publish(self.hass, self.topic(f"{control}/set"), message, qos=0)

        try:
            outcome = await self._commands.ask(publish, seconds)
        except TimeoutError as error:
            raise self._error("no_outcome") from error
        # The bridge publishes the new state before the outcome: the caller finds it when the call returns.
        self._flush()
        kind = outcome.get("outcome")
        # A newer command took its place: what the user wants last is what counts.
        if kind in ("applied", "unchanged", "superseded"):
            return
        key = kind if kind in ("rejected", "expired") else "failed"
        names = {str(option.get("value")): display_name(option) for option in self.objects(f"{control}/options")}
        raise error_of(self.hass, outcome, key, {"player": self.info.name}, names)

    async def async_queue(self, start: int, count: int) -> list[dict[str, Any]]:
        """Ask for a part of the music queue, in as many pages as it takes."""
        self._check_reachable()
        entries: list[dict[str, Any]] = []
        while len(entries) < count:
            page = await self._async_queue_page(start + len(entries), count - len(entries))
            if not page:
                break
            entries.extend(page)
        return entries

    async def async_library(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask for a page of the library; the bridge reads it when no poll or command is due."""
        self._check_reachable()
        page = await self._async_page("library", {"count": LIBRARY_ENTRIES, **question})
        return {**page, "entries": objects_of(page.get("entries"))}

    async def _async_queue_page(self, start: int, count: int) -> list[dict[str, Any]]:
        page = await self._async_page("music/queue", {"start": start, "count": min(count, PAGE_ENTRIES)})
        return objects_of(page.get("entries"))

    async def _async_page(self, of: str, question: dict[str, Any]) -> dict[str, Any]:
        await self._async_hear(f"{of}/page")

        async def publish(transaction: str) -> None:
            message = json_dumps({**question, "transaction": transaction})
            await mqtt.async_publish(self.hass, self.topic(f"{of}/get"), message, qos=0)

        try:
            page = await self._pages.ask(publish, PAGE_SECONDS)
        except TimeoutError as error:
            raise self._error("no_page" if of == "music/queue" else "no_library") from error
        if "reason" in page:
            key = "failed" if of == "music/queue" else "library_failed"
            raise error_of(self.hass, page, key, {"player": self.info.name}, {})
        return page

    async def _async_hear(self, leaf: str) -> None:
        """Wait until an answer would be heard: after a connection, subscriptions take a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                if (heard := self._heard.get(leaf)) is not None:
                    await heard.wait()
        # The connection may have been lost meanwhile.
        self._check_reachable()

    def _check_reachable(self) -> None:
        if not mqtt.is_connected(self.hass):
            raise self._error("broker_unreachable")
        if not self.is_bridge_online:
            raise self._error("bridge_offline")

    def _error(self, key: str, **placeholders: str) -> HomeAssistantError:
        return HomeAssistantError(
            translation_domain=DOMAIN,
            translation_key=key,
            translation_placeholders={"player": self.info.name, **placeholders},
        )

    @callback
    def _received(self, message: ReceiveMessage) -> None:
        leaf = message.topic.removeprefix(self.topic(""))
        if leaf == _RESULT:
            self._commands.answered(as_object(message.payload))
            return
        if leaf in _PAGES:
            self._pages.answered(as_object(message.payload))
            return
        if leaf in _PICTURE_DATA:
            self._keep_picture(leaf, message.payload)
        else:
            self._keep_text(leaf, message)
        self.changed()

    def _keep_picture(self, leaf: str, payload: str | bytes | bytearray) -> None:
        if payload and not isinstance(payload, str):
            self.pictures[leaf.removesuffix("/data")] = bytes(payload)
        else:
            self.pictures.pop(leaf.removesuffix("/data"), None)

    def _keep_text(self, leaf: str, message: ReceiveMessage) -> None:
        text = as_text(message.payload)
        kind, _, rest = leaf.partition("/")
        # A position counts from the moment of its message, or from the end of the pause that followed it.
        is_resumed = rest == "state" and text == "playing" and self.text(leaf) != "playing"
        if rest == "position" or is_resumed:
            age = max(0.0, time.monotonic() - message.timestamp)
            self.position_at[kind] = dt_util.utcnow() - timedelta(seconds=age)
        if leaf == "availability" and text in ("online", "offline"):
            self._log_change(text)
        self._texts[leaf] = text
        self._counts[leaf] += 1

    def _log_change(self, availability: str) -> None:
        """Log once that the player is gone, and once that it is back."""
        before = self._availability
        self._availability = availability
        if before != availability and (before, availability) != (None, "online"):
            _LOGGER.info("%s is %s", self.info.name, availability)

    @callback
    def _flush(self) -> None:
        if self._cancel_notice is not None:
            self._cancel_notice()
            self._notify()

    @callback
    def _notify(self) -> None:
        self._cancel_notice = None
        async_dispatcher_send(self.hass, self._signal)
