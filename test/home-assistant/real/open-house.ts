import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { House, type HouseOptions } from "./house.ts";

/** A house for all tests of a suite: complete before the first, gone after the last, and no test makes it complain. */
export function openHouse(
  { isDisturbed = false, ...options }: HouseOptions & { readonly isDisturbed?: boolean },
  enter: (house: House) => void,
): void {
  let house: House | undefined;

  beforeAll(async () => {
    house = await House.start(options);
    enter(house);
    expect(await house.lastingDifferences()).toEqual([]);
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house?.checkComplaints({ isDisturbed });
  });
}
