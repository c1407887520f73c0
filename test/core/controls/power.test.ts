import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { powerWordsOf } from "../../../src/core/resources/power.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { type Session, withResource } from "../../../src/core/session/session.ts";
import { model, player, unlimited } from "../sample-player.ts";
import { powerState, switchesByKey } from "../../../src/core/resources/power.ts";
import { after, failed, having, select, settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const off = settled({ availability: "offline" });
const packet = { operation: "wake", macs: ["aa:bb"] };

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

  it("on sends two packets to every address: configured, reported, and of the wireless card", () => {
    const wired = { ...player, model: { ...model, wifiMac: "" } };
    const unknown = sessionWith(without("model"), { availability: "offline" });
    const former = { model, hasPower: true };
    for (const session of [off, { ...off, player: wired }, sessionWith(unknown, { former })])
      expect(decided("power", "on", session)).toEqual([packet, packet]);
    const wireless = { ...player, model: { ...model, wifiMac: "AA:CC" } };
    const own = sessionWith(off, {
      player: wireless,
      mac: "80:0a:80:5e:00:53",
      wakeMacs: ["aa:bb", "aa:dd"],
    });
    const all = { macs: ["80:0a:80:5e:00:53", "aa:bb", "aa:cc", "aa:dd"] };
    expect(decided("power", "on", own)).toMatchObject([all, all]);
    expect(effectOf("power", "on", off).calls.map(({ afterMs }) => afterMs)).toEqual([0, 20_000]);
    expect(decided("power", "on", unknown)).toMatch(/^failed: no MAC address to wake it/);
  });

  it("off may mean standby, and is rejected by that name", () => {
    const sleeper = settled({ offAction: "standby" });
    expect(decided("power", "off", sleeper)).toEqual([{ operation: "setPower", tag: "standby" }]);
    expect(decided("power", "off", sessionWith(without("power"), { offAction: "standby" }))).toBe(
      "rejected: the player has no standby, which controls.powerOff uses for off: it offers ",
    );
  });

  it("is by the keys of the remote control where the player reports no power options", () => {
    const press = (key: string): object[] => [{ operation: "sendKey", key }];
    const calls = new Set(["sendKey"] as const);
    const keyed = having(sessionWith(without("power"), { calls }), { power: { support: "unsupported" } });
    expect(controlSupport(keyed, "power")).toBe("supported");
    expect(decided("power", "off", keyed)).toEqual(press("Key.PowerOn.Poweroff"));
    expect(decided("power", "standby", keyed)).toEqual(press("Key.PowerOn.Standby"));
    expect(decided("power", "reboot", keyed)).toEqual(press("Key.PowerOn.Reboot"));
    expect(decided("power", "off", sessionWith(keyed, { offAction: "standby" }))).toEqual(
      press("Key.PowerOn.Standby"),
    );
    expect(powerWordsOf(keyed)).toEqual(["off", "standby", "reboot"]);
    expect(Object.fromEntries(powerState.render(keyed, unlimited))).toMatchObject({ power: "on" });
    const keyless = sessionWith(keyed, { calls: new Set(["setPower"] as const) });
    expect(controlSupport(keyless, "power")).toBe("unsupported");
    expect(decided("power", "off", keyless)).toBe("rejected: the player has no off: it offers ");
    const denied = { sendKey: { support: "unsupported", denials: 1 } } as const;
    for (const other of [{ ...keyed, player }, having(keyed, { power: { support: "unknown" } }), keyless])
      expect(switchesByKey(other)).toBe(false);
    expect(switchesByKey({ ...keyed, operations: denied })).toBe(false);
    // A list without an option is the player's word.
    const some = settled({ player: { ...player, power: [{ tag: "poweroff", name: "Off" }] } });
    expect(decided("power", "reboot", some)).toMatch(/^rejected: the player has no reboot/);
  });

  it("has the words that the player offers, and those of a plug", () => {
    expect(powerWordsOf(settled())).toEqual(["on", "off", "standby", "reboot"]);
    const silent = { ...without("model"), ...without("power"), player: {} };
    expect(powerWordsOf(silent)).toEqual([]);
    expect(powerWordsOf(sessionWith(silent, { hasPlug: true }))).toEqual(["on", "off"]);
  });

  const standby = { tag: "standby", name: "standby" };
  const telling = (isCurrent: boolean, change: SessionFields = {}) =>
    settled({
      player: { ...player, power: [{ tag: "on", name: "on", isCurrent }, standby] },
      operations: { wake: { support: "unsupported", denials: 1 } },
      ...change,
    });
  const [on, asleep] = [telling(true), telling(false)];

  it("is told by a player that answers also while it is off, and proven by that", () => {
    expect(Object.fromEntries(powerState.render(asleep, unlimited))).toMatchObject({ power: "off" });
    expect(Object.fromEntries(powerState.render(on, unlimited))).toMatchObject({ power: "on" });
    expect(powerWordsOf(asleep)).toEqual(["on", "off", "standby"]);
    const asked = (tag: string) => [{ operation: "setPower", tag }];
    expect(["on", "off", "standby"].map((word) => decided("power", word, asleep))).toEqual([
      asked("on"),
      "unchanged",
      "unchanged",
    ]);
    expect(["on", "off", "standby"].map((word) => decided("power", word, on))).toEqual([
      "unchanged",
      asked("standby"),
      asked("standby"),
    ]);
    expect(decided("power", "off", telling(true, { hasPlug: true }))).toEqual(asked("standby"));
    const [toOn, toOff] = [effectOf("power", "on", asleep), effectOf("power", "off", on)];
    expect([toOn.proof, toOn.isShown(asleep), toOn.isShown(on)]).toEqual(["power", false, true]);
    expect([toOff.proof, toOff.isShown(on), toOff.isShown(asleep)]).toEqual(["power", false, true]);
  });

  it("is read first where the player tells it", () => {
    const command = select("on", { target: "power", receivedAt: 100, expiresAt: 9000 });
    const next = (session: Session) => plan(withResource(session, "model", { triedAt: 100 }), 5000, command);
    expect(next(on)).toEqual({ kind: "read", resource: "power" });
    expect(next(settled())).toMatchObject({ kind: "command" });
  });

  it("on cannot reach an offline player that requests alone switch", () => {
    const offline = telling(false, { availability: "offline" });
    expect(decided("power", "on", offline)).toBe("failed: the player is off, or cannot be reached");
    expect(powerWordsOf(offline)).toEqual(["off", "standby"]);
  });

  describe("of a player with a smart plug", () => {
    const [plugOn, plugOff] = (["on", "off"] as const).map((to) => ({ operation: "switchPlug", to }));

    it("on switches the plug, then sends the packets, if it has an address", () => {
      const session = settled({ availability: "offline", hasPlug: true });
      expect(decided("power", "on", session)).toEqual([plugOn, packet, packet]);
      expect(effectOf("power", "on", session).calls.map(({ afterMs }) => afterMs)).toEqual([0, 3000, 17_000]);
      const plain = sessionWith(without("model"), { availability: "offline", hasPlug: true });
      expect(decided("power", "on", plain)).toEqual([plugOn]);
    });

    it("off switches off the player first, and the plug once the player is silent", () => {
      const session = settled({ hasPlug: true });
      expect(decided("power", "off", session)).toEqual([{ operation: "setPower", tag: "poweroff" }, plugOff]);
      const [, second] = effectOf("power", "off", session).calls;
      expect(second).toMatchObject({ afterMs: 15_000, needsSilence: true });
      expect(decided("power", "off", sessionWith(without("power"), { hasPlug: true }))).toEqual([plugOff]);
      expect(decided("power", "off", settled({ hasPlug: true, availability: "offline" }))).toEqual([plugOff]);
      const sleeper = settled({ hasPlug: true, offAction: "standby" });
      expect(decided("power", "off", sleeper)).toEqual([{ operation: "setPower", tag: "standby" }]);
    });

    it("is shown by the player's word, if it gives one, and that it answers", () => {
      const wake = effectOf("power", "on", telling(true, { availability: "offline", hasPlug: true }));
      expect(wake).toMatchObject({ proof: "power", calls: [{ call: plugOn }] });
      expect([on, asleep].map((session) => wake.isShown(session))).toEqual([true, false]);
      expect(shown(wake, asleep)).toBe("off");
    });

    it("off leaves the plug of a player alone that answers while off, until it is silent", () => {
      const silent = { availability: "offline", hasPlug: true } as const;
      expect(decided("power", "off", telling(false, { hasPlug: true }))).toBe("unchanged");
      expect(decided("power", "off", telling(true, silent))).toEqual([plugOff]);
      expect(decided("power", "off", telling(true, { ...silent, offAction: "standby" }))).toBe("unchanged");
    });

    it("off leaves the plug alone until it is known whether the player can switch itself off", () => {
      const starting = sessionWith(withResource(without("power"), "power", { support: "unknown" }), {
        hasPlug: true,
      });
      expect(decided("power", "off", starting)).toBe("failed: the player has not reported its power options");
      expect(decided("power", "off", sessionWith(starting, { availability: "offline" }))).toEqual([plugOff]);
      const command = select("off", { target: "power", receivedAt: 100, expiresAt: 9000 });
      const known = withResource(starting, "model", { triedAt: 100 });
      expect(plan(known, 5000, command)).toEqual({ kind: "read", resource: "power" });
    });

    it("is supported although the player has no power options", () => {
      const lacking = withResource(settled(), "power", { support: "unsupported" });
      expect(controlSupport(lacking, "power")).toBe("unsupported");
      expect(controlSupport(sessionWith(lacking, { hasPlug: true }), "power")).toBe("supported");
    });

    it("waits with the plug while the player answers, and is not complete before", () => {
      const session = settled({ hasPlug: true });
      const command = select("off", { target: "power" });
      const effect = effectOf("power", "off", session);
      const call = { operation: "setPower", tag: "poweroff" } as const;
      const started = { kind: "started", command, effect } as const;
      const called = after(session, [1000, [started, { kind: "called", call, reply: { kind: "done" } }]]);
      expect(plan(called, 16_000, undefined)).toMatchObject({ kind: "read", resource: "model" });
      const silent = after(called, [2000, failed("model")]);
      expect(silent.presence.availability).toBe("offline");
      expect(resolveOutcomes(silent).settled).toEqual([]);
      expect(plan(silent, 16_000, undefined)).toEqual({ kind: "call", call: plugOff });
      const unplugged = { operation: "switchPlug", to: "off" } as const;
      const cut = after(silent, [16_000, { kind: "called", call: unplugged, reply: { kind: "sent" } }]);
      expect(resolveOutcomes(cut).settled).toMatchObject([{ outcome: { kind: "applied" } }]);
    });
  });

  it("is rejected if the player does not offer it", () => {
    const session = settled({ player: { ...player, power: [{ tag: "reboot", name: "Neustart" }] } });
    expect(decided("power", "off", session)).toBe("rejected: the player has no off: it offers reboot");
    expect(decided("power", "off", without("power"))).toBe("rejected: the player has no off: it offers ");
  });

  it("is shown by silence, or by its end", () => {
    const leave = effectOf("power", "off");
    expect(leave.isShown(settled())).toBe(false);
    expect(leave.isShown(settled({ failure: { at: 5, phrase: { text: "ECONNREFUSED" } } }))).toBe(true);
    expect(leave.isShown(settled({ failure: { at: -5, phrase: { text: "ECONNREFUSED" } } }))).toBe(false);
    expect(shown(leave, settled())).toBe("that it is on");
    const wake = effectOf("power", "on", off);
    expect([wake.isShown(off), wake.isShown(settled())]).toEqual([false, true]);
    expect(shown(wake, off)).toBe("no response");
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
    expect([effect.proof, effect.isShown(settled())]).toEqual([undefined, false]);
    expect(shown(effect, settled())).toBe("nothing");
  });
});

describe("keys", () => {
  it.each([
    ["Up", 0, "Key.Up"],
    ["number_5", 0, "Key.Number_5"],
    ["OUT.XLR", 0, "Key.OUT.XLR"],
    ["Key.Screen.ON", 0, "Key.Screen.ON"],
    ["Up, Down", 0, "Key.Up", 200, "Key.Down"],
    ["Up 500 Down", 0, "Key.Up", 500, "Key.Down"],
    ["500 Up 100 100 Down 5", 0, "Key.Up", 200, "Key.Down"],
    ['["Up", 700, "Down"]', 0, "Key.Up", 700, "Key.Down"],
  ] as const)("%s", (request, ...pressed) => {
    const { calls } = effectOf("key", request);
    expect(calls.flatMap(({ afterMs, call }) => [afterMs, "key" in call && call.key])).toEqual(pressed);
  });

  it.each(["Klingon", "Up Klingon", "Key.Key.Up"])(
    "that no remote control has are refused: %s",
    (request) => {
      expect(decided("key", request)).toMatch(/^rejected: unknown key: "(Klingon|Key\.Up)"/);
    },
  );

  it.each([
    "",
    "500",
    "Up 6000 6000 Down",
    "a-b",
    "x".repeat(60),
    "[1",
    Array.from({ length: 33 }, () => "Up").join(" "),
  ])("cannot be %j", (request) => {
    expect(controls["key"].parse(request).problem?.text).toMatch(/^malformed: expected a key/);
  });
});
