import { operationSupport } from "../../../core/controls/known-player.ts";
import type { ControlName } from "../../../core/controls/table.ts";
import { button, entity, onOffSwitch } from "./entity-kinds.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

function press(key: string, name: string, icon: string, control: ControlName, word: string): PlayerEntity {
  return { ...button({ key, name, icon, resource: "power", control }, word), isConfiguration: true };
}

/** Some players can only be restarted. */
function isSwitchable(session: OfferingPlayer): boolean {
  return session.config.hasPlug || operationSupport(session, "wake") !== "unsupported";
}

const restart = press("reboot", "Reboot", "mdi:restart", "power", "reboot");
const reboot: PlayerEntity = { ...restart, details: { ...restart.details, device_class: "restart" } };

export const powerEntities: readonly PlayerEntity[] = [
  {
    ...onOffSwitch("power", "power", "Power", "mdi:power", "power"),
    worksWithPlug: true,
    isOffered: isSwitchable,
  },
  {
    ...entity("binary_sensor", "power", "waking", "Waking", "mdi:sleep-off"),
    worksWithPlug: true,
    isOffered: isSwitchable,
    isDiagnostic: true,
    isDisabledByDefault: true,
    state: { leaf: "power/waking", template: templates.wordState(["on"]) },
    details: { payload_on: "on", payload_off: "off" },
  },
  { ...press("standby", "Standby", "mdi:power-sleep", "power", "standby"), isOffered: isSwitchable },
  reboot,
  press("screen_on", "Screen on", "mdi:monitor", "screen", "on"),
  press("screen_off", "Screen off", "mdi:monitor-off", "screen", "off"),
  {
    ...entity("select", "apps", "app", "App", "mdi:apps"),
    isDisabledByDefault: true,
    list: "apps",
    control: "app",
  },
];
