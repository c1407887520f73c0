import { describe, expect, it } from "vitest";
import { readPayload } from "../../../src/core/controls/command.ts";
import { isDangerous, isSettingTag } from "../../../src/core/resources/settings.ts";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { ownSettings } from "../sample-player.ts";
import { having, settled, profile, topicsOf } from "../samples.ts";
import { showing, without } from "./decided.ts";
import { sessionWith } from "../session-with.ts";

const withSettings = (change: object, settingTags: string[]): Session =>
  showing({ settings: ownSettings.map((one) => ({ ...one, ...change })) }, { settingTags });

describe("a setting of the player's own tree", () => {
  it("is read first where it is told", () => {
    const freshFor = (request: string) =>
      controls.settings.parse(request).fresh(settled({ declaredTags: ["subwoofer"] }));
    expect(["subwoofer on", "gain 1", "gain"].map(freshFor)).toEqual([["declared"], ["settings"], []]);
  });

  it("does not replace a request for another setting", () => {
    expect(controls.settings.parse("gain 1").isStep).toBe(true);
  });

  it("has a topic for commands of its own", () => {
    const read = (text: string): unknown => readPayload("settings/gain", Buffer.from(text));
    expect(read("High")).toMatchObject({ target: "settings", request: "gain High" });
    expect(read('{"value":2,"transaction":7}')).toMatchObject({ request: "gain 2", transaction: 7 });
    expect(() => read("")).toThrow("empty: expected a value of the setting");
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
    expect(leaves(withSettings({}, ["gain", "upsampling", "balance", "filter"]))).toEqual({
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
    const unreported = withSettings({ isOn: undefined, current: 7, level: undefined }, [
      "gain",
      "upsampling",
    ]);
    expect(leaves(unreported)).toMatchObject({ "settings/gain": "", "settings/upsampling": "" });
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
