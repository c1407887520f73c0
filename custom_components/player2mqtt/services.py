"""Actions beyond those that every media player has."""

from homeassistant.components.media_player import DOMAIN as MEDIA_PLAYER_DOMAIN
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.service import async_register_platform_entity_service
from homeassistant.helpers.typing import VolDictType
import probatio

from .const import (
    ATTR_AUDIO_TRACK,
    ATTR_KEYS,
    ATTR_POSITION,
    ATTR_SUBTITLE,
    DOMAIN,
    SERVICE_NEXT_AUDIO_TRACK,
    SERVICE_NEXT_SUBTITLE,
    SERVICE_PLAY_QUEUE_ENTRY,
    SERVICE_SELECT_AUDIO_TRACK,
    SERVICE_SELECT_SUBTITLE,
    SERVICE_SEND_KEY,
)

_text = probatio.All(cv.string, probatio.Length(min=1, max=500))

_SERVICES: dict[str, VolDictType | None] = {
    SERVICE_NEXT_SUBTITLE: None,
    SERVICE_NEXT_AUDIO_TRACK: None,
    SERVICE_SEND_KEY: {
        probatio.Required(ATTR_KEYS): probatio.All(cv.ensure_list, probatio.Length(min=1, max=64), [_text])
    },
    SERVICE_SELECT_SUBTITLE: {probatio.Required(ATTR_SUBTITLE): _text},
    SERVICE_SELECT_AUDIO_TRACK: {probatio.Required(ATTR_AUDIO_TRACK): _text},
    SERVICE_PLAY_QUEUE_ENTRY: {probatio.Required(ATTR_POSITION): cv.positive_int},
}


@callback
def register_services(hass: HomeAssistant) -> None:
    """Register the actions; each calls the method of the entity that is named after it."""
    for name, schema in _SERVICES.items():
        async_register_platform_entity_service(
            hass,
            DOMAIN,
            name,
            entity_domain=MEDIA_PLAYER_DOMAIN,
            func=f"async_{name}",
            schema=schema,
        )
