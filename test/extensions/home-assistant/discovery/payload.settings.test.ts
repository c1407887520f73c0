import { describe, expect, it } from "vitest";
import type { PlayerSetting } from "../../../../src/core/resources/settings.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { nextPayload } from "../../../../src/extensions/home-assistant/discovery/transition.ts";
import { playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { distinctSlugs } from "../../../../src/extensions/home-assistant/discovery/slug.ts";
import { declared, ownSettings } from "../../../core/sample-player.ts";
import { having, settled } from "../../../core/samples.ts";
import { sessionWith } from "../../../core/session-with.ts";
import { problemsOf } from "../../../home-assistant/check-payload.ts";
import { byMac, seconds, settledBench } from "../../../home-assistant/discovery-bench.ts";
import { announcedAs, everything, target } from "../../../home-assistant/players.ts";

const tags = ["gain", "upsampling", "balance"];
const allowing = (
  settingTags: readonly string[],
  settings: readonly PlayerSetting[] = ownSettings,
): Session => sessionWith(everything, { settingTags, player: { ...everything.player, settings } });
const settingKeys = (session: Session, shown?: Parameters<typeof announcedAs>[0]): string[] => {
  const payload = playerPayload(target, session, shown && announcedAs(shown));
  return Object.keys(payload.components).filter((key) => key.startsWith("setting_"));
};

describe("an allowed setting of the player", () => {
  it("is an entity of its kind under the title that the player gives it, enabled, since its owner allowed it", () => {
    const untitled = ownSettings.map((one) => (one.tag === "balance" ? { ...one, title: "\ud800" } : one));
    const { components } = playerPayload(target, allowing(tags, untitled));
    const common = (platform: string, tag: string, name: string): object => ({
      platform,
      unique_id: `player2mqtt_800a805e0053_setting_${tag}`,
      default_entity_id: `${platform}.living_room_setting_${tag}`,
      name,
      icon: expect.stringMatching(/^mdi:/),
      entity_category: "config",
      state_topic: `player2mqtt/living-room/settings/${tag}`,
      command_topic: `player2mqtt/living-room/settings/${tag}/set`,
    });
    expect(components["setting_gain"]).toEqual({
      ...common("select", "gain", "Verstärkung"),
      options: ["Walnut", "Night blue"],
      value_template: expect.any(String),
      command_template: expect.stringContaining('{"value": '),
    });
    const onOff = { payload_on: "on", payload_off: "off", state_on: "on", state_off: "off" };
    expect(components["setting_upsampling"]).toEqual({
      ...common("switch", "upsampling", "Upsampling"),
      ...onOff,
    });
    // A number with a sign alone would be a step; a title with nothing to show is replaced by the tag.
    const range = { min: -10, max: 10, command_template: "={{ value }}", value_template: expect.any(String) };
    expect(components["setting_balance"]).toMatchObject({
      ...common("number", "balance", "balance"),
      ...range,
    });
  });

  it("that its owner has declared is a switch like any other, or a sensor of what can only be read", () => {
    const facts = (["flag", "number", "text"] as const).map((valueKind) => {
      const empty = { title: valueKind, group: "", handle: "", value: "" };
      return { ...empty, tag: valueKind, isDeclared: true as const, kind: "fact" as const, valueKind };
    });
    const session = sessionWith(everything, {
      declaredTags: ["subwoofer", ...facts.map(({ tag }) => tag)],
      player: { ...everything.player, declared: [...declared, ...facts] },
    });
    const payload = playerPayload(target, session);
    expect(payload.components).toMatchObject({
      setting_subwoofer: { platform: "switch", entity_category: "config" },
      setting_flag: { platform: "binary_sensor", payload_on: "on", entity_category: "diagnostic" },
      setting_number: { platform: "sensor", state_class: "measurement" },
      setting_text: { platform: "sensor", entity_category: "diagnostic" },
    });
    for (const { tag } of facts)
      expect(payload.components[`setting_${tag}`]).not.toHaveProperty("command_topic");
    expect(problemsOf(payload)).toEqual([]);
  });

  it("has no entity where it is not allowed, or the player lacks it, and stays as announced until that is known", () => {
    expect(settingKeys(allowing([]))).toEqual([]);
    expect(settingKeys(allowing(["gain", "filter"]))).toEqual(["setting_gain"]);
    const shown = playerPayload(target, allowing(tags));
    expect(settingKeys(allowing(tags, []), shown)).toEqual([]);
    const { settings: _, ...player } = everything.player;
    const untold = sessionWith(everything, { player, settingTags: ["gain", "balance"] });
    expect(settingKeys(having(untold, { settings: { support: "unsupported" } }), shown)).toEqual([]);
    const again = playerPayload(
      target,
      having(untold, { settings: { support: "unknown" } }),
      announcedAs(shown),
    );
    const { setting_gain, setting_balance, setting_upsampling } = shown.components;
    expect(again.components).toMatchObject({ setting_gain, setting_balance });
    expect([setting_upsampling, again.components["setting_upsampling"]]).toEqual([
      expect.any(Object),
      undefined,
    ]);
    const next = nextPayload(announcedAs(shown), again);
    expect(next.components["setting_upsampling"]).toEqual({ platform: "switch" });
  });

  it("is left out where the announcement would not fit into one message with it", async () => {
    const bench = await settledBench();
    const long = Array.from({ length: 400 }, (_, index) => ({ index, title: `Option number ${index}` }));
    const endless = ownSettings.map((one) => (one.kind === "list" ? { ...one, options: long } : one));
    const announced = async (maxPayloadBytes: number): Promise<string> => {
      bench.broker.maxPayloadBytes = maxPayloadBytes;
      bench.publish("cinema", allowing(maxPayloadBytes > 45_000 ? ["gain"] : tags, endless));
      await bench.clock.advance(seconds(5));
      return bench.broker.retained.get(byMac) ?? "";
    };
    expect(await announced(45_000)).toMatch(/^(?!.*setting_).*video_state/);
    expect(bench.broker.tooLarge).toEqual([]);
    expect(await announced(400_000)).toContain("setting_gain");
  });
});

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

it("names that are part of an entity id differ, whatever letters they have, and keep that part while others come and go", () => {
  const names = ["Film night", "Soirée", "映画", "音楽", "Jazz!", "jazz"];
  const slugs = [...distinctSlugs(names).values()];
  expect(slugs.slice(0, 2)).toEqual(["film_night", "soiree"]);
  expect(slugs.at(-1)).toMatch(/^jazz_./);
  expect(new Set(slugs).size).toBe(names.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  expect(distinctSlugs(["音楽"]).get("音楽")).toBe(distinctSlugs(["映画", "音楽"]).get("音楽"));
});
