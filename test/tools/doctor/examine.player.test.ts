import { describe, expect, it } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/zidoo/start-simulator.ts";
import type { Family } from "../../../src/families/family.ts";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { closedPort, type Reply, startScripted } from "../../families/zidoo/scripted-player.ts";
import { TestClient } from "../../support/mqtt-client.ts";
import { plainFamily } from "../../families/plain-family.ts";
import { type Examined, examined, foundPlayer, emptyNetwork } from "./examined.ts";
import { startKeepingBroker } from "./keeping-broker.ts";

const mac = "02:00:5e:00:53:0a";
const noBroker = { "broker.port": "9" };

function examinedPlayer(entry: object, environment = emptyNetwork): Promise<Examined> {
  return examined({ ...noBroker, players: JSON.stringify([{ id: "den", ...entry }]) }, environment);
}

async function find(entry: object, check: string, environment = emptyNetwork) {
  const { of } = await examinedPlayer(entry, environment);
  return of("players/den", check);
}

const saying = (verdict: string, text: string): object[] => [
  { verdict, text: expect.stringContaining(text) as unknown },
];

describe("the doctor at a player", () => {
  it("reports model, prefix, poll results and response time", async () => {
    await using player = await startSimulator({ prefix: "Zidoo" });
    const { of, with: having } = await examinedPlayer({ url: player.url });
    expect(of("players/den", "answers")[0]?.text).toBe(
      "SIM-V9 Pro, firmware v2.4.18, paths begin with Zidoo",
    );
    expect(of("players/den", "poll")[0]?.text).toMatch(
      /^inputs and outputs: XMOS \(5\) → HDMI \(5\), video: playing 'The Lighthouse Ledger', .*\bsubtitles: 2\b/,
    );
    expect(of("players/den", "latency")[0]?.text).toMatch(
      /^answers take \d+ ms, the slowest \(\w+\) \d+ ms$/,
    );
    expect(having("fault")).toEqual([]);
    expect(player.traffic.maxConcurrent).toBe(1);
    expect(player.traffic.count("setInputList") + player.traffic.count("setOutInputList")).toBe(0);
  });

  it("lists the player's own settings with their tags, titles and values, and tags that it does not have", async () => {
    await using player = await startSimulator({ preset: "audio" });
    const publish = { settings: ["gain", "gian"] };
    const [list, lacking] = await find({ url: player.url, publish }, "settings");
    expect(list).toMatchObject({ verdict: "note" });
    expect(list?.text).toContain("gain (Verstärkung) = Middle");
    expect(list?.text).toContain("upsampling (Upsampling) = off");
    expect(list?.text).toContain("LineVolumeLimit (Höchste Lautstärke) = -20 dB");
    expect(list?.text).toContain(
      "LinePassthrough (Volle Lautstärke) = off, for publish.confirmedSettings, too",
    );
    expect(list?.text).not.toMatch(/factoryReset|LineCrossover/);
    expect(lacking).toMatchObject({
      verdict: "warning",
      text: "publish.settings has tags that the player does not have: gian",
    });
    expect(player.traffic.maxConcurrent).toBe(1);
    await using lesser = await startSimulator({ preset: "video" });
    expect(await find({ url: lesser.url }, "settings")).toEqual([]);
  });

  it("tries the reads of declared operations, says what came, and sets nothing", async () => {
    await using player = await startSimulator({ preset: "audio" });
    const path = "/SystemSettings/audioSettings/getSubOutputOption";
    const reading = (name: string, pointer: string, from = path): object => ({
      name,
      kind: "text",
      read: { path: from, pointer },
    });
    const set = { path: "/SystemSettings/audioSettings/subOutputOption/setSubSwitchEnable?switch={value}" };
    const operations = [
      { ...reading("subwoofer", "/items/0/switchStatus"), title: "Tieftöner", kind: "switch", set },
      reading("missing", "/items/9/title"),
      reading("page", "", "/nowhere"),
    ];
    const found = await find({ url: player.url, operations }, "operations");
    expect(found).toMatchObject([
      { verdict: "good", text: "subwoofer (Tieftöner) = off" },
      {
        verdict: "warning",
        text: "missing says nothing: the answer has no value at /items/9/title",
        advice: "correct its read in the operations of the player",
      },
      { verdict: "warning", text: expect.stringContaining("page says nothing: ") as unknown },
    ]);
    expect(player.traffic.count(set.path.replace(/\?.*/, ""))).toBe(0);
    expect(await find({ url: player.url }, "operations")).toEqual([]);
  });

  it("reads one entry of each list of the library if the bridge may, and no more after a failure", async () => {
    await using player = await startSimulator();
    expect(await find({ url: player.url }, "library")).toEqual([]);
    expect(player.traffic.count("getAlbums")).toBe(0);
    const entry = { url: player.url, library: { enabled: true } };
    player.behaviors.add("status:405@getFavorites*1");
    const [lists, lacking, ...more] = await find(entry, "library");
    expect(lists).toMatchObject({
      verdict: "good",
      text: expect.stringMatching(
        /^albums \(7\), artists \(\d+\), tracks \(\d+\), playlists \(2\), .*films \(4\), watching \(1\), unwatched \(2\), recent-films \(1\), favourite-films \(1\)$/,
      ),
    });
    expect(lacking).toMatchObject({ verdict: "note", text: "this player has no list of favourites" });
    expect(player.traffic.count("getDevices")).toBe(0);
    expect(more).toEqual([]);
    player.behaviors.add("truncated@getArtists*1");
    expect(await find(entry, "library")).toMatchObject([
      { verdict: "warning", text: expect.stringMatching(/^reading artists failed: .* was not read$/) },
    ]);
    expect(player.traffic.count("getSingleMusics")).toBe(1);
    expect(player.traffic.maxConcurrent).toBe(1);
  });

  it.each([
    ["audio", "video, playlist, subtitles, audio tracks, zoom of films, play modes of films"],
    ["idle", undefined],
  ] as const)("accepts a player of the kind %s", async (preset, families) => {
    await using player = await startSimulator({ preset });
    const { of, with: having } = await examinedPlayer({ url: player.url });
    expect(having("fault").concat(having("warning"))).toEqual([]);
    expect(of("players/den", "families").map(({ text }) => text)).toEqual(
      families === undefined ? [] : [`not supported by this model: ${families}`],
    );
  });

  it("reports that nothing listens, or that the host name is unknown", async () => {
    expect(await find({ url: await closedPort() }, "reach")).toMatchObject(
      saying("fault", "nothing listens on port"),
    );
    expect(await find({ url: "http://player.invalid" }, "address")).toMatchObject([{ verdict: "fault" }]);
  });

  it.each<[string, Reply, string, string]>([
    [
      "a web page",
      { headers: { "content-type": "text/html", server: "Router/1" }, body: "<html><title> My box </title>" },
      "reach",
      "a web page (My box, Router/1) answers there instead of a player",
    ],
    ["a web server", 404, "reach", "a web server with HTTP status 404 answers there"],
    [
      "a player of another maker",
      '{"status":804,"msg":"wrong url"}',
      "prefix",
      "a player of an unknown maker answers there",
    ],
    ["a player that wants a key", 401, "answers", "HTTP status 401 answers there and requires a login"],
    ["something without words", (response) => response.socket?.destroy(), "answers", "nothing answers"],
    [
      "something without end",
      (response) => void response.writeHead(200).end("x".repeat(100_000)),
      "reach",
      "long answers",
    ],
  ])("reports that %s has its address", async (_name, reply, check, text) => {
    await using server = await startScripted([reply]);
    expect(await find({ url: server.url, device: { maxBodyBytes: 90_000 } }, check)).toMatchObject(
      saying("fault", text),
    );
  });

  it.each<[what: string, behaviors: readonly string[], entry: object, check: string, found: object[]]>([
    ["the path prefix", [], { pathPrefix: "Device" }, "prefix", saying("fault", "begin with Zidoo")],
    [
      "answers that are invalid or refused",
      ["html@getPlayQueue", "status:805@getPlaylist"],
      {},
      "families",
      [{ verdict: "warning" }, { verdict: "fault" }],
    ],
    [
      "one that takes more than half of the timeout",
      ["slow:600@getPlaylist"],
      { device: { timeoutMs: 1000 } },
      "latency",
      saying("warning", "the player is slow: answers take"),
    ],
    [
      "one that hangs, however long the timeout is",
      ["hang"],
      { device: { timeoutMs: 600_000 } },
      "answers",
      saying("fault", "after 9 s"),
    ],
  ])("finds %s", async (_what, behaviors, entry, check, found) => {
    await using player = await startSimulator({ prefix: "Zidoo", ...emptyNetwork.clock });
    for (const behavior of behaviors) player.behaviors.add(behavior);
    const { of, with: having } = await examinedPlayer({ url: player.url, ...entry });
    expect(of("players/den", check)).toMatchObject(found);
    // What is slow answers all the same.
    expect(having("fault").length > 0).toBe(check !== "latency");
  });

  it("says that a player which answers after the default timeout is slow, and not that it is off", async () => {
    const environment = { ...emptyNetwork, clock: fastClock(10) };
    await using player = await startSimulator({ ...environment.clock });
    player.behaviors.add("slow:5100");
    const { with: having, of } = await examinedPlayer({ url: player.url }, environment);
    expect(of("players/den", "answers")).toMatchObject([
      { text: "the player is slow, not off: it takes more than 9 s to answer all requests" },
    ]);
    expect(having("fault").filter((place) => place.startsWith("players/"))).toHaveLength(1);
  });
});

describe("the doctor at a player of an unknown family", () => {
  const at = (...families: Family[]) => ({ ...emptyNetwork, families });

  it("finds it on the port of its family, and describes it by its model", async () => {
    await using player = await startSimulator();
    const environment = at(zidoo, plainFamily({ defaultPort: player.port }));
    const { only, with: having } = await examinedPlayer({ url: "127.0.0.1" }, environment);
    expect(only("players/den", "answers", "good")).toMatch("SIM-V9 Pro, firmware v2.4.18");
    expect(having("fault")).toEqual([]);
  });

  it("asks one family after the other at a port that is written", async () => {
    await using player = await startSimulator();
    const deaf = plainFamily({ name: "deaf", identify: async () => undefined });
    const [found] = await find({ url: player.url }, "answers", at(deaf, zidoo));
    expect(found?.text).toContain("paths begin with Device");
    const named = await find({ url: player.url, family: "zidoo" }, "answers", at(deaf, zidoo));
    expect(named).toEqual([found]);
  });

  it("names every port on which it might listen, and what listens there instead", async () => {
    const environment = at(plainFamily({ defaultPort: 9 }), plainFamily({ defaultPort: 10 }));
    const [closed] = await find({ url: "127.0.0.1" }, "reach", environment);
    expect(closed?.text).toContain("nothing listens on port 9, 10:");
    await using server = await startScripted(["<html><title>My box</title>"]);
    const two = at(
      plainFamily({ defaultPort: 9 }),
      plainFamily({ defaultPort: Number(new URL(server.url).port) }),
    );
    const [page] = await find({ url: "127.0.0.1" }, "reach", two);
    expect(page?.text).toContain("a web page (My box) answers there instead of a player");
  });
});

describe("a player whose address has changed", () => {
  /** Two addresses of this machine stand for two on the network, with one port. */
  async function startElsewhere(
    options: SimulatorOptions = {},
  ): Promise<Simulator & { readonly old: string }> {
    const player = await startSimulator({ host: "127.0.0.2", mac, ...options });
    return Object.assign(player, { old: `http://127.0.0.1:${player.port}` });
  }

  const seen = (player: Simulator) => ({
    ...emptyNetwork,
    search: async () => [foundPlayer("http://198.51.100.1"), foundPlayer(player.url, mac)],
  });

  it("is found by its configured MAC", async () => {
    await using player = await startElsewhere();
    const [found] = await find({ url: player.old, mac: mac.toUpperCase() }, "moved", seen(player));
    expect(found).toMatchObject({ verdict: "fault" });
    expect(found?.text).toMatch(/The player is at 127\.0\.0\.2 now$/);
    expect(found?.advice).toContain(`set its url to 127.0.0.2:${player.port}`);
  });

  it.each([
    ["its topic", "player2mqtt/den/info", { mac }],
    [
      "its announcement",
      "homeassistant/device/player2mqtt_02005e00530a/config",
      {
        origin: { name: "player2mqtt" },
        device: { identifiers: ["player2mqtt_02005e00530a"], connections: [["mac", mac]] },
        availability: [{ topic: "player2mqtt/bridge/state" }, { topic: "player2mqtt/den/availability" }],
      },
    ],
  ])("is found by the MAC that %s at the broker reports", async (_name, topic, payload) => {
    await using player = await startElsewhere();
    await using broker = await startKeepingBroker();
    await using bridge = await TestClient.connect(broker.url);
    await bridge.publish(topic, JSON.stringify(payload), { retain: true });
    const players = JSON.stringify([{ id: "den", url: player.old }]);
    const { of } = await examined({ "mqtt.url": broker.url, players }, seen(player));
    expect(of("players/den", "moved")).toHaveLength(1);
  });

  it("is named by its MAC if nothing finds it", async () => {
    const [gone] = await find({ url: await closedPort(), mac }, "reach");
    expect(gone?.advice).toContain(mac);
  });

  it("is noticed if another player has its old address", async () => {
    await using other = await startSimulator({ mac: "02:00:5e:00:53:0b" });
    const { of } = await examinedPlayer({ url: other.url, mac });
    expect(of("players/den", "reach")[0]?.text).toContain("another player answers here");
  });

  it("is found at the address of the player that has its own", async () => {
    await using own = await startSimulator({ mac });
    await using other = await startSimulator({ mac: "02:00:5e:00:53:0b" });
    const players = [
      { id: "den", mac, url: other.url },
      { id: "attic", mac: "02:00:5e:00:53:0b", url: own.url },
    ];
    const { of } = await examined({ ...noBroker, players: JSON.stringify(players) }, emptyNetwork);
    expect(of("players/den", "moved")[0]?.text).toBe(
      `another player answers here: its MAC is 02:00:5e:00:53:0b (attic), not ${mac} as in the configuration. The player is at 127.0.0.1:${own.port} now`,
    );
    expect(of("players/attic", "moved")[0]?.advice).toContain(`set its url to 127.0.0.1:${other.port}`);
  });
});
