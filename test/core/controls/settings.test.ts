import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { readPayload } from "../../../src/core/controls/command.ts";
import {
  isDangerous,
  isSettingTag,
  type PlayerSetting,
  settingText,
} from "../../../src/core/resources/settings.ts";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { declared, ownSettings, player } from "../sample-player.ts";
import { having, settled, profile, topicsOf } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";
import { sessionWith } from "../session-with.ts";

const call = (handle: string, value: number): string => `setSetting ${handle} ${value}`;

const unreported: readonly PlayerSetting[] = ownSettings.map((setting) => {
  switch (setting.kind) {
    case "switch":
      return { ...setting, isOn: undefined };
    case "list":
      return { ...setting, current: 7 };
    case "range":
      return { ...setting, level: undefined };
    case "fact":
      return { ...setting, value: "" };
  }
});
const withSettings = (
  settings: readonly PlayerSetting[],
  tags = ["gain", "upsampling", "balance"],
): Session => settled({ player: { ...player, settings }, settingTags: tags });

describe("a setting of the player's own tree", () => {
  it.each([
    ["gain 1", call("gain", 1)],
    ["gain night blue", call("gain", 1)],
    ["gain Walnut", "unchanged"],
    ["gain Teak", 'rejected: unknown gain: there is no "Teak", the player has 0 Walnut, 1 Night blue'],
    ["upsampling on", call("upsampling", 1)],
    ["upsampling Toggle", call("upsampling", 1)],
    ["upsampling off", "unchanged"],
    ["upsampling maybe", "rejected: malformed: expected on, off or toggle"],
    ["balance 3", call("balance", 3)],
    ["balance =-3", call("balance", -3)],
    ["balance -99", call("balance", -10)],
    ["balance 0", "unchanged"],
    ["balance 11", "rejected: out of range: 11 is not within -10 to 10"],
    ["balance left", "rejected: malformed: expected a number, or a step such as +10"],
    [
      "reset 1",
      'rejected: unknown setting: there is no "reset", the player has gain, upsampling, balance, subwoofer, clock',
    ],
    ["gain", "rejected: malformed: expected the tag of a setting and its value, such as gain High"],
  ])("%s", (request, expected) => {
    expect(decided("settings", request)).toBe(expected);
  });

  it("is not set before the player reported it", () => {
    expect(decided("settings", "gain 1", without("settings"))).toBe(
      "failed: the player has not reported its settings",
    );
    expect(decided("settings", "gain 1", withSettings([]))).toBe(
      'rejected: unknown setting: there is no "gain", the player has subwoofer, clock',
    );
    const { declared: _, ...others } = player;
    expect(decided("settings", "gain 1", settled({ player: { ...others, settings: [] } }))).toBe(
      'rejected: unknown setting: there is no "gain", the player has none',
    );
    const unclear = withSettings(unreported);
    expect(decided("settings", "upsampling toggle", unclear)).toBe(
      "failed: the player has not reported upsampling",
    );
    expect(decided("settings", "balance +1", unclear)).toBe("failed: the player has not reported balance");
    expect(decided("settings", "balance 1", unclear)).toBe(call("balance", 1));
  });

  it("is toggled off when it is on", () => {
    const on = ownSettings.map((one) => (one.kind === "switch" ? { ...one, isOn: true } : one));
    expect(decided("settings", "upsampling toggle", withSettings(on))).toBe(call("upsampling", 0));
    expect(on.map(settingText)).toContain("on");
  });

  it("that the player asks about is set only if the owner has confirmed it", () => {
    const asked = ownSettings.map((one) => ({ ...one, warning: "full volume, are you sure?" }));
    const reason =
      'rejected: the player asks before it sets upsampling: "full volume, are you sure?" To allow it, add the tag to publish.confirmedSettings';
    const session = withSettings(asked);
    for (const request of ["upsampling on", "upsampling toggle"])
      expect(decided("settings", request, session)).toBe(reason);
    expect(decided("settings", "gain 1", session)).toContain("rejected: the player asks before it sets gain");
    expect(decided("settings", "upsampling off", session)).toBe("unchanged");
    const confirmed = sessionWith(session, { confirmedSettings: ["upsampling"] });
    expect(decided("settings", "upsampling on", confirmed)).toBe(call("upsampling", 1));
    const on = withSettings(asked.map((one) => (one.kind === "switch" ? { ...one, isOn: true } : one)));
    expect(decided("settings", "upsampling off", on)).toBe(call("upsampling", 0));
    // The first option of a list is not off.
    const second = withSettings(asked.map((one) => (one.kind === "list" ? { ...one, current: 1 } : one)));
    expect(decided("settings", "gain 0", second)).toContain("rejected: the player asks before it sets gain");
  });

  it("that its owner has declared is sent as declared, and shown by what is declared", () => {
    const known = sessionWith(settled(), { declaredTags: ["subwoofer", "clock"] });
    expect(decided("settings", "subwoofer off", known)).toBe("setDeclared subwoofer 0");
    expect(decided("settings", "subwoofer on", known)).toBe("unchanged");
    expect(decided("settings", "clock Internal", known)).toBe("rejected: clock can only be read");
    const freshFor = (request: string) => controls.settings.parse(request).fresh(known);
    expect([freshFor("subwoofer on"), freshFor("gain 1"), freshFor("gain")]).toEqual([
      ["declared"],
      ["settings"],
      [],
    ]);
    const effect = effectOf("settings", "subwoofer off", known);
    const after = (change: object): Session => {
      const changed = declared.map((one) => (one.tag === "subwoofer" ? { ...one, ...change } : one));
      return sessionWith(known, { player: { ...player, declared: changed } });
    };
    expect([effect.proof, effect.isShown(known), effect.isShown(after({ isOn: false }))]).toEqual([
      "declared",
      false,
      true,
    ]);
    const problem = { text: "the answer is not JSON" };
    const missed = after({ isOn: false, problem, isMissed: true });
    expect([effect.isShown(missed), shown(effect, missed)]).toEqual([
      false,
      "subwoofer the answer is not JSON",
    ]);
    expect(decided("settings", "subwoofer off", missed)).toBe("setDeclared subwoofer 0");
    expect(shown(effect, after({ isOn: undefined, problem }))).toBe("subwoofer the answer is not JSON");
  });

  it("that is not known yet is not sent, and one that the player cannot have is unknown", () => {
    const unread = sessionWith(without("declared"), { declaredTags: ["subwoofer"] });
    expect(decided("settings", "subwoofer on", unread)).toBe(
      "failed: the player has not reported its settings",
    );
    const lacking = having(without("settings"), { settings: { support: "unsupported" } });
    expect(decided("settings", "gain 1", lacking)).toBe(
      'rejected: unknown setting: there is no "gain", the player has subwoofer, clock',
    );
    const neither = having(without("settings", "declared"), { settings: { support: "unsupported" } });
    expect(decided("settings", "gain 1", neither)).toBe(
      'rejected: unknown setting: there is no "gain", the player has none',
    );
  });

  it("does not replace a request for another setting", () => {
    expect(controls.settings.parse("gain 1").isStep).toBe(true);
  });

  it("has a topic for commands of its own", () => {
    expect(readPayload("settings/gain", Buffer.from("High"))).toMatchObject({
      target: "settings",
      request: "gain High",
    });
    expect(readPayload("settings/gain", Buffer.from('{"value":2,"transaction":7}'))).toEqual({
      target: "settings",
      request: "gain 2",
      parsed: expect.anything(),
      transaction: 7,
    });
    expect(() => readPayload("settings/gain", Buffer.from(""))).toThrow(
      "empty: expected a value of the setting",
    );
  });
});

describe("the topics of settings", () => {
  const leaves = (session: Session): Record<string, unknown> =>
    Object.fromEntries(Object.entries(topicsOf(session)).filter(([leaf]) => leaf.startsWith("settings/")));

  const empty = (tag: string): Record<string, string> =>
    Object.fromEntries(
      ["", "/title", "/group", "/options", "/range", "/text"].map((part) => [`settings/${tag}${part}`, ""]),
    );

  it("are those of the allowed tags, empty for what the player lacks", () => {
    expect(leaves(withSettings(ownSettings, ["gain", "upsampling", "balance", "filter"]))).toEqual({
      ...empty("gain"),
      "settings/gain/title": "Verstärkung",
      "settings/gain/group": "Klang",
      "settings/gain": "Walnut",
      "settings/gain/options": JSON.stringify([
        { value: "Walnut", title: "Walnut", index: 0 },
        { value: "Night blue", title: "Night blue", index: 1 },
      ]),
      ...empty("upsampling"),
      "settings/upsampling/title": "Upsampling",
      "settings/upsampling/group": "Klang",
      "settings/upsampling": "off",
      "settings/upsampling/options": '[{"value":"off","title":"off"},{"value":"on","title":"on"}]',
      ...empty("balance"),
      "settings/balance/title": "Balance",
      "settings/balance": "0",
      "settings/balance/range": '{"min":-10,"max":10,"titles":["left","right"]}',
      "settings/balance/text": "middle",
      ...empty("filter"),
    });
    expect(leaves(withSettings(unreported))).toMatchObject({
      "settings/gain": "",
      "settings/upsampling": "",
      "settings/balance": "",
    });
  });

  it("are those of the declared operations as well; what can only be read has neither options nor range", () => {
    const session = sessionWith(settled(), { declaredTags: ["subwoofer", "clock"] });
    expect(leaves(session)).toEqual({
      ...empty("subwoofer"),
      "settings/subwoofer/title": "Subwoofer",
      "settings/subwoofer/options": '[{"value":"off","title":"off"},{"value":"on","title":"on"}]',
      "settings/subwoofer": "on",
      ...empty("clock"),
      "settings/clock/title": "Master clock",
      "settings/clock": "OCXO 10M",
    });
  });

  it("are cleared where the model lacks the tree, and left alone before it was read", () => {
    const unread = sessionWith(without("settings"), { settingTags: ["gain"] });
    expect(leaves(having(unread, { settings: { support: "unsupported" } }))).toEqual(empty("gain"));
    expect(leaves(having(unread, { settings: { support: "unknown" } }))).toEqual({});
  });

  it("do not exist while no tag is allowed", () => {
    const off = newSession(0, { profile: { ...profile, withoutResources: ["settings", "declared"] } });
    expect([leaves(off), controlSupport(off, "settings")]).toEqual([{}, "off"]);
  });
});

describe("a tag", () => {
  const allowed = "gain dsd_mode EQ1 laungaue rotation XLROutputBootVolume BootPlayMode BootUpAutoPlayMode";
  const denied = `a/b # + $SYS set Options factoryReset netWiFi OTA userPassword ${"x".repeat(65)}
    SettingsItemTagLanguage BootAnimation RebootVolume ReBootVolume BootVolumeReset bootvolume BootPlayModes`;

  it("may be allowed unless it is no level of a topic, or may do harm", () => {
    expect(allowed.split(" ").filter((tag) => !isSettingTag(tag))).toEqual([]);
    expect(["", ...denied.split(/\s+/)].filter(isSettingTag)).toEqual([]);
  });

  it("is dangerous by any part of it", () => {
    const tags = ["setDefaults", "setLogout", "setGain", "setAnalogOutput"];
    expect(tags.filter(isDangerous)).toEqual(["setDefaults", "setLogout"]);
  });
});
