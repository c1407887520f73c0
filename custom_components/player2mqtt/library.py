"""The library of a player as Home Assistant's media browser shows it, finds in it and plays it."""

from collections.abc import Collection
from dataclasses import dataclass
import re
from typing import Any, Final, Self
from urllib.parse import quote, unquote

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
_FILM: Final = _Kind("film", "Films", MediaClass.MOVIE, MediaType.MOVIE)
# By what the player says of a file, those that it plays.
_FILES: Final = {
    "audio": (MediaClass.TRACK, MediaType.MUSIC),
    "film": (MediaClass.VIDEO, MediaType.VIDEO),
    "disc": (MediaClass.VIDEO, MediaType.VIDEO),
}
_KINDS: Final = {
    "albums": _Kind("album", "Albums", MediaClass.ALBUM, MediaType.ALBUM, "tracks"),
    "artists": _Kind("artist", "Artists", MediaClass.ARTIST, MediaType.ARTIST, "albums"),
    "tracks": _TRACK,
    "playlists": _Kind("playlist", "Playlists", MediaClass.PLAYLIST, MediaType.PLAYLIST, "tracks"),
    "favourites": _TRACK,
    "recent": _TRACK,
    "films": _FILM,
    "watching": _FILM,
    "unwatched": _FILM,
    "recent-films": _FILM,
    "favourite-films": _FILM,
    "services": _Kind("service", "Streaming services", MediaClass.APP, MediaType.APP),
    "files": _Kind("file", "Files", MediaClass.DIRECTORY, MediaType.PLAYLIST),
}
_OF_ALL_KINDS: Final = ("services", "files")
_TITLES: Final = {
    "favourites": "Favourites",
    "recent": "Recently played",
    "watching": "Watching",
    "unwatched": "Unwatched",
    "recent-films": "Recent films",
    "favourite-films": "Favourite films",
}
_MOST_PAGES: Final = 6

_ROOT: Final = "library"
_ID = r"-?[\w.-]{1,64}"
# What a folder of files has in place of an id: its own, percent-encoded.
_QUOTED = r"[\w.~%-]{1,9000}"
# `library/albums`, `library/tracks/album/469`, and a later page of either: `library/albums?start=50`.
_FOLDER = re.compile(
    rf"library/([\w-]+)(?:/(?:(album|artist|playlist|collection)/({_ID})|(folder)/({_QUOTED})))?(?:\?start=(\d{{1,7}}))?"
)
# `library/track/50001`, `library/film/501`.
_LEAF = re.compile(rf"library/(track|film|service)/({_ID})")


@dataclass(frozen=True, slots=True)
class _Place:
    """A list of the library, whole or narrowed to what one entry has."""

    name: str
    narrowing: str | None = None
    of: str = ""
    first: int = 0

    @classmethod
    def parse(cls, media_id: str) -> Self | None:
        """Read the id of a folder; None for an id of something else."""
        match = _FOLDER.fullmatch(media_id)
        if match is None or match[1] not in _KINDS:
            return None
        if match[4] is not None:
            return cls(match[1], match[4], unquote(match[5]), int(match[6] or 0))
        return cls(match[1], match[2], match[3] or "", int(match[6] or 0))

    @property
    def whole(self) -> str:
        """Return the id of the folder without a page."""
        of = _quoted(self.of) if self.narrowing == "folder" else self.of
        return f"{_ROOT}/{self.name}" + ("" if self.narrowing is None else f"/{self.narrowing}/{of}")

    @property
    def question(self) -> dict[str, Any]:
        """Return what the bridge is asked."""
        return {"list": self.name, **({} if self.narrowing is None else {self.narrowing: self.of})}


def folder_of(player: Player) -> BrowseMedia | None:
    """Return the library as a folder; None where it is switched off, or the player has none."""
    return _folder(player, "Library", _ROOT, MediaClass.DIRECTORY) if player.info.library else None


def item_of(media_id: str) -> str | None:
    """Return what `library/play` wants for an entry, such as `album 469`; None for anything else."""
    if leaf := _LEAF.fullmatch(media_id):
        return f"{leaf[1]} {leaf[2]}"
    folder = _FOLDER.fullmatch(media_id)
    if folder is not None and folder[1] == "services" and folder[5] is not None:
        return f"service {folder[5]}"
    if folder is None or folder[2] in (None, "collection"):
        return None
    return f"{folder[2]} {folder[3]}"


def file_of(media_id: str) -> str | None:
    """Return the path of a file or a disc of the player; None for anything else."""
    place = _Place.parse(media_id)
    path = place.of if place is not None and place.name == "files" else media_id
    return path if path.startswith("/") else None


async def browse_library(player: Player, media_id: str) -> BrowseMedia | None:
    """Return a folder of the library; None for an id of something else. Raises HomeAssistantError."""
    if media_id == _ROOT:
        folders = [
            _folder(player, _title_of(name), f"{_ROOT}/{name}", _KINDS[name].media_class) for name in _lists(player)
        ]
        return _folder(player, "Library", _ROOT, MediaClass.DIRECTORY, folders)
    place = _Place.parse(media_id)
    if place is None:
        return None
    page = await player.async_library({**place.question, "start": place.first})
    children = [*_entries(player, place.name, page), *_later_pages(player, place, page)]
    title = player.title_of(place.whole) or _title_of(place.name)
    if place.first > 0:
        title = _range(place.first, place.first + len(page["entries"]))
    folder = _folder(player, title, media_id, _KINDS[place.name].media_class, children)
    # Whether a service can be played is told where it is listed.
    folder.can_play = item_of(place.whole) is not None and place.name != "services"
    return folder


async def search_library(
    player: Player, text: str, classes: Collection[MediaClass], media_id: str
) -> list[BrowseMedia]:
    """Find what a folder has, or the whole library, one list after the other. Raises HomeAssistantError."""
    place = _Place.parse(media_id)
    places = [_Place(name) for name in _lists(player)] if place is None else [place]
    found: dict[str, BrowseMedia] = {}
    for one in places:
        # What most of these have is among all tracks, or all films, too. Apps are no media, and files are read only
        # where somebody looks for them.
        if place is None and one.name not in player.info.searched and one.name in (*_TITLES, *_OF_ALL_KINDS):
            continue
        if classes and one.name not in _OF_ALL_KINDS and _KINDS[one.name].media_class not in classes:
            continue
        for entry in await _find(player, one, text):
            found.setdefault(entry.media_content_id, entry)
    # Assist plays the first one.
    return sorted(found.values(), key=lambda entry: not entry.can_play)


async def _find(player: Player, place: _Place, text: str) -> list[BrowseMedia]:
    is_searched = place.name in player.info.searched and place.narrowing is None
    question = {**place.question, **({"search": text} if is_searched else {})}
    found: list[BrowseMedia] = []
    for start in range(0, _MOST_PAGES * LIBRARY_ENTRIES, LIBRARY_ENTRIES):
        page = await player.async_library({**question, "start": start})
        entries = _entries(player, place.name, page)
        found.extend(entry for entry in entries if is_searched or text.casefold() in entry.title.casefold())
        if len(page["entries"]) < LIBRARY_ENTRIES:
            break
    return found


def _lists(player: Player) -> list[str]:
    return [name for name in player.info.library if name in _KINDS]


def _title_of(name: str) -> str:
    return _TITLES.get(name, _KINDS[name].title)


def _entries(player: Player, name: str, page: dict[str, Any]) -> list[BrowseMedia]:
    if name == "files":
        # What can be neither opened nor played, such as a picture, is not shown.
        return [_file(player, entry) for entry in page["entries"] if entry.get("folder") or entry.get("file") in _FILES]
    return [_entry(player, name, entry) for entry in page["entries"]]


def _entry(player: Player, name: str, entry: dict[str, Any]) -> BrowseMedia:
    kind, of = _KINDS[name], str(entry.get("id"))
    artist = entry.get("artist")
    title = str(entry.get("title") or of)
    is_collection, is_folder = entry.get("collection") is True, entry.get("folder") is True
    inside = "films" if is_collection else name if is_folder else kind.inside
    if is_collection or is_folder:
        media_id = f"library/{inside}/{'folder' if is_folder else 'collection'}/{of}"
    elif inside is not None:
        media_id = f"library/{inside}/{kind.word}/{of}"
    else:
        media_id = f"library/{kind.word}/{of}"
    player.remember(media_id, title, entry.get("picture"))
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY if is_collection or is_folder else kind.media_class,
        media_content_id=media_id,
        media_content_type=kind.media_type,
        title=f"{title} · {artist}" if artist else title,
        can_play=not is_collection and (not is_folder or entry.get("playable") is True),
        can_expand=inside is not None,
        can_search=inside is not None,
        children_media_class=None if inside is None else _KINDS[inside].media_class,
    )


def _file(player: Player, entry: dict[str, Any]) -> BrowseMedia:
    """Return a file, which is played by its path, or a folder."""
    path = str(entry.get("id"))
    title, is_folder = str(entry.get("title") or path), entry.get("folder") is True
    media_class, media_type = _FILES.get(str(entry.get("file")), (MediaClass.DIRECTORY, MediaType.PLAYLIST))
    can_play = entry.get("file") in _FILES and player.info.has("play")
    folder_id = _Place("files", "folder", path).whole
    player.remember(folder_id, title, None)
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY if is_folder else media_class,
        # What is played is named by its path; a disc is opened by it, too.
        media_content_id=folder_id if is_folder else path,
        media_content_type=media_type,
        title=title,
        can_play=can_play,
        can_expand=is_folder,
        can_search=is_folder,
        children_media_class=MediaClass.DIRECTORY if is_folder else None,
    )


def _quoted(text: str) -> str:
    return quote(text, safe="")


def _later_pages(player: Player, place: _Place, page: dict[str, Any]) -> list[BrowseMedia]:
    """Return folders for the rest of a list: at its beginning all, if its length is known, else the next one."""
    total, count, first = page.get("total"), len(page["entries"]), place.first
    if isinstance(total, int):
        starts = range(LIBRARY_ENTRIES, total, LIBRARY_ENTRIES) if first == 0 else range(0)
        ends = [min(start + LIBRARY_ENTRIES, total) for start in starts]
    else:
        starts = range(first + count, first + count + (1 if count == LIBRARY_ENTRIES else 0))
        ends = [start + LIBRARY_ENTRIES for start in starts]
    child_class = _KINDS[place.name].media_class
    return [
        _folder(player, _range(start, end), f"{place.whole}?start={start}", child_class)
        for start, end in zip(starts, ends, strict=True)
    ]


def _range(start: int, end: int) -> str:
    return f"{start + 1} - {end}"


def _folder(
    player: Player, title: str, media_id: str, child_class: MediaClass, children: list[BrowseMedia] | None = None
) -> BrowseMedia:
    searched: list[MediaClass] | None = None
    if not media_id.startswith(f"{_ROOT}/files"):
        searched = search_classes(player) if child_class is MediaClass.DIRECTORY else [child_class]
    return BrowseMedia(
        media_class=MediaClass.DIRECTORY,
        media_content_id=media_id,
        media_content_type=MediaType.PLAYLIST,
        title=title,
        can_play=False,
        can_expand=True,
        can_search=True,
        search_media_classes=searched,
        children=children or [],
        children_media_class=child_class,
    )


def search_classes(player: Player) -> list[MediaClass]:
    """Return the kinds of entries that a search of the whole library finds."""
    return list(dict.fromkeys(_KINDS[name].media_class for name in _lists(player) if name not in _OF_ALL_KINDS))
