import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { change, echoMs, Inspection, parts } from "./house-parts.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";

describe.skipIf(whyNoHomeAssistant !== "")("a real Home Assistant shows the same after a restart of", () => {
  let house: House;
  openHouse({ isDisturbed: true }, (opened) => {
    house = opened;
  });
  let inspection: Inspection;

  beforeAll(async () => {
    inspection = await Inspection.of(house);
  });

  test.each(Object.keys(parts))("the %s", async (name) => {
    await parts[name]?.leave(house);
    change(house);
    // Long enough for the others to notice.
    await setTimeout(echoMs);
    await parts[name]?.comeBack(house);
    expect(await inspection.differences()).toEqual([]);
  });

  test.each([
    ["Home Assistant", "bridge"],
    ["bridge", "Home Assistant"],
    ["broker", "bridge"],
    ["broker with an old memory", "bridge"],
    ["player", "bridge"],
    ["player", "Home Assistant"],
    ["broker", "Home Assistant"],
  ])("the %s and the %s, each while the other is away", async (first, second) => {
    // Those that left first come back first, and then the other way round.
    for (const isFirstBack of [true, false]) {
      await parts[first]?.leave(house);
      await parts[second]?.leave(house);
      change(house);
      await parts[isFirstBack ? first : second]?.comeBack(house);
      await parts[isFirstBack ? second : first]?.comeBack(house);
      expect(await inspection.differences()).toEqual([]);
    }
  });

  test("everything at once", async () => {
    for (const name of ["Home Assistant", "bridge", "broker", "player"]) await parts[name]?.leave(house);
    change(house);
    await house.cinema.sim.wake();
    await house.broker.start();
    await Promise.all([house.startBridge(), house.startHass()]);
    expect(await inspection.differences()).toEqual([]);
  });

  test("nothing while a player sleeps: it is unavailable, and it comes back", async () => {
    await house.cinema.sim.sleep();
    expect(await inspection.differences()).toEqual([]);
    await house.cinema.sim.wake();
    expect(await inspection.differences()).toEqual([]);
    await house.stopBridge();
    expect(await inspection.differences()).toEqual([]);
    await house.startBridge();
    expect(await inspection.differences()).toEqual([]);
  });
});
