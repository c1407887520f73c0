"""Set-up."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
import json
from typing import Any

from homeassistant.components.mqtt.const import MQTT_PROCESSED_SUBSCRIPTIONS
from homeassistant.config_entries import SOURCE_MQTT, SOURCE_USER, ConfigFlowResult
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType, UnknownFlow
from homeassistant.helpers import device_registry as dr, entity_registry as er
from homeassistant.helpers.dispatcher import async_dispatcher_connect
from homeassistant.helpers.service_info.mqtt import MqttServiceInfo
from homeassistant.util import dt as dt_util
import pytest
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_fire_mqtt_message,
    async_fire_time_changed,
)
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

from custom_components.player2mqtt.const import CONF_BASE_TOPIC, DOMAIN

from .bridge import IDENTITY, FakeBridge
from .conftest import later, make_mqtt_device, shown

ANNOUNCED = {"base": "player2mqtt", "bridge": "bridge", "version": "0.2.0", "contract": 1}
PROBE_SECONDS = 3600


@pytest.fixture
def expected_lingering_timers() -> bool:
    """The MQTT client has a timer of its own, which other tests end by letting time pass."""
    return True


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends when a test lets the time pass, and never because the machine is slow."""
    monkeypatch.setattr("custom_components.player2mqtt.config_flow.PROBE_SECONDS", PROBE_SECONDS)
    monkeypatch.setattr("custom_components.player2mqtt.former.LISTEN_SECONDS", 0.3)


async def discover(hass: HomeAssistant, payload: object) -> ConfigFlowResult:
    text = payload if isinstance(payload, str) else json.dumps(payload)
    return await hass.config_entries.flow.async_init(
        DOMAIN,
        context={"source": SOURCE_MQTT},
        data=MqttServiceInfo(
            topic="player2mqtt-discovery/player2mqtt_bridge",
            payload=text,
            qos=1,
            retain=True,
            subscribed_topic="player2mqtt-discovery/+",
            timestamp=0,
        ),
    )


async def start(hass: HomeAssistant) -> ConfigFlowResult:
    return await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})


async def submit(hass: HomeAssistant, flow: ConfigFlowResult, base: str | None = None) -> ConfigFlowResult:
    data: dict[str, Any] = {} if base is None else {CONF_BASE_TOPIC: base}
    return await hass.config_entries.flow.async_configure(flow["flow_id"], data)


async def drive[Result](
    hass: HomeAssistant,
    task: asyncio.Task[Result],
    retained: dict[str, Callable[[], None]],
    announced: Callable[[], None] | None = None,
) -> Result:
    """Have the broker send what is retained once something has subscribed to a filter.

    Home Assistant itself follows the announcements, so these come again and again.
    """
    subscribed: set[str] = set()

    def processed(subscriptions: list[tuple[str, int]]) -> None:
        subscribed.update(topic for topic, _ in subscriptions if topic in retained)

    stop = async_dispatcher_connect(hass, MQTT_PROCESSED_SUBSCRIPTIONS, processed)
    while not task.done():
        while subscribed:
            retained[subscribed.pop()]()
        if announced is not None:
            announced()
        await asyncio.sleep(0.01)
    stop()
    return await task


def pass_time(hass: HomeAssistant) -> None:
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=PROBE_SECONDS))


async def submit_while(
    hass: HomeAssistant,
    flow: ConfigFlowResult,
    base: str | None,
    bridge: FakeBridge,
    state: str | None,
    former: str = "former",
) -> ConfigFlowResult:
    """Submit, and let time pass if what the broker sends is too little. A former base topic has no bridge any more."""

    def tell_state() -> None:
        bridge.tell("lamp/state", "online")
        if state is not None:
            bridge.state(state)
            bridge.state(state)
        if state != "online":
            pass_time(hass)

    retained = {
        f"{bridge.base}/+/state": tell_state,
        f"{bridge.base}/+/info": lambda: (bridge.claim("cinema"), bridge.info())[0],
        f"{former}/+/state": lambda: pass_time(hass),
    }
    announced = None if former == "former" else FakeAnnouncements(hass, former, bridge.base).send
    return await drive(hass, hass.async_create_task(submit(hass, flow, base)), retained, announced)


class FakeAnnouncements:
    """What the bridges of two base topics have announced, the former one twice."""

    def __init__(self, hass: HomeAssistant, *bases: str) -> None:
        self.hass, self.bases = hass, bases

    def send(self) -> None:
        for base in self.bases:
            for name in ("bridge", "bridge-1")[: 2 if base == self.bases[0] else 1]:
                told = json.dumps(ANNOUNCED | {"base": base, "bridge": name})
                async_fire_mqtt_message(self.hass, f"player2mqtt-discovery/{base.replace('/', '_')}_{name}", told)


async def test_a_bridge_is_found_and_confirmed_once(hass: HomeAssistant, bridge: FakeBridge) -> None:
    flow = await discover(hass, ANNOUNCED)
    assert flow["type"] is FlowResultType.FORM
    assert flow["step_id"] == "confirm"
    assert flow["description_placeholders"] == {"base_topic": "player2mqtt", "version": "0.2.0"}
    # The other bridges of the fleet are the same thing.
    other = await discover(hass, ANNOUNCED | {"bridge": "bridge-1"})
    assert other["reason"] == "already_in_progress"
    done = await submit_while(hass, flow, None, bridge, "online")
    assert done["type"] is FlowResultType.CREATE_ENTRY
    assert (done["title"], done["data"]) == ("player2mqtt", {CONF_BASE_TOPIC: "player2mqtt"})
    assert done["result"].unique_id == "player2mqtt"
    again = await discover(hass, ANNOUNCED)
    assert again["reason"] == "already_configured"


@pytest.mark.parametrize(
    "payload",
    ["", "{", "[]", {"base": "player2mqtt"}, {"base": "a/+", "bridge": "bridge"}, {"base": 3, "bridge": "bridge"}],
)
async def test_what_announces_no_bridge_is_ignored(hass: HomeAssistant, bridge: FakeBridge, payload: object) -> None:
    flow = await discover(hass, payload)
    assert flow["reason"] == "invalid_discovery_info"


async def test_a_bridge_that_is_gone_is_no_entry_but_its_announcement_can_be_removed(
    hass: HomeAssistant, bridge: FakeBridge, mqtt_mock: MqttMockHAClient
) -> None:
    flow = await discover(hass, ANNOUNCED)
    gone = await submit_while(hass, flow, None, bridge, None)
    assert (gone["type"], gone["step_id"]) == (FlowResultType.MENU, "gone")
    again = await hass.config_entries.flow.async_configure(flow["flow_id"], {"next_step_id": "confirm"})
    assert again["step_id"] == "confirm"
    await submit_while(hass, flow, None, bridge, "offline")
    mqtt_mock.async_publish.side_effect = None
    done = await hass.config_entries.flow.async_configure(flow["flow_id"], {"next_step_id": "remove"})
    assert done["reason"] == "announcement_removed"
    assert emptied(mqtt_mock) == {("player2mqtt-discovery/player2mqtt_bridge", 1, True)}
    assert hass.config_entries.async_entries(DOMAIN) == []


async def test_an_announcement_that_is_emptied_is_no_longer_offered(hass: HomeAssistant, bridge: FakeBridge) -> None:
    await discover(hass, ANNOUNCED)
    assert len(hass.config_entries.flow.async_progress()) == 1
    await discover(hass, "")
    assert hass.config_entries.flow.async_progress() == []


async def test_a_base_topic_that_another_entry_got_meanwhile_is_not_offered(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    offered = await discover(hass, ANNOUNCED | {"base": "home/players"})
    bridge.base = "home/players"
    flow = await entry.start_reconfigure_flow(hass)
    assert (await submit_while(hass, flow, "home/players", bridge, "online", "player2mqtt"))[
        "reason"
    ] == "reconfigure_successful"
    assert hass.config_entries.flow.async_progress() == []
    with pytest.raises(UnknownFlow):
        await submit(hass, offered)


async def test_an_offer_that_was_open_does_not_replace_the_entry(
    hass: HomeAssistant, bridge: FakeBridge, caplog: pytest.LogCaptureFixture
) -> None:
    flow = await discover(hass, ANNOUNCED)
    other = MockConfigEntry(domain=DOMAIN, unique_id="player2mqtt", data={CONF_BASE_TOPIC: "player2mqtt"})
    other.add_to_hass(hass)
    assert (await submit(hass, flow))["reason"] == "already_configured"
    assert hass.config_entries.async_entries(DOMAIN) == [other]
    assert "same unique ID" not in caplog.text


async def test_by_hand(hass: HomeAssistant, bridge: FakeBridge) -> None:
    flow = await start(hass)
    assert flow["type"] is FlowResultType.FORM
    assert flow["step_id"] == "user"
    wrong = await submit(hass, flow, "player/+")
    assert wrong["errors"] == {CONF_BASE_TOPIC: "invalid_base_topic"}
    empty = await submit_while(hass, flow, "player2mqtt", bridge, None)
    assert empty["errors"] == {CONF_BASE_TOPIC: "no_bridge"}
    offline = await submit_while(hass, flow, "player2mqtt", bridge, "offline")
    assert offline["errors"] == {CONF_BASE_TOPIC: "bridge_offline"}
    done = await submit_while(hass, flow, " player2mqtt/ ", bridge, "online")
    assert done["type"] is FlowResultType.CREATE_ENTRY
    assert done["data"] == {CONF_BASE_TOPIC: "player2mqtt"}


async def test_by_hand_although_it_is_set_up(hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry) -> None:
    done = await submit_while(hass, await start(hass), "player2mqtt", bridge, "online")
    assert done["reason"] == "already_configured"


async def test_by_hand_although_the_bridge_was_found(hass: HomeAssistant, bridge: FakeBridge) -> None:
    await discover(hass, ANNOUNCED)
    done = await submit_while(hass, await start(hass), "player2mqtt", bridge, "online")
    assert done["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    assert hass.config_entries.flow.async_progress() == []


async def test_without_mqtt_it_says_so(hass: HomeAssistant) -> None:
    assert (await start(hass))["reason"] == "mqtt_missing"


async def test_without_the_broker_it_says_so(
    hass: HomeAssistant, mqtt_mock: MqttMockHAClient, entry: MockConfigEntry
) -> None:
    mqtt_mock.connected = False
    assert (await start(hass))["reason"] == "mqtt_not_connected"
    assert (await entry.start_reconfigure_flow(hass))["reason"] == "mqtt_not_connected"


async def test_a_changed_base_topic(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry, mqtt_mock: MqttMockHAClient
) -> None:
    MockConfigEntry(domain=DOMAIN, unique_id="taken", data={CONF_BASE_TOPIC: "taken"}).add_to_hass(hass)
    flow = await entry.start_reconfigure_flow(hass)
    assert flow["step_id"] == "reconfigure"
    assert (await submit(hass, flow, ""))["errors"] == {CONF_BASE_TOPIC: "invalid_base_topic"}
    bridge.base = "home/players"
    done = await submit_while(hass, flow, "home/players", bridge, "online", "player2mqtt")
    assert done["reason"] == "reconfigure_successful"
    assert (entry.unique_id, entry.data) == ("home/players", {CONF_BASE_TOPIC: "home/players"})
    assert entry.title == "player2mqtt (home/players)"
    assert emptied(mqtt_mock) == {(f"player2mqtt-discovery/player2mqtt_bridge{end}", 1, True) for end in ("", "-1")}
    bridge.base = "taken"
    flow = await entry.start_reconfigure_flow(hass)
    assert (await submit_while(hass, flow, "taken", bridge, "online"))["reason"] == "already_configured"
    assert entry.unique_id == "home/players"


def set_up_with(hass: HomeAssistant, entry: MockConfigEntry, *identities: str) -> list[str]:
    """Give an entry the entities of players, as an earlier run left them."""
    registry = er.async_get(hass)
    for one in identities:
        registry.async_get_or_create("remote", DOMAIN, f"{one}/remote", config_entry=entry)
    return [
        registry.async_get_or_create("media_player", DOMAIN, one, config_entry=entry).entity_id for one in identities
    ]


def emptied(mqtt_mock: MqttMockHAClient) -> set[tuple[str, int, bool]]:
    """Return the topics that were emptied, each with its QoS and whether that is retained."""
    published = [call.args for call in mqtt_mock.async_publish.call_args_list]
    return {(topic, qos, retain) for topic, payload, qos, retain, *_ in published if payload in ("", None)}


async def moved(hass: HomeAssistant, bridge: FakeBridge, flow: ConfigFlowResult, mqtt_mock: MqttMockHAClient) -> None:
    """Confirm the card of a bridge that was moved."""
    bridge.base = "home/players"
    mqtt_mock.async_publish.side_effect = None
    mqtt_mock.async_publish.reset_mock()
    done = await submit_while(hass, flow, None, bridge, "online", "player2mqtt")
    if done["type"] is FlowResultType.MENU:
        assert done["step_id"] == "moved"
        assert done["description_placeholders"] == {"title": "player2mqtt", "base_topic": "home/players"}
        choice = hass.config_entries.flow.async_configure(flow["flow_id"], {"next_step_id": "move"})
        announced = FakeAnnouncements(hass, "player2mqtt", "home/players").send
        done = await drive(hass, hass.async_create_task(choice), {}, announced)
    assert (done["reason"], done["description_placeholders"]) == (
        "entry_moved",
        {"former": "player2mqtt", "base_topic": "home/players"},
    )
    await hass.async_block_till_done()


@pytest.mark.parametrize("others", [[], ["player2mqtt_025e11000002"]])
async def test_the_card_of_a_bridge_that_was_moved_moves_its_entry(
    hass: HomeAssistant,
    bridge: FakeBridge,
    entry: MockConfigEntry,
    mqtt_mock: MqttMockHAClient,
    others: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    entities = set_up_with(hass, entry, IDENTITY, *others)
    left = make_mqtt_device(hass, "player2mqtt_bridge", "player2mqtt")
    kept = make_mqtt_device(hass, "player2mqtt_home+players+bridge", "player2mqtt home/players")
    flow = await discover(hass, ANNOUNCED | {"base": "home/players"})
    await moved(hass, bridge, flow, mqtt_mock)
    assert emptied(mqtt_mock) == {(f"player2mqtt-discovery/player2mqtt_bridge{end}", 1, True) for end in ("", "-1")}
    assert hass.config_entries.async_entries(DOMAIN) == [entry]
    assert (entry.unique_id, entry.data) == ("home/players", {CONF_BASE_TOPIC: "home/players"})
    assert entry.title == "player2mqtt (home/players)"
    devices = dr.async_get(hass)
    assert (devices.async_get(left.id), devices.async_get(kept.id)) == (None, kept)
    # The entry follows the bridge at once, with the entity that it had.
    make_mqtt_device(hass)
    bridge.state("online")
    bridge.claim("cinema")
    bridge.info()
    bridge.at_rest()
    await hass.async_block_till_done()
    await later(hass)
    assert shown(hass, entities[0]).state == "idle"
    assert "does not generate unique IDs" not in caplog.text


async def test_a_bridge_that_has_some_players_of_another_may_be_added(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    set_up_with(hass, entry, IDENTITY, "player2mqtt_025e11000002")
    flow = await discover(hass, ANNOUNCED | {"base": "home/players"})
    bridge.base = "home/players"
    assert (await submit_while(hass, flow, None, bridge, "online", "player2mqtt"))["step_id"] == "moved"
    done = await hass.config_entries.flow.async_configure(flow["flow_id"], {"next_step_id": "add"})
    assert done["type"] is FlowResultType.CREATE_ENTRY


async def test_a_bridge_that_shares_players_with_one_that_is_online_is_another_entry(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry, mqtt_mock: MqttMockHAClient
) -> None:
    set_up_with(hass, entry, IDENTITY)
    former = FakeBridge(hass, mqtt_mock)
    flow = await discover(hass, ANNOUNCED | {"base": "home/players"})
    bridge.base = "home/players"
    retained: dict[str, Callable[[], None]] = {
        "home/players/+/state": lambda: bridge.state("online"),
        "home/players/+/info": bridge.info,
        "player2mqtt/+/state": lambda: former.state("online"),
    }
    done = await drive(hass, hass.async_create_task(submit(hass, flow)), retained)
    assert done["type"] is FlowResultType.CREATE_ENTRY
