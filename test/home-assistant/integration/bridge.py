"""A bridge as the integration sees it: retained topics, and outcomes of commands."""

from collections.abc import Callable
import json
from typing import Any

from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import async_fire_mqtt_message
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

IDENTITY = "player2mqtt_025e11000001"

ALL_CONTROLS = (
    "audio/input",
    "audio/output",
    "video/playback",
    "video/position",
    "video/audio-track",
    "video/subtitle",
    "video/playlist",
    "music/playback",
    "music/position",
    "music/mode",
    "music/queue",
    "volume",
    "volume/level",
    "mute",
    "power",
    "screen",
    "key",
)

INPUTS = [
    {"value": "XMOS", "title": "Built-in player", "tag": "XMOS", "name": "Built-in player"},
    {"value": "EARC", "title": "Television", "tag": "EARC", "name": "Television"},
    {"value": "USB2", "title": "USB (USB2)", "tag": "USB2", "name": "USB"},
]
OUTPUTS = [
    {"value": "XLR", "title": "Balanced", "tag": "XLR", "name": "Balanced", "enable": True},
    {"value": "RCA", "title": "Line", "tag": "RCA", "name": "Line", "enable": True},
    {"value": "USB", "title": "USB converter", "tag": "USB", "name": "USB converter", "enable": False},
]
FILMS = [{"title": "The Lighthouse Ledger", "index": 0}, {"title": "Paper Comets", "index": 1}]

type Outcome = dict[str, Any] | None


class FakeBridge:
    """Publishes what a bridge publishes and answers what it is asked."""

    def __init__(self, hass: HomeAssistant, mqtt: MqttMockHAClient, base: str = "player2mqtt") -> None:
        self.hass = hass
        self.base = base
        self.commands: list[tuple[str, Any]] = []
        self.outcome: Callable[[str, Any], Outcome] = lambda _control, _value: {"outcome": "applied"}
        self.queue: list[dict[str, Any]] = []
        self.most_in_page = 1000
        self.page: Callable[[dict[str, Any]], Outcome] = self._page_of
        self.library: Callable[[dict[str, Any]], Outcome] = lambda _question: None
        self.questions: list[dict[str, Any]] = []
        # The languages that bridges were asked for.
        self.languages: list[tuple[str, str]] = []
        # What was told last on each topic, and whether Home Assistant is there to hear it.
        self.told: dict[str, str | bytes] = {}
        self.is_heard = True
        mqtt.async_publish.side_effect = self._published

    def tell(self, topic: str, payload: object = "", *, retain: bool = False) -> None:
        """Publish below the base topic, anything but text and bytes as JSON."""
        text = payload if isinstance(payload, (str, bytes)) else json.dumps(payload)
        self.told[topic] = text
        if self.is_heard:
            async_fire_mqtt_message(self.hass, f"{self.base}/{topic}", text, qos=1, retain=retain)

    def announce(self, contract: int = 1, bridge: str = "bridge", version: str = "0.2.0", **more: object) -> None:
        told = {"base": self.base, "bridge": bridge, "version": version, "contract": contract} | more
        topic = f"player2mqtt-discovery/{self.base.replace('/', '_')}_{bridge}"
        async_fire_mqtt_message(self.hass, topic, json.dumps(told), qos=1)

    def state(self, state: str, bridge: str = "bridge") -> None:
        self.tell(f"{bridge}/state", state)

    def claim(self, *ids: str, bridge: str = "bridge") -> None:
        self.tell(f"{bridge}/info", {"version": "0.2.0", "players": [{"id": one, "name": one} for one in ids]})

    def info(self, player: str = "cinema", identity: str | None = IDENTITY, **more: object) -> None:
        """Tell who a player is; `lacks` names the controls that it has not."""
        lacks = more.pop("lacks", ())
        controls = dict.fromkeys(ALL_CONTROLS, "supported")
        controls |= dict.fromkeys(lacks, "unsupported")
        told: dict[str, object] = {
            "id": player,
            "name": player.title(),
            "address": "http://192.0.2.7:9529",
            "model": "SIM-V9 Pro",
            "firmware": "v2.4.18",
            "mac": "02:5e:11:00:00:01",
            "families": dict.fromkeys(("audio", "video", "playlist", "queue", "state"), "supported"),
            "controls": controls,
        }
        if identity is not None:
            told["identity"] = identity
        self.tell(f"{player}/info", told | more)

    def topic(self, leaf: str, player: str = "cinema") -> str:
        return f"{self.base}/{player}/{leaf}"

    def player(self, leaf: str, payload: object = "", player: str = "cinema") -> None:
        self.tell(f"{player}/{leaf}", payload)

    def music(self, state: str = "playing", position: int = 30) -> None:
        for leaf, payload in {
            "music/state": state,
            "music/title": "Amber Ferry",
            "music/artist": "Nadia Quill",
            "music/album": "Slow Harbour",
            "music/position": str(position),
            "music/duration": "120",
            "music/mode": "list",
            "music/track": {"source": "network", "title": "Amber Ferry", "service": "Tidal"},
        }.items():
            self.player(leaf, payload)

    def film(self, state: str = "playing", position: int = 600) -> None:
        for leaf, payload in {
            "video/title": "The Lighthouse Ledger",
            "video/position": str(position),
            "video/duration": "5400",
            "video/state": state,
        }.items():
            self.player(leaf, payload)

    def at_rest(self) -> None:
        """Tell everything about a player at which nothing plays."""
        for leaf, payload in {
            "availability": "online",
            "audio/input/options": INPUTS,
            "audio/input/name": "Built-in player",
            "audio/output/options": OUTPUTS,
            "audio/output/name": "Balanced",
            "video/state": "idle",
            "video/playlist": {"size": 2, "currentIndex": 0, "playlist": FILMS},
            "music/state": "idle",
            "music/mode": "list",
            "music/queue/total": "0",
            "volume": "30",
            "mute": "off",
        }.items():
            self.player(leaf, payload)

    def fill_queue(self, total: int) -> None:
        self.queue = [{"position": place, "title": f"Track {place}", "artist": "Nadia Quill"} for place in range(total)]
        self.player("music/queue", {"id": 41, "total": total, "entries": self.queue[:50]})
        self.player("music/queue/total", str(total))

    def _page_of(self, question: dict[str, Any]) -> Outcome:
        start, count = question["start"], min(question["count"], self.most_in_page)
        return {"start": start, "total": len(self.queue), "entries": self.queue[start : start + count]}

    def _answer(self, topic: str, answer: Outcome, transaction: str) -> None:
        if answer is not None:
            self.tell(topic, {**answer, "transaction": transaction})

    async def _published(self, topic: str, payload: str, qos: int, retain: bool, **_more: object) -> None:
        if not payload:
            return
        below = topic.removeprefix(f"{self.base}/")
        player, _, leaf = below.partition("/")
        # Only what may be done twice may come twice, and nothing outlives its moment.
        assert (qos, retain) == (int(leaf == "request/language"), False), topic
        if leaf == "request/language":
            self.languages.append((player, payload))
            return
        message = json.loads(payload)
        transaction = message.pop("transaction")
        if leaf == "music/queue/get":
            self.hass.loop.call_soon(self._answer, f"{player}/music/queue/page", self.page(message), transaction)
            return
        if leaf == "library/get":
            self.questions.append(message)
            self.hass.loop.call_soon(self._answer, f"{player}/library/page", self.library(message), transaction)
            return
        control = leaf.removesuffix("/set")
        value = message.pop("tag" if control.startswith("audio/") else "value", message)
        assert value is message or not message, topic
        self.commands.append((control, value))
        self.hass.loop.call_soon(self._answer, f"{player}/result", self.outcome(control, value), transaction)
