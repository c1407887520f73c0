"""Set-up: by the bridge's announcement, or by its base topic."""

import asyncio
from collections.abc import Mapping
from typing import Any, override

from homeassistant.components import mqtt
from homeassistant.components.mqtt.models import ReceiveMessage
from homeassistant.config_entries import ConfigEntry, ConfigFlow, ConfigFlowResult, OptionsFlowWithReload
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.service_info.mqtt import MqttServiceInfo
import probatio

from .const import CONF_APPS, CONF_BASE_TOPIC, DEFAULT_BASE_TOPIC, DOMAIN
from .former import base_of, find_shared, remove_bridges
from .payload import Announcement, as_text, is_base_topic, is_bridge_name

# The state of a bridge is retained, so the broker sends it at once.
PROBE_SECONDS = 3


class OptionsFlow(OptionsFlowWithReload):
    """Ask what the media players offer."""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask whether apps are sources."""
        if user_input is not None:
            return self.async_create_entry(data=user_input)
        schema = probatio.Schema({probatio.Required(CONF_APPS, default=False): bool})
        return self.async_show_form(
            step_id="init", data_schema=self.add_suggested_values_to_schema(schema, self.config_entry.options)
        )


class Player2MqttConfigFlow(ConfigFlow, domain=DOMAIN):
    """Ask which bridge, and try whether it is there."""

    VERSION = 1
    MINOR_VERSION = 1

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> OptionsFlow:
        """Offer what the owner may choose later."""
        return OptionsFlow()

    _announcement: Announcement
    _topic: str
    # An entry that has no bridge any more, and the base topic where its players are.
    _base: str
    _former: ConfigEntry

    @override
    async def async_step_mqtt(self, discovery_info: MqttServiceInfo) -> ConfigFlowResult:
        """Offer a bridge that announces itself."""
        # A topic that is emptied calls this, too.
        announcement = Announcement.parse(discovery_info.payload)
        if announcement is None:
            self._withdraw("topic", discovery_info.topic)
            return self.async_abort(reason="invalid_discovery_info")
        # Each bridge of a fleet announces itself; the base topic is what they share.
        await self.async_set_unique_id(announcement.base)
        self._abort_if_unique_id_configured()
        self._announcement = announcement
        self._topic = discovery_info.topic
        self.context["title_placeholders"] = {
            "name": title_of(announcement.base),
            "base": announcement.base,
            "topic": discovery_info.topic,
        }
        return await self.async_step_confirm()

    async def async_step_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask once."""
        base, version = self._announcement.base, self._announcement.version
        if user_input is not None:
            # Another entry may have been given this base topic meanwhile.
            self._abort_if_unique_id_configured()
            # An announcement outlives its bridge, and would give an entry without players.
            if await try_base_topic(self.hass, base) is not None:
                return await self.async_step_gone()
            return await self._create_or_move(base)
        self._set_confirm_only()
        placeholders = {"base_topic": base, "version": version}
        return self.async_show_form(step_id="confirm", description_placeholders=placeholders)

    async def _create_or_move(self, base: str) -> ConfigFlowResult:
        """Move an entry that has these players, if it has no bridge any more: an entity belongs to one entry."""
        for former in await find_shared(self.hass, base):
            if await try_base_topic(self.hass, base_of(former.entry)) is not None:
                self._base, self._former = base, former.entry
                return await (self.async_step_move() if former.is_certain else self.async_step_moved())
        return self._create(base)

    async def async_step_moved(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask whether the bridge was moved, where only some of its players are there."""
        return self.async_show_menu(
            step_id="moved",
            menu_options=["move", "add"],
            description_placeholders={"title": self._former.title, "base_topic": self._base},
        )

    async def async_step_add(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Add an entry beside the one that has some of its players."""
        return self._create(self._base)

    async def async_step_move(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Let the entry follow the bridge, with all entities of its players."""
        entry, former = self._former, base_of(self._former)
        await remove_bridges(self.hass, former)
        self.hass.config_entries.async_update_entry(
            entry, unique_id=self._base, title=_title_after(entry, self._base), data={CONF_BASE_TOPIC: self._base}
        )
        self.hass.config_entries.async_schedule_reload(entry.entry_id)
        placeholders = {"former": former, "base_topic": self._base}
        return self.async_abort(reason="entry_moved", description_placeholders=placeholders)

    async def async_step_gone(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Say that the bridge is gone."""
        placeholders = {"base_topic": self._announcement.base}
        return self.async_show_menu(
            step_id="gone", menu_options=["confirm", "remove"], description_placeholders=placeholders
        )

    async def async_step_remove(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Remove the announcement of a bridge that is gone."""
        await mqtt.async_publish(self.hass, self._topic, "", qos=1, retain=True)
        return self.async_abort(reason="announcement_removed")

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for the base topic of a bridge."""
        if (reason := await why_no_mqtt(self.hass)) is not None:
            return self.async_abort(reason=reason)
        errors: dict[str, str] = {}
        if user_input is not None:
            base = _cleaned(user_input)
            if (error := await try_base_topic(self.hass, base)) is None:
                await self.async_set_unique_id(base, raise_on_progress=False)
                self._abort_if_unique_id_configured()
                return await self._create_or_move(base)
            errors[CONF_BASE_TOPIC] = error
        return self._show("user", user_input or {CONF_BASE_TOPIC: DEFAULT_BASE_TOPIC}, errors)

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Follow a bridge whose base topic was changed."""
        if (reason := await why_no_mqtt(self.hass)) is not None:
            return self.async_abort(reason=reason)
        entry = self._get_reconfigure_entry()
        errors: dict[str, str] = {}
        if user_input is not None:
            base = _cleaned(user_input)
            if (error := await try_base_topic(self.hass, base)) is None:
                if await self.async_set_unique_id(base, raise_on_progress=False) not in (None, entry):
                    return self.async_abort(reason="already_configured")
                self._withdraw("base", base)
                former = base_of(entry)
                if former != base and await try_base_topic(self.hass, former) is not None:
                    await remove_bridges(self.hass, former)
                return self.async_update_reload_and_abort(
                    entry, unique_id=base, title=_title_after(entry, base), data={CONF_BASE_TOPIC: base}
                )
            errors[CONF_BASE_TOPIC] = error
        return self._show("reconfigure", user_input or entry.data, errors)

    def _show(self, step: str, values: Mapping[str, Any], errors: dict[str, str]) -> ConfigFlowResult:
        schema = probatio.Schema({probatio.Required(CONF_BASE_TOPIC): str})
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(schema, values),
            errors=errors,
        )

    @callback
    def _withdraw(self, name: str, value: str) -> None:
        """Take back the offers that say this: there is nothing to set up any more."""
        for flow in self.hass.config_entries.flow.async_progress_by_handler(DOMAIN):
            told = flow["context"].get("title_placeholders") or {}
            if flow["flow_id"] != self.flow_id and told.get(name) == value:
                self.hass.config_entries.flow.async_abort(flow["flow_id"])

    def _create(self, base: str) -> ConfigFlowResult:
        return self.async_create_entry(title=title_of(base), data={CONF_BASE_TOPIC: base})


def title_of(base: str) -> str:
    """Return the title of a config entry."""
    return "player2mqtt" if base == DEFAULT_BASE_TOPIC else f"player2mqtt ({base})"


def _title_after(entry: ConfigEntry, base: str) -> str:
    """Return the title of an entry that moves; one that its owner gave stays."""
    return title_of(base) if entry.title == title_of(base_of(entry)) else entry.title


def _cleaned(user_input: Mapping[str, Any]) -> str:
    return str(user_input[CONF_BASE_TOPIC]).strip().strip("/")


async def why_no_mqtt(hass: HomeAssistant) -> str | None:
    """Return the reason to abort while MQTT is not set up or not connected."""
    if not hass.config_entries.async_entries(mqtt.DOMAIN):
        return "mqtt_missing"
    if not await mqtt.async_wait_for_mqtt_client(hass) or not mqtt.is_connected(hass):
        return "mqtt_not_connected"
    return None


async def try_base_topic(hass: HomeAssistant, base: str) -> str | None:
    """Return what is wrong with a base topic: not one, or no bridge that is online."""
    if not is_base_topic(base):
        return "invalid_base_topic"
    is_online: asyncio.Future[None] = hass.loop.create_future()
    seen: set[str] = set()

    @callback
    def received(message: ReceiveMessage) -> None:
        name = message.topic.removeprefix(f"{base}/").split("/")[0]
        if not is_bridge_name(name):
            return
        state = as_text(message.payload)
        seen.add(state)
        if state == "online" and not is_online.done():
            is_online.set_result(None)

    # Some brokers send nothing that is retained for a wildcard, hence the exact topic as well.
    unsubscribe = [
        await mqtt.async_subscribe(hass, f"{base}/{level}/state", received, qos=1) for level in ("bridge", "+")
    ]
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await is_online
    except TimeoutError:
        return "bridge_offline" if "offline" in seen else "no_bridge"
    finally:
        for one in unsubscribe:
            one()
    return None
