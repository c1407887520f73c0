"""The commands of the entity, and the errors that the owner sees if a player does not obey."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
import re
from typing import Any

from homeassistant.components.media_player import MediaPlayerEntityFeature
from homeassistant.components.media_source import PlayMedia
from homeassistant.components.mqtt.const import MQTT_CONNECTION_STATE, MQTT_PROCESSED_SUBSCRIPTIONS
from homeassistant.core import HomeAssistant
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import area_registry as ar, device_registry as dr, entity_registry as er, intent
from homeassistant.helpers.dispatcher import async_dispatcher_send
from homeassistant.helpers.translation import async_get_translations, async_load_integrations
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed
from pytest_homeassistant_custom_component.typing import MqttMockHAClient

from custom_components.player2mqtt.const import CONF_APPS
from custom_components.player2mqtt.fleet import DEVICE_SECONDS
from custom_components.player2mqtt.player import Player

from .bridge import ALL_CONTROLS, FILMS, IDENTITY, FakeBridge, Outcome
from .conftest import CINEMA, call, later, shown


@pytest.mark.parametrize(
    ("service", "data", "control", "value"),
    [
        ("turn_on", {}, "power", "on"),
        ("turn_off", {}, "power", "off"),
        ("media_play", {}, "music/playback", "play"),
        ("media_pause", {}, "music/playback", "pause"),
        ("media_next_track", {}, "music/playback", "next"),
        ("media_previous_track", {}, "music/playback", "previous"),
        ("media_seek", {"seek_position": 61.4}, "music/position", 61),
        ("volume_set", {"volume_level": 0.456}, "volume", 46),
        ("volume_up", {}, "volume", "+2"),
        ("volume_down", {}, "volume", "-2"),
        ("volume_mute", {"is_volume_muted": True}, "mute", "on"),
        ("volume_mute", {"is_volume_muted": False}, "mute", "off"),
        ("select_source", {"source": "USB (USB2)"}, "audio/input", "USB2"),
        ("select_source", {"source": "not in the list"}, "audio/input", "not in the list"),
        ("select_sound_mode", {"sound_mode": "Line"}, "audio/output", "RCA"),
        ("shuffle_set", {"shuffle": True}, "music/mode", "shuffle"),
        ("shuffle_set", {"shuffle": False}, "music/mode", "list"),
        ("repeat_set", {"repeat": "one"}, "music/mode", "single"),
        ("repeat_set", {"repeat": "all"}, "music/mode", "list"),
        ("player2mqtt.send_key", {"keys": ["Home", "500", "Down"]}, "key", "Home 500 Down"),
        ("player2mqtt.send_key", {"keys": "Up"}, "key", "Up"),
        ("player2mqtt.select_subtitle", {"subtitle": "off"}, "video/subtitle", "off"),
        ("player2mqtt.select_audio_track", {"audio_track": "1"}, "video/audio-track", "1"),
        ("player2mqtt.play_queue_entry", {"position": 7}, "music/queue", 7),
    ],
)
async def test_each_service_is_one_command(
    hass: HomeAssistant, cinema: FakeBridge, service: str, data: dict[str, Any], control: str, value: object
) -> None:
    cinema.music()
    await later(hass)
    await call(hass, service, **data)
    assert cinema.commands == [(control, value)]


@pytest.mark.parametrize(
    ("service", "data", "control", "value"),
    [
        ("media_play", {}, "video/playback", "play"),
        ("media_stop", {}, "video/playback", "stop"),
        ("media_next_track", {}, "video/playback", "next"),
        ("media_seek", {"seek_position": 90}, "video/position", 90),
    ],
)
async def test_playback_means_the_film_while_one_is_on(
    hass: HomeAssistant, cinema: FakeBridge, service: str, data: dict[str, Any], control: str, value: object
) -> None:
    cinema.music()
    cinema.film()
    await later(hass)
    await call(hass, service, **data)
    assert cinema.commands == [(control, value)]


@pytest.mark.parametrize("music", ["idle", "paused"])
async def test_play_after_a_film_that_was_stopped_opens_it_again_and_never_starts_music(
    hass: HomeAssistant, cinema: FakeBridge, music: str
) -> None:
    cinema.music(music)
    cinema.film()
    await later(hass)
    cinema.player("video/state", "idle")
    cinema.player("video/playlist", {"size": 2, "currentIndex": 1, "playlist": []})
    await later(hass)
    assert shown(hass).state == "idle"
    await call(hass, "media_play")
    assert cinema.commands == [("video/playlist", 1)]
    cinema.commands.clear()
    cinema.player("video/playlist", "")
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, "media_play")
    assert error.value.translation_key == "no_film"
    assert cinema.commands == []
    # An input that is only passed through meanwhile changes nothing, but offers no transport.
    cinema.player("music/state", "unknown")
    await later(hass)
    assert not shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.PLAY
    cinema.player("music/state", "paused")
    await later(hass)
    with pytest.raises(ServiceValidationError):
        await call(hass, "media_play")
    # Music that somebody starts elsewhere is controlled again.
    cinema.music()
    await later(hass)
    await call(hass, "media_pause")
    assert cinema.commands == [("music/playback", "pause")]


APPS = [
    {"value": "com.example.radio", "title": "Harbour Radio"},
    {"value": "com.example.tv", "title": "Television"},
]


async def test_apps_are_no_sources_unless_the_owner_asks(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry
) -> None:
    inputs = ["Built-in player", "Television", "USB (USB2)"]
    cinema.info(controls={"audio/input": "supported", "app": "supported"})
    cinema.player("app/options", APPS)
    await later(hass)
    assert shown(hass).attributes["source_list"] == inputs
    flow = await hass.config_entries.options.async_init(entry.entry_id)
    await hass.config_entries.options.async_configure(flow["flow_id"], {CONF_APPS: True})
    await hass.async_block_till_done()
    cinema.announce()
    cinema.state("online")
    cinema.claim("cinema")
    cinema.info(controls={"audio/input": "supported", "app": "supported"})
    await hass.async_block_till_done()
    cinema.at_rest()
    cinema.player("app/options", APPS)
    await later(hass)
    # A name is there once: an input goes before an app.
    assert shown(hass).attributes["source_list"] == [*inputs, "Harbour Radio"]
    assert shown(hass).attributes["source"] == "Built-in player"
    await call(hass, "select_source", source="Harbour Radio")
    await call(hass, "select_source", source="Television")
    assert cinema.commands == [("app", "com.example.radio"), ("audio/input", "EARC")]
    # A film player has apps, but no inputs.
    cinema.info(controls={"app": "supported"})
    cinema.player("audio/input/options", "")
    await later(hass)
    assert shown(hass).attributes["source_list"] == ["Harbour Radio", "Television"]
    assert shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.SELECT_SOURCE
    # The choice is kept, and can be taken back.
    flow = await hass.config_entries.options.async_init(entry.entry_id)
    assert [key.description for key in flow["data_schema"].schema] == [{"suggested_value": True}]
    await hass.config_entries.options.async_configure(flow["flow_id"], {CONF_APPS: False})
    await hass.async_block_till_done()
    assert entry.options == {CONF_APPS: False}


@pytest.mark.parametrize(
    ("mode", "service", "data", "commands"),
    [
        ("single", "shuffle_set", {"shuffle": False}, []),
        ("shuffle", "repeat_set", {"repeat": "all"}, [("music/mode", "shuffle")]),
    ],
)
async def test_the_one_of_order_and_repetition_stays_when_the_other_is_set(
    hass: HomeAssistant,
    cinema: FakeBridge,
    mode: str,
    service: str,
    data: dict[str, Any],
    commands: list[tuple[str, str]],
) -> None:
    cinema.music()
    cinema.player("music/mode", mode)
    await later(hass)
    await call(hass, service, **data)
    assert cinema.commands == commands


async def test_players_that_have_order_and_repetition_apart_get_each_as_asked(
    hass: HomeAssistant, cinema: FakeBridge
) -> None:
    controls = dict.fromkeys((*ALL_CONTROLS, "music/shuffle", "music/repeat"), "supported") | {
        "music/mode": "unsupported"
    }
    cinema.info(controls=controls)
    cinema.music()
    cinema.player("music/shuffle", "on")
    cinema.player("music/repeat", "off")
    await later(hass)
    attributes = shown(hass).attributes
    assert (attributes["shuffle"], attributes["repeat"]) == (True, "off")
    for service, data in (("shuffle_set", {"shuffle": False}), ("repeat_set", {"repeat": "off"})):
        await call(hass, service, **data)
    assert cinema.commands == [("music/shuffle", "off"), ("music/repeat", "off")]


async def test_a_player_that_can_only_be_restarted_is_not_switched(hass: HomeAssistant, cinema: FakeBridge) -> None:
    switched = MediaPlayerEntityFeature.TURN_ON | MediaPlayerEntityFeature.TURN_OFF
    assert shown(hass).attributes["supported_features"] & switched == switched
    cinema.player("power/options", [{"value": "reboot", "title": "reboot"}])
    await later(hass)
    assert not shown(hass).attributes["supported_features"] & switched


async def test_the_queue_is_emptied_where_the_make_can(hass: HomeAssistant, cinema: FakeBridge) -> None:
    assert not shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.CLEAR_PLAYLIST
    with pytest.raises(HomeAssistantError):
        await call(hass, "clear_playlist")
    cinema.info(queueEdits=["clear"])
    await later(hass)
    await call(hass, "clear_playlist")
    assert cinema.commands == [("music/queue", "clear")]


async def test_players_are_grouped_by_their_entities(hass: HomeAssistant, cinema: FakeBridge) -> None:
    grouped = dict.fromkeys((*ALL_CONTROLS, "group"), "supported")
    assert not shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.GROUPING
    cinema.claim("cinema", "study")
    cinema.info("cinema", controls=grouped)
    cinema.info("study", "player2mqtt_025e11000002", controls=grouped)
    cinema.player("availability", "online", "study")
    await later(hass, DEVICE_SECONDS)
    assert shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.GROUPING
    assert shown(hass).attributes["group_members"] == []
    await call(hass, "join", group_members=[CINEMA, "media_player.study"])
    assert cinema.commands == [("group", "add study")]
    cinema.player("group", {"role": "primary", "members": ["cinema", "study", "192.0.2.9:11000"]})
    await later(hass)
    assert shown(hass).attributes["group_members"] == [CINEMA, "media_player.study"]
    er.async_get(hass).async_update_entity("media_player.study", new_entity_id="media_player.library")
    await later(hass)
    assert shown(hass).attributes["group_members"] == [CINEMA, "media_player.library"]
    await call(hass, "unjoin")
    assert cinema.commands[1:] == [("group", "leave")]
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, "join", group_members=[CINEMA, "media_player.kitchen", "media_player.attic"])
    assert error.value.translation_key == "no_member"
    assert (error.value.translation_placeholders or {})["member"] == "media_player.kitchen"
    assert cinema.commands[2:] == []


async def test_a_join_that_fails_for_one_is_told_and_keeps_no_other_away(
    hass: HomeAssistant, cinema: FakeBridge
) -> None:
    grouped = dict.fromkeys((*ALL_CONTROLS, "group"), "supported")
    cinema.info("cinema", controls=grouped)
    names = ("study", "attic", "kitchen")
    for number, name in enumerate(names, 2):
        cinema.info(name, f"player2mqtt_025e1100000{number}", controls=grouped)
    cinema.claim("cinema", *names)
    await later(hass, DEVICE_SECONDS + 1)

    def refuse(*joined: str) -> None:
        def answer(_control: str, _value: object) -> dict[str, str]:
            cinema.player("group", {"role": "primary", "members": ["cinema", *joined]})
            return {"outcome": "failed", "reason": "it is off"}

        cinema.outcome = answer

    members = [f"media_player.{name}" for name in names]
    await call(hass, "join", group_members=members)
    # One request has the time of all rooms.
    assert cinema.commands == [("group", "add study attic kitchen")]
    refuse("attic", "kitchen")
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "join", group_members=members)
    assert error.value.translation_key == "join_partly"
    told = error.value.translation_placeholders or {}
    assert (told["joined"], told["missing"]) == ("Attic, Kitchen", "Study")
    assert "it is off" in told["reason"]
    refuse()
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "join", group_members=members)
    assert error.value.translation_key == "failed"
    await call(hass, "join", group_members=[CINEMA])
    assert len(cinema.commands) == 3


ANSWERS: dict[str, Callable[[Player], Coroutine[Any, Any, object]]] = {
    "result": lambda player: player.async_command("volume", 50),
    "music/queue/page": lambda player: player.async_queue(0, 1),
    "library/page": lambda player: player.async_library({"list": "albums"}),
}


@pytest.mark.parametrize("leaf", ANSWERS)
async def test_a_command_or_a_question_waits_until_its_answer_would_be_heard(
    hass: HomeAssistant, cinema: FakeBridge, entry: MockConfigEntry, mqtt_mock: MqttMockHAClient, leaf: str
) -> None:
    cinema.library = lambda _question: {"entries": []}
    for is_connected in (False, True):
        mqtt_mock.connected = is_connected
        async_dispatcher_send(hass, MQTT_CONNECTION_STATE, is_connected)
    mqtt_mock.async_publish.reset_mock()
    task = hass.async_create_task(ANSWERS[leaf](entry.runtime_data.players[IDENTITY]))
    for heard in (*(one for one in ANSWERS if one != leaf), leaf):
        for _ in range(100):
            await asyncio.sleep(0)
        mqtt_mock.async_publish.assert_not_called()
        async_dispatcher_send(hass, MQTT_PROCESSED_SUBSCRIPTIONS, [(cinema.topic(heard), 1)])
    await task
    mqtt_mock.async_publish.assert_called()


async def test_a_command_is_sent_although_nobody_tells_of_the_subscription(
    hass: HomeAssistant, cinema: FakeBridge, mqtt_mock: MqttMockHAClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("custom_components.player2mqtt.player.SUBSCRIBE_SECONDS", 0.01)
    for is_connected in (False, True):
        mqtt_mock.connected = is_connected
        async_dispatcher_send(hass, MQTT_CONNECTION_STATE, is_connected)
    await call(hass, "volume_set", volume_level=0.5)
    assert cinema.commands == [("volume", 50)]


@pytest.mark.parametrize("outcome", ["applied", "failed"])
async def test_steps_of_the_volume_that_wait_are_made_as_one(
    hass: HomeAssistant, cinema: FakeBridge, outcome: str
) -> None:
    cinema.outcome = lambda _, value: {"outcome": "applied" if value == "+2" else outcome, "reason": "too loud"}
    services = ["volume_up", "volume_up", "volume_up", "volume_down", "volume_up"]
    calls = await asyncio.gather(*(call(hass, service) for service in services), return_exceptions=True)
    assert cinema.commands == [("volume", "+2"), ("volume", "+4")]
    is_wrong = outcome == "failed"
    assert [isinstance(one, HomeAssistantError) for one in calls] == [False, *[is_wrong] * 4]
    await asyncio.gather(call(hass, "volume_up"), call(hass, "volume_up"), call(hass, "volume_down"))
    assert cinema.commands[2:] == [("volume", "+2")]


@pytest.mark.parametrize("is_told", [True, False])
async def test_another_film_has_its_id_when_the_call_returns(
    hass: HomeAssistant, cinema: FakeBridge, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("custom_components.player2mqtt.media_player.LIST_SECONDS", 60 if is_told else 0.01)
    cinema.film()
    await later(hass)
    assert shown(hass).attributes["media_content_id"] == "video/playlist/0"

    def tell_list() -> None:
        cinema.player("video/playlist", {"size": 2, "currentIndex": 1, "playlist": FILMS})
        async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=1))

    def outcome(_control: str, _value: object) -> Outcome:
        cinema.player("video/title", "Paper Comets")
        if is_told:
            hass.loop.call_later(0.1, tell_list)
        return {"outcome": "applied"}

    cinema.outcome = outcome
    await call(hass, "media_next_track")
    assert shown(hass).attributes["media_title"] == "Paper Comets"
    assert shown(hass).attributes["media_content_id"] == f"video/playlist/{int(is_told)}"
    # Nothing is waited for where the film is the same.
    monkeypatch.setattr("custom_components.player2mqtt.media_player.LIST_SECONDS", 60)
    cinema.outcome = lambda _control, _value: {"outcome": "applied"}
    await call(hass, "media_pause")


async def test_film_players_without_a_volume_get_keys_and_no_mute(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.info(lacks=("volume", "mute"))
    await later(hass)
    features = shown(hass).attributes["supported_features"]
    assert features & MediaPlayerEntityFeature.VOLUME_STEP
    assert not features & (MediaPlayerEntityFeature.VOLUME_SET | MediaPlayerEntityFeature.VOLUME_MUTE)
    await call(hass, "volume_up")
    await call(hass, "volume_down")
    assert cinema.commands == [("key", "VolumeUp"), ("key", "VolumeDown")]


MEDIA = {"media_content_id": "https://h/a.mp3", "media_content_type": "music"}


@pytest.mark.parametrize(
    ("controls", "service", "data", "key"),
    [
        (None, "repeat_set", {"repeat": "off"}, "repeat_off_unsupported"),
        (None, "play_media", MEDIA, "unknown_media"),
        (
            {"play": "supported", "music/playback": "supported", "announce": "off"},
            "play_media",
            {**MEDIA, "announce": True},
            "announce_unsupported",
        ),
    ],
)
async def test_what_the_player_cannot_do_is_refused(
    hass: HomeAssistant,
    cinema: FakeBridge,
    controls: dict[str, str] | None,
    service: str,
    data: dict[str, Any],
    key: str,
) -> None:
    if controls is not None:
        cinema.info(controls=controls)
    cinema.music()
    await later(hass)
    assert not shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.MEDIA_ANNOUNCE
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, service, **data)
    assert error.value.translation_key == key
    assert cinema.commands == []


@pytest.mark.parametrize("support", ["supported", "unknown"])
async def test_an_announcement_has_an_address_and_its_volume(
    hass: HomeAssistant, cinema: FakeBridge, support: str
) -> None:
    cinema.info(controls={"play": support, "music/playback": "supported", "announce": support})
    await later(hass)
    assert shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.MEDIA_ANNOUNCE
    media = {**MEDIA, "announce": True}
    await call(hass, "play_media", **media, extra={"volume": 30, "keep": True, "other": 1})
    assert cinema.commands == [("announce", {"address": "https://h/a.mp3", "volume": 30, "keep": True})]
    # An entry of a list is no address.
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, "play_media", **{**media, "media_content_id": "video/playlist/1"})
    assert error.value.translation_key == "announce_unsupported"


async def test_an_address_is_played_with_its_title_and_its_picture(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.info(controls={"play": "supported", "music/playback": "supported"})
    await later(hass)
    media = {"media_content_id": "https://h/live", "media_content_type": "music"}
    await call(hass, "play_media", **media, extra={"title": "Harbour Radio", "thumb": "https://h/logo.png"})
    longest = "https://h/".ljust(300, "x")
    await call(hass, "play_media", **media, extra={"metadata": {"title": "T" * 300}, "thumb": longest})
    for picture in (f"{longest}x", "file:///x"):
        await call(hass, "play_media", **media, extra={"title": "T", "thumb": picture})
    assert cinema.commands == [
        ("play", {"address": "https://h/live", "title": "Harbour Radio", "picture": "https://h/logo.png"}),
        ("play", {"address": "https://h/live", "title": "T" * 200, "picture": longest}),
        *[("play", {"address": "https://h/live", "title": "T"})] * 2,
    ]


async def test_music_assistant_can_play_on_it(hass: HomeAssistant, cinema: FakeBridge) -> None:
    """As its provider for the players of Home Assistant calls: one without a stop is paused."""
    cinema.info(controls=dict.fromkeys(("play", "music/playback", "volume"), "supported"))
    cinema.music()
    await later(hass)
    with pytest.raises(HomeAssistantError, match="does not support"):
        await call(hass, "media_stop")
    await call(hass, "media_pause")
    url, picture = "http://192.0.2.9:8097/flow/session/cinema/queue.mp3", "http://192.0.2.9:8097/imageproxy?size=500"
    metadata = {"title": "Amber Ferry", "artist": "Nadia Quill", "metadataType": 3, "images": None, "imageUrl": picture}
    await call(
        hass,
        "play_media",
        media_content_id=url,
        media_content_type="music",
        enqueue="replace",
        extra={"metadata": metadata},
    )
    assert cinema.commands == [
        ("music/playback", "pause"),
        ("play", {"address": url, "title": "Amber Ferry", "picture": picture}),
    ]


@pytest.mark.parametrize(
    ("service", "control", "name", "value"),
    [
        ("next_subtitle", "video/subtitle", "", "German"),
        ("next_subtitle", "video/subtitle", "German", "English"),
        ("next_subtitle", "video/subtitle", "English", "off"),
        ("next_audio_track", "video/audio-track", "German", "English"),
        ("next_audio_track", "video/audio-track", "English", "German"),
        ("next_audio_track", "video/audio-track", "", "German"),
    ],
)
async def test_the_next_choice_needs_no_index(
    hass: HomeAssistant, cinema: FakeBridge, service: str, control: str, name: str, value: str
) -> None:
    cinema.film()
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, f"player2mqtt.{service}")
    assert error.value.translation_key == "no_choice"
    cinema.player(
        f"{control}/options", [{"value": "German", "title": "German"}, {"value": "English", "title": "English"}]
    )
    cinema.player(f"{control}/name", name)
    await later(hass)
    await call(hass, f"player2mqtt.{service}")
    assert cinema.commands == [(control, value)]


@pytest.mark.parametrize("outcome", ["applied", "unchanged", "superseded"])
async def test_what_was_done_or_overtaken_is_no_error(hass: HomeAssistant, cinema: FakeBridge, outcome: str) -> None:
    cinema.outcome = lambda *_: {"outcome": outcome}
    await call(hass, "volume_set", volume_level=0.5)


@pytest.mark.parametrize(
    ("outcome", "key", "message"),
    [
        (
            {"outcome": "rejected", "reason": "out of range"},
            "rejected",
            "The command for Cinema was rejected: out of range",
        ),
        (
            {"outcome": "failed", "reason": "unreachable"},
            "failed",
            "The command for Cinema failed: unreachable",
        ),
        ({"outcome": "expired"}, "expired", "The command for Cinema expired: expired"),
        ({"outcome": "invented later"}, "failed", "The command for Cinema failed: invented later"),
    ],
)
async def test_what_was_not_done_is_an_error_with_the_reason(
    hass: HomeAssistant, cinema: FakeBridge, outcome: dict[str, str], key: str, message: str
) -> None:
    cinema.outcome = lambda *_: outcome
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "volume_set", volume_level=0.5)
    assert error.value.translation_key == key
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("outcome", "language", "message"),
    [
        (
            {
                "outcome": "rejected",
                "reason": 'unknown output: the player has no "X", it offers XLR, RCA',
                "reasonCode": "tag.unknown",
                "reasonValues": {
                    "selector": {"text": "output", "code": "word.output"},
                    "tag": '"X"',
                    "offer": "XLR, RCA",
                },
            },
            "en",
            'Cinema: unknown output: the player has no "X", it offers Balanced, Line',
        ),
        (
            {
                "outcome": "failed",
                "reason": "not applied: the player still shows XLR",
                "reasonCode": "unapplied.shows",
                "reasonValues": {"shown": "XLR"},
            },
            "de",
            "Cinema: nicht übernommen: der Player zeigt weiterhin Balanced",
        ),
        (
            {
                "outcome": "failed",
                "reason": "later",
                "reasonCode": "invented.later",
                "reasonValues": {},
            },
            "en",
            "The command for Cinema failed: later",
        ),
    ],
)
async def test_a_reason_is_a_sentence_with_the_names_that_people_see(
    hass: HomeAssistant, cinema: FakeBridge, outcome: dict[str, Any], language: str, message: str
) -> None:
    cinema.outcome = lambda *_: outcome
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "select_sound_mode", sound_mode="Line")
    assert isinstance(error.value, ServiceValidationError) == (outcome["outcome"] == "rejected")
    texts = await async_get_translations(hass, language, "exceptions", ["player2mqtt"])
    frame = texts[f"component.player2mqtt.exceptions.{error.value.translation_key}.message"]
    assert frame.format(**error.value.translation_placeholders or {}).rstrip(".") == message


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("state.paused", "Pause"),
        # A newer bridge may say what this integration has no words for, or tell other values.
        ("invented.later", "paused"),
        ("unapplied.shows", "paused"),
    ],
)
async def test_a_sentence_within_a_sentence_is_translated_too(
    hass: HomeAssistant, cinema: FakeBridge, code: str, told: str
) -> None:
    await hass.config.async_update(language="de")
    await async_load_integrations(hass, {"player2mqtt"})
    cinema.outcome = lambda *_: {
        "outcome": "failed",
        "reason": "not applied: the player still shows paused",
        "reasonCode": "unapplied.shows",
        "reasonValues": {"shown": {"text": "paused", "code": code}},
    }
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "media_play")
    assert (error.value.translation_placeholders or {})["shown"] == told


async def test_a_state_never_changes_before_the_player_shows_it(hass: HomeAssistant, cinema: FakeBridge) -> None:
    await call(hass, "volume_set", volume_level=0.5)
    await later(hass)
    assert shown(hass).attributes["volume_level"] == 0.3
    cinema.player("volume", "50")
    await later(hass)
    assert shown(hass).attributes["volume_level"] == 0.5


@pytest.mark.parametrize(
    ("service", "data", "leaf", "payload", "attribute", "value"),
    [
        ("media_pause", {}, "music/state", "paused", None, "paused"),
        ("volume_mute", {"is_volume_muted": True}, "mute", "on", "is_volume_muted", True),
        ("select_source", {"source": "Television"}, "audio/input/name", "Television", "source", "Television"),
        ("turn_off", {}, "availability", "offline", None, "off"),
        ("turn_off", {}, "power", "off", None, "off"),
    ],
)
async def test_a_call_returns_when_the_entity_shows_its_result(
    hass: HomeAssistant,
    cinema: FakeBridge,
    service: str,
    data: dict[str, Any],
    leaf: str,
    payload: str,
    attribute: str | None,
    value: object,
) -> None:
    cinema.music()
    await later(hass)

    def obey(_control: str, _value: object) -> dict[str, str]:
        cinema.player(leaf, payload)
        return {"outcome": "applied"}

    cinema.outcome = obey
    await call(hass, service, **data)
    state = shown(hass)
    assert (state.attributes[attribute] if attribute else state.state) == value


@pytest.mark.parametrize(("gone", "key"), [("bridge", "bridge_offline"), ("broker", "broker_unreachable")])
@pytest.mark.parametrize("is_under_way", [True, False])
async def test_a_command_fails_when_bridge_or_broker_are_gone(
    hass: HomeAssistant,
    cinema: FakeBridge,
    entry: MockConfigEntry,
    mqtt_mock: MqttMockHAClient,
    gone: str,
    key: str,
    is_under_way: bool,
) -> None:
    def go(_control: str, _value: object) -> None:
        if gone == "bridge":
            cinema.state("offline")
        else:
            mqtt_mock.connected = False
            async_dispatcher_send(hass, MQTT_CONNECTION_STATE, False)

    cinema.outcome = go
    if not is_under_way:
        go("", None)
    with pytest.raises(HomeAssistantError) as error:
        await entry.runtime_data.players[IDENTITY].async_command("volume", 50)
    assert error.value.translation_key == key
    assert len(cinema.commands) == int(is_under_way)


async def test_each_caller_hears_of_its_own_command(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.outcome = lambda control, _: (
        {"outcome": "failed", "reason": "no"} if control == "mute" else {"outcome": "applied"}
    )
    ok, wrong = await asyncio.gather(
        call(hass, "volume_set", volume_level=0.5),
        call(hass, "volume_mute", is_volume_muted=True),
        return_exceptions=True,
    )
    assert ok is None
    assert isinstance(wrong, HomeAssistantError)


@pytest.mark.parametrize(("domain", "entity_id"), [("media_player", CINEMA), ("remote", "remote.cinema_remote")])
async def test_a_command_does_not_wait_for_the_outcome_of_another(
    hass: HomeAssistant, cinema: FakeBridge, domain: str, entity_id: str
) -> None:
    cinema.outcome = lambda _control, value: None if value == "on" else {"outcome": "applied"}
    waking = hass.async_create_task(call(hass, f"{domain}.turn_on", entity_id=entity_id))
    await call(hass, f"{domain}.turn_off", entity_id=entity_id)
    assert not waking.done()
    assert cinema.commands == [("power", "on"), ("power", "off")]
    cinema.state("offline")
    with pytest.raises(HomeAssistantError):
        await waking


async def test_an_outcome_that_comes_twice_or_is_of_others_is_ignored(hass: HomeAssistant, cinema: FakeBridge) -> None:
    def twice(_control: str, _value: object) -> dict[str, str]:
        cinema.player("result", {"outcome": "failed", "transaction": "somebody else's"})
        cinema.player("result", {"outcome": "failed"})
        cinema.player("result", "[]")
        return {"outcome": "applied"}

    cinema.outcome = twice
    await call(hass, "volume_set", volume_level=0.5)
    cinema.player("result", {"outcome": "applied", "transaction": "late"})


async def test_a_bridge_that_keeps_silent_is_an_error(
    hass: HomeAssistant, cinema: FakeBridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("custom_components.player2mqtt.media_player.WAKE_SECONDS", 0.01)
    cinema.outcome = lambda *_: None
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "turn_on")
    assert error.value.translation_key == "no_outcome"


async def test_pauses_between_keys_are_waited_for(
    hass: HomeAssistant, cinema: FakeBridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("custom_components.player2mqtt.entity.COMMAND_SECONDS", 0)
    monkeypatch.setattr(
        cinema, "_answer", lambda *answer: hass.loop.call_later(0.1, FakeBridge._answer, cinema, *answer)
    )
    await call(hass, "player2mqtt.send_key", keys=["Home 60000 Ok"])
    monkeypatch.setattr(cinema, "_answer", lambda *_: None)
    with pytest.raises(HomeAssistantError):
        await call(hass, "player2mqtt.send_key", keys=["Home"])


@pytest.mark.parametrize(
    ("kind", "slots", "control", "value"),
    [
        ("HassMediaPause", {}, "music/playback", "pause"),
        ("HassMediaNext", {}, "music/playback", "next"),
        ("HassMediaPrevious", {}, "music/playback", "previous"),
        ("HassSetVolume", {"volume_level": 25}, "volume", 25),
        ("HassSetVolumeRelative", {"volume_step": "up"}, "volume", "+2"),
        ("HassSetVolumeRelative", {"volume_step": -12}, "volume", 18),
        ("HassMediaPlayerMute", {}, "mute", "on"),
        ("HassTurnOff", {}, "power", "off"),
    ],
)
@pytest.mark.parametrize("by", ["name", "area"])
async def test_assist_controls_the_player_by_name_and_by_area(
    hass: HomeAssistant, cinema: FakeBridge, kind: str, slots: dict[str, Any], control: str, value: object, by: str
) -> None:
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(hass, "intent", {})
    await hass.async_block_till_done()
    cinema.music()
    await later(hass)
    area = ar.async_get(hass).async_create("Attic")
    entity = er.async_get(hass).async_get(CINEMA)
    assert entity is not None
    dr.async_get(hass).async_update_device(entity.device_id or "", area_id=area.id)
    target = {"name": {"value": "Cinema"}} if by == "name" else {"area": {"value": "Attic"}}
    if kind == "HassTurnOff":
        target["domain"] = {"value": ["media_player"]}
    slots = {key: {"value": one} for key, one in slots.items()}
    await intent.async_handle(hass, "test", kind, {**slots, **target})
    assert (control, value) in cinema.commands


async def test_assist_resumes_what_it_paused(hass: HomeAssistant, cinema: FakeBridge) -> None:
    assert await async_setup_component(hass, "intent", {})
    cinema.film("paused")
    await later(hass)
    await intent.async_handle(hass, "test", "HassMediaUnpause", {"name": {"value": "Cinema"}})
    assert cinema.commands == [("video/playback", "play")]


ADDRESSES = (
    ("/local/bell.mp3", r"http://10\.0\.0\.7:8123/local/bell\.mp3"),
    ("/api/x/a.mp3", r"http://10\.0\.0\.7:8123/api/x/a\.mp3\?authSig=.+"),
    ("http://10.0.0.7:8123/api/x/a.mp3", r"http://10\.0\.0\.7:8123/api/x/a\.mp3\?authSig=.+"),
    ("http://radio.example/a.mp3", r"http://radio\.example/a\.mp3"),
    ("/storage/local/a.mp3", "/storage/local/a.mp3"),
)


@pytest.mark.parametrize(
    ("media_id", "played", "announce"),
    [
        (media_id, played, announce)
        for announce in (False, True)
        for media_id, played in ADDRESSES
        # A file of the player is not announced.
        if not (announce and media_id.startswith("/storage"))
    ],
)
async def test_addresses_of_home_assistant_are_signed_and_absolute(
    hass: HomeAssistant, cinema: FakeBridge, media_id: str, played: str, announce: bool
) -> None:
    await async_process_ha_core_config(hass, {"internal_url": "http://10.0.0.7:8123"})
    assert await async_setup_component(hass, "http", {})
    cinema.info(controls={"play": "unknown", "music/playback": "supported", "announce": "supported"})
    await later(hass)
    features = MediaPlayerEntityFeature.PLAY_MEDIA | MediaPlayerEntityFeature.BROWSE_MEDIA
    assert shown(hass).attributes["supported_features"] & features == features
    await call(hass, "play_media", media_content_id=media_id, media_content_type="music", announce=announce)
    ((control, value),) = cinema.commands
    assert control == ("announce" if announce else "play")
    assert re.fullmatch(played, value["address"] if isinstance(value, dict) else value)


async def test_a_media_source_is_played_by_its_address(
    hass: HomeAssistant, cinema: FakeBridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(_hass: HomeAssistant, media_id: str, _entity_id: str) -> PlayMedia:
        assert media_id == "media-source://tts/greeting"
        return PlayMedia("http://192.0.2.2:8123/api/tts_proxy/one.mp3", "audio/mpeg")

    monkeypatch.setattr("homeassistant.components.media_source.async_resolve_media", resolve)
    cinema.info(controls={"play": "supported", "music/playback": "supported"})
    await later(hass)
    await call(hass, "play_media", media_content_id="media-source://tts/greeting", media_content_type="music")
    assert cinema.commands == [("play", {"address": "http://192.0.2.2:8123/api/tts_proxy/one.mp3"})]
