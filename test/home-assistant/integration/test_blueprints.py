"""The blueprints, each with a table of the traps that it has to avoid."""

import asyncio
from datetime import timedelta
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from freezegun.api import FrozenDateTimeFactory
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.setup import async_setup_component
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
PLAYER = "media_player.den"
TOPIC = "player2mqtt/living-room"

# A state, one of something that plays with its type ("playing video"), or seconds that pass.
type Step = str | int


@pytest.fixture
def expected_lingering_timers() -> bool:
    """The MQTT integration of Home Assistant keeps its periodic timer, and a blueprint may still wait."""
    return True


@pytest.fixture(autouse=True)
def no_error(caplog: pytest.LogCaptureFixture) -> Any:
    """A template that fails is only logged."""
    yield
    assert "Error" not in caplog.text


async def use(hass: HomeAssistant, name: str, inputs: dict[str, Any]) -> None:
    """Make an automation of a blueprint."""
    blueprint = parse_yaml((BLUEPRINTS / f"{name}.yaml").read_text(encoding="utf-8"))
    with patch("homeassistant.components.blueprint.models.yaml_util.load_yaml_dict", return_value=blueprint):
        automation = {"use_blueprint": {"path": f"{name}.yaml", "input": inputs}}
        assert await async_setup_component(hass, "automation", {"automation": automation})
    await hass.async_block_till_done()


async def go(hass: HomeAssistant, freezer: FrozenDateTimeFactory, steps: list[Step]) -> None:
    """Let the player be what the steps say."""
    for step in steps:
        if isinstance(step, int):
            freezer.tick(timedelta(seconds=step + 1))
            async_fire_time_changed(hass)
        else:
            state, _, kind = step.partition(" ")
            hass.states.async_set(PLAYER, state, {"media_content_type": kind} if kind else {})
        # An automation that waits is never done.
        for _ in range(50):
            await asyncio.sleep(0)


def services(calls: list[ServiceCall]) -> list[str]:
    return [call.service for call in calls]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param(["paused", "playing"], ["turn_on"], id="begins"),
        pytest.param(["off", "playing"], ["turn_on"], id="is switched on and begins"),
        pytest.param(["paused", "playing", "paused", 890], ["turn_on"], id="pause"),
        pytest.param(["paused", "playing", "paused", 900], ["turn_on", "turn_off"], id="silence"),
        pytest.param(["playing", "off", 900], ["turn_off"], id="is switched off"),
        pytest.param(["playing", "paused", 600, "idle", 300], ["turn_off"], id="stops in the pause"),
        pytest.param(["playing", "paused", 600, "playing", 900], ["turn_on"], id="plays on"),
        pytest.param(["playing", "paused", 60, "playing", 60, "paused", 890], ["turn_on"], id="silence counts anew"),
        pytest.param(["playing", "unavailable", "playing", 900], [], id="bridge restarts in the music"),
        pytest.param(["playing", "unknown", 900, "playing", 900], [], id="unknown is not silence"),
        pytest.param(["playing", "paused", "unavailable", "playing", 900], [], id="resumed meanwhile"),
        pytest.param(["playing", "paused", "unavailable", 900, "playing"], [], id="resumed after a long while"),
        pytest.param(["playing", "paused", "unavailable", 900, "paused"], ["turn_off"], id="still paused"),
        pytest.param(["playing", "paused", "unavailable", 900], [], id="nobody knows"),
        pytest.param(["playing", "unavailable", "idle", 900], ["turn_off"], id="ended meanwhile"),
        pytest.param(["playing", "unavailable", "unknown", "paused", 900], ["turn_off"], id="paused meanwhile"),
        pytest.param(["paused", "unavailable", "playing"], ["turn_on"], id="began meanwhile"),
        pytest.param(["paused", "unavailable", "paused", 900], [], id="was silent before"),
        pytest.param(
            ["playing", "paused", "unavailable", "playing", "unavailable", "idle", 900], ["turn_off"], id="two restarts"
        ),
        pytest.param(["unavailable", "playing", 900], [], id="Home Assistant starts in the music"),
        pytest.param(["unavailable", "idle", 900], [], id="Home Assistant starts in silence"),
        pytest.param(["playing", 900], [], id="the player is new"),
    ],
)
async def test_the_amplifier_follows_what_is_heard(
    hass: HomeAssistant, freezer: FrozenDateTimeFactory, steps: list[Step], expected: list[str]
) -> None:
    # Their actions are those of every domain.
    assert await async_setup_component(hass, "homeassistant", {})
    calls = async_mock_service(hass, "homeassistant", "turn_on")
    offs = async_mock_service(hass, "homeassistant", "turn_off")
    await use(hass, "amplifier-with-the-player", {"player": PLAYER, "amplifier": "switch.amplifier"})
    await go(hass, freezer, steps)
    assert services([*calls, *offs]) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param(["paused", "playing"], [200], id="begins"),
        pytest.param(["paused", "playing", "paused", 110], [200], id="pause"),
        pytest.param(["paused", "playing", "paused", 120], [200, 5], id="silence"),
        pytest.param(["playing", "off", 120], [], id="off has no brightness"),
        pytest.param(["playing", "paused", "unavailable", 120, "paused"], [], id="away has no brightness"),
        pytest.param(["playing", "unavailable", "playing", 120], [], id="bridge restarts in the music"),
        pytest.param(["playing", "paused", "unavailable", "playing", 120], [], id="resumed meanwhile"),
        pytest.param(["playing", "unavailable", "idle", 120], [5], id="ended meanwhile"),
        pytest.param(["idle", "unavailable", "playing", 120], [200], id="began meanwhile"),
        pytest.param(["unavailable", "playing", 120], [], id="Home Assistant starts in the music"),
    ],
)
async def test_the_screen_follows_what_is_heard(
    hass: HomeAssistant, freezer: FrozenDateTimeFactory, steps: list[Step], expected: list[int]
) -> None:
    calls = async_mock_service(hass, "number", "set_value")
    inputs = {"player": PLAYER, "screen": "number.den_screen_brightness", "playing": 200, "dark": 5}
    await use(hass, "screen-with-the-player", inputs)
    await go(hass, freezer, steps)
    assert [call.data["value"] for call in calls] == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param(["paused video", "playing video"], [10], id="begins"),
        pytest.param(["playing music", "playing video"], [10], id="follows music"),
        pytest.param(["playing music", "playing tvshow"], [10], id="episode follows music"),
        pytest.param(["playing tvshow", "playing music", 2], [60], id="music follows it"),
        pytest.param(["playing video", "playing tvshow", 2], [], id="film follows film"),
        pytest.param(["playing video", "idle", "playing video", 2], [10], id="pause between two films"),
        pytest.param(["playing video", "idle", 2], [60], id="ends"),
        pytest.param(["playing video", "paused video", 2, "playing video"], [60, 10], id="pause"),
        pytest.param(["unavailable", "playing video", 2], [], id="Home Assistant starts in a film"),
        pytest.param(["unknown", "playing video", 2], [], id="is known at last"),
        pytest.param(["playing video"], [], id="the player is new"),
        pytest.param(["playing video", "unavailable", 600], [], id="nobody knows"),
        pytest.param(["playing video", "unavailable", 600, "playing video", 2], [], id="bridge restarts in the film"),
        pytest.param(["idle", "unavailable", "idle", 2], [], id="bridge restarts at rest"),
        pytest.param(["playing video", "unavailable", "idle", 2], [60], id="stopped meanwhile"),
        pytest.param(["playing video", "unavailable", "playing music", 2], [60], id="music meanwhile"),
        pytest.param(["paused video", "unavailable", "playing video", 2], [10], id="resumed meanwhile"),
        pytest.param(["playing music", "unavailable", "playing video", 2], [10], id="began meanwhile"),
        pytest.param(["playing video", "idle", "unavailable", 2, "idle", 2], [60], id="ends just before"),
        pytest.param(["playing video", "idle", "unavailable", 2, "playing video", 2], [], id="next one meanwhile"),
    ],
)
async def test_the_lights_follow_films(
    hass: HomeAssistant, freezer: FrozenDateTimeFactory, steps: list[Step], expected: list[int]
) -> None:
    lights = async_mock_service(hass, "light", "turn_on")
    await use(hass, "lights-with-the-film", {"player": PLAYER, "lights": {"entity_id": "light.den"}})
    await go(hass, freezer, steps)
    assert [call.data["brightness_pct"] for call in lights] == expected


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        pytest.param(["paused", 1790], 0, id="pause"),
        pytest.param(["paused", 1800], 1, id="silence"),
        pytest.param(["paused", 1700, "playing", "paused", 1700], 0, id="played meanwhile"),
        pytest.param(["playing", 7200], 0, id="plays, as a television does that is passed on"),
        pytest.param(["unknown", 7200], 0, id="unknown is not silence"),
        pytest.param(["paused", 1700, "unavailable", "paused", 1700], 0, id="what happened meanwhile is unknown"),
        pytest.param(["paused", 1700, "unavailable", 3600], 0, id="nobody knows"),
        pytest.param(["paused", "unavailable", "playing", 1800], 0, id="resumed meanwhile"),
        pytest.param(["playing", "unavailable", "idle", 1800], 1, id="ended meanwhile"),
        pytest.param(["unavailable", "idle", 1800], 1, id="Home Assistant starts in silence"),
        pytest.param(["off", 7200], 0, id="is off"),
    ],
)
async def test_standby_waits_for_silence_that_is_certain(
    hass: HomeAssistant, freezer: FrozenDateTimeFactory, steps: list[Step], count: int
) -> None:
    calls = async_mock_service(hass, "media_player", "turn_off")
    await use(hass, "standby-after-silence", {"player": PLAYER})
    await go(hass, freezer, steps)
    assert len(calls) == count


async def announce(hass: HomeAssistant, key: str, component: dict[str, Any]) -> None:
    """Make an event entity as MQTT discovery does."""
    own = {"platform": "event", "unique_id": f"player2mqtt_living-room_{key}", "name": key}
    announcement = {
        "device": {"identifiers": ["player2mqtt_living-room"], "name": "Living room"},
        "origin": {"name": "player2mqtt"},
        "components": {key: {**own, "default_entity_id": f"event.living_room_{key}", **component}},
    }
    async_fire_mqtt_message(hass, "homeassistant/device/living-room/config", json.dumps(announcement))
    await hass.async_block_till_done()


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param(["applied", "unchanged", "superseded"], [], id="nothing is wrong"),
        pytest.param(["failed", "rejected", "expired"], ["failed", "rejected", "expired"], id="each kind"),
        pytest.param(["failed", "failed"], ["failed", "failed"], id="equal ones"),
        pytest.param(["failed", "offline", "online"], ["failed"], id="bridge restarts"),
        pytest.param(["failed", "applied", "offline", "online"], ["failed"], id="bridge restarts later"),
    ],
)
async def test_the_notice_comes_once_for_each_failure(
    hass: HomeAssistant, mqtt_mock: MqttMockHAClient, steps: list[str], expected: list[str]
) -> None:
    kinds = ["applied", "unchanged", "rejected", "superseded", "expired", "failed"]
    availability = {"availability": [{"topic": "player2mqtt/bridge/state"}]}
    await announce(hass, "outcome", {"state_topic": f"{TOPIC}/result", "event_types": kinds, **availability})
    notices = async_mock_service(hass, "persistent_notification", "create")
    await use(hass, "notice-of-a-failed-command", {"outcome": "event.living_room_outcome"})
    for step in ["online", *steps]:
        told = json.dumps({"event_type": step, "command": "power", "reason": step})
        topic, message = ("bridge/state", step) if step in ("online", "offline") else ("living-room/result", told)
        async_fire_mqtt_message(hass, f"player2mqtt/{topic}", message)
        await hass.async_block_till_done()
    assert [call.data["message"] for call in notices] == [f"power: {kind}" for kind in expected]


def watched_template() -> str:
    """Read the template of the entity from the code of the bridge."""
    code = (ROOT / "src/extensions/home-assistant/discovery/templates.ts").read_text(encoding="utf-8")
    first = code.partition('const object = "')[2].partition('";')[0]
    own = code.partition("export const watchedEvent = `${object}")[2].partition("`;")[0]
    assert first
    assert own
    return first + own


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param([("started", "tt1", 6000), ("watched", "tt1", 6000)], ["tt1"], id="seen"),
        pytest.param([("watched", "tt1", 6000), ("watched", "tt1", 6000)], ["tt1"], id="sent again after a fault"),
        pytest.param([("watched", "tt1", 6000), ("watched", "tt2", 6000)], ["tt1", "tt2"], id="two films"),
        pytest.param([("watched", "tt1", 20)], [], id="a trailer"),
        pytest.param([("watched", "tt1", None)], ["tt1"], id="unknown length"),
        pytest.param(
            [("started", "tt1", 6000), ("paused", "tt1", 6000), ("stopped", "tt1", 6000)], [], id="broken off"
        ),
    ],
)
async def test_what_was_watched_is_told_once(
    hass: HomeAssistant,
    mqtt_mock: MqttMockHAClient,
    steps: list[tuple[str, str, int | None]],
    expected: list[str],
) -> None:
    topic = f"{TOPIC}/watched"
    kinds = ["started", "paused", "resumed", "stopped", "watched"]
    await announce(hass, "watched", {"state_topic": topic, "value_template": watched_template(), "event_types": kinds})
    listed = async_mock_service(hass, "rest_command", "list_film")
    data = {"imdb": "{{ what.imdb }}", "at": "{{ what.startedAt }}"}
    actions = [{"action": "rest_command.list_film", "data": data}]
    await use(hass, "watched-and-played", {"event": "event.living_room_watched", "actions": actions})
    for kind, film, seconds in steps:
        event = {"kind": kind, "title": film, "imdb": film, "id": film, "startedAt": "2026-01-01", "season": None}
        async_fire_mqtt_message(hass, topic, json.dumps({**event, "durationSeconds": seconds}))
        await hass.async_block_till_done()
    assert [call.data for call in listed] == [{"imdb": film, "at": "2026-01-01"} for film in expected]
