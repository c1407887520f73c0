import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { echoMs } from "./house-parts.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

interface Automation {
  readonly triggers: readonly { readonly trigger: string }[];
  readonly actions: readonly object[];
}

/** The automation of the examples that reacts to outcomes, for a player of the test. */
function exampleAutomation(): Automation {
  const path = "../../../examples/home-assistant/automations.yaml";
  const yaml = readFileSync(join(import.meta.dirname, path), "utf8");
  const all = parse(yaml.replaceAll("living_room", "study")) as Automation[];
  const found = all.find(({ triggers }) => triggers.some(({ trigger }) => trigger === "event.received"));
  if (found === undefined) throw new Error("the examples have no automation for outcomes");
  return found;
}

const automation = exampleAutomation();
const hassConfiguration = [
  "counter:",
  "  failures:",
  stringify({
    automation: [
      {
        ...automation,
        actions: [
          ...automation.actions,
          { action: "counter.increment", target: { entity_id: "counter.failures" } },
        ],
      },
    ],
  }),
];

describe.skipIf(whyNoHomeAssistant !== "")("a media player in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ hassConfiguration, isDisturbed: true }, (opened) => {
    house = opened;
  });

  beforeAll(async () => {
    for (const [name, entityId] of [
      ["Attic", studyPlayer],
      ["Basement", cinemaPlayer],
    ]) {
      const { area_id } = await house.api.call<{ area_id: string }>("config/area_registry/create", { name });
      const entities = await house.api.registered("player2mqtt");
      const device_id = entities.find(({ entity_id }) => entity_id === entityId)?.device_id;
      await house.api.call("config/device_registry/update", { device_id, area_id });
    }
  });

  test("voice pauses, goes on, sets the volume and turns off, by name", async () => {
    const { music, volume } = house.study.sim.player;
    music.play();
    await shows(house, studyPlayer, { state: "playing" });
    expect(await house.api.say("next track on Study")).toMatch(/^action_done/);
    await patiently(async () => expect(music.index).toBe(1));
    await shows(house, studyPlayer, { attributes: { media_title: music.current?.title } });
    expect(await house.api.say("pause Study")).toMatch(/^action_done/);
    // Assist waits for a player no longer than a moment.
    await patiently(async () => expect(music.state).toBe("paused"));
    expect(await house.api.say("set Study volume to 40 percent")).toMatch(/^action_done/);
    await patiently(async () => expect(volume?.level).toBe(80));
    expect(await house.api.say("turn off Study")).toMatch(/^action_done/);
    await shows(house, studyPlayer, { state: "off" });
    expect(await house.api.say("turn on Study")).toMatch(/^action_done/);
    await shows(house, studyPlayer, { state: "paused" });
  });

  test("voice pauses, goes on and sets the volume, by area", async () => {
    const { music, volume } = house.study.sim.player;
    const { video } = house.cinema.sim.player;
    music.play();
    video.play();
    await shows(house, studyPlayer, { state: "playing" });
    await shows(house, cinemaPlayer, { state: "playing" });
    const { index } = music;
    expect(await house.api.say("next track in the attic")).toMatch(/^action_done/);
    await patiently(async () => expect(music.index).toBe(index + 1));
    expect(await house.api.say("set the volume in the attic to 30 percent")).toMatch(/^action_done/);
    await patiently(async () => expect(volume?.level).toBe(60));
    expect(await house.api.say("pause the music in the attic")).toMatch(/^action_done/);
    await patiently(async () => expect([music.state, video.state]).toEqual(["paused", "playing"]));
    video.pause();
    await shows(house, cinemaPlayer, { state: "paused" });
  });

  test("the documented automation sees each failed command once", async () => {
    const { behaviors } = house.study.sim;
    const failures = async (): Promise<string> => (await house.api.state("counter.failures")).state;
    const event = async (): Promise<string> => (await house.api.state("event.study_command_outcome")).state;
    const before = Number(await failures());
    const outcomes = new Set([await event()]);
    for (const count of [1, 2]) {
      using _fault = behaviors.add("ignoreSelection");
      const { input, inputs } = house.study.sim.player.audio;
      const source = inputs.find(({ tag }) => tag !== input?.tag)?.name;
      await expect(house.api.act("media_player.select_source", studyPlayer, { source })).rejects.toThrow(
        "not applied: the player still shows",
      );
      await patiently(async () => expect(await failures()).toBe(String(before + count)));
      outcomes.add(await event());
    }
    expect(outcomes.size).toBe(3);
    // One that is obeyed, and what a trigger on the state would take for another failure.
    await house.api.serve("number.set_value", "number.study_volume", { value: 20 });
    await patiently(async () => expect(outcomes).not.toContain(await event()));
    await house.stopBridge();
    await shows(house, "event.study_command_outcome", { state: "unavailable" });
    await house.startBridge();
    expect(await house.lastingDifferences()).toEqual([]);
    await setTimeout(echoMs);
    expect(await failures()).toBe(String(before + 2));
  });
});
