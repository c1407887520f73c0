"""The payloads of a bridge, checked on arrival."""

from collections.abc import Mapping
from dataclasses import dataclass, field
import re
from typing import Any, Self

from homeassistant.util.json import JSON_DECODE_EXCEPTIONS, json_loads

type Payload = str | bytes | bytearray

# Home Assistant writes states as JSON, which has no larger integers.
_LARGEST_NUMBER = 2**53

_BRIDGE_NAME = re.compile(r"bridge(-[a-z0-9-]{1,24})?")


def is_bridge_name(level: str) -> bool:
    """Return whether a topic level below the base belongs to a bridge and not to a player."""
    return _BRIDGE_NAME.fullmatch(level) is not None


def as_text(payload: Payload) -> str:
    """Read a payload as text. A bridge sends UTF-8; anything else must not raise."""
    return payload if isinstance(payload, str) else payload.decode(errors="replace")


def as_object(payload: Payload) -> dict[str, Any]:
    """Read a JSON object, empty for anything else."""
    value = _as_json(payload)
    return value if isinstance(value, dict) else {}


def as_objects(payload: Payload) -> list[dict[str, Any]]:
    """Read a JSON array of objects, leaving out anything else."""
    value = _as_json(payload)
    return objects_of(value)


def as_texts(payload: Payload) -> tuple[str, ...]:
    """Read a JSON array of texts."""
    return _names(_as_json(payload))


def objects_of(value: object) -> list[dict[str, Any]]:
    """Return the objects of a list."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def display_name(option: Mapping[str, Any]) -> str:
    """Return the name of an entry that people see."""
    return str(option.get("title") or option.get("value"))


def as_number(text: str) -> float | None:
    """Read a number, None for an empty topic and for what is none: `nan` and `inf` are not."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) <= _LARGEST_NUMBER else None


def _as_json(payload: Payload) -> object:
    try:
        return json_loads(payload) if payload else None
    except JSON_DECODE_EXCEPTIONS:
        return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


@dataclass(frozen=True, slots=True)
class Announcement:
    """The message of a bridge on the discovery topic."""

    base: str
    bridge: str
    version: str
    contract: int
    # That of the names of its entities, where Home Assistant may choose it.
    language: str | None

    @classmethod
    def parse(cls, payload: Payload) -> Self | None:
        """Read an announcement; None for an empty payload and for anything that is none."""
        told = as_object(payload)
        base, bridge = _text(told.get("base")), _text(told.get("bridge"))
        contract = told.get("contract")
        if base is None or bridge is None or not is_base_topic(base):
            return None
        return cls(
            base=base,
            bridge=bridge,
            version=_text(told.get("version")) or "",
            contract=contract if isinstance(contract, int) else 0,
            language=_text(told.get("language")),
        )


def is_base_topic(topic: str) -> bool:
    """Return whether a bridge can have its topics below this one."""
    if any(sign in topic for sign in "+#\0"):
        return False
    return all(topic.split("/")) and not topic.startswith("$")


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """The identity of a player and its abilities."""

    id: str
    # None until the bridge has decided; older bridges never tell.
    identity: str | None
    name: str
    model: str | None = None
    firmware: str | None = None
    mac: str | None = None
    families: dict[str, str] = field(default_factory=dict)
    controls: dict[str, str] = field(default_factory=dict)
    # The lists of its library; none where the bridge does not read it.
    library: tuple[str, ...] = ()
    # How its queue can be edited; most players can only play an entry of it.
    queue_edits: tuple[str, ...] = ()
    # Those that the player itself searches; the others are read, page by page.
    searched: tuple[str, ...] = ()

    @classmethod
    def parse(cls, player_id: str, payload: Payload) -> Self | None:
        """Read the info of a player; None for a topic that was cleared."""
        told = as_object(payload)
        if not told:
            return None
        return cls(
            id=player_id,
            identity=_text(told.get("identity")),
            name=_text(told.get("name")) or player_id,
            model=_text(told.get("model")),
            firmware=_text(told.get("firmware")),
            mac=_text(told.get("mac")),
            families=_words(told.get("families")),
            controls=_words(told.get("controls")),
            library=_names(told.get("library")),
            queue_edits=_names(told.get("queueEdits")),
            searched=_names(told.get("librarySearch")),
        )

    def has(self, control: str) -> bool:
        """Return whether the player has a control."""
        support = self.controls.get(control, "unsupported")
        # Only trying tells whether a player has these.
        may_be_tried = control in ("power", "key", "play", "announce")
        return support == "supported" or (support == "unknown" and may_be_tried)


def _words(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key: word for key, word in value.items() if isinstance(word, str)}


def _names(value: object) -> tuple[str, ...]:
    return tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else ()


@dataclass(frozen=True, slots=True)
class BridgeInfo:
    """The players that a bridge has."""

    # None where there are so many that they are told elsewhere.
    players: frozenset[str] | None

    @classmethod
    def parse(cls, payload: Payload) -> Self:
        """Read the info of a bridge."""
        told = as_object(payload).get("players")
        if not isinstance(told, list):
            return cls(players=None)
        return cls(players=frozenset(str(entry.get("id")) for entry in objects_of(told)))
