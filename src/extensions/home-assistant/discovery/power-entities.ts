import { operationSupport } from "../../../core/controls/known-player.ts";
import { optionOf, powerTags } from "../../../core/resources/power.ts";
import { deviceButton, entity, onOffSwitch } from "./entity-kinds.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

function isWoken(session: OfferingPlayer): boolean {
  return session.config.hasPlug || operationSupport(session, "wake") !== "unsupported";
}

/** Some players can only be restarted. */
function isSwitchable(session: OfferingPlayer): boolean {
  return isWoken(session) || optionOf(session.player, powerTags.on) !== undefined;
}

const restart = deviceButton("power", "reboot", "mdi:restart", "power", "reboot");
const reboot: PlayerEntity = { ...restart, details: { ...restart.details, device_class: "restart" } };

export const powerEntities: readonly PlayerEntity[] = [
  { ...onOffSwitch("power", "power", "mdi:power", "power"), worksWithPlug: true, isOffered: isSwitchable },
  {
    ...entity("binary_sensor", "power", "waking", "mdi:sleep-off"),
    worksWithPlug: true,
    isOffered: isWoken,
    isDiagnostic: true,
    isDisabledByDefault: true,
    state: { leaf: "power/waking", template: templates.wordState(["on"]) },
    details: { payload_on: "on", payload_off: "off" },
  },
  { ...deviceButton("power", "standby", "mdi:power-sleep", "power", "standby"), isOffered: isSwitchable },
  reboot,
  deviceButton("power", "screen_on", "mdi:monitor", "screen", "on"),
  deviceButton("power", "screen_off", "mdi:monitor-off", "screen", "off"),
  { ...entity("select", "apps", "app", "mdi:apps"), isDisabledByDefault: true, list: "apps", control: "app" },
];
