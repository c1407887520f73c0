"""The library of a player as Home Assistant's media browser shows it, finds in it and plays it."""

from collections.abc import Iterable
from dataclasses import dataclass
import re
from typing import Any, Final

from homeassistant.components.media_player import BrowseMedia, MediaClass, MediaType

from .player import LIBRARY_ENTRIES, Player


@dataclass(frozen=True, slots=True)
class _Kind:
    """The kind of the entries of a list."""

    # In the words of `library/play`.
    word: str
    title: str
    media_class: MediaClass
    media_type: MediaType
    # The list that an entry opens, where it opens one.
    inside: str | None = None


_TRACK: Final = _Kind("track", "Tracks", MediaClass.TRACK, MediaType.TRACK)
_KINDS: Final = {
    "albums": _Kind("album", "Albums", MediaClass.ALBUM, MediaType.ALBUM, "tracks"),
    "artists": _Kind("artist", "Artists", MediaClass.ARTIST, MediaType.ARTIST, "albums"),
    "tracks": _TRACK,
    "playlists": _Kind("playlist", "Playlists", MediaClass.PLAYLIST, MediaType.PLAYLIST, "tracks"),
    "favourites": _TRACK,
    "recent": _TRACK,
    "films": _Kind("film", "Films", MediaClass.MOVIE, MediaType.MOVIE),
}
_TITLES: Final = {"favourites": "Favourites", "recent": "Recently played"}
_SEARCHED: Final = ("albums", "artists", "tracks", "films")

_ROOT: Final = "library"
_ID = r"-?[\w.-]{1,64}"
# `library/albums`, `library/tracks/album/469`, and a later page of either: `library/albums?start=50`.
_FOLDER = re.compile(rf"library/(\w+)(?:/(album|artist|playlist|collection)/({_ID}))?(?:\?start=(\d{{1,7}}))?")
# `library/track/50001`, `library/film/501`.
_LEAF = re.compile(rf"library/(track|film)/({_ID})")


def folder_of(player: Player) -> BrowseMedia | None:
    """Return the library as a folder; None where it is switched off, or the player has none."""
    return _folder("Library", _ROOT, MediaClass.DIRECTORY) if player.info.library else None


def item_of(media_id: str) -> str | None:
    """Return what `library/play` wants for an entry, such as `album 469`; None for anything else."""
    if leaf := _LEAF.fullmatch(media_id):
        return f"{leaf[1]} {leaf[2]}"
    folder = _FOLDER.fullmatch(media_id)
    if folder is None or folder[2] in (None, "collection"):
        return None
    return f"{folder[2]} {folder[3]}"


async def browse_library(player: Player, media_id: str) -> BrowseMedia | None:
    """Return a folder of the library; None for an id of something else. Raises HomeAssistantError."""
    if media_id == _ROOT:
        folders = [_folder(_title_of(name), f"{_ROOT}/{name}", _KINDS[name].media_class) for name in _lists(player)]
        return _folder("Library", _ROOT, MediaClass.DIRECTORY, folders)
    match = _FOLDER.fullmatch(media_id)
    if match is None or match[1] not in _KINDS:
        return None
    name, narrowing, of, first = match[1], match[2], match[3], int(match[4] or 0)
    narrowed = {} if narrowing is None else {narrowing: of}
    page = await player.async_library({"list": name, "start": first, **narrowed})
    whole = media_id.partition("?")[0]
    children = [*_entries(name, page), *_later_pages(whole, name, first, page)]
    title = _title_of(name) if first == 0 else _range(first, first + len(page["entries"]))
    folder = _folder(title, media_id, _KINDS[name].media_class, children)
    folder.can_play = item_of(whole) is not None
    return folder


async def search_library(player: Player, text: str, classes: Iterable[MediaClass]) -> list[BrowseMedia]:
    """Find albums, artists, tracks and films, one list after the other. Raises HomeAssistantError."""
    wanted = set(classes)
    found: list[BrowseMedia] = []
    for name in _lists(player):
        if name not in _SEARCHED or (wanted and _KINDS[name].media_class not in wanted):
            continue
        found.extend(_entries(name, await player.async_library({"list": name, "search": text})))
    return found


def _lists(player: Player) -> list[str]:
    return [name for name in player.info.library if name in _KINDS]


def _title_of(name: str) -> str:
    return _TITLES.get(name, _KINDS[name].title)


def _entries(name: str, page: dict[str, Any]) -> list[BrowseMedia]:
    return [_entry(name, entry) for entry in page["entries"]]


def _entry(name: str, entry: dict[str, Any]) -> BrowseMedia:
    kind, of = _KINDS[name], str(entry.get("id"))
    artist = entry.get("artist")
    title = str(entry.get("title") or of)
    is_collection = entry.get("collection") is True
    if is_collection:
        media_id = f"library/films/collection/{of}"
    elif kind.inside is not None:
        media_id = f"library/{kind.inside}/{kind.word}/{of}"
    else:
        media_id = f"library/{kind.word}/{of}"
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY if is_collection else kind.media_class,
        media_content_id=media_id,
        media_content_type=kind.media_type,
        title=f"{title} · {artist}" if artist else title,
        can_play=not is_collection,
        can_expand=is_collection or kind.inside is not None,
    )


def _later_pages(whole: str, name: str, first: int, page: dict[str, Any]) -> list[BrowseMedia]:
    """Return folders for the rest of a list: at its beginning all, if its length is known, else the next one."""
    total, count = page.get("total"), len(page["entries"])
    if isinstance(total, int):
        starts = range(LIBRARY_ENTRIES, total, LIBRARY_ENTRIES) if first == 0 else range(0)
        ends = [min(start + LIBRARY_ENTRIES, total) for start in starts]
    else:
        starts = range(first + count, first + count + (1 if count == LIBRARY_ENTRIES else 0))
        ends = [start + LIBRARY_ENTRIES for start in starts]
    child_class = _KINDS[name].media_class
    return [
        _folder(_range(start, end), f"{whole}?start={start}", child_class)
        for start, end in zip(starts, ends, strict=True)
    ]


def _range(start: int, end: int) -> str:
    return f"{start + 1} - {end}"


def _folder(
    title: str, media_id: str, child_class: MediaClass, children: list[BrowseMedia] | None = None
) -> BrowseMedia:
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY,
        media_content_id=media_id,
        media_content_type=MediaType.PLAYLIST,
        title=title,
        can_play=False,
        can_expand=True,
        children=children or [],
        children_media_class=child_class,
    )
