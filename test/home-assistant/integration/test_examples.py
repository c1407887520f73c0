"""The examples, as an owner pastes them."""

import json
from pathlib import Path
from typing import Any

from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.setup import async_setup_component
from homeassistant.util.yaml import parse_yaml
import pytest
from pytest_homeassistant_custom_component.common import (
    async_fire_mqtt_message,
    async_mock_service,
)
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

ROOT = Path(__file__).parents[3]
STATE = "player2mqtt/bridge/state"
RESULT = "player2mqtt/living-room/result"


@pytest.fixture
def expected_lingering_timers() -> bool:
    """The MQTT integration of Home Assistant keeps its periodic timer."""
    return True


def automations() -> list[dict[str, Any]]:
    """Read the automations that need no integration."""
    parsed = parse_yaml((ROOT / "examples" / "home-assistant" / "automations.yaml").read_text(encoding="utf-8"))
    assert isinstance(parsed, list)
    return parsed


async def announce_outcome(hass: HomeAssistant) -> None:
    """Make the event entity as MQTT discovery does."""
    announcement = {
        "device": {"identifiers": ["player2mqtt_living-room"], "name": "Living room"},
        "origin": {"name": "player2mqtt"},
        "components": {
            "command_outcome": {
                "platform": "event",
                "unique_id": "player2mqtt_living-room_command_outcome",
                "default_entity_id": "event.living_room_command_outcome",
                "name": "Command outcome",
                "availability": [{"topic": STATE}],
                "state_topic": RESULT,
                "event_types": ["applied", "unchanged", "rejected", "superseded", "expired", "failed"],
            }
        },
    }
    async_fire_mqtt_message(hass, "homeassistant/device/living-room/config", json.dumps(announcement))
    await hass.async_block_till_done()
    await bridge_is(hass, "online")


async def bridge_is(hass: HomeAssistant, state: str) -> None:
    async_fire_mqtt_message(hass, STATE, state)
    await hass.async_block_till_done()


async def outcome(hass: HomeAssistant, kind: str) -> None:
    told = {"event_type": kind, "command": "power", "reason": "it did not answer"}
    async_fire_mqtt_message(hass, RESULT, json.dumps(told))
    await hass.async_block_till_done()


async def notices(hass: HomeAssistant) -> list[ServiceCall]:
    """Set up the automation that tells of failed commands, and collect what it tells."""
    (automation,) = [one for one in automations() if one["alias"] == "Tell me when a command failed"]
    told = async_mock_service(hass, "persistent_notification", "create")
    assert await async_setup_component(hass, "automation", {"automation": automation})
    await hass.async_block_till_done()
    return told


async def test_each_failed_command_is_told_exactly_once(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> None:
    await announce_outcome(hass)
    told = await notices(hass)
    await outcome(hass, "applied")
    assert told == []
    await outcome(hass, "failed")
    assert len(told) == 1
    assert told[0].data["message"] == "power: it did not answer"
    # The entity goes and comes back.
    await bridge_is(hass, "offline")
    await bridge_is(hass, "online")
    assert len(told) == 1
    # Two equal outcomes are told twice.
    for kind in ("failed", "failed", "expired"):
        await outcome(hass, kind)
    assert len(told) == 4


async def test_home_assistant_takes_every_automation(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> None:
    await announce_outcome(hass)
    assert await async_setup_component(hass, "automation", {"automation": automations()})
    await hass.async_block_till_done()
    assert len(hass.states.async_entity_ids("automation")) == 4
    assert [state.state for state in hass.states.async_all("automation")] == ["on"] * 4
