import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("commands from a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  /** Waits until the entities for outcomes show these attributes. */
  const outcome = async (id: string, attributes: object): Promise<void> => {
    await patiently(async () => {
      expect((await house.api.state(`event.${id}_command_outcome`)).attributes).toMatchObject(attributes);
    });
  };

  test("select each option of each select on the player", async () => {
    for (const { id, sim } of [house.cinema, house.study]) {
      const { audio } = sim.player;
      const usable = audio.outputs.filter(({ enabled }) => enabled);
      const states = await house.api.states();
      const optionsOf = (selector: string): unknown =>
        states.get(`select.${id}_${selector}`)?.attributes["options"];
      expect(optionsOf("input")).toEqual(audio.inputs.map(({ name }) => name));
      expect(optionsOf("output")).toEqual(usable.map(({ name }) => name));
      for (const { name: option, tag } of audio.inputs.toReversed()) {
        await house.api.serve("select.select_option", `select.${id}_input`, { option });
        await patiently(async () => expect(audio.input?.tag).toBe(tag));
        await outcome(id, { event_type: "applied", command: "audio/input", tag });
        expect(await house.lastingDifferences()).toEqual([]);
      }
      for (const { name: option, tag } of usable.toReversed()) {
        await house.api.serve("select.select_option", `select.${id}_output`, { option });
        await patiently(async () => expect(audio.output?.tag).toBe(tag));
        await outcome(id, { event_type: "applied", command: "audio/output", tag });
        expect(await house.lastingDifferences()).toEqual([]);
      }
    }
    expect((await house.api.state("sensor.cinema_last_outcome")).state).toBe("applied");
  });

  test("refresh the player, and each fires an event", async () => {
    const button = { entity_id: "button.study_refresh", disabled_by: null };
    await house.api.call("config/entity_registry/update", button);
    await house.api.reloadMqtt();
    await patiently(async () => expect((await house.api.state(button.entity_id)).state).toBe("unknown"));
    const event = "event.study_command_outcome";
    const { state: before } = await house.api.state(event);
    await house.api.serve("button.press", "button.study_refresh");
    await outcome("study", { event_type: "applied", command: "refresh" });
    expect((await house.api.state(event)).state).not.toBe(before);
    expect((await house.api.state("button.study_refresh")).state).toMatch(/^\d{4}-/);
  });

  test("that the player ignores say so, and the select shows what is", async () => {
    const { behaviors, player } = house.study.sim;
    const { inputs, input } = player.audio;
    const option = inputs.find(({ tag }) => tag !== input?.tag)?.name;
    {
      using _fault = behaviors.add("ignoreSelection");
      await house.api.serve("select.select_option", "select.study_input", { option });
      await outcome("study", { event_type: "failed", command: "audio/input" });
    }
    expect(await house.lastingDifferences()).toEqual([]);
    expect((await house.api.state("sensor.study_last_outcome")).state).toBe("failed");
  });

  test("still reach the right entry after it was renamed, and no select is ever without its state", async () => {
    const { audio } = house.cinema.sim.player;
    const output = "select.cinema_output";
    using witness = await house.api.witness();
    const tag = audio.output?.tag ?? "";
    audio.renameOutput(tag, "Projector");
    expect(await house.lastingDifferences()).toEqual([]);
    audio.setOutputEnabled("USB", true);
    await patiently(async () => {
      expect((await house.api.state(output)).attributes["options"]).toContain("USB converter");
    });
    await house.api.serve("select.select_option", output, { option: "USB converter" });
    expect(await house.lastingDifferences()).toEqual([]);
    audio.renameOutput("USB", "Projector 2");
    audio.renameInput("BT", audio.inputs[0]?.name ?? "");
    expect(await house.lastingDifferences()).toEqual([]);
    await house.api.serve("select.select_option", output, { option: "Projector" });
    await patiently(async () => expect(audio.output?.tag).toBe(tag));
    audio.setOutputEnabled("USB", false);
    expect(await house.lastingDifferences()).toEqual([]);
    await patiently(async () => {
      expect((await house.api.state(output)).attributes["options"]).not.toContain("Projector 2");
    });
    const seen = witness.statesOf(output);
    expect(seen).not.toContain("unknown");
    expect(seen).not.toContain("unavailable");
    expect(witness.statesOf("select.cinema_input")).toEqual([audio.input?.name]);
  });
});
