import { hash32 } from "../../../lib/hash.ts";
import type { JsonObject } from "../../../core/resources/json.ts";
import { bridgeTopic, setTopic } from "../../../core/topics/topics.ts";
import { cleanText } from "./clean-text.ts";
import type { Components } from "./entity.ts";
import type { Identity } from "./identity.ts";
import type { Owner } from "./player-availability.ts";
import { distinctSlugs, slugOf } from "./slug.ts";

/**
 * A button for each preset. Its key is made from the name alone, so it stays while other presets come and go. It is
 * available while the player is offline, since a preset may wake it.
 */
export function presetButtons(
  owner: Owner & { readonly identity: Identity },
  presets: readonly string[],
): Components {
  const { base, bridge, id, identity } = owner;
  const slugs = distinctSlugs(presets);
  return Object.fromEntries(
    presets.map((preset): [string, JsonObject] => {
      const key = `preset_${hash32(preset).toString(36)}`;
      return [
        key,
        {
          platform: "button",
          unique_id: `${identity}_${key}`,
          default_entity_id: `button.${slugOf(id)}_preset_${slugs.get(preset)}`,
          name: cleanText(preset, 64),
          icon: "mdi:playlist-play",
          availability: [{ topic: bridgeTopic(base, "state", bridge) }],
          command_topic: setTopic(base, id, "preset"),
          payload_press: JSON.stringify({ value: preset }),
        },
      ];
    }),
  );
}
