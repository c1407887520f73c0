import { expect, it } from "vitest";
import { playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { settled } from "../../../core/samples.ts";
import { target } from "../../../home-assistant/players.ts";

it("a preset is a button, which is there while the player sleeps and keeps its id", () => {
  const buttonOf = (...presets: readonly string[]) =>
    Object.entries(playerPayload(target, settled({ presets })).components).find(
      ([, component]) => component["name"] === "Film – „night“",
    );
  const [key, button] = buttonOf("Film – „night“") ?? [];
  expect(key).toMatch(/^preset_./);
  expect(button).toEqual({
    platform: "button",
    unique_id: `player2mqtt_800a805e0053_${key}`,
    default_entity_id: "button.living_room_preset_film_night",
    name: "Film – „night“",
    icon: "mdi:playlist-play",
    availability: [{ topic: "player2mqtt/bridge/state" }],
    command_topic: "player2mqtt/living-room/preset/set",
    payload_press: '{"value":"Film – „night“"}',
  });
  expect(buttonOf("Radio", "Film – „night“")?.[0]).toBe(key);
  expect(buttonOf("Radio")).toBeUndefined();
});
