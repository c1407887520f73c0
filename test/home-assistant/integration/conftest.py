"""A Home Assistant with this integration and a bridge that is there."""

from collections.abc import Iterator
from datetime import timedelta
import logging
from typing import Any

from homeassistant.core import HomeAssistant, State
from homeassistant.helpers import device_registry as dr
from homeassistant.util import dt as dt_util
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

from custom_components.player2mqtt.const import CONF_BASE_TOPIC, DOMAIN

from .bridge import IDENTITY, FakeBridge

CINEMA = "media_player.cinema"


@pytest.fixture(autouse=True)
def integrations_of_our_own(enable_custom_integrations: None) -> None:
    """Home Assistant finds what lies in custom_components."""


@pytest.fixture(autouse=True)
def quick_subscriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Home Assistant collects subscriptions for half a second, and a command waits for them."""
    for name in ("INITIAL_SUBSCRIBE_COOLDOWN", "SUBSCRIBE_COOLDOWN"):
        monkeypatch.setattr(f"homeassistant.components.mqtt.client.{name}", 0.01)


@pytest.fixture(autouse=True)
def nothing_is_raised_unnoticed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Home Assistant only logs what a listener raises."""
    yield
    for record in (*caplog.get_records("setup"), *caplog.get_records("call")):
        is_raised = record.exc_info or "Traceback" in record.getMessage()
        assert record.levelno < logging.WARNING or not is_raised, record.getMessage()


@pytest.fixture
def bridge(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> FakeBridge:
    """A bridge at the broker that Home Assistant uses."""
    return FakeBridge(hass, mqtt_mock)


@pytest.fixture
def entry(hass: HomeAssistant) -> MockConfigEntry:
    """A config entry that is not set up yet."""
    entry = MockConfigEntry(
        domain=DOMAIN, title="player2mqtt", unique_id="player2mqtt", data={CONF_BASE_TOPIC: "player2mqtt"}
    )
    entry.add_to_hass(hass)
    return entry


def make_mqtt_device(hass: HomeAssistant, identity: str = IDENTITY, name: str = "Cinema") -> dr.DeviceEntry:
    """Make the device that MQTT discovery makes of a player."""
    (mqtt_entry,) = hass.config_entries.async_entries("mqtt")
    return dr.async_get(hass).async_get_or_create(
        config_entry_id=mqtt_entry.entry_id, identifiers={("mqtt", identity)}, name=name
    )


async def later(hass: HomeAssistant, seconds: float = 1) -> None:
    """Let time pass, by default what several messages are shown together after."""
    await hass.async_block_till_done()
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=seconds))
    await hass.async_block_till_done()


async def set_up(hass: HomeAssistant, entry: MockConfigEntry) -> None:
    """Set the config entry up."""
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()


def shown(hass: HomeAssistant, entity_id: str = CINEMA) -> State:
    """The state in Home Assistant."""
    state = hass.states.get(entity_id)
    assert state is not None, hass.states.async_entity_ids()
    return state


async def call(hass: HomeAssistant, service: str, **data: Any) -> None:
    """Call a service of the media player and wait for it."""
    domain, _, name = service.rpartition(".")
    await hass.services.async_call(domain or "media_player", name, {"entity_id": CINEMA, **data}, blocking=True)


@pytest.fixture
async def cinema(hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry) -> FakeBridge:
    """A player on its MQTT device, at which nothing plays."""
    make_mqtt_device(hass)
    await set_up(hass, entry)
    bridge.announce()
    bridge.state("online")
    bridge.claim("cinema")
    bridge.info()
    await hass.async_block_till_done()
    bridge.at_rest()
    await later(hass)
    for heard in entry.runtime_data.players[IDENTITY]._heard.values():
        await heard.wait()
    return bridge
