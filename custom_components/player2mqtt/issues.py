"""What only the owner can put right, shown under Repairs."""

from collections.abc import Mapping, Sequence

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir

from .const import DOMAIN, NEWEST_CONTRACT, OLDEST_CONTRACT
from .payload import Announcement

BRIDGE_TOO_OLD = "bridge_too_old"
INTEGRATION_TOO_OLD = "integration_too_old"
PLAYERS_SHARED = "players_shared"


@callback
def check_contracts(
    hass: HomeAssistant,
    entry: ConfigEntry,
    announcements: Sequence[Announcement],
    *,
    is_old: bool,
) -> None:
    """Compare what the bridges say they have with what this integration needs and knows."""
    old = [one for one in announcements if one.contract < OLDEST_CONTRACT]
    new = [one for one in announcements if one.contract > NEWEST_CONTRACT]
    for key, is_so, severity, told in (
        (BRIDGE_TOO_OLD, is_old or bool(old), ir.IssueSeverity.ERROR, old),
        (INTEGRATION_TOO_OLD, bool(new), ir.IssueSeverity.WARNING, new),
    ):
        versions = ", ".join(sorted({one.version for one in told})) or "?"
        _set(hass, entry, key, is_so, severity, {"version": versions})


@callback
def check_shared(hass: HomeAssistant, entry: ConfigEntry, titles: Mapping[str, str]) -> None:
    """Tell of players whose entities another entry has; the titles of these by the names of the players."""
    placeholders = {"players": ", ".join(sorted(titles)), "others": ", ".join(sorted(set(titles.values())))}
    _set(hass, entry, PLAYERS_SHARED, bool(titles), ir.IssueSeverity.WARNING, placeholders)


@callback
def clear_issues(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Take away what was shown for a config entry."""
    for key in (BRIDGE_TOO_OLD, INTEGRATION_TOO_OLD, PLAYERS_SHARED):
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def _set(
    hass: HomeAssistant,
    entry: ConfigEntry,
    key: str,
    is_so: bool,
    severity: ir.IssueSeverity,
    placeholders: Mapping[str, str],
) -> None:
    issue_id = f"{key}_{entry.entry_id}"
    if not is_so:
        ir.async_delete_issue(hass, DOMAIN, issue_id)
        return
    ir.async_create_issue(
        hass,
        DOMAIN,
        issue_id,
        is_fixable=False,
        severity=severity,
        translation_key=key,
        translation_placeholders={"name": entry.title, **placeholders},
    )
