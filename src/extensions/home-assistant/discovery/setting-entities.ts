import type { JsonObject } from "../../../core/resources/json.ts";
import { allowedSettings, type PlayerSetting, settingLeaves } from "../../../core/resources/settings.ts";
import type { Session } from "../../../core/session/session.ts";
import { playerTopic } from "../../../core/topics/topics.ts";
import { cleanText } from "./clean-text.ts";
import { switchWords } from "./entity-kinds.ts";
import type { Components } from "./entity.ts";
import type { Identity } from "./identity.ts";
import { optionCommand, optionState, titleOptions } from "./options.ts";
import type { Owner } from "./player-availability.ts";
import { distinctSlugs, slugOf } from "./slug.ts";
import * as templates from "./templates.ts";

export const settingKeyStart = "setting_";

/** Entities for the allowed settings under the player's own titles; those that are not known yet stay as announced. */
export function settingEntities(
  owner: Owner & { readonly identity: Identity },
  session: Pick<Session, "player" | "resources" | "config">,
  announced: (key: string) => JsonObject | undefined,
): Components {
  const allowed = allowedSettings(session);
  const slugs = distinctSlugs(allowed.map(({ tag }) => tag));
  return Object.fromEntries(
    allowed.flatMap(({ tag, isKnown, setting }): [string, JsonObject][] => {
      const key = `${settingKeyStart}${tag}`;
      const kept = isKnown ? undefined : announced(key);
      const component = setting === undefined ? kept : settingEntity(setting, owner, slugs.get(tag) ?? tag);
      return component === undefined ? [] : [[key, component]];
    }),
  );
}

function settingEntity(
  setting: PlayerSetting,
  { base, id, identity }: Owner & { readonly identity: Identity },
  slug: string,
): JsonObject {
  const { tag, title } = setting;
  const [, , , , , leaf] = settingLeaves(tag);
  const topic = playerTopic(base, id, leaf);
  const { platform, ...details } = detailsOf(setting);
  return {
    platform,
    unique_id: `${identity}_${settingKeyStart}${tag}`,
    default_entity_id: `${platform}.${slugOf(id)}_setting_${slug}`,
    name: cleanText(title, 64) || tag,
    icon: "mdi:tune",
    state_topic: topic,
    ...(setting.kind === "fact"
      ? { entity_category: "diagnostic" }
      : { entity_category: "config", command_topic: `${topic}/set` }),
    ...details,
  };
}

const factDetails = {
  flag: {
    platform: "binary_sensor",
    payload_on: "on",
    payload_off: "off",
    value_template: templates.wordState(["on", "off"]),
  },
  number: { platform: "sensor", state_class: "measurement", value_template: templates.numberState },
  text: { platform: "sensor", value_template: templates.textState },
} as const;

function detailsOf(setting: PlayerSetting): JsonObject & { readonly platform: string } {
  switch (setting.kind) {
    case "switch":
      return { platform: "switch", ...switchWords };
    case "list": {
      const options = titleOptions(setting.options);
      return {
        platform: "select",
        command_template: optionCommand(options, "value"),
        value_template: optionState(options),
        options: options.map(({ text }) => text),
      };
    }
    case "range":
      return {
        platform: "number",
        min: setting.min,
        max: setting.max,
        step: 1,
        mode: "slider",
        // A number with a sign alone would be a step.
        command_template: "={{ value }}",
        value_template: templates.numberState,
      };
    case "fact":
      return factDetails[setting.valueKind];
  }
}
