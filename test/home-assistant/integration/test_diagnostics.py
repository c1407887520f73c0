"""The contents of a bug report."""

import json

from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.diagnostics import get_diagnostics_for_config_entry
from pytest_homeassistant_custom_component.typing import ClientSessionGenerator

from .bridge import FILMS, IDENTITY, INPUTS, FakeBridge
from .conftest import later


async def test_diagnostics_help_without_what_is_private(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, hass_client: ClientSessionGenerator
) -> None:
    cinema.state("online", "bridge-nas")
    cinema.announce(bridge="bridge-nas")
    cinema.music()
    cinema.film()
    cinema.fill_queue(3)
    cinema.player("music/picture", "http://192.0.2.7/cover")
    cinema.player("music/picture/data", b"\x89PNG")
    cinema.player("music/picture/type", "image/png")
    await later(hass)
    told = await get_diagnostics_for_config_entry(hass, hass_client, entry)
    assert told["bridges"] == [{"online": True, "players": 1}, {"online": True, "players": None}]
    assert told["announcements"] == [{"version": "0.2.0", "contract": 1}] * 2
    (player,) = told["players"]
    assert player["told"] is True
    assert player["controls"]["volume"] == "supported"
    assert player["topics"]["video/state"] == "playing"
    assert player["topics"]["music/title"] == "**REDACTED** (11 characters)"
    assert player["pictures"] == {"music/picture": 4}
    text = json.dumps(told)
    secrets = ["nas", "192.0.2.7", "02:5e:11", IDENTITY, "025e11", "Amber Ferry", "Nadia Quill", "Track 0", "Cinema"]
    secrets += [film["title"] for film in FILMS] + [str(one["title"]) for one in INPUTS]
    assert [secret for secret in secrets if secret in text] == []
