import { expect, it } from "vitest";
import { Ownership } from "../../src/bridge/ownership.ts";
import { incoming } from "../support/bridge/incoming.ts";

const command = incoming("base/den/audio/input/set", "TV");

it("a bridge without plugs acts for all its players", () => {
  const ownership = new Ownership([]);
  expect([ownership.mayStart("den"), ownership.mayAct("den"), ownership.admits(command)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([ownership.whyStop("den"), ownership.refusalOf("den"), ownership.standsByFor]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([ownership.isActive, ownership.isOnHold, ownership.sharesPlayers, ownership.term]).toEqual([
    true,
    false,
    false,
    0,
  ]);
});

it("one plug that says no is enough, whatever the others leave out or allow", () => {
  const reason = { text: "because" };
  const denying = {
    isActive: false,
    isOnHold: true,
    mayStart: (id: string) => id !== "den",
    whyStop: (id: string) => (id === "den" ? reason : undefined),
    mayAct: (_id: string, isEnding: boolean) => isEnding,
  };
  const ownership = new Ownership([{}, denying, { mayStart: () => true, mayAct: () => true }]);
  expect([ownership.mayStart("den"), ownership.mayStart("attic")]).toEqual([false, true]);
  expect([ownership.whyStop("den"), ownership.whyStop("attic")]).toEqual([reason, undefined]);
  expect([ownership.mayAct("den"), ownership.mayAct("den", true)]).toEqual([false, true]);
  expect([ownership.isActive, ownership.isOnHold]).toEqual([false, true]);
});

it("a command that waits at the last plug is not decided by the others yet", () => {
  const asked: string[] = [];
  const ownership = new Ownership([
    { admits: () => asked.push("first") > 0 },
    { admits: () => asked.push("last") === 0 },
  ]);
  expect(ownership.admits(command)).toBe(false);
  expect(asked).toEqual(["last"]);
});
