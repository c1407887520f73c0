import { operationSupport } from "../../../core/controls/known-player.ts";
import type { ControlName } from "../../../core/controls/table.ts";
import { button, onOffSwitch } from "./control-entities.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

function press(key: string, name: string, icon: string, control: ControlName, word: string): PlayerEntity {
  return { ...button({ key, name, icon, resource: "power", control }, word), isConfiguration: true };
}

/** Some players can only be restarted. */
function isSwitchable(session: OfferingPlayer): boolean {
  return session.hasPlug || operationSupport(session, "wake") !== "unsupported";
}

const restart = press("reboot", "Reboot", "mdi:restart", "power", "reboot");
const reboot: PlayerEntity = { ...restart, details: { ...restart.details, device_class: "restart" } };

export const powerEntities: readonly PlayerEntity[] = [
  {
    ...onOffSwitch({ key: "power", name: "Power", resource: "power", icon: "mdi:power" }, "power"),
    worksWithPlug: true,
    isOffered: isSwitchable,
  },
  {
    key: "waking",
    platform: "binary_sensor",
    name: "Waking",
    resource: "power",
    worksWithPlug: true,
    isOffered: isSwitchable,
    icon: "mdi:sleep-off",
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
    key: "app",
    platform: "select",
    name: "App",
    resource: "apps",
    icon: "mdi:apps",
    isDisabledByDefault: true,
    list: "apps",
    control: "app",
  },
];
