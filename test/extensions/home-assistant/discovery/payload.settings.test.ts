import { describe, expect, it } from "vitest";
import type { PlayerSetting } from "../../../../src/core/resources/settings.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { nextPayload } from "../../../../src/extensions/home-assistant/discovery/transition.ts";
import { playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { distinctSlugs } from "../../../../src/extensions/home-assistant/discovery/slug.ts";
import { declared, ownSettings } from "../../../core/sample-player.ts";
import { having } from "../../../core/samples.ts";
import { problemsOf } from "../../../home-assistant/check-payload.ts";
import { byMac, seconds, settledBench } from "../../../home-assistant/discovery-bench.ts";
import { announcedAs, everything, target } from "../../../home-assistant/players.ts";
import { sessionWith } from "../../../core/session-with.ts";

const tags = ["gain", "upsampling", "balance"];
const allowing = (
  settingTags: readonly string[],
  settings: readonly PlayerSetting[] = ownSettings,
): Session => sessionWith(everything, { settingTags, player: { ...everything.player, settings } });
const componentOf = (key: string) => playerPayload(target, allowing(tags)).components[key];
const settingKeys = (session: Session, shown?: Parameters<typeof announcedAs>[0]): string[] => {
  const payload = playerPayload(target, session, shown && announcedAs(shown));
  return Object.keys(payload.components).filter((key) => key.startsWith("setting_"));
};

describe("an allowed setting of the player", () => {
  it("is an entity of its kind under the title that the player gives it", () => {
    expect(componentOf("setting_gain")).toMatchObject({
      platform: "select",
      unique_id: "player2mqtt_800a805e0053_setting_gain",
      default_entity_id: "select.living_room_setting_gain",
      name: "Verstärkung",
      entity_category: "config",
      state_topic: "player2mqtt/living-room/settings/gain",
      command_topic: "player2mqtt/living-room/settings/gain/set",
      options: ["Walnut", "Night blue"],
      command_template: expect.stringContaining('{"value": '),
    });
    expect(componentOf("setting_upsampling")).toMatchObject({
      platform: "switch",
      name: "Upsampling",
      payload_on: "on",
      payload_off: "off",
    });
    expect(componentOf("setting_balance")).toMatchObject({
      platform: "number",
      min: -10,
      max: 10,
      // A number with a sign alone would be a step.
      command_template: "={{ value }}",
    });
  });

  it("is enabled, since its owner allowed it by name, and unavailable with the player", () => {
    for (const tag of tags) {
      expect(componentOf(`setting_${tag}`)).not.toHaveProperty("enabled_by_default");
      expect(componentOf(`setting_${tag}`)).not.toHaveProperty("availability");
    }
  });

  it("obeys the rules of Home Assistant", () => {
    expect(problemsOf(playerPayload(target, allowing(tags)))).toEqual([]);
  });

  it("that its owner has declared is a switch like any other, or a sensor of what can only be read", () => {
    const facts = (["flag", "number", "text"] as const).map((valueKind) => ({
      tag: valueKind,
      title: valueKind,
      group: "",
      handle: "",
      isDeclared: true as const,
      kind: "fact" as const,
      valueKind,
      value: "",
    }));
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

  it("has its tag as name where the title has nothing to show", () => {
    const untitled = ownSettings.map((one) => ({ ...one, title: "\ud800" }));
    expect(playerPayload(target, allowing(tags, untitled)).components["setting_gain"]).toMatchObject({
      name: "gain",
    });
  });

  it("has no entity where it is not allowed, or the player lacks it", () => {
    expect(settingKeys(allowing([]))).toEqual([]);
    expect(settingKeys(allowing(["gain", "filter"]))).toEqual(["setting_gain"]);
    const shown = playerPayload(target, allowing(tags));
    expect(settingKeys(allowing(tags, []), shown)).toEqual([]);
    const { settings: _, ...others } = everything.player;
    const lacking = having(sessionWith(everything, { player: others, settingTags: tags }), {
      settings: { support: "unsupported" },
    });
    expect(settingKeys(lacking, shown)).toEqual([]);
  });

  it("stays as announced until the player has reported it again, unless it is no longer allowed", () => {
    const shown = playerPayload(target, allowing(tags));
    const { settings: _, ...others } = everything.player;
    const restarted = having(sessionWith(everything, { player: others, settingTags: ["gain", "balance"] }), {
      settings: { support: "unknown" },
    });
    expect(settingKeys(restarted, shown)).toEqual(["setting_gain", "setting_balance"]);
    const again = playerPayload(target, restarted, announcedAs(shown));
    expect(again.components["setting_gain"]).toEqual(shown.components["setting_gain"]);
    const next = nextPayload(announcedAs(shown), again);
    expect(next.components["setting_upsampling"]).toEqual({ platform: "switch" });
  });

  it("is announced with the player, and again when its options or its title change, but not its value", async () => {
    const bench = await settledBench();
    const later = async (session: Session): Promise<string[]> => {
      bench.broker.messages.splice(0);
      bench.publish("cinema", session);
      await bench.clock.advance(seconds(5));
      return bench.broker.payloads(byMac).map(String);
    };
    expect((await later(allowing(tags))).join()).toContain("Verstärkung");
    const louder = ownSettings.map((one) => (one.kind === "list" ? { ...one, current: 1 } : one));
    expect(await later(allowing(tags, louder))).toEqual([]);
    const english = louder.map((one) => ({ ...one, title: "Gain" }));
    expect((await later(allowing(tags, english))).join()).not.toContain("Verstärkung");
    const gone = await later(allowing(["balance"], english));
    expect(gone[0]).toContain('"setting_gain":{"platform":"select"}');
    expect(gone.at(-1)).not.toContain("setting_gain");
  });

  it("is left out where the announcement would not fit into one message with it", async () => {
    const bench = await settledBench();
    const long = Array.from({ length: 400 }, (_, index) => ({ index, title: `Option number ${index}` }));
    const endless = ownSettings.map((one) => (one.kind === "list" ? { ...one, options: long } : one));
    bench.broker.maxPayloadBytes = 45_000;
    bench.publish("cinema", allowing(tags, endless));
    await bench.clock.advance(seconds(5));
    const announced = String(bench.broker.retained.get(byMac));
    expect(announced).toContain("video_state");
    expect(announced).not.toContain("setting_");
    expect(bench.broker.tooLarge).toEqual([]);
    bench.broker.maxPayloadBytes = 400_000;
    bench.publish("cinema", allowing(["gain"], endless));
    await bench.clock.advance(seconds(5));
    expect(String(bench.broker.retained.get(byMac))).toContain("setting_gain");
  });
});

describe("names that are part of an entity id", () => {
  it("differ, whatever letters they have", () => {
    const names = ["Film night", "Soirée", "映画", "音楽", "Jazz!", "jazz"];
    const slugs = [...distinctSlugs(names).values()];
    expect(slugs.slice(0, 2)).toEqual(["film_night", "soiree"]);
    expect(slugs.at(-1)).toMatch(/^jazz_./);
    expect(new Set(slugs).size).toBe(names.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it("keep their own part while others come and go", () => {
    expect(distinctSlugs(["音楽"]).get("音楽")).toBe(distinctSlugs(["映画", "音楽"]).get("音楽"));
  });
});
