import type { ControlName } from "../../../core/controls/table.ts";
import type { ResourceName } from "../../../core/resources/player.ts";
import type { PlayerLeaf } from "../../../core/topics/topics.ts";
import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import * as templates from "./templates.ts";

type Head = Pick<PlayerEntity, "key" | "platform" | "icon" | "resource">;

/** What each entity has. Without an icon, Home Assistant shows that of the device class or of the platform. */
export function entity(
  platform: PlayerEntity["platform"],
  resource: ResourceName | undefined,
  key: string,
  icon?: string,
): Head {
  return { platform, resource, key, ...(icon !== undefined && { icon }) };
}

/** A sensor that shows a topic: its text, without another template. */
export function sensor(
  resource: ResourceName,
  key: string,
  icon: string,
  leaf: PlayerLeaf,
  template = templates.textState,
): PlayerEntity {
  return { ...entity("sensor", resource, key, icon), state: { leaf, template } };
}

/** A sensor that shows a title, which it has in full as an attribute. */
export function titleSensor(
  resource: ResourceName,
  key: string,
  icon: string,
  leaf: PlayerLeaf,
): PlayerEntity {
  const attributes = { leaf, template: templates.textAttributes("title") };
  return { ...sensor(resource, key, icon, leaf), attributes };
}

/** What a select of these words has, which its topic reports and accepts. */
export function words(
  control: "display/show" | "music/mode" | "music/repeat",
  list: readonly string[],
): Pick<PlayerEntity, "control" | "state" | "details"> {
  const template = optionState(list.map((word) => ({ tag: word, text: word })));
  return { control, state: { leaf: control, template }, details: { options: [...list] } };
}

/** A select of a list that the player has; a setting of the device that few people need. */
export function listSelect(
  list: NonNullable<PlayerEntity["list"]>,
  key: string,
  icon: string,
  control: ControlName,
  leaf: PlayerLeaf,
): PlayerEntity {
  return {
    ...entity("select", list, key, icon),
    isConfiguration: true,
    isDisabledByDefault: true,
    list,
    control,
    state: { leaf },
  };
}

/** A button that sets a control to a fixed value; disabled by default, since few dashboards need it. */
export function button(
  resource: ResourceName,
  key: string,
  icon: string,
  control: ControlName,
  word: string,
): PlayerEntity {
  const head = entity("button", resource, key, icon);
  return { ...head, isDisabledByDefault: true, control, details: { payload_press: word } };
}

/** A button for the device itself, beside its settings. */
export function deviceButton(...parts: Parameters<typeof button>): PlayerEntity {
  return { ...button(...parts), isConfiguration: true };
}

/** A switch whose topic reports `on` and `off`, and accepts the same. */
export function onOffSwitch(
  resource: ResourceName,
  key: string,
  icon: string,
  control: "mute" | "power" | "music/shuffle" | "sound/cd-autoplay",
): PlayerEntity {
  return {
    ...entity("switch", resource, key, icon),
    control,
    state: { leaf: control, template: templates.wordState(["on", "off"]) },
    details: switchWords,
  };
}

export const switchWords = { payload_on: "on", payload_off: "off", state_on: "on", state_off: "off" };
export const percentSlider = { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" };
