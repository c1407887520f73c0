"""The film playlist, the music queue and the library as Home Assistant's media browser shows them."""

from collections.abc import Callable, Mapping, Sequence
import re
from typing import Any, Final

from homeassistant.components import media_source
from homeassistant.components.media_player import (
    BrowseError,
    BrowseMedia,
    MediaClass,
    MediaType,
    SearchError,
    SearchMediaQuery,
)
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.translation import async_get_translations

from .const import DOMAIN
from .library import browse_library, folder_of, search_classes, search_library
from .payload import display_name
from .player import PAGE_ENTRIES, Player

_PLAYLIST = "video/playlist"
_QUEUE = "music/queue"
_PRESETS = "music/preset"
_STYLES = ("display/meters", "display/spectrum")
_DISPLAY = "display"

# `video/playlist/3`, `music/queue/3`, and with the queue that it was seen in: `music/queue/3@41`.
_ENTRY = re.compile(r"(video/playlist|music/queue)/(\d{1,9})(?:@(.+))?")
# An option that its control selects.
_OPTION = re.compile(r"(music/preset|display/meters|display/spectrum)/(.{1,200})")
_PAGE = re.compile(r"music/queue\?start=(\d{1,9})")


def can_browse(player: Player) -> bool:
    """Return whether there is a list of which an entry can be played or chosen."""
    has_list = any(player.info.has(one) for one in (_PLAYLIST, _QUEUE, _PRESETS))
    return has_list or bool(player.info.library or _styles_with_pictures(player))


def _styles_with_pictures(player: Player) -> list[str]:
    """Return the controls of the display's styles that can be set. Without any picture, the selects show as much."""
    styles = [one for one in _STYLES if player.info.has(one)]
    has_pictures = any("picture" in option for one in styles for option in player.objects(f"{one}/options"))
    return styles if has_pictures else []


def read_media_id(media_id: str) -> tuple[str, int, str | None] | None:
    """Read the id of an entry: which list, which place, and in which queue it was seen."""
    match = _ENTRY.fullmatch(media_id)
    return None if match is None else (match[1], int(match[2]), match[3])


def option_of(media_id: str) -> tuple[str, str] | None:
    """Return the control and the value of a preset of the player or a style of its display; None for anything else."""
    match = _OPTION.fullmatch(media_id)
    return None if match is None else (match[1], match[2])


async def browse(player: Player, media_id: str, hass: HomeAssistant) -> BrowseMedia:
    """Return a folder of the media browser, in the language of this Home Assistant."""
    folder = await _browse(player, media_id, hass)
    texts = await async_get_translations(hass, hass.config.language, "selector", {DOMAIN})
    for item in (folder, *(folder.children or ())):
        key = item.media_content_id.removesuffix("?start=0").replace("/", "_")
        name = texts.get(f"component.{DOMAIN}.selector.folder.options.{key}")
        # The first part of a long queue is called by its range.
        if name is not None and not item.title[:1].isdecimal():
            item.title = name
    return folder


async def _browse(player: Player, media_id: str, hass: HomeAssistant) -> BrowseMedia:
    if media_source.is_media_source_id(media_id):
        return await media_source.async_browse_media(hass, media_id, content_filter=_plays(player))
    try:
        if media_id == "":
            return await _root(player, hass)
        if show := _LISTS.get(media_id):
            return show(player)
        if media_id == _QUEUE:
            return await _queue(player)
        if page := _PAGE.fullmatch(media_id):
            return await _queue_page(player, int(page[1]))
        if library := await browse_library(player, media_id):
            return library
    except HomeAssistantError as error:
        # The media browser shows only what is said in this kind of error.
        raise BrowseError(**_said(error)) from error
    raise BrowseError(
        translation_domain=DOMAIN,
        translation_key="unknown_media",
        translation_placeholders={"player": player.info.name, "media": media_id},
    )


async def search(player: Player, query: SearchMediaQuery) -> list[BrowseMedia]:
    """Find what the library has, or one of its folders."""
    try:
        return await search_library(
            player, query.search_query, query.media_filter_classes or (), query.media_content_id or ""
        )
    except HomeAssistantError as error:
        raise SearchError(**_said(error)) from error


def _said(error: HomeAssistantError) -> dict[str, Any]:
    return {
        "translation_domain": error.translation_domain,
        "translation_key": error.translation_key,
        "translation_placeholders": error.translation_placeholders,
    }


_CAMERAS = "media-source://camera"


def _plays(player: Player) -> Callable[[BrowseMedia], bool]:
    """Return what a player can play by its address: music, and with films also those."""
    has_films = player.info.has("video/playback")
    kinds = ("audio/", "video/") if has_films else ("audio/",)

    def plays(item: BrowseMedia) -> bool:
        # A folder of cameras has nothing to hear.
        is_open = item.can_expand and (has_films or not item.media_content_id.startswith(_CAMERAS))
        return is_open or item.media_content_type.startswith(kinds)

    return plays


async def _sources(player: Player, hass: HomeAssistant) -> Sequence[BrowseMedia]:
    """Return what media sources have: radio stations, speech, the files of Home Assistant."""
    if not player.info.has("play"):
        return ()
    try:
        item = await media_source.async_browse_media(hass, None, content_filter=_plays(player))
    except BrowseError:
        return ()
    return item.children or () if item.domain is None else (item,)


async def _root(player: Player, hass: HomeAssistant) -> BrowseMedia:
    """Show the lists, the library and the media sources, or the only list at once."""
    folders: list[BrowseMedia] = []
    if player.info.has(_PLAYLIST):
        folders.append(_folder("Film playlist", _PLAYLIST, MediaClass.MOVIE))
    if player.info.has(_QUEUE):
        folders.append(_folder("Music queue", _QUEUE, MediaClass.TRACK))
    if player.objects(f"{_PRESETS}/options"):
        folders.append(_folder("Presets", _PRESETS, MediaClass.CHANNEL))
    if library := folder_of(player):
        folders.append(library)
    if _styles_with_pictures(player):
        folders.append(_folder("Display styles", _DISPLAY, MediaClass.IMAGE))
    sources = await _sources(player, hass)
    if len(folders) == 1 and not sources:
        return await _browse(player, folders[0].media_content_id, hass)
    folders.extend(sources)
    root = _folder(player.info.name, "", MediaClass.DIRECTORY, folders)
    if player.info.library:
        root.can_search = True
        root.search_media_classes = search_classes(player)
    return root


def _playlist(player: Player) -> BrowseMedia:
    told = player.object(_PLAYLIST)
    entries: object = told.get("playlist")
    start = told.get("start")
    first = start if isinstance(start, int) else 0
    listed: list[object] = entries if isinstance(entries, list) else []
    films = [
        _entry(_title(entry, place), f"{_PLAYLIST}/{place}", MediaClass.MOVIE)
        for place, entry in enumerate(listed, first)
    ]
    size = told.get("size")
    folder = _folder("Film playlist", _PLAYLIST, MediaClass.MOVIE, films)
    folder.not_shown = max(0, size - len(films)) if isinstance(size, int) else 0
    return folder


def _options(player: Player, control: str, media_class: MediaClass) -> list[BrowseMedia]:
    entries = []
    for option in player.objects(f"{control}/options"):
        entry = _entry(display_name(option), f"{control}/{option.get('value')}", media_class)
        player.remember(entry.media_content_id, entry.title, option.get("picture"))
        entries.append(entry)
    return entries


def _presets(player: Player) -> BrowseMedia:
    return _folder("Presets", _PRESETS, MediaClass.CHANNEL, _options(player, _PRESETS, MediaClass.CHANNEL))


def _styles(player: Player) -> BrowseMedia:
    styles = [entry for one in _styles_with_pictures(player) for entry in _options(player, one, MediaClass.IMAGE)]
    return _folder("Display styles", _DISPLAY, MediaClass.IMAGE, styles)


_LISTS: Final = {_PLAYLIST: _playlist, _PRESETS: _presets, _DISPLAY: _styles}


async def _queue(player: Player) -> BrowseMedia:
    total = int(player.number("music/queue/total") or 0)
    if total <= PAGE_ENTRIES:
        return await _queue_page(player, 0, total)
    pages = [
        _folder(_range(start, total), f"{_QUEUE}?start={start}", MediaClass.TRACK)
        for start in range(0, total, PAGE_ENTRIES)
    ]
    return _folder("Music queue", _QUEUE, MediaClass.DIRECTORY, pages)


async def _queue_page(player: Player, start: int, count: int = PAGE_ENTRIES) -> BrowseMedia:
    total = int(player.number("music/queue/total") or 0)
    count = min(count, max(0, total - start))
    queue_id = player.object(_QUEUE).get("id")
    mark = "" if queue_id is None else f"@{queue_id}"
    entries = await player.async_queue(start, count)
    tracks = [
        _entry(
            _track_title(entry, start + place),
            f"{_QUEUE}/{_position(entry, start + place)}{mark}",
            MediaClass.TRACK,
        )
        for place, entry in enumerate(entries)
    ]
    name = "Music queue" if total <= PAGE_ENTRIES else _range(start, total)
    return _folder(name, f"{_QUEUE}?start={start}", MediaClass.TRACK, tracks)


def _range(start: int, total: int) -> str:
    return f"{start + 1} - {min(start + PAGE_ENTRIES, total)}"


def _position(entry: Mapping[str, Any], place: int) -> int:
    position = entry.get("position")
    return position if isinstance(position, int) else place


def _title(entry: object, place: int) -> str:
    title = entry.get("title") if isinstance(entry, dict) else entry
    return str(title) if title else str(place + 1)


def _track_title(entry: Mapping[str, Any], place: int) -> str:
    artist = entry.get("artist")
    title = _title(entry, place)
    return f"{title} · {artist}" if artist else title


def _folder(title: str, media_id: str, child_class: MediaClass, children: Sequence[BrowseMedia] = ()) -> BrowseMedia:
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY,
        media_content_id=media_id,
        media_content_type=MediaType.PLAYLIST,
        title=title,
        can_play=False,
        can_expand=True,
        children=children,
        children_media_class=child_class,
    )


def _entry(title: str, media_id: str, media_class: MediaClass) -> BrowseMedia:
    is_film = media_class is MediaClass.MOVIE
    return BrowseMedia(
        media_class=media_class,
        media_content_id=media_id,
        media_content_type=MediaType.VIDEO if is_film else MediaType.MUSIC,
        title=title,
        can_play=True,
        can_expand=False,
    )
