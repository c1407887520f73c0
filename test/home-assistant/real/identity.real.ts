import { describe, expect, test } from "vitest";
import { readRetained } from "../../support/mqtt-client.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

/** The address of a player that hides its own. */
const hidden = "02:00:00:00:00:00";

describe.skipIf(whyNoHomeAssistant !== "")("an entity in a real Home Assistant stays the same", () => {
  let house: House;
  openHouse(
    {
      prepare: (_cinema, { player }) => {
        player.identity = { ...player.identity, mac: hidden };
      },
    },
    (opened) => {
      house = opened;
    },
  );

  const uniqueIds = async (): Promise<Map<string, string>> =>
    new Map((await house.api.registered()).map(({ entity_id, unique_id }) => [entity_id, unique_id]));

  test("when the id of its player changes", async () => {
    const before = await uniqueIds();
    await house.stopBridge();
    await house.startBridge({}, [{ ...house.cinema, id: "theatre", shownAs: "cinema" }, house.study]);
    await patiently(async () => {
      // The old topics are still at the broker, so until then Home Assistant shows what they say.
      const announced = await readRetained(house.broker.url, "homeassistant/device/+/config");
      expect([...announced.values()].join("")).toContain("player2mqtt/theatre/");
    });
    expect(await house.lastingDifferences()).toEqual([]);
    expect(await uniqueIds()).toEqual(before);
    const option = house.cinema.sim.player.audio.outputs[1];
    await patiently(async () => {
      // Nothing shows when Home Assistant has moved to the new topics, but that it reaches the player.
      expect((await house.api.state("select.cinema_output")).state).not.toBe("unavailable");
      await house.api.serve("select.select_option", "select.cinema_output", { option: option?.name });
      expect(house.cinema.sim.player.audio.output?.tag).toBe(option?.tag);
    });
    expect(await house.lastingDifferences()).toEqual([]);
    await house.stopBridge();
    await house.startBridge();
    expect(await house.lastingDifferences()).toEqual([]);
    expect(await uniqueIds()).toEqual(before);
  });

  test("in its entity id when the player is known by its address from now on", async () => {
    expect((await uniqueIds()).get("select.study_output")).toBe("player2mqtt_study_output");
    await house.stopBridge();
    await house.startBridge({}, [house.cinema, { ...house.study, mac: "02:5e:11:00:00:09" }]);
    await patiently(async () => {
      expect((await uniqueIds()).get("select.study_output")).toBe("player2mqtt_025e11000009_output");
    });
    expect(await house.lastingDifferences()).toEqual([]);
  });
});
