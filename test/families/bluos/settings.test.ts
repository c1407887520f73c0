import { describe, expect, it } from "vitest";
import { settingsOn } from "../../../src/families/bluos/settings.ts";
import { parseXml } from "../../../src/families/http/xml.ts";
import { xml } from "./payloads.ts";

function read(allowed: readonly string[] | "all", ...entries: string[]) {
  const page = xml(
    "settings",
    {},
    xml("menuGroup", { displayName: "Audio", url: "/alsa_setting" }, ...entries),
  );
  return settingsOn(parseXml(Buffer.from(page)), allowed);
}

const range = (
  id: string,
  value: string | number,
  more: Readonly<Record<string, string>> = {},
  ...inside: string[]
) =>
  xml(
    "setting",
    { id, class: "range", displayName: id, value, ...more },
    xml("value", { min: -6, max: 6, step: 1 }),
    ...inside,
  );

describe("the settings of a player", () => {
  it("are a switch, a list and a number, each with its words", () => {
    const choice = (name: string, displayName: string) => xml("value", { name, displayName });
    const found = read(
      "all",
      xml("setting", {
        id: "tone",
        name: "toneOn",
        displayName: "Tone",
        class: "boolean",
        value: "ON",
        url: "/x",
      }),
      xml(
        "setting",
        { id: "channelMode", displayName: "Output", class: "list", value: "mono" },
        choice("default", "Stereo"),
        choice("mono", "Mono"),
        choice("m2", "Mono"),
        choice("raw", ""),
      ),
      range("bass", -3),
      xml("setting", { id: "start", displayName: "Start", class: "button" }),
    );
    const options = ["Stereo", "Mono", "Mono 2", "raw"].map((title, index) => ({ index, title }));
    const setting = (tag: string, title: string, handle: string, value: object) =>
      Object.assign({ tag, title, group: "Audio", handle }, value);
    const list = { kind: "list", options, current: 1 };
    const mode = setting("channelMode", "Output", "/alsa_setting?channelMode=", list);
    const bass = setting("bass", "bass", "/alsa_setting?bass=", {
      kind: "range",
      min: -6,
      max: 6,
      level: -3,
    });
    expect(found).toEqual([
      {
        setting: setting("tone", "Tone", "/x?toneOn=", { kind: "switch", isOn: true }),
        words: ["OFF", "ON"],
      },
      { setting: mode, words: ["default", "mono", "m2", "raw"] },
      { setting: bass, words: undefined },
    ]);
  });

  it("are only those that are allowed, and none that could do harm, whatever is allowed", () => {
    expect(read(["bass"], range("bass", 0), range("treble", 0)).map(({ setting }) => setting.tag)).toEqual([
      "bass",
    ]);
    expect(
      read(
        "all",
        range("factoryReset", 0),
        range("bass", 0, { url: "http://elsewhere/x" }),
        range("treble", 0, { url: "/reboot" }),
        range("width", 0, { name: "a=1&b" }),
      ),
    ).toEqual([]);
  });

  it("have no value while they depend on another one that is set otherwise, or what the player says makes no sense", () => {
    const tone = (value: string) => xml("setting", { id: "tone", class: "boolean", value });
    const depends = xml("dependsOn", { name: "tone", value: "ON" });
    const levelOf = (...entries: string[]) =>
      read(["bass"], ...entries).map(({ setting }) => (setting.kind === "range" ? setting.level : "other"));
    expect(levelOf(tone("ON"), range("bass", 2, {}, depends))).toEqual([2]);
    expect(levelOf(tone("OFF"), range("bass", 2, {}, depends))).toEqual([undefined]);
    expect(levelOf(range("bass", 7))).toEqual([undefined]);
    expect(levelOf(range("bass", ""))).toEqual([undefined]);
    expect(levelOf(xml("setting", { id: "bass", class: "range", value: 1 }))).toEqual([]);
    const [list] = read(
      "all",
      xml("setting", { id: "mode", class: "list", value: "gone" }, xml("value", { name: "a" })),
    );
    expect(list?.setting).toMatchObject({ current: undefined, options: [{ index: 0, title: "a" }] });
    expect(read("all", tone("maybe"))[0]?.setting).toMatchObject({ isOn: undefined });
  });
});
