"""The examples of the documentation, as an owner pastes them."""

from datetime import timedelta
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from homeassistant.util.yaml import parse_yaml
import pytest
from pytest_homeassistant_custom_component.common import (
    async_fire_mqtt_message,
    async_fire_time_changed,
    async_mock_service,
)
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

ROOT = Path(__file__).parents[3]
BLUEPRINTS = ROOT / "examples" / "home-assistant" / "blueprints"
DOCS = ROOT / "docs" / "home-assistant.md"
STATE = "player2mqtt/bridge/state"
RESULT = "player2mqtt/living-room/result"


@pytest.fixture
def expected_lingering_timers() -> bool:
    """The MQTT integration of Home Assistant keeps its periodic timer."""
    return True


def automations() -> list[dict[str, Any]]:
    """Read the automations from the documentation."""
    _, _, rest = DOCS.read_text(encoding="utf-8").partition("<!-- automations.yaml -->")
    block, _, _ = rest.partition("<!-- end -->")
    parsed = parse_yaml(block.replace("```yaml", "").replace("```", ""))
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


async def test_a_failed_command_is_told_exactly_once(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> None:
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


async def test_two_equal_outcomes_are_told_twice(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> None:
    await announce_outcome(hass)
    told = await notices(hass)
    await outcome(hass, "failed")
    await outcome(hass, "failed")
    await outcome(hass, "expired")
    assert len(told) == 3


async def test_home_assistant_takes_every_automation(hass: HomeAssistant, mqtt_mock: MqttMockHAClient) -> None:
    await announce_outcome(hass)
    assert await async_setup_component(hass, "automation", {"automation": automations()})
    await hass.async_block_till_done()
    assert len(hass.states.async_entity_ids("automation")) == 4
    assert [state.state for state in hass.states.async_all("automation")] == ["on"] * 4


@pytest.mark.parametrize(
    ("before", "after", "brightness"),
    [
        (("paused", "video"), ("playing", "video"), 10),
        (("playing", "music"), ("playing", "video"), 10),
        (("playing", "music"), ("playing", "tvshow"), 10),
        (("playing", "tvshow"), ("playing", "music"), 60),
        (("playing", "video"), ("playing", "tvshow"), None),
        (("unavailable", None), ("playing", "video"), None),
        (("unknown", None), ("playing", "video"), None),
        (("playing", "video"), ("unavailable", None), None),
        (None, ("playing", "video"), None),
    ],
)
async def test_the_lights_blueprint_avoids_its_traps(
    hass: HomeAssistant,
    before: tuple[str, str | None] | None,
    after: tuple[str, str | None],
    brightness: int | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def show(state: str, media_type: str | None) -> None:
        hass.states.async_set("media_player.den", state, {"media_content_type": media_type} if media_type else {})

    lights = async_mock_service(hass, "light", "turn_on")
    blueprint = parse_yaml((BLUEPRINTS / "lights-with-the-film.yaml").read_text(encoding="utf-8"))
    inputs = {"player": "media_player.den", "lights": {"entity_id": "light.den"}}
    with patch("homeassistant.components.blueprint.models.yaml_util.load_yaml_dict", return_value=blueprint):
        use = {"path": "lights.yaml", "input": inputs}
        assert await async_setup_component(hass, "automation", {"automation": {"use_blueprint": use}})
    if before:
        show(*before)
    await hass.async_block_till_done()
    lights.clear()
    show(*after)
    await hass.async_block_till_done()
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=3))
    await hass.async_block_till_done()
    assert [call.data["brightness_pct"] for call in lights] == ([] if brightness is None else [brightness])
    assert "Error" not in caplog.text


def watched_template() -> str:
    """Read the template of the entity from the code of the bridge."""
    code = (ROOT / "src/extensions/home-assistant/discovery/templates.ts").read_text(encoding="utf-8")
    first = code.partition('const object = "')[2].partition('";')[0]
    own = code.partition("export const watchedEvent = `${object}")[2].partition("`;")[0]
    assert first
    assert own
    return first + own


async def test_the_blueprint_for_what_was_watched_drops_repetitions_and_short_ones(
    hass: HomeAssistant, mqtt_mock: MqttMockHAClient
) -> None:
    topic = "player2mqtt/living-room/watched"
    component = {
        "platform": "event",
        "unique_id": "player2mqtt_living-room_watched",
        "default_entity_id": "event.living_room_watched",
        "name": "Watched",
        "state_topic": topic,
        "value_template": watched_template(),
        "event_types": ["started", "paused", "resumed", "stopped", "watched"],
    }
    announcement = {
        "device": {"identifiers": ["player2mqtt_living-room"], "name": "Living room"},
        "origin": {"name": "player2mqtt"},
        "components": {"watched": component},
    }
    async_fire_mqtt_message(hass, "homeassistant/device/living-room/config", json.dumps(announcement))
    await hass.async_block_till_done()
    listed = async_mock_service(hass, "rest_command", "list_film")
    blueprint = parse_yaml((BLUEPRINTS / "watched-and-played.yaml").read_text(encoding="utf-8"))
    inputs = {
        "event": "event.living_room_watched",
        "actions": [
            {"action": "rest_command.list_film", "data": {"imdb": "{{ what.imdb }}", "at": "{{ what.startedAt }}"}}
        ],
    }
    with patch("homeassistant.components.blueprint.models.yaml_util.load_yaml_dict", return_value=blueprint):
        use = {"path": "watched.yaml", "input": inputs}
        assert await async_setup_component(hass, "automation", {"automation": {"use_blueprint": use}})
    await hass.async_block_till_done()

    async def tell(kind: str, film: str, seconds: int | None = 6000) -> None:
        event = {"kind": kind, "title": film, "imdb": film, "id": film, "startedAt": "2026-01-01", "season": None}
        async_fire_mqtt_message(hass, topic, json.dumps({**event, "durationSeconds": seconds}))
        await hass.async_block_till_done()

    await tell("started", "tt1")
    await tell("watched", "tt1")
    await tell("watched", "tt1")
    await tell("watched", "tt2", 20)
    await tell("watched", "tt3", None)
    await tell("stopped", "tt3")
    assert [call.data for call in listed] == [{"imdb": film, "at": "2026-01-01"} for film in ("tt1", "tt3")]
