"""An entity that has lived through everything is as one that is set up now."""

from collections.abc import Callable
import random

from homeassistant.components.mqtt.const import MQTT_CONNECTION_STATE
from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.dispatcher import async_dispatcher_send
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

from custom_components.player2mqtt.fleet import DEVICE_SECONDS

from .bridge import ALL_CONTROLS, IDENTITY, INPUTS, FakeBridge
from .conftest import call, later

STUDY = "player2mqtt_025e11000002"
GROUPED = dict.fromkeys((*ALL_CONTROLS, "group"), "supported")
TOLD: dict[str, tuple[object, ...]] = {
    "availability": ("online", "offline"),
    "video/state": ("playing", "paused", "idle"),
    "video/title": ("Ledger", "Comets"),
    "video/details": ({"season": 2, "episode": 5}, {"year": 2031, "imdbId": "tt1"}),
    "video/playlist": ({"size": 2, "currentIndex": 1}, {"size": 2, "currentIndex": -1}),
    "video/picture/data": (b"one", b"two"),
    "video/picture/type": ("image/png",),
    "music/state": ("playing", "paused", "idle", "unknown"),
    "music/title": ("Amber Ferry", "Reef"),
    "music/queue": ({"id": 4, "current": 1}, {"id": 5}),
    "music/picture/data": (b"three", b"four"),
    "music/picture/type": ("image/png",),
    "music/mode": ("list", "single", "shuffle"),
    "audio/input/name": ("Television", "Built-in player"),
    "audio/input/options": (INPUTS, INPUTS[:1]),
    "volume": ("30", "31"),
    "power": ("on", "off"),
    "group": ({"members": ["cinema", "study", "attic"]}, {"members": []}),
}
# They change whenever they are told.
MOVING = {"media_position", "media_position_updated_at", "entity_picture"}


def seen(hass: HomeAssistant) -> dict[str, object]:
    """What people see of our entities, with the picture that is shown."""
    shown: dict[str, object] = {}
    for entity_id, entity in er.async_get(hass).entities.items():
        state = hass.states.get(entity_id)
        if entity.platform == "player2mqtt" and state is not None:
            picture = str(state.attributes.get("entity_picture", "")).partition("cache=")[2]
            attributes = {name: value for name, value in state.attributes.items() if name not in MOVING}
            shown[entity_id] = (state.state, attributes, picture, entity.device_id)
    return shown


@pytest.mark.parametrize("seed", range(10))
async def test_an_entity_that_has_lived_through_everything_is_as_one_that_is_set_up_now(  # noqa: C901
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, mqtt_mock: MqttMockHAClient, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    ids = ["cinema", "study"]
    identities = (IDENTITY, STUDY)

    async def tell_again() -> None:
        """As the broker does after each subscription."""
        for topics in ("/info", "/state", ""):
            for topic, payload in list(cinema.told.items()):
                if topic.endswith(topics) and payload not in ("", b""):
                    cinema.tell(topic, payload)
            await later(hass)

    async def connect(is_connected: bool) -> None:
        cinema.is_heard = mqtt_mock.connected = is_connected
        async_dispatcher_send(hass, MQTT_CONNECTION_STATE, is_connected)
        if is_connected:
            await tell_again()

    async def rename() -> None:
        former, ids[0] = ids[0], "attic" if ids[0] == "cinema" else "cinema"
        for topic in [one for one in cinema.told if one.startswith(f"{former}/")]:
            payload = cinema.told[topic]
            if topic != f"{former}/info":
                cinema.player(topic.partition("/")[2], payload, ids[0])
            cinema.tell(topic, b"" if isinstance(payload, bytes) else "")
        cinema.info(ids[0], IDENTITY, controls=GROUPED)
        cinema.claim(*ids)

    async def step() -> None:
        leaf = chance.choice(list(TOLD))
        # An emptied topic is as one that was never told.
        empty = b"" if leaf.endswith("/data") else ""
        cinema.player(leaf, chance.choice((*TOLD[leaf], empty)), chance.choice(ids))

    async def restart() -> None:
        cinema.state("offline")
        await later(hass)
        cinema.state("online")

    happenings: list[Callable[[], object]] = [rename, restart, lambda: connect(False), lambda: connect(True)]
    for one, identity in zip(ids, identities, strict=True):
        cinema.info(one, identity, controls=GROUPED)
    cinema.claim(*ids)
    await later(hass, DEVICE_SECONDS + 1)
    for _ in range(40):
        happening = chance.choice([step] * 12 + happenings)
        if cinema.is_heard or happening not in (rename, restart):
            await happening()
        if chance.random() < 0.5:
            await later(hass, chance.choice((1, 30, 90)))
    await connect(True)
    # With nothing on, the entity shows what was on last.
    for one in ids:
        for leaf in ("availability", "power", "video/state"):
            cinema.player(leaf, {"availability": "online", "power": "on", "video/state": "playing"}[leaf], one)
    await later(hass)
    lived = seen(hass)
    assert len(lived) == 4
    await hass.config_entries.async_reload(entry.entry_id)
    cinema.announce()
    await tell_again()
    await later(hass, DEVICE_SECONDS + 1)
    assert seen(hass) == lived
    await call(hass, "volume_set", volume_level=0.5)
    assert cinema.commands == [("volume", 50)]
