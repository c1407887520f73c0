"""What a bridge says when it does not do something, in the user's language where it can be translated."""

from collections.abc import Mapping
import json
import re
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers.translation import async_get_cached_translations

from .const import DOMAIN

# The name of the player, a colon with or without spaces, and the full stop.
_FRAME = re.compile(r"^\{player\}\s*[:\uff1a]\s*|[.\u3002]$")


def error_of(
    hass: HomeAssistant,
    outcome: Mapping[str, Any],
    key: str,
    placeholders: Mapping[str, str],
    names: Mapping[str, str],
) -> HomeAssistantError:
    """Return the error for an outcome: by the bridge's own sentence, else by `key` with its reason.

    `names` has what people see in place of the tags of inputs and outputs.
    """
    # What was rejected was asked wrongly; anything else was tried, and failed.
    kind = ServiceValidationError if outcome.get("outcome") == "rejected" else HomeAssistantError
    code, values = outcome.get("reasonCode"), outcome.get("reasonValues")
    if isinstance(code, str) and _text(hass, "en", code) is not None:
        filled = _filled(hass, values, names)
        return kind(
            translation_domain=DOMAIN, translation_key=_key(code), translation_placeholders={**filled, **placeholders}
        )
    reason = str(outcome.get("reason", outcome.get("outcome")))
    return kind(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders={**placeholders, "reason": reason}
    )


def _key(code: str) -> str:
    return "says_" + "".join(sign if sign.isalnum() else "_" for sign in code)


def _text(hass: HomeAssistant, language: str, code: str) -> str | None:
    """Return the sentence of a code without the name of the player."""
    texts = async_get_cached_translations(hass, language, "exceptions", DOMAIN)
    message = texts.get(f"component.{DOMAIN}.exceptions.{_key(code)}.message")
    return None if message is None else _FRAME.sub("", message)


def _filled(hass: HomeAssistant, values: object, names: Mapping[str, str]) -> dict[str, str]:
    if not isinstance(values, dict):
        return {}
    return {str(name): _value(hass, value, names) for name, value in values.items()}


def _value(hass: HomeAssistant, value: object, names: Mapping[str, str]) -> str:
    """Return a value of a sentence as text; a sentence in it is in the language of this Home Assistant."""
    if not isinstance(value, dict):
        return ", ".join(_named(part, names) for part in str(value).split(", "))
    code, text = value.get("code"), str(value.get("text", ""))
    translated = _text(hass, hass.config.language, code) if isinstance(code, str) else None
    if translated is None:
        return text
    try:
        return translated.format(**_filled(hass, value.get("values"), names))
    except KeyError:
        return text


def _named(part: str, names: Mapping[str, str]) -> str:
    """Return the name of a tag, which may be quoted."""
    bare = part.strip('"')
    if bare not in names:
        return part
    return json.dumps(names[bare], ensure_ascii=False) if part != bare else names[bare]
