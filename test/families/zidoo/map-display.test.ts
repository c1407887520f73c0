import { describe, expect, it } from "vitest";
import { setterHandle } from "../../../src/families/zidoo/setter-address.ts";
import { origin, readBody } from "./payloads.ts";

const folder = "/SystemSettings/displaySettings";

describe("a brightness", () => {
  it.each([
    [
      { currentValue: 5, minValue: 5, maxValue: 115 },
      { level: 5, min: 5, max: 115 },
    ],
    [
      { currentIndex: "255", maxValue: "255" },
      { level: 255, min: 0, max: 255 },
    ],
    [
      { currentValue: 300, maxValue: 255 },
      { level: undefined, min: 0, max: 255 },
    ],
  ])("of %o is read with its range", (body, value) => {
    expect(readBody("screenBrightness", { status: 200, ...body })).toEqual({
      kind: "reading",
      reading: { resource: "screenBrightness", value: { ...value, handle: "" } },
    });
  });

  it.each([{}, { currentValue: 80 }, { maxValue: 115 }, { currentValue: 3, minValue: 5, maxValue: 5 }])(
    "of %o is none",
    (body) => {
      expect(readBody("screenBrightness", { status: 200, ...body })).toMatchObject({ kind: "refused" });
    },
  );

  it("of the knob goes to 255 where the player does not say how far", () => {
    expect(readBody("knobBrightness", { status: 200, currentValue: 7 })).toMatchObject({
      reading: { value: { level: 7, min: 0, max: 255 } },
    });
  });
});

describe("a list of styles", () => {
  it.each(["data", "items"])("is read from %s, with titles that differ", (field) => {
    const entries = [{ index: "3", title: "Ice" }, { title: "Ice" }, { name: "Bars" }, 7];
    const url = `${folder}/setStyle?index=`;
    expect(readBody("knobColors", { status: 200, currentIndex: "3", url, [field]: entries })).toEqual({
      kind: "reading",
      reading: {
        resource: "knobColors",
        value: {
          options: [
            { index: 3, title: "Ice" },
            { index: 1, title: "Ice (1)" },
            { index: 2, title: "Bars" },
          ],
          current: 3,
          handle: `${folder}/setStyle?index=`,
        },
      },
    });
  });

  it("has the pictures that the player names", () => {
    const data = [
      { title: "A", icon: "/icon?name=a.png" },
      { title: "B", icon: "file:///etc/passwd" },
      { title: "C" },
    ];
    expect(readBody("meterStyles", { status: 200, data })).toMatchObject({
      reading: {
        value: { options: [{ picture: `${origin}/icon?name=a.png` }, { title: "B" }, { title: "C" }] },
      },
    });
    expect(JSON.stringify(readBody("meterStyles", { status: 200, data }))).not.toContain("passwd");
  });

  it.each([{}, { data: [] }, { data: "none" }, { items: [] }])("of %o is none", (body) => {
    expect(readBody("meterStyles", { status: 200, ...body })).toMatchObject({ kind: "refused" });
  });
});

describe("the address of a setter that a player gives", () => {
  it.each([
    [`${folder}/setVUMode`, `${folder}/setVUMode?index=`],
    [`${origin}${folder}/setVUMode?index=`, `${folder}/setVUMode?index=`],
    [` ${folder}/useVUMode?mode= `, `${folder}/useVUMode?mode=&index=`],
    [`${folder}/changeVUStyle?kind=2&index=0`, `${folder}/changeVUStyle?kind=2&index=`],
  ])("%s is used", (told, handle) => {
    expect(setterHandle(told, origin)).toBe(handle);
  });

  it.each([
    undefined,
    "",
    "http://elsewhere/SystemSettings/displaySettings/setVUMode",
    "//elsewhere/SystemSettings/displaySettings/setVUMode",
    "http://[",
    "file:///SystemSettings/displaySettings/setVUMode",
    `${folder}/getVUModeList`,
    ` ${folder}/getVUMode?mode= `,
    `${folder}/setVUMode#x`,
    `${folder}/../setPowerOff/setX`,
    `${folder}/%2e%2e/%2e%2e/ZidooMusicControl/v2/setPowerOption?tag=poweroff`,
    "/ZidooMusicControl/v2/setPowerOption?tag=poweroff",
    "/ZidooMusicControl/v2/play?index=",
    "/x/SystemSettings/x/setX",
    "/SystemSettings/systemSettings/setFactoryReset",
    "/SystemSettings/networkSettings/setIp",
    "/SystemSettings/aboutSettings/setUpdate",
    "/SystemSettings/x/setPassword",
    "/SystemSettings/x/setValue?then=reboot",
    "/SystemSettings/a/b/c/d/setTooDeep",
  ])("%s is not", (told) => {
    expect(setterHandle(told, origin)).toBe("");
  });
});
