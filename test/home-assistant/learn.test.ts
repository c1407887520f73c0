import { expect, it } from "vitest";
import { PlayerAnnouncement } from "../../src/bridge/home-assistant-player.ts";
import { entry, routing } from "../core/sample-player.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { offering } from "./players.ts";

it("what can be selected is news to Home Assistant, what is selected is not", () => {
  const announcement = new PlayerAnnouncement(
    { id: "cinema", name: "Cinema" },
    {
      base: "player2mqtt",
      bridge: "bridge",
      prefix: "homeassistant",
      version: "1.0.0",
      hasMediaPlayers: false,
      clock: new FakeClock(),
      open: () => {
        throw new Error("nothing is announced here");
      },
    },
  );
  const usb = entry("USB", { enabled: false });
  expect(announcement.learn(offering(routing([entry("XLR"), entry("RCA"), usb], "XLR")))).toBe(true);
  expect(announcement.learn(offering(routing([entry("XLR"), entry("RCA"), usb], "RCA")))).toBe(false);
  // A disabled entry is offered while it is the current one.
  expect(announcement.learn(offering(routing([entry("XLR"), entry("RCA"), usb], "USB")))).toBe(true);
  expect(announcement.learn(offering(routing([entry("XLR"), usb], "USB")))).toBe(true);
  expect(
    announcement.learn(offering(routing([entry("XLR", { displayName: "Amplifier" }), usb], "USB"))),
  ).toBe(true);
});
