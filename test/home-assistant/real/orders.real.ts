import { beforeAll, describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { change, Inspection, parts } from "./house-parts.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";

function ordersOf(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((first) =>
    ordersOf(names.filter((name) => name !== first)).map((rest) => [first, ...rest]),
  );
}

const orders = ordersOf(["Home Assistant", "broker", "bridge", "player"]);

describe.skipIf(whyNoHomeAssistant !== "")(
  "a real Home Assistant shows the same when all were away and",
  () => {
    let house: House;
    openHouse({ isDisturbed: true }, (opened) => {
      house = opened;
    });
    let inspection: Inspection;

    beforeAll(async () => {
      inspection = await Inspection.of(house);
    });

    test.each(orders.map((order) => [order.join(", then "), order] as const))(
      "come back in this order: %s",
      async (_words, order) => {
        for (const name of order) await parts[name]?.leave(house);
        change(house);
        for (const name of order) await parts[name]?.comeBack(house);
        expect(await inspection.differences()).toEqual([]);
      },
    );
  },
);
