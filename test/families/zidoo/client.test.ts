import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { identifyAt, readPlaysFilms } from "../../../src/families/recognize.ts";
import { longestStepMs } from "../../../src/families/zidoo/client.ts";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { json, open, scripted, signal, told } from "./opened.ts";
import { payloads, routing } from "./payloads.ts";
import { closedPort, type Reply, startScripted } from "./scripted-player.ts";

const list = "/ZidooMusicControl/v2/getInputAndOutputList";

/** The kinds of the answers to reads of the list, one for each reply; an error is told by its fault and message. */
async function kindsOf(...replies: Reply[]): Promise<string> {
  const { client } = await scripted(replies);
  const kinds: string[] = [];
  for (const _reply of replies) kinds.push(await told(client.read("audio", signal)));
  return kinds.join(", ");
}

describe("reading a player", () => {
  it.each([
    ["model", "/ZidooControlCenter/getModel"],
    ["audio", list],
    ["queue", "/ZidooMusicControl/v2/getPlayQueue"],
  ] as const)("asks for its %s at %s", async (resource, path) => {
    const { player, client } = await scripted([json(payloads[resource])], { psk: "0000" });
    expect(await client.read(resource, signal)).toMatchObject({ kind: "reading", reading: { resource } });
    expect(await client.read(resource, signal)).toEqual({ kind: "unchanged" });
    expect(player.asked.map((one) => one.path)).toEqual([path, path]);
    expect(player.asked[1]?.headers["x-auth-psk"]).toBe("0000");
  });

  it.each([
    ["denied its video", 404, "video"],
    ["showed no film", '{"status":806}', "video"],
    ["told its model", json(payloads.model), "model"],
  ] as const)(
    "brings the lists of a film again after the player %s: nobody has kept them",
    async (_words, nothing, resource) => {
      const lists = json(payloads.subtitles);
      const { client } = await scripted([lists, json(payloads.video), lists, nothing, lists]);
      expect(await told(client.read("subtitles", signal))).toBe("reading");
      await client.read("video", signal);
      expect(await told(client.read("subtitles", signal))).toBe("unchanged");
      await client.read(resource, signal);
      expect(await told(client.read("subtitles", signal))).toBe("reading");
    },
  );

  it("reports the same answer as before without parsing it, but not the same body under another HTTP status", async () => {
    const [body, idle] = [json(routing), '{"status":806}'];
    expect(await kindsOf(body, body, idle, idle, body)).toBe("reading, unchanged, absent, absent, reading");
    expect(await kindsOf(body, { status: 500, body }, { status: 404, body }, body, 405, body)).toBe(
      "reading, refused: HTTP status 500, unsupported, reading, unsupported, reading",
    );
    const malformed = "malformed: the answer is not a JSON object";
    expect(await kindsOf("[]", "[]", body)).toBe(`${malformed}, ${malformed}, reading`);
  });

  it.each([204, 302, 401, 403, 500, 503])("is refused by HTTP status %i", async (status) => {
    expect(await kindsOf(status)).toBe(`refused: HTTP status ${status}`);
  });

  it("refuses an answer that is larger than any of its kind", async () => {
    const { player, client } = await scripted([`{"status":200,"x":"${"x".repeat(1_048_576)}"}`], {
      maxBodyBytes: 64_000_000,
    });
    expect(await told(client.read("audio", signal))).toBe(
      "malformed: the answer is larger than 1048576 bytes (more than getInputAndOutputList ever needs)",
    );
    await using thrifty = open(player.url, { maxBodyBytes: 5000 });
    expect(await told(thrifty.read("audio", signal))).toContain("5000 bytes (device.maxBodyBytes)");
    await expect(client.picture(player.url, 5, signal)).rejects.toThrow("5 bytes (publish.pictureMaxBytes)");
  });

  it("lacks what only players of other families have, and a film while none plays", async () => {
    await using client = open(await closedPort());
    expect(await told(client.read("sleep", signal))).toBe("unsupported");
    expect(await told(client.perform({ operation: "setSleep", minutes: 5 }, signal))).toBe("unsupported");
    expect(await told(client.read("filmArt", signal))).toBe("absent");
    // Nobody was asked, so this shows nothing about the player.
    expect(await client.read("filmArt", signal)).toEqual({ kind: "absent", isUnasked: true });
    expect(await client.read("sleep", signal)).toEqual({ kind: "unsupported", isUnasked: true });
    expect(longestStepMs(15_000)).toBe(7 * 15_000);
  });

  it("asks for a film that could not be told once more, and for one that was told never again", async () => {
    const refusals = ['{"status":804}', '{"status":805}', 404];
    const { player, client } = await scripted([json(payloads.video), ...refusals, json(payloads.filmArt)]);
    await client.read("video", signal);
    const kinds: string[] = [];
    for (let times = 0; times < 5; times += 1) kinds.push(await told(client.read("filmArt", signal)));
    expect(kinds).toEqual(["confused", "refused", "unsupported", "reading", "reading"]);
    expect(player.asked).toHaveLength(5);
  });

  it.each([
    ["404", 404],
    ["an unknown family", '{"status":801}'],
    ["a refusal", '{"status":405}'],
    ["nothing to tell", '{"status":806}'],
  ] as const)("knows at least the prefix of a player that answers getModel with %s", async (_name, reply) => {
    await using player = await startScripted(({ path }) =>
      path.startsWith("/ZidooControl") ? reply : path.startsWith("/ZidooMusic") ? json(routing) : 404,
    );
    const details = { pathPrefix: "Zidoo" };
    const value = { maker: "Zidoo", details, model: undefined, firmware: undefined, mac: undefined };
    const known = { kind: "reading", reading: { resource: "model", value } };
    for (const pathPrefix of ["Zidoo", "auto"]) {
      await using client = open(player.url, { pathPrefix });
      expect(await client.read("model", signal)).toEqual(known);
    }
  });
});

it("music is read by the first version of its operations where the second is denied three times, until an update", async () => {
  const [state, old] = [json(payloads.music), json({ isPlay: true, music: { id: 7, title: "Tide" } })];
  const gone = (response: ServerResponse): void => void response.destroy();
  let replies: Reply[] = [];
  const { player, client } = await scripted(() => replies.shift() ?? '{"status":200}');
  // What is read, the versions that are asked for it, and the one that the next call goes to.
  const steps: [kind: string, versions: string, Reply[]][] = [
    ["reading", "21 1", ['{"status":804}', old]],
    ["reading", "21 1", ['{"status":804}', old]],
    ["reading", "21 1", ['{"status":804}', old]],
    ["unchanged", "1 1", [old]],
    ["reading", "12 2", [404, state]],
    ["unsupported", "2 2", [404]],
    ["unsupported", "2 2", [404]],
    ["reading", "2 2", [state]],
    ["reading", "m 2", [json(payloads.model)]],
    ["unchanged", "2 2", [state]],
    ["unsupported", "2 2", [404]],
    ["reading", "m 2", [json({ ...payloads.model, firmware: "2" })]],
    ["refused", "21 2", ['{"status":805}', 404]],
    ["reading", "21 1", ['{"status":801}', old]],
    ["reading", "2 2", [state]],
    ["reading", "m 2", [json({ ...payloads.model, firmware: "3" })]],
    ["unsupported", "21 2", [404, "<html>"]],
    ["broken", "211 2", [404, gone, gone]],
    ["absent", "2 2", ['{"status":806}']],
  ];
  for (const [kind, versions, next] of steps) {
    const before = player.asked.length;
    replies = next;
    expect(await told(client.read(versions.startsWith("m") ? "model" : "music", signal))).toMatch(kind);
    await client.perform({ operation: "nextTrack" }, signal);
    const asked = player.asked.slice(before).map(({ path }) => /Model|v2/.exec(path)?.[0] ?? "1");
    expect(asked.join("").replaceAll("v2", "2").replace("Model", "m")).toBe(versions.replace(" ", ""));
  }
});

it("settings are read page by page, of which only the first must be there", async () => {
  const gain = { tag: "gain", switchStatus: 1, url: "/SystemSettings/x/setGain?on=" };
  const root = json({ data: ["A", "B"].map((name) => ({ url: `/SystemSettings/get${name}` })) });
  const lost = { status: 500, body: json({ data: [{ ...gain, switchStatus: 0 }] }) };
  const { player, client } = await scripted([root, lost, json({ data: [gain] }), 404], {
    settingTags: ["gain"],
  });
  const reading = { resource: "settings", value: [{ tag: "gain", isOn: true }] };
  expect(await client.read("settings", signal)).toMatchObject({ kind: "reading", reading });
  expect(await told(client.read("settings", signal))).toBe("unsupported");
  expect(player.asked.map(({ path }) => path.slice(19)).join()).toBe("SystemSettings,A,B,SystemSettings");
});

it("every request that only reads can be recorded", async () => {
  const { client } = await scripted([{ status: 403, headers: { "x-a": "b" }, body: "no" }]);
  const { facts, requests } = await client.recordable(false, signal);
  expect([facts, requests.at(-1)?.path]).toEqual([{ prefix: "Zidoo" }, "/NothingControlCenter/getModel"]);
});

describe("asking whether a player plays films", () => {
  it.each([
    ["video", true],
    ["idle", true],
    ["old", true],
    ["audio", false],
  ] as const)("tells of the preset %s: %s", async (preset, playsFilms) => {
    await using simulator = await startSimulator({ preset });
    const player = await identifyAt([zidoo], simulator.url, signal);
    expect(player).toMatchObject({ family: "zidoo", url: simulator.url });
    const before = simulator.traffic.requests.length;
    expect(player && (await readPlaysFilms([zidoo], player, signal))).toBe(playsFilms);
    // What it was recognized as spares looking for its prefix again.
    expect(simulator.traffic.requests.length - before).toBe(1);
  });

  it("does not know it of a player that fails or is gone", async () => {
    await using simulator = await startSimulator();
    const player = await identifyAt([zidoo], simulator.url, signal);
    const asked = async () => player && (await readPlaysFilms([zidoo], player, signal));
    using _fault = simulator.behaviors.add("http:500@getPlayStatus");
    expect(await asked()).toBeUndefined();
    await simulator.sleep();
    expect(await asked()).toBeUndefined();
  });
});

describe("finding the prefix", () => {
  const wrong: Record<string, Reply> = {
    "HTTP status 404": 404,
    "body status 804": '{"status":804}',
    "body status 801": '{"status":801}',
    "an HTML page": "<html>not here</html>",
    "an empty object": "{}",
    "an object that says nothing of a player": '{"error":"no such page"}',
    "an empty body": "",
  };
  const auto = { pathPrefix: "auto" };

  it.each(Object.entries(wrong))("recognizes a wrong prefix by %s", async (_name, reply) => {
    const { player, client } = await scripted(
      ({ path }) => (path.startsWith("/Zidoo") ? json(payloads.model) : reply),
      auto,
    );
    expect(await client.read("model", signal)).toMatchObject({
      reading: { value: { details: { pathPrefix: "Zidoo" } } },
    });
    await client.read("model", signal);
    expect(player.asked.map(({ path }) => path[1]).join("")).toBe("DZZZ");
  });

  it("tries the specification's prefix first, and keeps the one that works until another player is there", async () => {
    let right = "/Device";
    const { player, client } = await scripted(
      ({ path }) => (path.startsWith(right) ? json(payloads.model) : '{"status":804}'),
      auto,
    );
    expect(await told(client.read("model", signal))).toBe("reading");
    await told(client.perform({ operation: "selectInput", tag: "EARC" }, signal));
    right = "/Zidoo";
    expect(await told(client.read("model", signal))).toBe("reading");
    const paths = player.asked.map(({ path }) => path.replace("ControlCenter/getModel", ""));
    const selection = "/DeviceMusicControl/v2/setInputList?tag=EARC";
    expect(paths.join(" ")).toBe(`/Device /Device ${selection} /Device /Device /Zidoo /Zidoo`);
    await using fresh = open(player.url, auto);
    await told(fresh.perform({ operation: "selectInput", tag: "EARC" }, signal));
    expect(player.asked.at(-1)?.path).toBe(selection.replace("Device", "Zidoo"));
    await using fixed = open(player.url, { pathPrefix: "Device" });
    expect(await told(fixed.read("model", signal))).toBe("confused");
  });

  it("takes a player's word that no video plays", async () => {
    const { client } = await scripted(
      ({ path }) => (path === "/ZidooVideoPlay/getPlayStatus" ? '{"status":806}' : 404),
      auto,
    );
    expect(await told(client.read("video", signal))).toBe("absent");
  });

  it("says what to do if no prefix works, and tries again", async () => {
    const { player, client } = await scripted([404], auto);
    const message =
      "malformed: no valid answer under any known path prefix (Device, Zidoo): set device.pathPrefix";
    expect(await told(client.read("audio", signal))).toBe(message);
    expect(await told(client.read("audio", signal))).toBe(message);
    expect(player.asked).toHaveLength(12);
  });

  it("names the answer of a device that is not a player", async () => {
    const page = "<!DOCTYPE html><html><title>Router</title></html>";
    await using router = await startScripted(({ path }) => (path.includes("VideoPlay") ? 404 : page));
    await using client = open(router.url, auto);
    expect(await told(client.read("audio", signal))).toBe(
      "malformed: a web page (Router) answers there instead of a player: " +
        "no valid answer under any known path prefix (Device, Zidoo) (the answer is not JSON: " +
        'it begins with "<!DOCTYPE html><"): is the address right? If so, set device.pathPrefix',
    );
  });

  it("ends with the first request that gets no answer at all", async () => {
    const { player, client } = await scripted([404, (response) => response.destroy()], auto);
    expect(await told(client.read("audio", signal))).toMatch(/^broken/);
    // The second one was repeated on a new connection, since the first had served before.
    expect(player.asked.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });
});
