import { describe, expect, it } from "vitest";
import { mapSwitch, readSettingsPage } from "../../../src/families/zidoo/map-settings.ts";
import { pageAddress, setterHandle } from "../../../src/families/zidoo/setter-address.ts";
import { type KnownLists, SettingsWalk } from "../../../src/families/zidoo/settings-walk.ts";

const origin = "http://10.0.0.2:9529";
const root = "/SystemSettings/getSystemSettings";
const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const gain = { tag: "gain", switchStatus: 1, url: "/SystemSettings/audio/setGain?on=" };

describe("a page of the settings tree", () => {
  it.each([
    ["an address on another host", { ...gain, url: "http://192.0.2.1/SystemSettings/audio/setGain?on=" }],
    ["an address that resets", { ...gain, url: "/SystemSettings/audio/setFactoryReset?on=" }],
    ["an address that has to do with the network", { ...gain, url: "/SystemSettings/setX?name=wifi&on=" }],
    ["an address that is no setter", { ...gain, url: "/SystemSettings/audio/getGain" }],
    ["a template for an address", { ...gain, url: "/SystemSettings/audio/setX?index=%s&type=%s" }],
    ["a template for a value", { ...gain, url: "/SystemSettings/audio/setX?index=%d" }],
    ["an address that reads with a parameter", { ...gain, url: "/SystemSettings/audio/getX?index=" }],
    ["an odd address without a parameter", { ...gain, url: "/SystemSettings/audio/sePoxyPlay" }],
    ["an address that starts the player", { ...gain, url: "/SystemSettings/audio/setBootDevice?index=" }],
    ["no address", { tag: "gain", switchStatus: 1 }],
    ["neither options, range nor switch", { tag: "gain", url: gain.url }],
    ["an empty range", { tag: "gain", minValue: 3, maxValue: 3, currentValue: 3, url: gain.url }],
  ])("has no setting for an entry with %s", (_, entry) => {
    expect(readSettingsPage({ data: [entry] }, origin, ["gain"]).settings).toEqual([]);
  });

  it.each(["factoryReset", "wifi", "systemUpdate", "adminPassword", "a/b", "a+b", "#", "", "set"])(
    "has no setting under the tag %j, even if it is allowed",
    (tag) => {
      expect(readSettingsPage({ data: [{ ...gain, tag }] }, origin, [tag]).settings).toEqual([]);
    },
  );

  const settingsOf = (entry: object) => readSettingsPage({ items: [entry] }, origin, "all").settings;

  it.each([{ tag: "a" }, { url: "/a" }, { setUrl: "/a" }])("has an entry in %j", (entry) => {
    expect(readSettingsPage({ data: [entry] }, origin, []).hasEntries).toBe(true);
  });

  it("has a slider with its value, its ends and its texts", () => {
    const slider = {
      tag: "limit",
      title: "Limit",
      option: 7,
      url: "/SystemSettings/x/setLimit?index=",
      startTitle: "-80 dB",
      endTitle: "0 dB",
      currentTitle: " -20\n dB",
      currentProgress: "60",
      maxProgress: 80,
      itemSettings: { tag: "limitOn", switchStatus: true, url: "/SystemSettings/x/seOn?x=1&a-b=&on=" },
    };
    expect(settingsOf(slider)).toMatchObject([
      { tag: "limit", kind: "range", min: 0, max: 80, level: 60, text: "-20 dB", titles: ["-80 dB", "0 dB"] },
      { tag: "limitOn", kind: "switch", isOn: true, handle: "/SystemSettings/x/seOn?x=1&a-b=&on=" },
    ]);
    expect(settingsOf({ ...slider, minProgress: 50, currentProgress: 40 })).toMatchObject([
      { min: 50, max: 80, level: undefined },
      {},
    ]);
    expect(settingsOf({ ...slider, startTitle: "" })[0]).not.toHaveProperty("titles");
    for (const odd of [{ maxProgress: -1 }, { maxProgress: "NaN" }, { minProgress: 90 }])
      expect(settingsOf({ ...slider, ...odd })).toMatchObject([{ tag: "limitOn" }]);
  });

  it("has what the player asks before it sets an entry, on the entry's own page too", () => {
    const asked = { tag: "full", isSwitchOpenHint: true, contentTips: "Full volume.\n Sure?" };
    const on = { switchStatus: false, url: "/SystemSettings/x/setFull?switch=" };
    expect(settingsOf({ ...asked, ...on })).toMatchObject([{ warning: "Full volume. Sure?" }]);
    expect(settingsOf({ ...asked, ...on, contentTips: "" })).toMatchObject([{ warning: "are you sure?" }]);
    expect(settingsOf({ ...asked, ...on, isSwitchOpenHint: false })[0]?.warning).toBeUndefined();
    const [link] = readSettingsPage({ ...asked, url: "/SystemSettings/x/getFullList" }, origin, "all").pages;
    const page = { url: "/SystemSettings/x/setFull?index=", data: [{ title: "Yes" }] };
    expect(readSettingsPage(page, origin, "all", link).settings).toMatchObject([
      { tag: "full", warning: "Full volume. Sure?" },
    ]);
  });

  it("is read to a limited depth", () => {
    const nest = (depth: number): object => (depth === 0 ? gain : { items: [nest(depth - 1)] });
    expect(readSettingsPage(nest(4), origin, ["gain"]).settings).toHaveLength(1);
    expect(readSettingsPage(nest(2000), origin, ["gain"]).settings).toEqual([]);
  });
});

describe("a switch of the settings tree", () => {
  const context = { origin, pathPrefix: "Zidoo" };

  it("is found by its tag, wherever it stands", () => {
    const { handle, current } = mapSwitch("gain")({ settings: [{ items: [gain] }] }, context) ?? {};
    expect([handle, current]).toEqual(["/SystemSettings/audio/setGain?on=", 1]);
  });

  it.each([
    {},
    { items: [{ ...gain, tag: "other" }] },
    { items: [{ tag: "gain", url: gain.url, currentIndex: 0, options: [{ title: "Low" }] }] },
  ])("is not in %j", (body) => {
    expect(mapSwitch("gain")(body, context)).toBeUndefined();
  });
});

describe("the address of a further page", () => {
  it.each([
    ["/SystemSettings/audio/getGainList", "/SystemSettings/audio/getGainList"],
    [`${origin}/SystemSettings/getX?tag=a`, "/SystemSettings/getX?tag=a"],
    ["/SystemSettings/audio/setGain", ""],
    ["/x/SystemSettings/getX", ""],
    ["/SystemSettings/network/getWifiList", ""],
    ["http://192.0.2.1/SystemSettings/getX", ""],
    ["//192.0.2.1/SystemSettings/getX", ""],
    ["/SystemSettings/../ControlCenter/getX", ""],
    ["/SystemSettings/audio/getX?tag=%s", ""],
    ["http://[", ""],
    ["", ""],
    [undefined, ""],
  ])("of %j is %j", (told, path) => {
    expect(pageAddress(told, origin)).toBe(path);
  });
});

const folder = "/SystemSettings/displaySettings";

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

describe("a look at the settings tree", () => {
  const requested = (walk: SettingsWalk, answer: (path: string) => unknown): string[] => {
    const paths: string[] = [];
    for (let page = walk.next(); page !== undefined; page = walk.next()) {
      paths.push(page.path);
      walk.add(page, bytes(answer(page.path)));
    }
    return paths;
  };

  it("requests each page once, and at most forty", () => {
    const cycle = {
      data: [
        { tag: "a", url: root },
        { tag: "b", url: "/SystemSettings/getB" },
      ],
    };
    expect(requested(new SettingsWalk(root, ["gain"], origin), () => cycle)).toEqual([
      root,
      "/SystemSettings/getB",
    ]);
    let next = 0;
    const endless = (): object => ({ data: [0, 1, 2].map(() => ({ url: `/SystemSettings/getP${next++}` })) });
    expect(requested(new SettingsWalk(root, ["gain"], origin), endless)).toHaveLength(40);
  });

  it("takes the page of an allowed setting first, and ends when all are found", () => {
    const list = { currentIndex: 0, data: [{ title: "Low" }], url: "/SystemSettings/setGain" };
    const first = {
      tag: "audio",
      name: "Sound",
      data: [
        { tag: "x", url: "/SystemSettings/getX" },
        { tag: "gain", url: "/SystemSettings/getG" },
      ],
    };
    const walk = new SettingsWalk(root, ["gain"], origin);
    const answer = (path: string): object => (path === root ? first : list);
    expect(requested(walk, answer)).toEqual([root, "/SystemSettings/getG"]);
    expect(walk.found).toEqual([
      {
        tag: "gain",
        title: "gain",
        group: "Sound",
        handle: "/SystemSettings/setGain?index=",
        kind: "list",
        options: [{ index: 0, title: "Low" }],
        current: 0,
      },
    ]);
  });

  it("requests no list that is not allowed, nor one whose selected option the entry names", () => {
    let selected = "High";
    const answer = (path: string): unknown =>
      path === root
        ? {
            items: [
              { tag: "gain", option: 1, url: "/SystemSettings/getGainList", selectTitle: selected },
              { tag: "other", option: 5, url: "/SystemSettings/getOtherList", selectTitle: "x" },
            ],
          }
        : {
            currentIndex: 0,
            url: "/SystemSettings/setGain?index=",
            data: [{ title: "Low" }, { title: "High" }],
          };
    const lists: KnownLists = new Map();
    const pass = () => {
      const walk = new SettingsWalk(root, ["gain", "missing"], origin, lists);
      return { paths: requested(walk, answer), found: walk.found };
    };
    expect(pass()).toMatchObject({ paths: [root, "/SystemSettings/getGainList"], found: [{ current: 1 }] });
    selected = "Low";
    expect(pass()).toMatchObject({ paths: [root], found: [{ tag: "gain", current: 0 }] });
    selected = "Loud";
    expect(pass().paths).toEqual([root, "/SystemSettings/getGainList"]);
  });

  it("goes on after pages that are not understood, and takes the first of two settings with one tag", () => {
    const walk = new SettingsWalk(root, ["gain", "other"], origin);
    const pages = [{ url: "/SystemSettings/getA" }, { url: "/SystemSettings/getB" }];
    const answer = (path: string): unknown =>
      path === root
        ? { data: pages }
        : path.endsWith("A")
          ? []
          : { data: [gain, { ...gain, switchStatus: 0 }] };
    requested(walk, answer);
    expect(walk.found).toMatchObject([
      { tag: "gain", kind: "switch", isOn: true, handle: expect.stringMatching(/[?]on=$/) as unknown },
    ]);
  });

  it("leaves out a page with thousands of entries", () => {
    const walk = new SettingsWalk(root, ["gain"], origin);
    requested(walk, () => ({ data: Array.from({ length: 20_000 }, () => gain) }));
    expect(walk.found).toEqual([]);
  });
});
