import { describe, expect, it } from "vitest";
import { controls } from "../../../src/core/controls/table.ts";
import { player } from "../sample-player.ts";
import { settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";

const off = settled({ availability: "offline" });

describe("power", () => {
  it.each([
    ["off", [{ operation: "setPower", tag: "poweroff" }]],
    ["standby", [{ operation: "setPower", tag: "standby" }]],
    ["reboot", [{ operation: "setPower", tag: "reboot" }]],
    ["on", "unchanged"],
  ])("%s of a player that is on", (request, expected) => {
    expect(decided("power", request)).toEqual(expected);
  });

  it.each([
    ["off", "unchanged"],
    ["standby", "unchanged"],
    ["reboot", "failed: the player is off, or cannot be reached"],
  ])("%s of a player that is off", (request, expected) => {
    expect(decided("power", request, off)).toBe(expected);
  });

  it("on sends two packets to the configured MAC, else to the reported one", () => {
    const packet = { operation: "wake", mac: "aa:bb" };
    expect(decided("power", "on", off)).toEqual([packet, packet]);
    const own = settled({ availability: "offline", mac: "80:0a:80:5e:00:53" });
    expect(decided("power", "on", own)).toMatchObject([{ mac: own.mac }, { mac: own.mac }]);
    expect(effectOf("power", "on", off).calls.map(({ afterMs }) => afterMs)).toEqual([0, 20_000]);
    const unknown = { ...without("model"), availability: "offline" } as const;
    expect(decided("power", "on", unknown)).toMatch(/^failed: no MAC address to wake it/);
  });

  it("is rejected if the player does not offer it", () => {
    const session = settled({ player: { ...player, power: [{ tag: "reboot", name: "Neustart" }] } });
    expect(decided("power", "off", session)).toBe("rejected: the player has no off: it offers reboot");
    expect(decided("power", "off", without("power"))).toBe("rejected: the player has no off: it offers ");
  });

  it("is shown by silence, or by its end", () => {
    const leave = effectOf("power", "off");
    expect(leave.isShown(settled())).toBe(false);
    expect(leave.isShown(settled({ failure: { at: 5, reason: "ECONNREFUSED" } }))).toBe(true);
    expect(leave.isShown(settled({ failure: { at: -5, reason: "ECONNREFUSED" } }))).toBe(false);
    expect(leave.shown(settled())).toBe("signs of life");
    const wake = effectOf("power", "on", off);
    expect([wake.isShown(off), wake.isShown(settled()), wake.shown(off)]).toEqual([
      false,
      true,
      "no sign of life",
    ]);
  });
});

describe("screen", () => {
  it.each([
    ["on", [{ operation: "sendKey", key: "Key.Screen.ON" }]],
    ["off", [{ operation: "sendKey", key: "Key.Screen.OFF" }]],
    ["toggle", [{ operation: "setPower", tag: "screen" }]],
  ])("%s", (request, expected) => {
    expect(decided("screen", request)).toEqual(expected);
  });

  it("is toggled only where the player offers it", () => {
    expect(decided("screen", "toggle", without("power"))).toMatch(/^rejected/);
  });

  it("is shown by nothing", () => {
    const effect = effectOf("screen", "on");
    expect([effect.proof, effect.isShown(settled()), effect.shown(settled())]).toEqual([
      undefined,
      false,
      "nothing",
    ]);
  });
});

describe("keys", () => {
  const pressed = (request: string): unknown =>
    effectOf("key", request).calls.map(({ afterMs, call }) => [afterMs, "key" in call && call.key]);

  it.each([
    ["Up", [[0, "Key.Up"]]],
    ["Key.Screen.ON", [[0, "Key.Screen.ON"]]],
    [
      "Up, Down",
      [
        [0, "Key.Up"],
        [200, "Key.Down"],
      ],
    ],
    [
      "Up 500 Down",
      [
        [0, "Key.Up"],
        [500, "Key.Down"],
      ],
    ],
    [
      "500 Up 100 100 Down 5",
      [
        [0, "Key.Up"],
        [200, "Key.Down"],
      ],
    ],
    [
      '["Up", 700, "Down"]',
      [
        [0, "Key.Up"],
        [700, "Key.Down"],
      ],
    ],
  ])("%s", (request, expected) => {
    expect(pressed(request)).toEqual(expected);
  });

  it.each([
    "",
    "500",
    "Up 6000 6000 Down",
    "a-b",
    "x".repeat(60),
    "[1",
    Array.from({ length: 33 }, () => "Up").join(" "),
  ])("cannot be %j", (request) => {
    expect(controls["key"].problemOf(request)).toMatch(/^malformed: wanted a key/);
  });
});
