"""A media player for each player of a bridge."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
import hashlib
import re
from typing import Any, Final, Literal, override

from homeassistant.components import media_source
from homeassistant.components.media_player import (
    DOMAIN as MEDIA_PLAYER_DOMAIN,
    BrowseMedia,
    MediaPlayerDeviceClass,
    MediaPlayerEnqueue,
    MediaPlayerEntity,
    MediaPlayerEntityFeature,
    MediaPlayerState,
    MediaType,
    RepeatMode,
    SearchMedia,
    SearchMediaQuery,
    async_process_play_media_url,
)
from homeassistant.components.media_player.const import ATTR_MEDIA_ANNOUNCE, ATTR_MEDIA_ENQUEUE, ATTR_MEDIA_EXTRA
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr, entity_registry as er
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .browse import browse, can_browse, option_of, read_media_id, search
from .const import DOMAIN
from .entity import PlayerEntity
from .fleet import Fleet, Player2MqttConfigEntry
from .library import file_of, item_of
from .payload import PlayerInfo, as_texts, display_name
from .player import ANNOUNCE_SECONDS, WAKE_SECONDS, Player

# Each command waits for its outcome; the bridge sends them to the player one after another by itself.
PARALLEL_UPDATES = 0

# A step in percent; a player that counts more coarsely takes one step of its own.
VOLUME_STEP: Final = 2

# The list of another film is read after its tracks; one that does not change is not told.
LIST_SECONDS: Final = 3

# What the bridge takes of a title, and of a picture beside an address.
LONGEST_TITLE: Final = 200
LONGEST_PICTURE: Final = 300

# Positions are whole seconds, and a player's clock is a little off.
POSITION_TOLERANCE: Final = 1.5

# Addresses, and the paths of Home Assistant itself: any other path is one of the player.
_ADDRESSES: Final = ("http://", "https://", "/api/", "/local/", "/media/local/")

type Kind = Literal["video", "music"]

_STATES: Mapping[str, MediaPlayerState | None] = {
    "playing": MediaPlayerState.PLAYING,
    "paused": MediaPlayerState.PAUSED,
    # Unknown is not idle: something may be playing.
    "unknown": None,
}


_FEATURES: Mapping[str, MediaPlayerEntityFeature] = {
    "mute": MediaPlayerEntityFeature.VOLUME_MUTE,
    "audio/output": MediaPlayerEntityFeature.SELECT_SOUND_MODE,
    "play": MediaPlayerEntityFeature.PLAY_MEDIA,
    "group": MediaPlayerEntityFeature.GROUPING,
}

_PLAYBACK_FEATURES: Mapping[str, MediaPlayerEntityFeature] = {
    "play": MediaPlayerEntityFeature.PLAY,
    "pause": MediaPlayerEntityFeature.PAUSE,
    "next": MediaPlayerEntityFeature.NEXT_TRACK,
    "previous": MediaPlayerEntityFeature.PREVIOUS_TRACK,
}

# In the words of `library/play`; without one, the queue is replaced.
_ENQUEUES: Mapping[object, str] = {
    MediaPlayerEnqueue.PLAY: "play",
    MediaPlayerEnqueue.NEXT: "next",
    MediaPlayerEnqueue.ADD: "add",
}

# What players call a track of their own storage.
_NO_SERVICES: Final = frozenset({"LOCAL", "UNKNOWN", "NONE"})


async def async_setup_entry(
    hass: HomeAssistant,
    entry: Player2MqttConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add an entity for each player that a bridge has, now and later."""
    fleet = entry.runtime_data

    @callback
    def ready(player: Player, identity: str, device: dr.DeviceEntry) -> None:
        async_add_entities([Player2MqttMediaPlayer(fleet, player, identity, device)])

    fleet.on_ready(ready)


@dataclass(slots=True)
class _Steps:
    """Steps of the volume that are made together."""

    percent: int = 0
    error: HomeAssistantError | None = None


class Player2MqttMediaPlayer(PlayerEntity, MediaPlayerEntity):
    """Shows what a player plays, film before music, and controls it."""

    _attr_name = None
    _attr_volume_step = VOLUME_STEP / 100
    # The state, title and duration that the position was shown with.
    _position_context: tuple[object, ...] = ()

    def __init__(self, fleet: Fleet, player: Player, identity: str, device: dr.DeviceEntry) -> None:
        """Show a player on a device."""
        super().__init__(fleet, player, identity, device)
        # With nothing on, play starts the music; a player without music has only films.
        self._kind: Kind = "music" if player.info.has("music/playback") else "video"
        self._browsing = asyncio.Lock()
        self._stepping = asyncio.Lock()
        self._steps = _Steps()
        self._take_in()

    def _read_kind(self) -> Kind:
        """Return what is shown and controlled: a film while one is on, music that plays, else what was on last."""
        video, music = self._player.text("video/state"), self._read_music()
        if video == "playing" or (video == "paused" and music != "playing"):
            return "video"
        if not self._player.info.has("music/playback"):
            return "video"
        # Music that was paused before a film is not resumed in its place.
        return "music" if music == "playing" else self._kind

    @callback
    @override
    def _take_in(self) -> None:
        super()._take_in()
        self._attr_device_class = _device_class(self._player.info)
        self._kind = self._read_kind()
        self._attr_state = self._read_state()
        self._apps = self._read_apps()
        self._presets = self._read_presets()
        self._attr_supported_features = self._read_features()
        self._take_in_sound()
        self._take_in_group()
        self._take_in_media()

    def _read_state(self) -> MediaPlayerState | None:
        availability = self._player.text("availability")
        if availability == "offline":
            return MediaPlayerState.OFF
        if availability != "online":
            return None
        if self._player.text("power") == "off":
            return MediaPlayerState.OFF
        state = self._read_music() if self._kind == "music" else self._player.text("video/state")
        return _STATES.get(state, MediaPlayerState.IDLE)

    def _read_music(self) -> str:
        """Return the state of music. An input that is passed through, such as a television, counts as playing."""
        state = self._player.text("music/state")
        is_passed_on = state == "unknown" and self._player.text("music/pass-through") == "on"
        return "playing" if is_passed_on else state

    def _read_apps(self) -> dict[str, str]:
        """Return the packages of the apps that are sources, by their names."""
        if not self._fleet.has_apps_as_sources or not self._player.info.has("app"):
            return {}
        apps = self._player.objects("app/options")
        return {display_name(app): str(app["value"]) for app in apps if "value" in app}

    def _read_presets(self) -> dict[str, str]:
        """Return the ids of the presets that are stored on the player, by their names; the first of each name."""
        presets: dict[str, str] = {}
        for preset in self._player.objects("music/preset/options"):
            presets.setdefault(display_name(preset), str(preset.get("value")))
        return presets

    def _read_features(self) -> MediaPlayerEntityFeature:
        has = self._player.info.has
        features = MediaPlayerEntityFeature(0)
        for control, feature in _FEATURES.items():
            if has(control):
                features |= feature
        if has("power") and self._can_switch:
            features |= MediaPlayerEntityFeature.TURN_ON | MediaPlayerEntityFeature.TURN_OFF
        if has("volume"):
            features |= MediaPlayerEntityFeature.VOLUME_SET | MediaPlayerEntityFeature.VOLUME_STEP
        elif self._has_volume_keys:
            features |= MediaPlayerEntityFeature.VOLUME_STEP
        if has("audio/input") or self._apps or self._presets:
            features |= MediaPlayerEntityFeature.SELECT_SOURCE
        return features | self._read_media_features() | self._read_playback_features()

    def _read_media_features(self) -> MediaPlayerEntityFeature:
        has = self._player.info.has
        features = MediaPlayerEntityFeature(0)
        if can_browse(self._player) or has("play"):
            features |= MediaPlayerEntityFeature.BROWSE_MEDIA | MediaPlayerEntityFeature.PLAY_MEDIA
        if has("announce"):
            features |= MediaPlayerEntityFeature.MEDIA_ANNOUNCE
        if self._player.info.library:
            features |= MediaPlayerEntityFeature.SEARCH_MEDIA
        edits = self._player.info.queue_edits
        if has("music/queue") and "clear" in edits:
            features |= MediaPlayerEntityFeature.CLEAR_PLAYLIST
        # Only what the library lists can be added.
        if self._player.info.library and "add" in edits:
            features |= MediaPlayerEntityFeature.MEDIA_ENQUEUE
        return features

    def _read_playback_features(self) -> MediaPlayerEntityFeature:
        has = self._player.info.has
        kind = self._kind

        def allows(action: str) -> bool:
            # While no film is on, a television may be.
            is_film = kind == "video" and self._attr_state is not MediaPlayerState.IDLE
            return is_film or self._player.allows(action)

        features = MediaPlayerEntityFeature(0)
        if has(f"{kind}/playback"):
            for action, feature in _PLAYBACK_FEATURES.items():
                if allows(action):
                    features |= feature
            if kind == "video" or self._can_stop_music():
                features |= MediaPlayerEntityFeature.STOP
        if has(f"{kind}/position") and allows("seek"):
            # Home Assistant warns of features that come and go with each film: while nothing is on, it stays.
            is_on = self._attr_state in (MediaPlayerState.PLAYING, MediaPlayerState.PAUSED)
            shown = self._attr_supported_features & MediaPlayerEntityFeature.SEEK
            if self._player.number(f"{kind}/duration") if is_on else shown:
                features |= MediaPlayerEntityFeature.SEEK
        if kind == "music" and (has("music/mode") or has("music/shuffle")):
            features |= MediaPlayerEntityFeature.SHUFFLE_SET
        if kind == "music" and (has("music/mode") or has("music/repeat")):
            features |= MediaPlayerEntityFeature.REPEAT_SET
        return features

    def _can_stop_music(self) -> bool:
        """Whether the music can be stopped, which is more than a pause; while nothing plays, as was last known."""
        if actions := self._player.text("music/actions"):
            return "stop" in as_texts(actions)
        return bool(self._attr_supported_features & MediaPlayerEntityFeature.STOP)

    @property
    def _can_switch(self) -> bool:
        """Whether it can be switched on and off: some players can only be restarted."""
        return [option.get("value") for option in self._player.objects("power/options")] != ["reboot"]

    @property
    def _has_volume_keys(self) -> bool:
        """Whether only the keys of its remote control change the volume, as with most film players."""
        info = self._player.info
        return info.controls.get("volume") == "unsupported" and info.has("key") and info.has("video/playback")

    def _take_in_sound(self) -> None:
        player = self._player
        percent = player.number("volume")
        self._attr_volume_level = None if percent is None else percent / 100
        mute = player.text("mute")
        self._attr_is_volume_muted = mute == "on" if mute else None
        self._attr_source = player.text("audio/input/name") or None
        inputs = [display_name(option) for option in player.objects("audio/input/options")]
        self._attr_source_list = list(dict.fromkeys([*inputs, *self._presets, *self._apps]))
        self._attr_sound_mode = player.text("audio/output/name") or None
        # An output that is switched off cannot be chosen.
        self._attr_sound_mode_list = [
            display_name(option)
            for option in player.objects("audio/output/options")
            if option.get("enable", True) or display_name(option) == self._attr_sound_mode
        ]
        self._take_in_order()

    def _take_in_order(self) -> None:
        self._attr_shuffle = self._attr_repeat = None
        # A film has no order.
        if self._kind == "video":
            return
        player = self._player
        mode = player.text("music/mode")
        # The list starts again at its end, so there is no order that ends by itself.
        modes = {"list": RepeatMode.ALL, "shuffle": RepeatMode.ALL, "single": RepeatMode.ONE}
        repeats = {"off": RepeatMode.OFF, "one": RepeatMode.ONE, "all": RepeatMode.ALL}
        shuffle = player.text("music/shuffle")
        self._attr_shuffle = shuffle == "on" if shuffle else mode == "shuffle" if mode else None
        self._attr_repeat = repeats.get(player.text("music/repeat"), modes.get(mode))

    def _member_ids(self) -> list[Any]:
        members = self._player.object("group").get("members")
        return members if isinstance(members, list) else []

    def _take_in_group(self) -> None:
        """Show the members of the group that have entities here; those of other bridges are only addresses."""
        ids = self._member_ids()
        identities = {player.info.id: identity for identity, player in self._fleet.players.items()}
        entity_id_of = er.async_get(self._fleet.hass).async_get_entity_id
        entities = [entity_id_of(MEDIA_PLAYER_DOMAIN, DOMAIN, identities[one]) for one in ids if one in identities]
        self._attr_group_members = [entity for entity in entities if entity] if self._player.info.has("group") else None

    def _take_in_media(self) -> None:
        player, kind = self._player, self._kind
        is_on = self._attr_state in (MediaPlayerState.PLAYING, MediaPlayerState.PAUSED)
        is_music = is_on and kind == "music"
        self._attr_media_content_type = _content_type(kind) if is_on else None
        self._take_in_series(is_on and kind == "video")
        self._attr_media_title = player.text(f"{kind}/title") or None if is_on else None
        self._attr_media_artist = player.text("music/artist") or None if is_music else None
        self._attr_media_album_name = player.text("music/album") or None if is_music else None
        track = player.object("music/track") if is_music else {}
        self._attr_app_name = _app_name(track.get("service"))
        self._take_in_ids(kind if is_on else None)
        self._attr_media_duration = self._seconds(f"{kind}/duration") if is_on else None
        self._take_in_position(kind if is_on else None)
        self._take_in_picture(f"{kind}/picture" if is_on else None)

    def _take_in_series(self, is_film: bool) -> None:
        """Show which episode of a series the film is, as far as the player's library knows it."""
        details = self._player.object("video/details") if is_film else {}
        season, episode = details.get("season"), details.get("episode")
        is_series = season is not None or episode is not None
        self._attr_media_series_title = str(details.get("title") or "") or None if is_series else None
        self._attr_media_season = None if season is None else str(season)
        self._attr_media_episode = None if episode is None else str(episode)
        if is_series:
            self._attr_media_content_type = MediaType.TVSHOW

    def _take_in_ids(self, kind: Kind | None) -> None:
        """Show what plays the same again, its place in the queue, and by what others know the film."""
        self._attr_media_content_id = None
        self._attr_media_track = None
        details = self._player.object("video/details") if kind == "video" else {}
        ids = {"imdb_id": details.get("imdbId"), "tmdb_id": details.get("tmdbId")}
        self._attr_extra_state_attributes = {name: str(value) for name, value in ids.items() if value}
        place = self._player.object("video/playlist").get("currentIndex")
        if kind == "video" and isinstance(place, int) and place >= 0:
            self._attr_media_content_id = f"video/playlist/{place}"
        queue = self._player.object("music/queue") if kind == "music" else {}
        place = queue.get("current")
        if isinstance(place, int):
            self._attr_media_track = place + 1
            self._attr_media_content_id = f"music/queue/{place}"

    def _seconds(self, leaf: str) -> int | None:
        seconds = self._player.number(leaf)
        return None if seconds is None else int(seconds)

    def _take_in_position(self, kind: Kind | None) -> None:
        """Show a new position only where it is not the one that was foretold: each change is a row of the recorder."""
        position = None if kind is None else self._seconds(f"{kind}/position")
        told_at = None if kind is None or position is None else self._player.position_at.get(kind)
        context = (self._attr_state, self._attr_media_title, self._attr_media_duration)
        shown, shown_at = self._attr_media_position, self._attr_media_position_updated_at
        if (
            context == self._position_context
            and self._attr_state == MediaPlayerState.PLAYING
            and position is not None
            and told_at is not None
            and shown is not None
            and shown_at is not None
            and abs(position - shown - (told_at - shown_at).total_seconds()) <= POSITION_TOLERANCE
        ):
            return
        self._position_context = context
        self._attr_media_position = position
        self._attr_media_position_updated_at = told_at

    def _take_in_picture(self, leaf: str | None) -> None:
        """Show the bytes that the bridge has published, else let Home Assistant fetch the address."""
        self._attr_media_image_url = None
        self._attr_media_image_hash = None
        if leaf is None:
            return
        data = self._player.pictures.get(leaf)
        if data is not None and self._player.text(f"{leaf}/type"):
            self._attr_media_image_hash = hashlib.sha256(data).hexdigest()[:16]
            return
        url = self._player.text(leaf)
        if url.startswith(("http://", "https://")):
            self._attr_media_image_url = url
            self._attr_media_image_hash = hashlib.sha256(url.encode()).hexdigest()[:16]

    @override
    async def async_get_media_image(self) -> tuple[bytes | None, str | None]:
        """Return the picture of what plays."""
        leaf = f"{self._kind}/picture"
        data = self._player.pictures.get(leaf)
        if self._attr_media_image_url is None and self._attr_media_image_hash and data:
            return data, self._player.text(f"{leaf}/type")
        return await super().async_get_media_image()

    @override
    async def async_turn_on(self) -> None:
        """Wake the player, and wait until it answers."""
        await self._player.async_command("power", "on", WAKE_SECONDS)

    @override
    async def async_turn_off(self) -> None:
        """Switch the player off."""
        await self._player.async_command("power", "off")

    @override
    async def async_media_play(self) -> None:
        """Play the film, or the music. A film that was stopped is opened again."""
        if self._kind == "video" and self._attr_state is MediaPlayerState.IDLE:
            await self._async_reopen()
        else:
            await self._async_playback("play")

    async def _async_reopen(self) -> None:
        """Open the film that was on last; the player's list still names it."""
        index = self._player.object("video/playlist").get("currentIndex")
        if not self._player.info.has("video/playlist") or not isinstance(index, int) or index < 0:
            raise self._invalid("no_film")
        await self._player.async_command("video/playlist", index)

    @override
    async def async_media_pause(self) -> None:
        """Pause the film, or the music."""
        await self._async_playback("pause")

    @override
    async def async_media_stop(self) -> None:
        """Stop the film, or the music."""
        await self._async_playback("stop")

    @override
    async def async_media_next_track(self) -> None:
        """Go to the next film or track."""
        await self._async_playback("next")

    @override
    async def async_media_previous_track(self) -> None:
        """Go to the previous film or track."""
        await self._async_playback("previous")

    async def _async_playback(self, word: str) -> None:
        await self._async_film(f"{self._kind}/playback", word)

    async def _async_film(self, control: str, value: str | Mapping[str, Any]) -> None:
        """Send a command after which another film may play: its id comes with the list, a moment after its title."""
        player = self._player
        title, lists = player.text("video/title"), player.count("video/playlist")
        await player.async_command(control, value)
        if player.text("video/title") not in (title, "") and player.info.has("video/playlist"):
            await player.async_wait_for("video/playlist", lists, LIST_SECONDS)

    @override
    async def async_media_seek(self, position: float) -> None:
        """Go to a position, in seconds."""
        await self._player.async_command(f"{self._kind}/position", round(position))

    @override
    async def async_set_volume_level(self, volume: float) -> None:
        """Set the volume, 0 to 1."""
        await self._player.async_command("volume", round(volume * 100))

    @override
    async def async_volume_up(self) -> None:
        """Raise the volume by a step."""
        await self._async_step_volume("VolumeUp", VOLUME_STEP)

    @override
    async def async_volume_down(self) -> None:
        """Lower the volume by a step."""
        await self._async_step_volume("VolumeDown", -VOLUME_STEP)

    async def _async_step_volume(self, key: str, percent: int) -> None:
        if self._has_volume_keys:
            await self._player.async_command("key", key)
            return
        steps = self._steps
        steps.percent += percent
        # Those that come while another one is under way are made as one.
        async with self._stepping:
            if steps.error is not None:
                raise steps.error
            if steps.percent == 0:
                return
            self._steps = _Steps()
            total, steps.percent = steps.percent, 0
            try:
                await self._player.async_command("volume", f"{total:+}")
            except HomeAssistantError as error:
                steps.error = error
                raise

    @override
    async def async_mute_volume(self, mute: bool) -> None:
        """Mute or unmute."""
        await self._player.async_command("mute", "on" if mute else "off")

    @override
    async def async_select_source(self, source: str) -> None:
        """Select an input by its name, else a preset of the player, else open an app by its own."""
        inputs = {display_name(option) for option in self._player.objects("audio/input/options")}
        if source in self._presets and source not in inputs:
            await self._player.async_command("music/preset", self._presets[source])
        elif source in self._apps and source not in inputs:
            await self._player.async_command("app", self._apps[source])
        else:
            await self._async_select("audio/input", source)

    @override
    async def async_select_sound_mode(self, sound_mode: str) -> None:
        """Select an output by its name."""
        await self._async_select("audio/output", sound_mode)

    async def _async_select(self, control: str, name: str) -> None:
        """Select by tag where the name is known: a tag is never ambiguous."""
        for option in self._player.objects(f"{control}/options"):
            if display_name(option) == name and isinstance(tag := option.get("value"), str):
                await self._player.async_command(control, tag)
                return
        await self._player.async_command(control, name)

    @override
    async def async_set_shuffle(self, shuffle: bool) -> None:
        """Shuffle the queue, or play it in its order; a track that is repeated is not shuffled."""
        if self._player.info.has("music/shuffle"):
            await self._player.async_command("music/shuffle", "on" if shuffle else "off")
        elif shuffle or self._player.text("music/mode") != "single":
            await self._player.async_command("music/mode", "shuffle" if shuffle else "list")

    @override
    async def async_set_repeat(self, repeat: RepeatMode) -> None:
        """Repeat the track, or the queue. Most players have no order that ends by itself."""
        if self._player.info.has("music/repeat"):
            await self._player.async_command("music/repeat", repeat.value)
            return
        if repeat is RepeatMode.OFF:
            raise self._invalid("repeat_off_unsupported")
        is_shuffled = self._player.text("music/mode") == "shuffle"
        mode = "single" if repeat is RepeatMode.ONE else "shuffle" if is_shuffled else "list"
        await self._player.async_command("music/mode", mode)

    @override
    async def async_clear_playlist(self) -> None:
        """Empty the queue."""
        await self._player.async_command("music/queue", "clear")

    @override
    async def async_join_players(self, group_members: list[str]) -> None:
        """Let other players play what this one plays; one that fails keeps no other away."""
        registry = er.async_get(self.hass)
        found = [(one, registry.async_get(one)) for one in group_members]
        players = {one: self._fleet.players.get(entry.unique_id) if entry else None for one, entry in found}
        if unknown := [one for one, player in players.items() if player is None]:
            raise self._invalid("no_member", member=unknown[0])
        added = [player for player in players.values() if player is not None and player is not self._player]
        if not added:
            return
        try:
            await self._player.async_command("group", " ".join(["add", *(player.info.id for player in added)]))
        except HomeAssistantError as error:
            raise self._partly_joined(added, error) from error

    def _partly_joined(self, added: list[Player], error: HomeAssistantError) -> HomeAssistantError:
        """Return what to tell where not all players came: who is in the group now, and who is not."""
        members = self._member_ids()
        joined = [player.info.name for player in added if player.info.id in members]
        missing = [player.info.name for player in added if player.info.id not in members]
        if not joined or not missing:
            return error
        placeholders = {
            "player": self._player.info.name,
            "joined": ", ".join(joined),
            "missing": ", ".join(missing),
            "reason": str(error),
        }
        return HomeAssistantError(
            translation_domain=DOMAIN, translation_key="join_partly", translation_placeholders=placeholders
        )

    @override
    async def async_unjoin_player(self) -> None:
        """Leave the group."""
        await self._player.async_command("group", "leave")

    @override
    async def async_browse_media(
        self,
        media_content_type: MediaType | str | None = None,
        media_content_id: str | None = None,
    ) -> BrowseMedia:
        """Show the film playlist, the music queue, the library, and what media sources have."""
        folder = await browse(self._player, media_content_id or "", self.hass)
        self._show_pictures(folder.children or ())
        return folder

    def _show_pictures(self, entries: Iterable[BrowseMedia]) -> None:
        for entry in entries:
            if self._player.picture_of(entry.media_content_id):
                entry.thumbnail = self.get_browse_image_url(entry.media_content_type, entry.media_content_id)

    @override
    async def async_get_browse_image(
        self, media_content_type: str, media_content_id: str, media_image_id: str | None = None
    ) -> tuple[bytes | None, str | None]:
        """Return the picture of an entry; players take one request after another."""
        address = self._player.picture_of(media_content_id)
        if not address:
            return None, None
        async with self._browsing:
            return await self._async_fetch_image_from_cache(address)

    @override
    async def async_search_media(self, query: SearchMediaQuery) -> SearchMedia:
        """Find albums, artists, tracks, playlists and films of the library, or of a folder of it."""
        found = await search(self._player, query)
        self._show_pictures(found)
        return SearchMedia(result=found)

    @override
    async def async_play_media(self, media_type: MediaType | str, media_id: str, **kwargs: Any) -> None:
        """Play an entry of playlist or queue, an item of the library, an address, or what a media source has."""
        can_open = self._player.info.has("play")
        title, picture = _told(kwargs.get(ATTR_MEDIA_EXTRA))
        if media_source.is_media_source_id(media_id) and (can_open or self._player.info.has("announce")):
            media_id = (await media_source.async_resolve_media(self.hass, media_id, self.entity_id)).url
        if media_id.startswith(_ADDRESSES):
            # Players have no login at Home Assistant.
            media_id = async_process_play_media_url(self.hass, media_id)
        is_address = media_id.startswith(("http://", "https://"))
        if kwargs.get(ATTR_MEDIA_ANNOUNCE):
            await self._async_announce(media_id, is_address, kwargs.get(ATTR_MEDIA_EXTRA))
            return
        enqueue = kwargs.get(ATTR_MEDIA_ENQUEUE)
        if item := item_of(media_id):
            await self._async_play_item(item, enqueue)
            return
        if enqueue in (MediaPlayerEnqueue.ADD, MediaPlayerEnqueue.NEXT):
            raise self._invalid("enqueue_unsupported")
        if can_open and is_address:
            about = {"title": title, "picture": picture}
            known = {name: text for name, text in about.items() if text}
            await self._player.async_command("play", {"address": media_id, **known})
            return
        if can_open and (path := file_of(media_id)):
            await self._async_film("play", path)
            return
        await self._async_play_entry(media_id)

    async def _async_play_item(self, item: str, enqueue: object) -> None:
        """Play an item of the library, or add it to the queue."""
        word = _ENQUEUES.get(enqueue)
        can_enqueue = bool(self.supported_features & MediaPlayerEntityFeature.MEDIA_ENQUEUE)
        # Where the queue cannot be kept, what is played replaces it, and only the bridge knows why nothing is added.
        is_told = word is not None and (can_enqueue or enqueue != MediaPlayerEnqueue.PLAY)
        await self._async_film("library/play", f"{word} {item}" if is_told else item)

    async def _async_play_entry(self, media_id: str) -> None:
        """Select a preset of the player or a style of its display, or play an entry of playlist or queue."""
        if option := option_of(media_id):
            await self._player.async_command(*option)
            return
        entry = read_media_id(media_id)
        if entry is None:
            raise self._invalid("unknown_media", media=media_id)
        control, index, queue_id = entry
        if queue_id is not None and queue_id != str(self._player.object("music/queue").get("id")):
            raise self._invalid("queue_changed")
        await self._player.async_command(control, index)

    async def _async_announce(self, media_id: str, is_address: bool, extra: Any) -> None:
        """Play an address, and go back to what played before."""
        if not is_address or not self._player.info.has("announce"):
            raise self._invalid("announce_unsupported")
        wishes = extra if isinstance(extra, Mapping) else {}
        known = {name: wishes[name] for name in ("volume", "keep") if name in wishes}
        await self._player.async_command("announce", {"address": media_id, **known}, ANNOUNCE_SECONDS)

    async def async_send_key(self, keys: list[str]) -> None:
        """Press keys of the remote control, one after another."""
        await self._async_press(" ".join(keys).split())

    async def async_select_subtitle(self, subtitle: str) -> None:
        """Select a subtitle by its title or index, or switch subtitles off."""
        await self._player.async_command("video/subtitle", subtitle)

    async def async_select_audio_track(self, audio_track: str) -> None:
        """Select an audio track by its title or index."""
        await self._player.async_command("video/audio-track", audio_track)

    async def async_next_subtitle(self) -> None:
        """Select the next subtitle; after the last one there is none, and then the first again."""
        await self._async_next("video/subtitle", ["off"])

    async def async_next_audio_track(self) -> None:
        """Select the next audio track, after the last one the first."""
        await self._async_next("video/audio-track", [])

    async def _async_next(self, control: str, before: list[str]) -> None:
        options = self._player.objects(f"{control}/options")
        titles = [str(option.get("title")) for option in options]
        if not options:
            raise self._invalid("no_choice")
        # Titles are unique in this list; what is not in it is off, or unknown.
        name = self._player.text(f"{control}/name")
        place = len(before) + titles.index(name) if name in titles else 0 if before else -1
        choices = [*before, *(str(option.get("value")) for option in options)]
        await self._player.async_command(control, choices[(place + 1) % len(choices)])

    async def async_play_queue_entry(self, position: int) -> None:
        """Play an entry of the music queue, counted from 0."""
        await self._player.async_command("music/queue", position)


def _device_class(info: PlayerInfo) -> MediaPlayerDeviceClass:
    """Return what a player is to those who look at it, such as Google and HomeKit."""
    if info.has("video/playback"):
        return MediaPlayerDeviceClass.TV
    # A player that sleeps has not told its outputs yet; only a make without any says so at once.
    lacks_outputs = info.controls.get("audio/output", "unsupported") == "unsupported"
    return MediaPlayerDeviceClass.SPEAKER if lacks_outputs else MediaPlayerDeviceClass.RECEIVER


def _told(extra: Any) -> tuple[str, str]:
    """Return the title and the picture that came with an address; empty where there is none, or it is too long."""
    if not isinstance(extra, Mapping):
        return "", ""
    metadata = extra.get("metadata")
    about = {**extra, **metadata} if isinstance(metadata, Mapping) else extra
    title, picture = about.get("title"), about.get("thumb", about.get("imageUrl"))
    if not isinstance(picture, str) or not picture.startswith(("http://", "https://")):
        picture = ""
    return (
        title[:LONGEST_TITLE] if isinstance(title, str) else "",
        picture if len(picture) <= LONGEST_PICTURE else "",
    )


def _app_name(service: object) -> str | None:
    """Return the name of a service as people write it; none for the player's own storage."""
    if not isinstance(service, str) or service.upper() in _NO_SERVICES:
        return None
    words = " ".join(re.sub(r"[_-]+", " ", service).split())
    # Names that have capitals are names already: TIDAL, Spotify connect, Harbour Radio.
    return (words.title() if words.islower() else words) or None


def _content_type(kind: Kind) -> MediaType:
    return MediaType.VIDEO if kind == "video" else MediaType.MUSIC
