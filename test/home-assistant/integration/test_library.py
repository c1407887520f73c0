"""The library of a player: browsing, searching and playing."""

from typing import Any

from homeassistant.components.media_player import MediaPlayerEntityFeature
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import intent
from homeassistant.setup import async_setup_component
import pytest
from pytest_homeassistant_custom_component.test_util.aiohttp import AiohttpClientMocker
from pytest_homeassistant_custom_component.typing import ClientSessionGenerator, WebSocketGenerator

from .bridge import FakeBridge
from .conftest import CINEMA, call, later, shown
from .test_browse import Browser, titles

ALBUMS = [{"id": str(place), "title": f"Album {place}", "artist": "Nadia Quill"} for place in range(120)]
LISTS: dict[str, list[dict[str, Any]]] = {
    "albums": ALBUMS,
    "artists": [{"id": "7", "title": "Nadia Quill"}],
    "tracks": [{"id": "-12", "title": "Amber Ferry"}, {"id": "13"}],
    "playlists": [{"id": "3", "title": "Sunday morning"}],
    "favourites": [{"id": "13", "title": "Tin Whistle Radio"}],
    "films": [{"id": "501", "title": "Paper Comets"}, {"id": "900", "title": "Night sky", "collection": True}],
    "watching": [{"id": "502", "title": "Ledger"}],
    "favourite-films": [{"id": "901", "title": "Series", "collection": True}],
    "services": [{"id": "org.example.quartz", "title": "Quartz", "picture": "http://player/icon"}],
    "files": [
        {"id": "/storage/a b?/ü", "title": "ü", "folder": True},
        {"id": "/storage/disc", "title": "disc", "folder": True, "file": "disc"},
        {"id": "/storage/50 %+.flac", "title": "50 %+.flac", "file": "audio"},
        {"id": "/storage/cover.jpg", "title": "cover.jpg", "file": "picture"},
    ],
}

SEARCHED = ["albums", "artists", "tracks", "films"]


@pytest.fixture
def browser(hass_ws_client: WebSocketGenerator) -> Browser:
    return Browser(hass_ws_client)


@pytest.fixture
async def library(hass: HomeAssistant, cinema: FakeBridge) -> FakeBridge:
    def page(question: dict[str, Any]) -> dict[str, Any]:
        entries, start = LISTS[question["list"]], question.get("start", 0)
        return {"start": start, "total": len(entries), "entries": entries[start : start + question["count"]]}

    cinema.library = page
    cinema.info(library=[*LISTS, "something-new"], librarySearch=SEARCHED)
    await later(hass)
    return cinema


async def test_a_player_without_it_has_no_search_and_no_folder(
    hass: HomeAssistant, cinema: FakeBridge, browser: Browser
) -> None:
    state = hass.states.get(CINEMA)
    assert state is not None
    assert not state.attributes["supported_features"] & MediaPlayerEntityFeature.SEARCH_MEDIA
    assert "Library" not in titles(await browser.open())


async def test_it_is_opened_list_by_list(hass: HomeAssistant, library: FakeBridge, browser: Browser) -> None:
    root = await browser.open()
    assert titles(root) == ["Film playlist", "Music queue", "Library"]
    folder = await browser.open(root["children"][2]["media_content_id"])
    assert titles(folder)[:6] == ["Albums", "Artists", "Tracks", "Playlists", "Favourites", "Films"]
    assert titles(folder)[6:] == ["Watching", "Favourite films", "Streaming services", "Files"]
    assert library.questions == []
    albums = await browser.open("library/albums")
    assert titles(albums)[:1] == ["Album 0 · Nadia Quill"]
    assert titles(albums)[50:] == ["51 - 100", "101 - 120"]
    last = await browser.open(albums["children"][-1]["media_content_id"])
    assert (last["title"], len(last["children"])) == ("101 - 120", 20)
    assert library.questions[-1] == {"list": "albums", "start": 100, "count": 50}


async def test_its_folders_have_names_in_the_language_of_home_assistant(
    hass: HomeAssistant, library: FakeBridge, browser: Browser
) -> None:
    hass.config.language = "de"
    library.fill_queue(250)
    await later(hass)
    assert titles(await browser.open()) == ["Filmplaylist", "Warteschlange", "Bibliothek"]
    assert titles(await browser.open("library"))[:2] == ["Alben", "Interpreten"]
    assert (await browser.open("library/albums"))["title"] == "Alben"
    assert titles(await browser.open("music/queue"))[:1] == ["1 - 100"]
    assert titles(await browser.open("library/tracks/album/2")) == ["Amber Ferry", "13"]


@pytest.mark.parametrize(
    ("place", "index", "question", "played"),
    [
        ("library/albums", 2, {"list": "tracks", "album": "2"}, "album 2"),
        ("library/artists", 0, {"list": "albums", "artist": "7"}, "artist 7"),
        ("library/playlists", 0, {"list": "tracks", "playlist": "3"}, "playlist 3"),
        ("library/tracks", 0, None, "track -12"),
        ("library/favourites", 0, None, "track 13"),
        ("library/films", 0, None, "film 501"),
        ("library/films", 1, {"list": "films", "collection": "900"}, None),
        ("library/watching", 0, None, "film 502"),
        ("library/services", 0, None, "service org.example.quartz"),
        ("library/favourite-films", 0, {"list": "films", "collection": "901"}, None),
    ],
)
async def test_an_entry_is_opened_and_played(
    hass: HomeAssistant,
    library: FakeBridge,
    browser: Browser,
    place: str,
    index: int,
    question: dict[str, str] | None,
    played: str | None,
) -> None:
    entry = (await browser.open(place))["children"][index]
    assert entry["can_expand"] == (question is not None)
    assert entry["can_play"] == (played is not None)
    if question is not None:
        inside = await browser.open(entry["media_content_id"])
        assert library.questions[-1] == {"start": 0, "count": 50, **question}
        assert inside["can_play"] == (played is not None)
    if played is not None:
        media = {"media_content_id": entry["media_content_id"], "media_content_type": entry["media_content_type"]}
        await call(hass, "play_media", **media, enqueue="replace")
        assert library.commands == [("library/play", played)]


async def test_files_are_opened_by_folder_and_played_by_path(
    hass: HomeAssistant, library: FakeBridge, browser: Browser, hass_ws_client: WebSocketGenerator
) -> None:
    library.info(library=[*LISTS], controls=dict.fromkeys(("play", "library/play", "music/playback"), "supported"))
    await later(hass)
    folder, disc, file = (await browser.open("library/files"))["children"]
    assert library.questions == [{"list": "files", "start": 0, "count": 50}]
    assert [(entry["can_expand"], entry["can_play"], entry["media_class"]) for entry in (folder, disc, file)] == [
        (True, False, "directory"),
        (True, True, "directory"),
        (False, True, "track"),
    ]
    inside = await browser.open(folder["media_content_id"])
    assert inside["title"] == "ü"
    assert library.questions[-1] == {"list": "files", "folder": "/storage/a b?/ü", "start": 0, "count": 50}
    for entry in (file, disc):
        await call(hass, "play_media", media_content_id=entry["media_content_id"], media_content_type="music")
    assert library.commands == [("play", "/storage/50 %+.flac"), ("play", "/storage/disc")]
    # A search of the whole library leaves files alone, one within a folder reads that folder.
    library.questions.clear()
    await find(hass_ws_client, "50 %")
    assert "files" not in {question["list"] for question in library.questions}
    library.questions.clear()
    where = {"media_content_id": folder["media_content_id"], "media_content_type": "playlist"}
    assert [entry["title"] for entry in await find(hass_ws_client, "50 %", **where)] == ["50 %+.flac"]
    assert [question.get("folder") for question in library.questions] == ["/storage/a b?/ü"]


async def test_an_entry_cannot_be_added_to_the_queue(hass: HomeAssistant, library: FakeBridge) -> None:
    media = {"media_content_id": "library/tracks/album/2", "media_content_type": "album"}
    reason = "no operation is known that adds to a queue: library/play replaces it"
    library.outcome = lambda _control, _value: {
        "outcome": "rejected",
        "reason": reason,
        "reasonCode": "library.no-adding",
    }
    with pytest.raises(ServiceValidationError) as error:
        await call(hass, "play_media", **media, enqueue="next")
    assert error.value.translation_key == "says_library_no_adding"
    library.outcome = lambda _control, _value: {"outcome": "applied"}
    # What is played replaces the queue, as ever.
    await call(hass, "play_media", **media, enqueue="play")
    assert library.commands == [("library/play", "next album 2"), ("library/play", "album 2")]


@pytest.mark.parametrize(
    ("enqueue", "request_text"),
    [
        ({}, "service 5f1d"),
        ({"enqueue": "replace"}, "service 5f1d"),
        ({"enqueue": "play"}, "play service 5f1d"),
        ({"enqueue": "next"}, "next service 5f1d"),
        ({"enqueue": "add"}, "add service 5f1d"),
    ],
)
async def test_what_services_have_is_added_where_the_make_can(
    hass: HomeAssistant, library: FakeBridge, enqueue: dict[str, str], request_text: str
) -> None:
    library.info(library=["services"], queueEdits=["add"])
    await later(hass)
    assert shown(hass).attributes["supported_features"] & MediaPlayerEntityFeature.MEDIA_ENQUEUE
    media = {"media_content_id": "library/service/5f1d", "media_content_type": "music"}
    await call(hass, "play_media", **media, **enqueue)
    assert library.commands == [("library/play", request_text)]


async def test_services_are_opened_down_to_what_they_play(
    hass: HomeAssistant, library: FakeBridge, browser: Browser
) -> None:
    inside: dict[object, list[dict[str, Any]]] = {
        None: [{"id": "aa", "title": "Tidewater", "folder": True}, {"id": "bb", "title": "Optical"}],
        "aa": [{"id": "cc", "title": "Low Tide", "artist": "Tessa Mor", "folder": True, "playable": True}],
        "cc": [{"id": "dd", "title": "Lighthouse"}],
    }
    library.library = lambda question: {"entries": inside[question.get("folder")]}
    service, source = (await browser.open("library/services"))["children"]
    assert [(one["can_play"], one["can_expand"]) for one in (service, source)] == [(False, True), (True, False)]
    (album,) = (await browser.open(service["media_content_id"]))["children"]
    assert (album["title"], album["can_play"], album["can_expand"]) == ("Low Tide · Tessa Mor", True, True)
    tracks = await browser.open(album["media_content_id"])
    assert (tracks["title"], titles(tracks)) == ("Low Tide", ["Lighthouse"])
    for entry in (source, album, tracks["children"][0]):
        media = {one: entry[one] for one in ("media_content_id", "media_content_type")}
        await call(hass, "play_media", **media)
    assert [value for _, value in library.commands] == ["service bb", "service cc", "service dd"]


async def test_a_list_of_unknown_length_has_a_folder_for_what_follows(
    hass: HomeAssistant, library: FakeBridge, browser: Browser
) -> None:
    library.library = lambda question: {"entries": ALBUMS[question["start"] : question["start"] + 50]}
    assert titles(await browser.open("library/albums"))[50:] == ["51 - 100"]
    assert titles(await browser.open("library/albums?start=50"))[50:] == ["101 - 150"]
    assert len((await browser.open("library/albums?start=100"))["children"]) == 20


@pytest.mark.parametrize(
    ("more", "lists"),
    [
        ({}, ["albums", "artists", "tracks", "playlists", "films"]),
        ({"media_filter_classes": ["track", "movie"]}, ["tracks", "films"]),
    ],
)
async def test_it_is_searched_one_list_after_the_other(
    hass: HomeAssistant,
    library: FakeBridge,
    hass_ws_client: WebSocketGenerator,
    more: dict[str, Any],
    lists: list[str],
) -> None:
    library.library = lambda question: {"entries": LISTS[question["list"]][:1]}
    found = await find(hass_ws_client, "sunday", **more)
    assert [entry["title"].split(" · ")[0] for entry in found] == [LISTS[name][0]["title"] for name in lists]
    # Players do not search their playlists.
    assert library.questions == [
        {"list": name, "count": 50, "start": 0, **({} if name == "playlists" else {"search": "sunday"})}
        for name in lists
    ]


async def test_services_are_searched_where_the_player_can(
    hass: HomeAssistant, library: FakeBridge, hass_ws_client: WebSocketGenerator
) -> None:
    library.info(library=["services"], librarySearch=["services"])
    await later(hass)
    entry = {"id": "cc", "title": "Low Tide", "artist": "Tessa Mor", "folder": True, "playable": True}
    artists = {"id": "aa", "title": "Artists", "artist": "Tidewater", "folder": True}
    library.library = lambda _question: {"total": 2, "entries": [artists, entry]}
    # An entry may be of any kind, and Assist plays the first one.
    for more in ({}, {"media_filter_classes": ["album"]}):
        found = await find(hass_ws_client, "tide", **more)
        assert [(one["title"], one["can_play"], one["can_expand"]) for one in found] == [
            ("Low Tide · Tessa Mor", True, True),
            ("Artists · Tidewater", False, True),
        ]
    assert library.questions == [{"list": "services", "search": "tide", "count": 50, "start": 0}] * 2


async def find(hass_ws_client: WebSocketGenerator, text: str, **more: object) -> list[dict[str, Any]]:
    client = await hass_ws_client()
    await client.send_json_auto_id(
        {"type": "media_player/search_media", "entity_id": CINEMA, "search_query": text, **more}
    )
    answer = await client.receive_json()
    assert answer["success"], answer
    return answer["result"]["result"]


@pytest.mark.parametrize(
    ("query", "media_class", "played"),
    [("Album 7", "album", "album 7"), ("Paper Comets", "movie", "film 501"), ("Sunday morning", None, "playlist 3")],
)
async def test_assist_plays_what_it_finds_in_it(
    hass: HomeAssistant, library: FakeBridge, query: str, media_class: str | None, played: str
) -> None:
    def page(question: dict[str, Any]) -> dict[str, Any]:
        entries = [entry for entry in LISTS[question["list"]] if query in (entry.get("title"), None)]
        return {"start": 0, "total": len(entries), "entries": entries}

    library.library = page
    assert await async_setup_component(hass, "intent", {})
    # The intents of the media players come a moment later.
    await hass.async_block_till_done()
    slots: dict[str, Any] = {"search_query": {"value": query}, "name": {"value": "Cinema"}}
    if media_class is not None:
        slots["media_class"] = {"value": media_class}
    response = await intent.async_handle(hass, "test", "HassMediaSearchAndPlay", slots)
    assert library.commands == [("library/play", played)]
    assert response.speech_slots["media"]["title"].startswith(query)


async def test_search_is_offered_where_it_finds_something(
    hass: HomeAssistant, library: FakeBridge, browser: Browser
) -> None:
    root = await browser.open()
    assert root["can_search"]
    assert {child["title"]: child["can_search"] for child in root["children"]} == {
        "Film playlist": False,
        "Music queue": False,
        "Library": True,
    }
    assert (await browser.open("library/albums"))["search_media_classes"] == ["album"]


@pytest.mark.parametrize(
    ("folder", "text", "titles", "question"),
    [
        ("library/albums", "x", ["Album 0"], {"list": "albums", "search": "x", "start": 0}),
        ("library/tracks/album/2", "FERRY", ["Amber Ferry"], {"list": "tracks", "album": "2", "start": 0}),
        ("library/playlists", "even", [], {"list": "playlists", "start": 0}),
        ("library/favourites", "whistle", ["Tin Whistle Radio"], {"list": "favourites", "start": 0}),
    ],
)
async def test_a_search_within_a_folder_stays_in_it(
    hass: HomeAssistant,
    library: FakeBridge,
    hass_ws_client: WebSocketGenerator,
    folder: str,
    text: str,
    titles: list[str],
    question: dict[str, Any],
) -> None:
    library.library = lambda asked: {"entries": LISTS[asked["list"]][: 1 if "search" in asked else None]}
    found = await find(hass_ws_client, text, media_content_id=folder, media_content_type="playlist")
    assert [entry["title"].split(" · ")[0] for entry in found] == titles
    assert library.questions == [{"count": 50, **question}]


async def test_a_search_reads_a_list_to_its_end_but_no_endless_one(
    hass: HomeAssistant, library: FakeBridge, hass_ws_client: WebSocketGenerator
) -> None:
    folder = {"media_content_id": "library/favourites", "media_content_type": "playlist"}
    library.library = lambda asked: {"entries": ALBUMS[asked["start"] : asked["start"] + 50]}
    assert len(await find(hass_ws_client, "album 11", **folder)) == 11
    assert [question["start"] for question in library.questions] == [0, 50, 100]
    # The player's own search has pages, too.
    library.questions.clear()
    albums = {"media_content_id": "library/albums", "media_content_type": "playlist"}
    assert len(await find(hass_ws_client, "album", **albums)) == 120
    assert [(question["search"], question["start"]) for question in library.questions] == [
        ("album", 0),
        ("album", 50),
        ("album", 100),
    ]
    library.questions.clear()
    library.library = lambda _asked: {"entries": ALBUMS[:50]}
    await find(hass_ws_client, "album", **folder)
    assert len(library.questions) == 6


async def test_a_failed_search_says_why(
    hass: HomeAssistant, library: FakeBridge, hass_ws_client: WebSocketGenerator
) -> None:
    library.library = lambda _question: {"reason": "busy", "reasonCode": "library.too-many"}
    client = await hass_ws_client()
    await client.send_json_auto_id({"type": "media_player/search_media", "entity_id": CINEMA, "search_query": "x"})
    answer = await client.receive_json()
    assert answer["error"]["message"] == "Cinema: too many requests are queued for this player"


async def test_an_opened_album_bears_its_name(hass: HomeAssistant, library: FakeBridge, browser: Browser) -> None:
    assert (await browser.open("library/tracks/album/2"))["title"] == "Tracks"
    albums = await browser.open("library/albums")
    assert albums["children"][2]["children_media_class"] == "track"
    album = await browser.open("library/tracks/album/2")
    assert (album["title"], album["can_search"]) == ("Album 2", True)


async def test_pictures_come_from_the_player_one_after_another(
    hass: HomeAssistant,
    library: FakeBridge,
    browser: Browser,
    hass_client: ClientSessionGenerator,
    aioclient_mock: AiohttpClientMocker,
) -> None:
    picture = "http://192.0.2.7/getImage?id=50001"
    aioclient_mock.get(picture, content=b"cover", headers={"Content-Type": "image/png"})
    entries = [
        {"id": "50001", "title": "Amber Ferry", "picture": picture},
        {"id": "50002", "title": "B", "picture": "file:///etc/passwd"},
    ]
    library.library = lambda _question: {"total": 2, "entries": entries}
    with_picture, without = (await browser.open("library/tracks"))["children"]
    assert without["thumbnail"] is None
    client = await hass_client()
    response = await client.get(with_picture["thumbnail"])
    assert (await response.read(), response.content_type) == (b"cover", "image/png")
    other = with_picture["thumbnail"].replace("50001", "50002")
    assert (await client.get(other)).status == 404


async def test_a_player_with_nothing_else_shows_it_at_once(
    hass: HomeAssistant, library: FakeBridge, browser: Browser
) -> None:
    library.info(lacks=("music/queue", "video/playlist"), library=["albums"])
    await later(hass)
    assert titles(await browser.open()) == ["Albums"]
