import type { JsonObject } from "../../../core/resources/json.ts";
import { type PlayerSetting, settingLeaves } from "../../../core/resources/settings.ts";
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

/**
 * An entity for each allowed setting of the player, under the player's own title. They are enabled, since each is allowed
 * by name. Settings that are not known yet stay as announced.
 */
export function settingEntities(
  owner: Owner & { readonly identity: Identity },
  { player, resources, config: { settingTags } }: Pick<Session, "player" | "resources" | "config">,
  announced: (key: string) => JsonObject | undefined,
): Components {
  const slugs = distinctSlugs(settingTags);
  const isUnknown = player.settings === undefined && resources.settings.support !== "unsupported";
  return Object.fromEntries(
    settingTags.flatMap((tag): [string, JsonObject][] => {
      const key = `${settingKeyStart}${tag}`;
      const setting = player.settings?.find((one) => one.tag === tag);
      const kept = isUnknown ? announced(key) : undefined;
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
    entity_category: "config",
    state_topic: topic,
    command_topic: `${topic}/set`,
    ...details,
  };
}

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
  }
}
