import type { ResourceName } from "../../../core/resources/player.ts";
import type { PlayerLeaf } from "../../../core/topics/topics.ts";
import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import * as templates from "./templates.ts";

type Head = Pick<PlayerEntity, "key" | "platform" | "name" | "icon" | "resource">;

/** What each entity has. Without an icon, Home Assistant shows that of the device class or of the platform. */
export function entity(
  platform: PlayerEntity["platform"],
  resource: ResourceName | undefined,
  key: string,
  name: string,
  icon?: string,
): Head {
  return { platform, resource, key, name, ...(icon !== undefined && { icon }) };
}

/** A sensor that shows the text of a topic. */
export function text(
  resource: ResourceName,
  key: string,
  name: string,
  icon: string,
  leaf: PlayerLeaf,
): PlayerEntity {
  return {
    ...entity("sensor", resource, key, name, icon),
    state: { leaf, template: templates.textState },
  };
}

/** What a select of these words has, which its topic reports and accepts. */
export function words(
  control: "display/show" | "music/mode" | "music/repeat",
  list: readonly string[],
): Pick<PlayerEntity, "control" | "state" | "details"> {
  const template = optionState(list.map((word) => ({ tag: word, text: word })));
  return { control, state: { leaf: control, template }, details: { options: [...list] } };
}

/** A button that sets a control to a fixed value; disabled by default, since few dashboards need it. */
export function button(
  titled: Omit<Head, "platform"> & Pick<PlayerEntity, "control">,
  word: string,
): PlayerEntity {
  return { ...titled, platform: "button", isDisabledByDefault: true, details: { payload_press: word } };
}

/**
 * A switch whose topic reports `on` and `off`, and accepts the same. The media player does the same, so it is a setting of
 * the device: those are not exposed to Assist by default.
 */
export function onOffSwitch(
  resource: ResourceName,
  key: string,
  name: string,
  icon: string,
  control: "mute" | "power" | "music/shuffle",
): PlayerEntity {
  return {
    ...entity("switch", resource, key, name, icon),
    isConfiguration: true,
    control,
    state: { leaf: control, template: templates.wordState(["on", "off"]) },
    details: { payload_on: "on", payload_off: "off", state_on: "on", state_off: "off" },
  };
}
