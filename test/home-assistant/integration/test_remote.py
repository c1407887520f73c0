"""The remote control."""

from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import device_registry as dr, entity_registry as er
import pytest

from .bridge import IDENTITY, FakeBridge
from .conftest import later, shown

REMOTE = "remote.cinema_remote"


async def call(hass: HomeAssistant, service: str, **data: Any) -> None:
    await hass.services.async_call("remote", service, {"entity_id": REMOTE, **data}, blocking=True)


async def test_it_is_on_the_device_of_the_player(hass: HomeAssistant, cinema: FakeBridge) -> None:
    assert (shown(hass, REMOTE).name, shown(hass, REMOTE).state) == ("Cinema Remote", "on")
    entity = er.async_get(hass).async_get(REMOTE)
    assert entity is not None
    device = dr.async_get(hass).async_get(entity.device_id or "")
    assert device is not None
    assert device.identifiers == {("mqtt", IDENTITY)}
    for topic, off, on in (("power", "off", "on"), ("availability", "offline", "online")):
        cinema.player(topic, off)
        await later(hass)
        assert shown(hass, REMOTE).state == "off"
        cinema.player(topic, on)
        await later(hass)
        assert shown(hass, REMOTE).state == "on"
    cinema.info(lacks=("key",))
    await later(hass)
    assert shown(hass, REMOTE).state == "unavailable"


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        ({"command": "Home"}, ["Home"]),
        ({"command": ["Home", "Down"]}, ["Home 400 Down"]),
        ({"command": ["Down"], "num_repeats": 3, "delay_secs": 0.25}, ["Down 250 Down 250 Down"]),
        ({"command": ["Up Ok"], "delay_secs": 60}, ["Up 10000 Ok"]),
    ],
)
async def test_it_presses_keys_as_often_and_as_fast_as_asked(
    hass: HomeAssistant, cinema: FakeBridge, data: dict[str, Any], keys: list[str]
) -> None:
    await call(hass, "send_command", **data)
    assert cinema.commands == [("key", one) for one in keys]


async def test_more_keys_than_a_command_takes_are_several(hass: HomeAssistant, cinema: FakeBridge) -> None:
    await call(hass, "send_command", command=["Up"], num_repeats=70, delay_secs=0.1)
    keys = ["Up 100 " * 31 + "Up", *(("100 Up " * count).strip() for count in (32, 6))]
    assert cinema.commands == [("key", one) for one in keys]


async def test_it_cannot_hold_a_key(hass: HomeAssistant, cinema: FakeBridge) -> None:
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, "send_command", command="Up", hold_secs=2)
    assert error.value.translation_key == "hold_unsupported"
    assert cinema.commands == []
