import { expect, it } from "vitest";
import type { PlayerAnnouncement } from "../../src/extensions/home-assistant/home-assistant-player.ts";
import { entry, routing } from "../core/sample-player.ts";
import { after, answered, failed } from "../core/samples.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { everything, offering, unannounced } from "./players.ts";

/** A player that only learns. */
function listening(): PlayerAnnouncement {
  return unannounced({
    clock: new FakeClock(),
    open: () => {
      throw new Error("nothing is announced here");
    },
  });
}

it("what can be selected is news to Home Assistant, what is selected is not", () => {
  const announcement = listening();
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

it("what a film offers is news when both its lists are told, or one of them will not be", () => {
  const announcement = listening();
  const { subtitles: _subtitles, audioTracks: _audioTracks, ...others } = everything.player;
  const begun = { ...everything, player: others };
  expect(announcement.learn(begun)).toBe(true);
  const half = after(begun, [10, answered("subtitles")]);
  expect(announcement.learn(half)).toBe(false);
  expect(announcement.learn(after(half, [20, failed("audioTracks", "malformed")]))).toBe(true);
});

it("of which type the picture is, is news", () => {
  const announcement = listening();
  const shown = (lastType: string) => ({
    ...everything,
    asked: { address: "a", picture: undefined, lastType },
  });
  expect(announcement.learn(shown("image/png"))).toBe(true);
  expect(announcement.learn(shown("image/png"))).toBe(false);
  expect(announcement.learn(shown("image/jpeg"))).toBe(true);
});
