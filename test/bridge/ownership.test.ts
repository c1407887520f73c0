import { expect, it } from "vitest";
import { Ownership } from "../../src/bridge/ownership.ts";
import { incoming } from "../support/bridge/incoming.ts";

const command = incoming("base/den/audio/input/set", "TV");

it("a bridge without plugs acts for all its players", () => {
  const ownership = new Ownership([]);
  expect([ownership.mayAct("den"), ownership.admits(command)]).toEqual([true, true]);
  expect([ownership.whyStop("den"), ownership.fleet, ownership.standsByFor]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([ownership.isActive, ownership.sharesPlayers, ownership.term]).toEqual([true, false, 0]);
});

it("one plug that says no is enough, whatever the others leave out or allow", () => {
  const reason = { text: "because" };
  const denying = {
    isActive: false,
    whyStop: (id: string) => (id === "den" ? reason : undefined),
    mayAct: (id: string) => id !== "den",
  };
  const ownership = new Ownership([{}, denying, { mayAct: () => true }]);
  expect([ownership.whyStop("den"), ownership.whyStop("attic")]).toEqual([reason, undefined]);
  expect([ownership.mayAct("den"), ownership.mayAct("attic")]).toEqual([false, true]);
  expect(ownership.isActive).toBe(false);
});
