"""The state of the entity."""

from datetime import timedelta
from typing import Any

from freezegun.api import FrozenDateTimeFactory
from homeassistant.components import mqtt
from homeassistant.components.media_player import MediaPlayerEntityFeature as Feature, RepeatMode
from homeassistant.components.mqtt.models import ReceiveMessage
from homeassistant.const import STATE_UNKNOWN
from homeassistant.core import HomeAssistant, State
from homeassistant.helpers import device_registry as dr, entity_registry as er
from homeassistant.util import dt as dt_util
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.typing import ClientSessionGenerator

from custom_components.player2mqtt.player import LEAVES, PICTURES

from .bridge import IDENTITY, FakeBridge
from .conftest import CINEMA, call, later, make_mqtt_device, set_up, shown

PLAYBACK = Feature.PLAY | Feature.PAUSE | Feature.NEXT_TRACK | Feature.PREVIOUS_TRACK


async def test_the_entity_is_on_the_mqtt_device_and_has_its_name(hass: HomeAssistant, cinema: FakeBridge) -> None:
    entity = er.async_get(hass).async_get(CINEMA)
    assert entity is not None
    assert entity.unique_id == IDENTITY
    device = dr.async_get(hass).async_get(entity.device_id or "")
    assert device is not None
    assert device.identifiers == {("mqtt", IDENTITY)}
    assert shown(hass).name == "Cinema"
    assert len(dr.async_get(hass).devices) == 1


async def test_entities_of_mqtt_get_the_same_topics_as_before(hass: HomeAssistant, cinema: FakeBridge) -> None:
    received: list[ReceiveMessage] = []
    for leaf in LEAVES:
        await mqtt.async_subscribe(hass, cinema.topic(leaf), received.append)
    for picture in PICTURES:
        await mqtt.async_subscribe(hass, cinema.topic(f"{picture}/data"), received.append, encoding=None)
    for leaf in LEAVES:
        cinema.player(leaf, "7")
    for picture in PICTURES:
        cinema.player(f"{picture}/data", b"GIF89a")
    await later(hass)
    assert {message.topic: message.payload for message in received} == {
        **{cinema.topic(leaf): "7" for leaf in LEAVES},
        **{cinema.topic(f"{picture}/data"): b"GIF89a" for picture in PICTURES},
    }


async def test_nothing_plays(hass: HomeAssistant, cinema: FakeBridge) -> None:
    state = shown(hass)
    assert state.state == "idle"
    assert state.attributes["source"] == "Built-in player"
    assert state.attributes["source_list"] == ["Built-in player", "Television", "USB (USB2)"]
    assert state.attributes["sound_mode"] == "Balanced"
    assert state.attributes["sound_mode_list"] == ["Balanced", "Line"]
    assert state.attributes["volume_level"] == 0.3
    assert state.attributes["is_volume_muted"] is False
    for absent in ("media_title", "media_position", "media_duration", "media_content_type", "entity_picture"):
        assert state.attributes.get(absent) is None


async def test_music(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.music()
    await later(hass)
    state = shown(hass)
    assert state.state == "playing"
    wanted = {
        "media_content_type": "music",
        "media_title": "Amber Ferry",
        "media_artist": "Nadia Quill",
        "media_album_name": "Slow Harbour",
        "media_duration": 120,
        "media_position": 30,
        "app_name": "Tidal",
        "shuffle": False,
        "repeat": RepeatMode.ALL,
    }
    assert {key: state.attributes.get(key) for key in wanted} == wanted
    features = state.attributes["supported_features"]
    assert features & Feature.SEEK
    assert features & Feature.SHUFFLE_SET
    assert not features & Feature.STOP


async def test_what_plays_is_known_by_its_ids(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.music()
    cinema.player("music/queue", {"id": 41, "total": 9, "current": 6, "entries": []})
    await later(hass)
    attributes = shown(hass).attributes
    assert (attributes["media_track"], attributes["media_content_id"]) == (7, "music/queue/6")
    cinema.film()
    cinema.player("video/details", {"title": "Paper Comets", "tmdbId": 4242, "imdbId": "tt0042"})
    await later(hass)
    attributes = shown(hass).attributes
    assert attributes["media_content_id"] == "video/playlist/0"
    assert (attributes["imdb_id"], attributes["tmdb_id"]) == ("tt0042", "4242")
    assert "media_track" not in attributes
    # A film outside the list has no place in it.
    for playlist in ({"size": 2, "currentIndex": -1, "playlist": []}, ""):
        cinema.player("video/playlist", playlist)
        await later(hass)
        assert "media_content_id" not in shown(hass).attributes


async def test_a_film_comes_before_music_while_it_is_on(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.player("music/mode", "list")
    cinema.music()
    cinema.film()
    await later(hass)
    state = shown(hass)
    assert state.attributes["media_title"] == "The Lighthouse Ledger"
    assert state.attributes["media_content_type"] == "video"
    # A film has no order.
    assert not {"shuffle", "repeat"} & set(state.attributes)
    assert state.attributes.get("media_artist") is None
    features = state.attributes["supported_features"]
    assert features & Feature.STOP
    assert not features & Feature.SHUFFLE_SET
    # Music that plays while the film is paused is what can be heard.
    cinema.film("paused")
    await later(hass)
    assert shown(hass).attributes["media_title"] == "Amber Ferry"
    cinema.music("paused")
    await later(hass)
    assert shown(hass).attributes["media_title"] == "The Lighthouse Ledger"
    assert shown(hass).state == "paused"


async def test_the_position_is_stamped_with_the_time_of_its_message(
    hass: HomeAssistant, cinema: FakeBridge, freezer: FrozenDateTimeFactory
) -> None:
    cinema.film(position=600)
    told_at = dt_util.utcnow()
    await later(hass)
    freezer.tick(timedelta(seconds=4))
    cinema.player("volume", "31")
    await later(hass)
    stamp = shown(hass).attributes["media_position_updated_at"]
    assert abs((stamp - told_at).total_seconds()) < 1


async def test_the_position_counts_from_the_end_of_a_pause(
    hass: HomeAssistant, cinema: FakeBridge, freezer: FrozenDateTimeFactory
) -> None:
    cinema.film("paused", position=600)
    await later(hass)
    freezer.tick(timedelta(minutes=10))
    resumed_at = dt_util.utcnow()
    cinema.player("video/state", "playing")
    await later(hass)
    state = shown(hass)
    assert state.attributes["media_position"] == 600
    assert abs((state.attributes["media_position_updated_at"] - resumed_at).total_seconds()) < 1


async def test_a_position_that_was_foretold_is_no_event(
    hass: HomeAssistant, cinema: FakeBridge, freezer: FrozenDateTimeFactory
) -> None:
    cinema.film(position=600)
    await later(hass)
    shown_at = shown(hass).attributes["media_position_updated_at"]
    events: list[State] = []
    hass.bus.async_listen("state_changed", lambda event: events.append(event.data["new_state"]))
    for second in range(5, 300, 5):
        freezer.tick(timedelta(seconds=5))
        cinema.player("video/position", str(600 + second + second % 2))
        await later(hass)
    assert events == []
    assert shown(hass).attributes["media_position_updated_at"] == shown_at
    # A seek, a pause and the next film are told at once.
    cinema.player("video/position", "1000")
    await later(hass)
    assert shown(hass).attributes["media_position"] == 1000
    cinema.player("video/position", "1001")
    cinema.player("video/state", "paused")
    await later(hass)
    assert (shown(hass).state, shown(hass).attributes["media_position"]) == ("paused", 1001)
    cinema.player("video/position", "1002")
    await later(hass)
    assert shown(hass).attributes["media_position"] == 1002
    cinema.player("video/title", "Paper Comets")
    cinema.player("video/position", "0")
    await later(hass)
    assert shown(hass).attributes["media_position"] == 0


async def test_messages_of_one_burst_are_one_state(hass: HomeAssistant, cinema: FakeBridge) -> None:
    states: list[str | None] = []
    hass.bus.async_listen(
        "state_changed", lambda event: states.append(event.data["new_state"].attributes.get("media_title"))
    )
    cinema.film()
    await later(hass)
    assert states == ["The Lighthouse Ledger"]


async def test_an_episode_is_named_by_its_series(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.film()
    cinema.player("video/details", {"title": "Harbour Watch", "season": 2, "episode": 5, "year": 2031})
    await later(hass)
    state = shown(hass).attributes
    assert state["media_content_type"] == "tvshow"
    assert (state["media_series_title"], state["media_season"], state["media_episode"]) == ("Harbour Watch", "2", "5")
    assert state["media_title"] == "The Lighthouse Ledger"
    cinema.player("video/details", {"title": "The Lighthouse Ledger", "year": 2031})
    await later(hass)
    state = shown(hass).attributes
    assert state["media_content_type"] == "video"
    assert "media_series_title" not in state
    cinema.player("video/details", {"season": 1})
    await later(hass)
    assert shown(hass).attributes["media_season"] == "1"
    assert "media_series_title" not in shown(hass).attributes
    # Music is never an episode.
    cinema.film("idle")
    cinema.music()
    await later(hass)
    assert "media_season" not in shown(hass).attributes


@pytest.mark.parametrize(
    ("lacks", "present", "absent"),
    [
        ((), Feature.TURN_ON | Feature.VOLUME_SET | Feature.BROWSE_MEDIA | Feature.PLAY_MEDIA, Feature(0)),
        (("power",), Feature.PLAY, Feature.TURN_ON | Feature.TURN_OFF),
        (("volume", "mute", "key"), Feature.PLAY, Feature.VOLUME_SET | Feature.VOLUME_STEP | Feature.VOLUME_MUTE),
        (("audio/input",), Feature.SELECT_SOUND_MODE, Feature.SELECT_SOURCE),
        (("audio/output",), Feature.SELECT_SOURCE, Feature.SELECT_SOUND_MODE),
        (("music/mode",), PLAYBACK, Feature.SHUFFLE_SET | Feature.REPEAT_SET),
        (("video/playlist",), Feature.BROWSE_MEDIA, Feature(0)),
        (("video/playlist", "music/queue"), PLAYBACK, Feature.BROWSE_MEDIA | Feature.PLAY_MEDIA),
        (("music/playback",), PLAYBACK | Feature.STOP, Feature.SHUFFLE_SET),
        (("music/playback", "video/playback"), Feature.TURN_ON, PLAYBACK | Feature.STOP),
    ],
)
async def test_features_follow_the_player(
    hass: HomeAssistant, cinema: FakeBridge, lacks: tuple[str, ...], present: Feature, absent: Feature
) -> None:
    cinema.info(lacks=lacks)
    await later(hass)
    features = shown(hass).attributes["supported_features"]
    assert features & present == present
    assert not features & absent
    assert not features & Feature.MEDIA_ENQUEUE


async def test_a_television_that_is_passed_through_counts_as_playing(hass: HomeAssistant, cinema: FakeBridge) -> None:
    for passes, wanted in (("on", "playing"), ("off", STATE_UNKNOWN)):
        cinema.player("music/state", "unknown")
        cinema.player("music/pass-through", passes)
        await later(hass)
        assert shown(hass).state == wanted
    cinema.player("music/pass-through", "on")
    cinema.player("music/state", "paused")
    await later(hass)
    assert shown(hass).state == "paused"


async def test_features_do_not_come_and_go_with_each_film(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.film()
    await later(hass)
    features = shown(hass).attributes["supported_features"]
    assert features & Feature.SEEK
    cinema.film("idle")
    for leaf in ("video/title", "video/position", "video/duration"):
        cinema.player(leaf, "")
    await later(hass)
    assert shown(hass).state == "idle"
    assert shown(hass).attributes["supported_features"] == features
    # A film of unknown length is another matter.
    cinema.film()
    cinema.player("video/duration", "")
    await later(hass)
    assert not shown(hass).attributes["supported_features"] & Feature.SEEK


@pytest.mark.parametrize(
    ("actions", "is_offered"),
    [
        (["play", "pause", "next", "previous", "seek", "stop"], True),
        (["play", "pause", "stop"], True),
        ([], False),
        (["play", "pause", "next", "previous", "seek"], False),
    ],
)
async def test_music_is_stopped_by_players_that_can(
    hass: HomeAssistant, cinema: FakeBridge, actions: list[str], *, is_offered: bool
) -> None:
    cinema.music()
    cinema.player("music/actions", actions)
    await later(hass)
    assert bool(shown(hass).attributes["supported_features"] & Feature.STOP) is is_offered
    if not is_offered:
        return
    await call(hass, "media_stop")
    assert cinema.commands == [("music/playback", "stop")]


async def test_what_only_trying_tells_is_offered(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.info(controls={"power": "unknown", "volume": "unknown", "mute": "off"})
    await later(hass)
    features = shown(hass).attributes["supported_features"]
    assert features & Feature.TURN_ON
    assert not features & Feature.VOLUME_SET
    assert not features & Feature.VOLUME_MUTE


@pytest.mark.parametrize(
    ("state", "actions", "present", "absent"),
    [
        ("unknown", "", Feature.SELECT_SOURCE, PLAYBACK | Feature.SEEK),
        ("unknown", "[]", Feature.SELECT_SOURCE, PLAYBACK | Feature.SEEK),
        (
            "playing",
            ["play", "pause"],
            Feature.PLAY | Feature.PAUSE,
            Feature.NEXT_TRACK | Feature.PREVIOUS_TRACK | Feature.SEEK,
        ),
        ("playing", ["play", "pause", "next", "previous", "seek"], PLAYBACK | Feature.SEEK, Feature(0)),
    ],
)
async def test_transport_is_offered_as_far_as_the_input_allows_it(
    hass: HomeAssistant, cinema: FakeBridge, state: str, actions: object, present: Feature, absent: Feature
) -> None:
    cinema.music(state)
    cinema.player("music/actions", actions)
    await later(hass)
    features = shown(hass).attributes["supported_features"]
    assert features & present == present
    assert not features & absent


@pytest.mark.parametrize(
    ("service", "name"),
    [("LOCAL", None), ("qobuz", "Qobuz"), ("apple_music", "Apple Music"), ("Spotify connect", "Spotify connect")],
)
async def test_the_service_is_named_for_people(
    hass: HomeAssistant, cinema: FakeBridge, service: str, name: str | None
) -> None:
    cinema.music()
    cinema.player("music/track", {"service": service})
    await later(hass)
    assert shown(hass).attributes.get("app_name") == name


async def test_a_player_that_is_off_can_be_turned_on(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.film()
    cinema.player("availability", "offline")
    await later(hass)
    state = shown(hass)
    assert state.state == "off"
    assert state.attributes["supported_features"] & Feature.TURN_ON
    assert "media_title" not in state.attributes


async def test_shuffle_and_repeat(hass: HomeAssistant, cinema: FakeBridge) -> None:
    for mode, shuffle, repeat in (
        ("list", False, "all"),
        ("single", False, "one"),
        ("shuffle", True, "all"),
        ("other", False, None),
    ):
        cinema.music()
        cinema.player("music/mode", mode)
        await later(hass)
        attributes = shown(hass).attributes
        assert (attributes["shuffle"], attributes.get("repeat")) == (shuffle, repeat)


async def test_a_disabled_output_is_offered_while_it_is_the_current_one(
    hass: HomeAssistant, cinema: FakeBridge
) -> None:
    cinema.player("audio/output/name", "USB converter")
    await later(hass)
    assert shown(hass).attributes["sound_mode_list"] == ["Balanced", "Line", "USB converter"]


@pytest.mark.parametrize("kind", ["music", "video"])
async def test_the_picture_comes_from_the_bridge_where_it_publishes_it(
    hass: HomeAssistant, cinema: FakeBridge, hass_client: ClientSessionGenerator, kind: str
) -> None:
    (cinema.music if kind == "music" else cinema.film)()
    for one in ("music", "video"):
        cinema.player(f"{one}/picture", "http://192.0.2.7/picture")
        cinema.player(f"{one}/picture/data", b"\x89PNG one" if one == kind else b"GIF89a")
        cinema.player(f"{one}/picture/type", "image/png" if one == kind else "image/gif")
    await later(hass)
    first = shown(hass).attributes["entity_picture"]
    client = await hass_client()
    response = await client.get(first)
    assert await response.read() == b"\x89PNG one"
    assert response.content_type == "image/png"
    cinema.player(f"{kind}/picture/data", b"\x89PNG two")
    await later(hass)
    assert shown(hass).attributes["entity_picture"] != first
    cinema.player(f"{kind}/picture/data", b"")
    cinema.player(f"{kind}/picture")
    await later(hass)
    assert "entity_picture" not in shown(hass).attributes


async def test_the_picture_comes_through_the_proxy_where_there_is_only_an_address(
    hass: HomeAssistant, cinema: FakeBridge, hass_client: ClientSessionGenerator, aioclient_mock: object
) -> None:
    aioclient_mock.get("http://192.0.2.7/poster", content=b"poster", headers={"Content-Type": "image/jpeg"})
    cinema.film()
    cinema.player("music/picture", "http://192.0.2.7/cover")
    cinema.player("video/picture", "http://192.0.2.7/poster")
    # Bytes of which nobody has said what they are, are no picture.
    cinema.player("video/picture/data", b"unknown")
    await later(hass)
    picture = shown(hass).attributes["entity_picture"]
    assert picture.startswith("/api/media_player_proxy/")
    response = await (await hass_client()).get(picture)
    assert await response.read() == b"poster"
    cinema.player("video/picture", "")
    await later(hass)
    assert "entity_picture" not in shown(hass).attributes


@pytest.mark.parametrize("payload", ["file:///etc/passwd", "no address"])
async def test_only_web_addresses_are_fetched(hass: HomeAssistant, cinema: FakeBridge, payload: str) -> None:
    cinema.music()
    cinema.player("music/picture", payload)
    await later(hass)
    assert "entity_picture" not in shown(hass).attributes


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({}, "tv"),
        ({"lacks": ("video/playback",)}, "receiver"),
        ({"lacks": ("video/playback",), "controls": {"audio/output": "unknown"}}, "receiver"),
        ({"lacks": ("video/playback", "audio/output")}, "speaker"),
    ],
)
async def test_the_class_of_the_device_is_what_it_is(
    hass: HomeAssistant, bridge: FakeBridge, entry: MockConfigEntry, info: dict[str, Any], expected: str
) -> None:
    make_mqtt_device(hass)
    await set_up(hass, entry)
    bridge.state("online")
    bridge.info(**info)
    await later(hass)
    assert shown(hass).attributes["device_class"] == expected


@pytest.mark.parametrize(
    ("leaf", "payload"),
    [
        ("volume", "loud"),
        ("volume", "nan"),
        ("music/position", "inf"),
        ("music/duration", "nan"),
        ("music/duration", "1e300"),
        ("audio/input/options", "{"),
        ("audio/output/options", {"not": "a list"}),
        ("music/track", "[1]"),
        ("music/position", b"\xff"),
        ("video/playlist", {"playlist": 3}),
    ],
)
async def test_nonsense_does_no_harm(hass: HomeAssistant, cinema: FakeBridge, leaf: str, payload: object) -> None:
    cinema.music()
    cinema.player(leaf, payload)
    cinema.player("music/title", "Second Signal")
    await later(hass)
    assert shown(hass).state == "playing"
    assert shown(hass).attributes["media_title"] == "Second Signal"
