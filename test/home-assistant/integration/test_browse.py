"""The media browser, and playing what it shows."""

from typing import Any
from unittest.mock import AsyncMock

from homeassistant.components.media_player import BrowseError, MediaClass, MediaPlayerEntityFeature
from homeassistant.components.media_source import BrowseMediaSource
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
import pytest
from pytest_homeassistant_custom_component.typing import WebSocketGenerator

from .bridge import ALL_CONTROLS, FILMS, FakeBridge
from .conftest import CINEMA, call, later


class Browser:
    """The media browser of Home Assistant's interface."""

    def __init__(self, hass_ws_client: WebSocketGenerator) -> None:
        self.connect = hass_ws_client

    async def ask(self, media_id: str | None = None) -> dict[str, Any]:
        client = await self.connect()
        more = {} if media_id is None else {"media_content_id": media_id, "media_content_type": "playlist"}
        await client.send_json_auto_id({"type": "media_player/browse_media", "entity_id": CINEMA, **more})
        return await client.receive_json()

    async def open(self, media_id: str | None = None) -> dict[str, Any]:
        answer = await self.ask(media_id)
        assert answer["success"], answer
        return answer["result"]


@pytest.fixture
def browser(hass_ws_client: WebSocketGenerator) -> Browser:
    return Browser(hass_ws_client)


def titles(folder: dict[str, Any]) -> list[str]:
    return [child["title"] for child in folder["children"]]


async def test_the_root_has_films_and_music(hass: HomeAssistant, cinema: FakeBridge, browser: Browser) -> None:
    root = await browser.open()
    assert root["title"] == "Cinema"
    assert titles(root) == ["Film playlist", "Music queue"]
    assert all(child["can_expand"] and not child["can_play"] for child in root["children"])


async def test_films_are_played_by_their_place(hass: HomeAssistant, cinema: FakeBridge, browser: Browser) -> None:
    films = await browser.open("video/playlist")
    assert titles(films) == [film["title"] for film in FILMS]
    second = films["children"][1]
    assert (second["can_play"], second["can_expand"]) == (True, False)
    await call(
        hass,
        "play_media",
        media_content_id=second["media_content_id"],
        media_content_type=second["media_content_type"],
    )
    assert cinema.commands == [("video/playlist", 1)]


async def test_a_playlist_that_was_cut_keeps_its_numbers(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser
) -> None:
    cinema.player("video/playlist", {"size": 900, "currentIndex": 401, "start": 400, "playlist": [*FILMS, "", 3]})
    await later(hass)
    films = await browser.open("video/playlist")
    assert [child["media_content_id"] for child in films["children"]][:2] == [
        "video/playlist/400",
        "video/playlist/401",
    ]
    assert titles(films)[2:] == ["403", "3"]
    assert films["not_shown"] == 896


async def test_a_player_with_one_list_shows_it_at_once(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser
) -> None:
    cinema.info(lacks=("music/queue",))
    await later(hass)
    assert titles(await browser.open()) == [film["title"] for film in FILMS]
    cinema.info(lacks=("video/playlist",))
    cinema.fill_queue(2)
    await later(hass)
    assert titles(await browser.open()) == ["Track 0 · Nadia Quill", "Track 1 · Nadia Quill"]


async def test_a_queue_of_2000_is_shown_in_pages(hass: HomeAssistant, cinema: FakeBridge, browser: Browser) -> None:
    cinema.fill_queue(2000)
    await later(hass)
    queue = await browser.open("music/queue")
    assert len(queue["children"]) == 20
    assert titles(queue)[0] == "1 - 100"
    last = queue["children"][-1]
    assert last["title"] == "1901 - 2000"
    page = await browser.open(last["media_content_id"])
    assert len(page["children"]) == 100
    assert page["title"] == "1901 - 2000"
    track = page["children"][-1]
    assert track["title"] == "Track 1999 · Nadia Quill"
    await call(hass, "play_media", media_content_id=track["media_content_id"], media_content_type="music")
    assert cinema.commands == [("music/queue", 1999)]


@pytest.mark.parametrize(("most_in_page", "left"), [(40, 95), (1000, 12)])
async def test_a_queue_is_asked_for_to_its_end_and_ends_where_it_ends(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser, most_in_page: int, left: int
) -> None:
    cinema.fill_queue(95)
    cinema.most_in_page = most_in_page
    await later(hass)
    cinema.queue = cinema.queue[:left]
    assert len((await browser.open("music/queue"))["children"]) == left


async def test_an_empty_queue_asks_nothing(hass: HomeAssistant, cinema: FakeBridge, browser: Browser) -> None:
    cinema.page = lambda _question: pytest.fail("the bridge was asked")
    assert titles(await browser.open("music/queue")) == []


async def test_entries_without_fields_are_numbered(hass: HomeAssistant, cinema: FakeBridge, browser: Browser) -> None:
    cinema.fill_queue(1)
    await later(hass)
    cinema.player("music/queue", {"total": 1, "entries": []})
    cinema.page = lambda _question: {"entries": [{}]}
    (track,) = (await browser.open("music/queue"))["children"]
    assert (track["title"], track["media_content_id"]) == ("1", "music/queue/0")


LIBRARY_REASON = "The library of Cinema cannot be shown: too many requests"


@pytest.mark.parametrize(
    ("folder", "page", "message"),
    [
        ("music/queue", None, "The bridge did not send the queue of Cinema. It may be too old for that"),
        ("music/queue", {"reason": "unreachable"}, "The command for Cinema failed: unreachable"),
        ("library/albums", None, "The bridge did not send the library of Cinema"),
        ("library/albums", {"reason": "too many requests"}, LIBRARY_REASON),
    ],
)
async def test_the_browser_says_why_there_is_nothing(
    hass: HomeAssistant,
    cinema: FakeBridge,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
    page: dict[str, Any] | None,
    message: str,
) -> None:
    if page is None:
        monkeypatch.setattr("custom_components.player2mqtt.player.PAGE_SECONDS", 0.05)
    cinema.info(library=["albums"])
    cinema.fill_queue(3)
    cinema.page = cinema.library = lambda _question: page
    await later(hass)
    answer = await browser.ask(folder)
    assert not answer["success"]
    assert answer["error"]["message"] == message


@pytest.mark.parametrize(
    "media_id", ["somewhere/else", "library/nothing", "library/tracks/album/", "library/albums?start=x"]
)
async def test_a_folder_that_is_none(hass: HomeAssistant, cinema: FakeBridge, browser: Browser, media_id: str) -> None:
    cinema.info(library=["albums", "tracks"])
    await later(hass)
    answer = await browser.ask(media_id)
    assert not answer["success"]
    assert media_id in answer["error"]["message"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"media_content_id": "media-source://radio", "media_content_type": "music"}, "unknown_media"),
        ({"media_content_id": "music/queue/x", "media_content_type": "music"}, "unknown_media"),
        ({"media_content_id": "music/queue/3@40", "media_content_type": "music"}, "queue_changed"),
        (
            {"media_content_id": "music/queue/3", "media_content_type": "music", "enqueue": "add"},
            "enqueue_unsupported",
        ),
    ],
)
async def test_what_cannot_be_played_is_refused(
    hass: HomeAssistant, cinema: FakeBridge, data: dict[str, str], key: str
) -> None:
    cinema.fill_queue(5)
    await later(hass)
    with pytest.raises(HomeAssistantError) as error:
        await call(hass, "play_media", **data)
    assert error.value.translation_key == key
    assert cinema.commands == []


async def test_an_automation_can_play_an_entry_of_whatever_queue_there_is(
    hass: HomeAssistant, cinema: FakeBridge
) -> None:
    cinema.fill_queue(5)
    await later(hass)
    await call(hass, "play_media", media_content_id="music/queue/3", media_content_type="music")
    assert cinema.commands == [("music/queue", 3)]


async def test_what_media_sources_have_is_offered_where_addresses_are_played(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    async def browse(_hass: HomeAssistant, media_id: str | None, *, content_filter: Any) -> BrowseMediaSource:
        asked.append(media_id)
        kinds = {"Harbour Radio": "audio/mpeg", "A film": "video/mp4", "A picture": "image/png"}
        entries = [
            BrowseMediaSource(
                domain="radio_browser",
                identifier=title,
                media_class=MediaClass.MUSIC,
                media_content_type=kind,
                title=title,
                can_play=True,
                can_expand=False,
            )
            for title, kind in kinds.items()
        ]
        cameras = BrowseMediaSource(
            domain="camera",
            identifier=None,
            media_class=MediaClass.APP,
            media_content_type="",
            title="Cameras",
            can_play=False,
            can_expand=True,
        )
        entries.append(cameras)
        return BrowseMediaSource(
            domain=None if media_id is None else "radio_browser",
            identifier=None,
            media_class=MediaClass.DIRECTORY,
            media_content_type="",
            title="Sources",
            can_play=False,
            can_expand=True,
            children=[entry for entry in entries if content_filter(entry)],
        )

    monkeypatch.setattr("homeassistant.components.media_source.async_browse_media", browse)
    cinema.info(controls={"play": "supported", "music/playback": "supported"})
    await later(hass)
    assert titles(await browser.open()) == ["Harbour Radio"]
    assert titles(await browser.open("media-source://radio_browser")) == ["Harbour Radio"]
    # A player with films plays them, too.
    cinema.info(controls={"play": "supported", "video/playback": "supported"})
    await later(hass)
    assert titles(await browser.open()) == ["Harbour Radio", "A film", "Cameras"]
    assert asked == [None, "media-source://radio_browser", None]
    # The player's own lists are shown even if media sources cannot be.
    failing = AsyncMock(side_effect=BrowseError("no source"))
    monkeypatch.setattr("homeassistant.components.media_source.async_browse_media", failing)
    cinema.info(controls=dict.fromkeys(("play", *ALL_CONTROLS), "supported"))
    await later(hass)
    assert titles(await browser.open()) == ["Film playlist", "Music queue"]


async def test_presets_of_the_player_are_in_the_browser_and_among_the_sources(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser
) -> None:
    picture = "http://192.0.2.7/radio.png"
    names = ("Harbour Radio", "Television", "Harbour Radio")
    presets = [{"value": str(place), "title": name, "picture": picture} for place, name in enumerate(names, 1)]
    cinema.info(controls=dict.fromkeys((*ALL_CONTROLS, "music/preset"), "supported"))
    cinema.player("music/preset/options", presets)
    await later(hass)
    # An input is selected by its name as before.
    sources = ["Built-in player", "Television", "USB (USB2)", "Harbour Radio"]
    state = hass.states.get(CINEMA)
    assert state is not None
    assert state.attributes["source_list"] == sources
    await call(hass, "select_source", source="Television")
    await call(hass, "select_source", source="Harbour Radio")
    assert titles(await browser.open()) == ["Film playlist", "Music queue", "Presets"]
    folder = await browser.open("music/preset")
    assert titles(folder) == list(names)
    first = folder["children"][0]
    assert (first["can_play"], "browse_media/music/music/preset/1" in first["thumbnail"]) == (True, True)
    await call(hass, "play_media", media_content_id=first["media_content_id"], media_content_type="music")
    assert cinema.commands == [("audio/input", "EARC"), ("music/preset", "1"), ("music/preset", "1")]


async def test_styles_of_the_display_are_chosen_by_their_pictures(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser
) -> None:
    picture = "http://192.0.2.7:9529/icon?iconName=meter.png"
    cinema.player("display/spectrum/options", [{"value": "Bars", "title": "Bars", "index": 0}])
    cinema.player("display/meters/options", [{"value": "Oak / 2", "title": "Oak / 2", "picture": picture}])
    await later(hass)
    # Styles that cannot be set are not offered.
    assert titles(await browser.open()) == ["Film playlist", "Music queue"]
    cinema.info(controls=dict.fromkeys((*ALL_CONTROLS, "display/meters", "display/spectrum"), "supported"))
    await later(hass)
    folder = (await browser.open())["children"][2]
    assert (folder["title"], folder["can_play"]) == ("Display styles", False)
    styles = await browser.open(folder["media_content_id"])
    assert titles(styles) == ["Oak / 2", "Bars"]
    assert [bool(style["thumbnail"]) for style in styles["children"]] == [True, False]
    for style in styles["children"]:
        await call(
            hass,
            "play_media",
            media_content_id=style["media_content_id"],
            media_content_type=style["media_content_type"],
        )
    assert cinema.commands == [("display/meters", "Oak / 2"), ("display/spectrum", "Bars")]


async def test_styles_with_pictures_are_reason_enough_to_browse(hass: HomeAssistant, cinema: FakeBridge) -> None:
    cinema.info(controls={"display/meters": "supported"})
    for picture, is_offered in (({}, False), ({"picture": "http://192.0.2.7:9529/icon"}, True)):
        cinema.player("display/meters/options", [{"value": "Oak", "title": "Oak"} | picture])
        await later(hass)
        state = hass.states.get(CINEMA)
        assert state is not None
        assert bool(state.attributes["supported_features"] & MediaPlayerEntityFeature.BROWSE_MEDIA) is is_offered
