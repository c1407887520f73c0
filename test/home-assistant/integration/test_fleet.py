"""Bridges and players that come, go, are renamed and change hands; and the devices of players."""

import asyncio
from typing import Any
from unittest.mock import patch

from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import STATE_UNAVAILABLE
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr, entity_registry as er, issue_registry as ir
from homeassistant.helpers.dispatcher import async_dispatcher_send
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_mqtt_message
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

from custom_components.player2mqtt import async_remove_config_entry_device
from custom_components.player2mqtt.const import CONF_BASE_TOPIC, NEWEST_CONTRACT
from custom_components.player2mqtt.fleet import DEVICE_SECONDS, IDENTITY_SECONDS, STALE_SECONDS

from .bridge import IDENTITY, FakeBridge
from .conftest import CINEMA, later, make_mqtt_device, set_up, shown


def registered(hass: HomeAssistant) -> list[str]:
    return sorted(one.entity_id for one in er.async_get(hass).entities.values() if one.platform == "player2mqtt")


def device_of(hass: HomeAssistant) -> dr.DeviceEntry:
    entity = er.async_get(hass).async_get(CINEMA)
    assert entity is not None
    device = dr.async_get(hass).async_get(entity.device_id or "")
    assert device is not None
    return device


@pytest.fixture
async def unannounced(hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry) -> FakeBridge:
    """A player that MQTT discovery does not announce, on a device of its own."""
    await set_up(hass, entry)
    bridge.state("online")
    bridge.info()
    await later(hass, DEVICE_SECONDS + 1)
    return bridge


async def test_without_mqtt_it_tries_again_later(hass: HomeAssistant, entry: MockConfigEntry) -> None:
    await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    assert entry.state is ConfigEntryState.SETUP_ERROR or entry.state is ConfigEntryState.SETUP_RETRY


async def test_the_entity_waits_for_mqtt_discovery(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    await set_up(hass, entry)
    bridge.state("online")
    bridge.info()
    await later(hass)
    assert hass.states.async_entity_ids("media_player") == []
    make_mqtt_device(hass)
    await later(hass)
    assert device_of(hass).identifiers == {("mqtt", IDENTITY)}
    await later(hass, DEVICE_SECONDS + 1)
    assert len(dr.async_get(hass).devices) == 1


async def test_players_that_are_told_before_the_platforms_are_loaded_get_their_entities(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    make_mqtt_device(hass)
    load = hass.config_entries.async_forward_entry_setups

    async def load_late(*told: Any) -> None:
        bridge.state("online")
        bridge.info()
        for _ in range(100):
            await asyncio.sleep(0)
        await load(*told)

    with patch.object(hass.config_entries, "async_forward_entry_setups", load_late):
        await set_up(hass, entry)
    await later(hass)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]


async def test_a_player_that_is_not_announced_has_a_device_of_its_own(
    hass: HomeAssistant, unannounced: FakeBridge, entry: MockConfigEntry
) -> None:
    device = device_of(hass)
    assert device.identifiers == {("player2mqtt", IDENTITY)}
    assert (device.name, device.model, device.sw_version) == ("Cinema", "SIM-V9 Pro", "v2.4.18")
    assert shown(hass).name == "Cinema"
    # It follows what the bridge says of the player.
    unannounced.info(firmware="v3")
    await later(hass)
    assert device_of(hass).sw_version == "v3"
    # After a restart it is there at once.
    await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    unannounced.state("online")
    unannounced.info()
    await later(hass)
    assert shown(hass).state == STATE_UNAVAILABLE
    unannounced.player("availability", "online")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_the_entity_moves_when_mqtt_discovery_begins_and_ends(
    hass: HomeAssistant, unannounced: FakeBridge
) -> None:
    mqtt_device = make_mqtt_device(hass)
    await later(hass)
    assert device_of(hass).id == mqtt_device.id
    assert len(dr.async_get(hass).devices) == 1
    # One that is announced again soon has no other beside it.
    dr.async_get(hass).async_remove_device(mqtt_device.id)
    await later(hass)
    mqtt_device = make_mqtt_device(hass)
    await later(hass, DEVICE_SECONDS + 1)
    assert device_of(hass).id == mqtt_device.id
    assert len(dr.async_get(hass).devices) == 1
    dr.async_get(hass).async_remove_device(mqtt_device.id)
    await later(hass)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]
    await later(hass, DEVICE_SECONDS + 1)
    assert device_of(hass).identifiers == {("player2mqtt", IDENTITY)}
    unannounced.player("availability", "online")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_device_of_others_is_left_alone(hass: HomeAssistant, cinema: FakeBridge) -> None:
    make_mqtt_device(hass, "somebody else's", "Lamp")
    await later(hass)
    assert device_of(hass).identifiers == {("mqtt", IDENTITY)}


async def test_available_while_the_bridge_is_online(
    hass: HomeAssistant, cinema: FakeBridge, caplog: pytest.LogCaptureFixture
) -> None:
    cinema.state("offline")
    cinema.state("offline")
    await later(hass)
    assert shown(hass).state == STATE_UNAVAILABLE
    assert caplog.text.count("bridge of player2mqtt is offline") == 1
    cinema.state("online")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_unavailable_without_the_broker(
    hass: HomeAssistant, cinema: FakeBridge, mqtt_mock: MqttMockHAClient
) -> None:
    for is_connected in (False, True):
        mqtt_mock.connected = is_connected
        async_dispatcher_send(hass, "mqtt_connection_state", is_connected)
        await later(hass)
        # What a topic said before may be gone by now: the broker tells all of them again.
        assert shown(hass).state == STATE_UNAVAILABLE
    cinema.player("availability", "online")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_player_follows_the_bridge_of_the_fleet_that_has_it(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.state("", "bridge")
    cinema.state("online", "bridge-0")
    cinema.state("online", "bridge-attic")
    cinema.claim("study", bridge="bridge-0")
    cinema.claim("cinema", bridge="bridge-attic")
    await later(hass)
    assert shown(hass).state == "idle"
    cinema.state("offline", "bridge-0")
    await later(hass)
    assert shown(hass).state == "idle"
    cinema.state("offline", "bridge-attic")
    await later(hass)
    assert shown(hass).state == STATE_UNAVAILABLE
    # It changes hands.
    cinema.state("online", "bridge-0")
    cinema.claim("cinema", "study", bridge="bridge-0")
    cinema.claim(bridge="bridge-attic")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_player_that_is_renamed_keeps_entity_name_and_area(hass: HomeAssistant, cinema: FakeBridge) -> None:
    entities = er.async_get(hass)
    entities.async_update_entity(CINEMA, name="Big screen", area_id="attic")
    cinema.film()
    cinema.info("attic")
    cinema.player("info", "")
    await later(hass)
    cinema.player("availability", "online", "attic")
    cinema.player("music/state", "paused", "attic")
    cinema.player("music/title", "Second Signal", "attic")
    cinema.claim("attic")
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]
    assert entities.async_get(CINEMA).name == "Big screen"
    assert entities.async_get(CINEMA).area_id == "attic"
    assert shown(hass).state == "paused"
    assert shown(hass).attributes["media_title"] == "Second Signal"


async def test_a_player_is_found_again_when_the_broker_still_holds_its_old_id(
    hass: HomeAssistant, cinema: FakeBridge
) -> None:
    # Retained messages come in no order: the old id may come last.
    cinema.info("attic")
    cinema.info("cinema")
    cinema.player("info", "")
    cinema.player("availability", "online", "attic")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_player_that_is_removed_goes(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.player("info", "")
    cinema.claim()
    await later(hass)
    assert shown(hass).state == STATE_UNAVAILABLE
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == []
    assert hass.states.get(CINEMA) is None
    # MQTT left it, since there was still an entity on it.
    assert list(dr.async_get(hass).devices) == []
    make_mqtt_device(hass)
    cinema.info()
    cinema.claim("cinema")
    cinema.at_rest()
    await later(hass)
    cinema.at_rest()
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_device_stays_while_mqtt_has_entities_on_it(hass: HomeAssistant, cinema: FakeBridge) -> None:
    device = device_of(hass)
    (mqtt_entry,) = hass.config_entries.async_entries("mqtt")
    er.async_get(hass).async_get_or_create(
        "sensor",
        "mqtt",
        "title",
        config_entry=mqtt_entry,
        device_id=device.id,
        disabled_by=er.RegistryEntryDisabler.USER,
    )
    cinema.player("info", "")
    cinema.claim()
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == []
    assert dr.async_get(hass).async_get(device.id) is not None


async def test_a_player_that_was_removed_meanwhile_goes(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    er.async_get(hass).async_get_or_create("media_player", "player2mqtt", "gone", config_entry=entry)
    dr.async_get(hass).async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("player2mqtt", "gone")}, name="Gone"
    )
    make_mqtt_device(hass)
    await set_up(hass, entry)
    bridge.state("online")
    bridge.claim("cinema")
    bridge.info()
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]
    assert [one.name for one in dr.async_get(hass).devices] == ["Cinema"]


@pytest.mark.parametrize("doubt", ["offline", "unknown players", "no identity yet", "no bridge"])
async def test_nothing_is_removed_while_there_is_a_doubt(hass: HomeAssistant, cinema: FakeBridge, doubt: str) -> None:
    cinema.player("info", "")
    if doubt == "offline":
        cinema.claim()
        cinema.state("offline")
    elif doubt == "unknown players":
        cinema.tell("bridge/info", {"playersCount": 5000})
    elif doubt == "no identity yet":
        cinema.claim("cinema")
        cinema.info(identity=None)
    else:
        cinema.state("")
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]


async def test_an_identity_that_changes_is_another_player(hass: HomeAssistant, cinema: FakeBridge) -> None:
    make_mqtt_device(hass, "player2mqtt_other", "Other")
    cinema.info(identity="player2mqtt_other")
    await later(hass, STALE_SECONDS + 1)
    assert registered(hass) == ["media_player.other", "remote.other_remote"]


async def test_unloading_stops_everything(hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry) -> None:
    cinema.film()
    assert await hass.config_entries.async_unload(entry.entry_id)
    await later(hass)
    assert shown(hass).state == STATE_UNAVAILABLE
    cinema.film("paused")
    cinema.info(identity=None)
    await later(hass, IDENTITY_SECONDS + 1)
    assert shown(hass).state == STATE_UNAVAILABLE


async def test_the_device_of_a_player_that_is_gone_may_be_deleted(
    hass: HomeAssistant, unannounced: FakeBridge, entry: MockConfigEntry
) -> None:
    device = device_of(hass)
    assert not await async_remove_config_entry_device(hass, entry, device)
    unannounced.player("info", "")
    await later(hass)
    assert await async_remove_config_entry_device(hass, entry, device)


@pytest.mark.parametrize("contract", [0, "none"])
async def test_a_bridge_that_is_too_old_is_to_be_updated(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, contract: object
) -> None:
    cinema.announce(contract=contract, version="0.1.0")
    await later(hass)
    issue = ir.async_get(hass).async_get_issue("player2mqtt", f"bridge_too_old_{entry.entry_id}")
    assert issue is not None
    assert issue.translation_placeholders == {"name": "player2mqtt", "version": "0.1.0"}
    async_fire_mqtt_message(hass, "player2mqtt-discovery/player2mqtt_bridge", "")
    await later(hass)
    assert not ir.async_get(hass).issues


async def test_a_bridge_that_tells_no_identities_is_too_old_unless_no_player_answered_yet(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    await set_up(hass, entry)
    bridge.state("online")
    bridge.info(identity=None, families={"audio": "unknown"})
    await later(hass, IDENTITY_SECONDS + 1)
    assert not ir.async_get(hass).issues
    bridge.info(identity=None)
    await later(hass, IDENTITY_SECONDS + 1)
    assert ("player2mqtt", f"bridge_too_old_{entry.entry_id}") in ir.async_get(hass).issues
    await hass.config_entries.async_unload(entry.entry_id)
    assert not ir.async_get(hass).issues


async def test_a_bridge_that_offers_more_says_so(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry
) -> None:
    cinema.announce(contract=NEWEST_CONTRACT + 1)
    await later(hass)
    assert [issue for _, issue in ir.async_get(hass).issues] == [f"integration_too_old_{entry.entry_id}"]
    assert shown(hass).state == "idle"


async def test_bridges_of_other_base_topics_are_nothing_to_it(
    hass: HomeAssistant, cinema: FakeBridge, mqtt_mock: MqttMockHAClient
) -> None:
    other = FakeBridge(hass, mqtt_mock, "home/player2mqtt")
    other.announce(contract=0)
    other.state("offline")
    await later(hass)
    assert not ir.async_get(hass).issues
    assert shown(hass).state == "idle"


async def test_a_player_called_like_a_state_is_no_bridge(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.tell("cinema/state", "offline")
    await later(hass)
    assert shown(hass).state == "idle"


async def test_a_player_that_two_bridges_have_belongs_to_one_entry(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    data = {CONF_BASE_TOPIC: "home"}
    second = MockConfigEntry(domain="player2mqtt", title="Home", unique_id="home", data=data)
    second.add_to_hass(hass)
    await set_up(hass, second)
    cinema.base = "home"
    cinema.state("online")
    cinema.claim("cinema")
    cinema.info()
    cinema.at_rest()
    await later(hass, DEVICE_SECONDS + 1)
    assert "does not generate unique IDs" not in caplog.text
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]
    assert len(dr.async_get(hass).devices) == 1
    issue = ir.async_get(hass).async_get_issue("player2mqtt", f"players_shared_{second.entry_id}")
    assert issue is not None
    assert issue.translation_placeholders == {"name": "Home", "players": "Cinema", "others": "player2mqtt"}
    # Deleting the one gives its players to the other.
    await hass.config_entries.async_remove(entry.entry_id)
    await later(hass, 2)
    cinema.at_rest()
    await later(hass)
    assert shown(hass).state == "idle"
    entity = er.async_get(hass).async_get(CINEMA)
    assert entity is not None
    assert entity.config_entry_id == second.entry_id
    assert not ir.async_get(hass).issues


async def test_a_player_that_another_entry_is_given_at_the_same_moment_is_not_ready(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    second = MockConfigEntry(domain="player2mqtt", title="Home", unique_id="home", data={CONF_BASE_TOPIC: "home"})
    second.add_to_hass(hass)
    make_mqtt_device(hass)
    await set_up(hass, entry)
    for base in ("player2mqtt", "home"):
        bridge.base = base
        bridge.state("online")
        bridge.claim("cinema")
        bridge.info()
    await later(hass)
    assert registered(hass) == [CINEMA, "remote.cinema_remote"]
    assert [issue for _, issue in ir.async_get(hass).issues] in (
        [f"players_shared_{one.entry_id}"] for one in (entry, second)
    )


async def test_a_listener_that_raises_stops_no_other(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    player = entry.runtime_data.players[IDENTITY]

    def listener() -> None:
        raise ValueError("a bug")

    # It comes before those of the entities.
    former, player._signal = player._signal, "raising"
    player.listen(callback(listener))
    for one in hass.data["entity_components"]["media_player"].entities:
        player.listen(one._changed)
    assert former != player._signal
    cinema.film()
    await later(hass)
    assert shown(hass).state == "playing"
    assert "a bug" in caplog.text
    caplog.clear()


async def test_an_entry_that_cannot_be_unloaded_goes_on(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry
) -> None:
    with patch.object(hass.config_entries, "async_unload_platforms", return_value=False):
        assert not await hass.config_entries.async_unload(entry.entry_id)
    cinema.film()
    await later(hass)
    assert shown(hass).state == "playing"
    entry.runtime_data.stop()


async def test_a_player_that_goes_offline_is_logged_once(
    hass: HomeAssistant, cinema: FakeBridge, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [text for _, _, text in caplog.record_tuples if text.startswith("Cinema is")]

    assert told() == []
    # A snapshot of the bridge says again what is so.
    for availability in ("offline", "offline", "", "offline", "online", "online"):
        cinema.player("availability", availability)
        await later(hass)
    assert told() == ["Cinema is offline", "Cinema is online"]


async def test_a_bridge_is_asked_once_for_names_in_the_language_of_home_assistant(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    hass.config.language = "de"
    await set_up(hass, entry)
    bridge.announce(language="en")
    await later(hass)
    # Nobody would hear it.
    assert bridge.languages == []
    bridge.state("online")
    await later(hass)
    assert bridge.languages == [("bridge", "de")]
    # Another Home Assistant may ask for its own, and the bridge may not know ours: neither is contradicted.
    bridge.announce(language="fr")
    bridge.state("online")
    await later(hass)
    assert bridge.languages == [("bridge", "de")]
    bridge.state("offline")
    bridge.state("online")
    await later(hass)
    assert bridge.languages == [("bridge", "de")] * 2


async def test_a_bridge_that_could_not_be_asked_is_asked_with_its_next_announcement(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry
) -> None:
    hass.config.language = "de"
    await set_up(hass, entry)
    bridge.state("online")
    with patch("homeassistant.components.mqtt.async_publish", side_effect=HomeAssistantError("no answer")):
        bridge.announce(language="en")
        await later(hass)
    assert bridge.languages == []
    bridge.announce(language="en")
    await later(hass)
    assert bridge.languages == [("bridge", "de")]


@pytest.mark.parametrize(
    ("spoken", "announced", "changed", "asked"),
    [
        # It had our language, and is left to another Home Assistant.
        ("de", ["de", "fr"], None, []),
        # Its settings choose the language.
        ("de", [None], None, []),
        ("en", ["en"], "fr", [("bridge", "fr")]),
    ],
)
async def test_a_bridge_is_asked_only_where_it_helps(
    hass: HomeAssistant,
    bridge: FakeBridge,
    entry: MockConfigEntry,
    spoken: str,
    announced: list[str | None],
    changed: str | None,
    asked: list[tuple[str, str]],
) -> None:
    hass.config.language = spoken
    await set_up(hass, entry)
    bridge.state("online")
    for language in announced:
        bridge.announce(**({} if language is None else {"language": language}))
        await later(hass)
    assert bridge.languages == []
    if changed is not None:
        await hass.config.async_update(language=changed)
        await later(hass)
    assert bridge.languages == asked
