import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../src/core/errors.ts";
import type { Push } from "../../src/core/ports.ts";
import type { PlayerModel } from "../../src/core/resources/model.ts";
import { bluos } from "../../src/families/bluos/family.ts";
import type { Family } from "../../src/families/family.ts";
import { OpenPlayers } from "../../src/families/open-players.ts";
import { optionsOfStranger } from "../../src/families/recognize.ts";
import { RecognizedPlayer } from "../../src/families/recognized-player.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { until } from "../support/bridge/until.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { plainFamily } from "./plain-family.ts";

const never = new AbortController().signal;
const plainModel: PlayerModel = { maker: undefined, model: "M", firmware: "1", mac: undefined };

const optionsFor = (url: string): Parameters<OpenPlayers["open"]>[1] => ({
  ...optionsOfStranger(url),
  families: [zidoo],
  pathPrefix: "Device",
  maxBodyBytes: 2 ** 26,
});

describe("a player that is open", () => {
  it("gives its last answers, and any part of its queue", async () => {
    await using simulator = await startSimulator({ queueSize: 300 });
    const players = new OpenPlayers();
    expect([players.answers("den"), players.queueEntries("den", 0, 2)]).toEqual([[], []]);
    const client = players.open("den", optionsFor(simulator.url));
    expect(players.queueEntries("den", 0, 2)).toEqual([]);
    await client.read("queue", never);
    await client.read("queue", never);
    const [answer] = players.answers("den");
    expect(answer?.operation).toBe("/DeviceMusicControl/v2/getPlayQueue");
    expect(JSON.parse(Buffer.from(answer?.body ?? []).toString())).toMatchObject({ total: 300 });
    const entries = players.queueEntries("den", 298, 100);
    expect(entries).toMatchObject([{ position: 298 }, { position: 299 }]);
    const { title, id } = simulator.player.music.entries[298] ?? {};
    const picture = `${simulator.url}/DeviceMusicControl/v2/getImage?id=${id}&musicType=1&type=4&target=16`;
    expect(entries[0]).toMatchObject({ title, picture });
    await client[Symbol.asyncDispose]();
    expect(players.answers("den")).toEqual([]);
  });

  it("fetches pictures from its own host only, one request at a time", async () => {
    await using simulator = await startSimulator();
    const players = new OpenPlayers();
    await using client = players.open("den", optionsFor(simulator.url));
    const url = `${simulator.url}/SystemSettings/getItemSettingIcon?iconName=XMOS.svg`;
    const [picture] = await Promise.all([
      players.picture("den", url, never),
      client.read("audio", never),
      players.picture("den", url, never),
    ]);
    expect([picture.status, picture.body.byteLength > 50]).toEqual([200, true]);
    expect(simulator.traffic.maxConcurrent).toBe(1);
    await expect(players.picture("den", "http://192.0.2.1/x.png", never)).rejects.toThrow("another host");
    expect(() => players.picture("attic", url, never)).toThrow(DeviceError);
  });

  it("gets its next request over a new connection when another family was asked in vain", async () => {
    await using simulator = await startSimulator();
    const { behaviors, traffic } = simulator;
    const players = new OpenPlayers();
    let disconnected = 0;
    const options = {
      ...optionsFor(simulator.url),
      families: [zidoo, bluos],
      timeoutMs: 200,
      clock: fastClock(1),
      onDisconnected: () => (disconnected += 1),
    };
    await using client = players.open("den", options);
    await client.read("model", never);
    behaviors.add("hang");
    behaviors.add("http:500@getModel*1");
    await expect(client.read("model", never)).rejects.toThrow("500");
    // What the bridge closes itself is no news of the player.
    expect(disconnected).toBe(0);
    await expect(client.read("model", never)).rejects.toThrow("slow");
    const asked = traffic.requests.map(({ path, connection }) => [path.split("/").at(-1), connection]);
    // The first connection only recognized the player.
    expect(asked.slice(1, 5)).toEqual([
      ["getModel", 2],
      ["getModel", 2],
      ["SyncStatus", 3],
      ["getModel", 4],
    ]);
    expect(traffic.maxConcurrent).toBe(1);
  });

  it("is recognized although it never answers as fast as configured, since it is given longer at the next try", async () => {
    await using simulator = await startSimulator();
    simulator.behaviors.add("slow:1000");
    const options = { ...optionsFor(simulator.url), families: [zidoo, bluos], timeoutMs: 300 };
    await using client = new OpenPlayers(fastClock(1)).open("den", options);
    const answers: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1)
      answers.push(await client.read("model", never).catch(() => {}));
    expect(answers).toContainEqual(expect.objectContaining({ kind: "reading" }));
  });

  it("has the configured time for its first answer", async () => {
    const asked: number[] = [];
    const identify: Family["identify"] = async ({ timeoutMs }) => {
      asked.push(timeoutMs);
      return plainModel;
    };
    const families = [plainFamily({ identify }), bluos];
    const players = new OpenPlayers();
    await using client = players.open("den", {
      ...optionsFor("http://127.0.0.1:9"),
      families,
      timeoutMs: 60_000,
    });
    await client.read("model", never).catch(() => {});
    expect(asked).toEqual([60_000]);
  });

  it("that was opened anew is not forgotten when the old way to it closes", async () => {
    await using simulator = await startSimulator();
    const players = new OpenPlayers();
    const old = players.open("den", optionsFor(simulator.url));
    await using client = players.open("den", optionsFor(simulator.url));
    await client.read("audio", never);
    await old[Symbol.asyncDispose]();
    expect(players.answers("den")).toHaveLength(1);
  });
});

describe("a player that is looked for at another address meanwhile", () => {
  const elsewhere = "http://127.0.0.1:9";
  const login = "me:a$$b$&c";
  const nonsense = new DeviceError("malformed", "nonsense");

  it("is recognized there, with the login of its former address", async () => {
    const asked: string[] = [];
    const identify: Family["identify"] = async ({ url }) => {
      asked.push(url);
      if (asked.length === 1) await player.reopen(elsewhere);
      return { ...plainModel, model: url };
    };
    const opened: unknown[] = [];
    const open: Family["open"] = (options) => {
      opened.push(options.url, options.model?.model);
      return zidoo.open(options);
    };
    const families = ["one", "other"].map((name) => plainFamily({ name, identify, open }));
    await using player = new RecognizedPlayer({ ...optionsFor(`http://${login}@127.0.0.1:1`), families });
    await expect(player.read("model", never)).rejects.toThrow(DeviceError);
    const moved = elsewhere.split("//").join(`//${login}@`);
    expect(opened).toEqual([moved, moved]);
  });

  it.each(["before", "while"])("is not taken for one of another family %s others are asked", async (when) => {
    const acts: string[] = [];
    const act = async (what: string, moves: boolean): Promise<void> => {
      acts.push(what);
      if (moves) await player.reopen(elsewhere);
    };
    const one = plainFamily({
      name: "one",
      open: (options) =>
        Object.assign(zidoo.open(options), {
          read: async () => {
            await act("one asked", when === "before");
            throw nonsense;
          },
        }),
    });
    const other = plainFamily({
      name: "other",
      identify: async () => {
        await act("others asked", true);
        return plainModel;
      },
      open: () => {
        throw new Error("opened as another");
      },
    });
    const options = { ...optionsFor("http://127.0.0.1:1"), families: [one, other] };
    await using player = new RecognizedPlayer(options);
    player.assume("one");
    await expect(player.read("model", never)).rejects.toThrow(nonsense);
    expect(acts).toEqual(["one asked", ...(when === "while" ? ["others asked"] : [])]);
  });
});

it.each([
  ["with its port", "http://127.0.0.1:1", "unreachable", []],
  ["with its port, as something answers there", "http://127.0.0.1:1", "malformed", ["other"]],
  ["without", "http://127.0.0.1", "unreachable", ["other"]],
] as const)(
  "a player at an address %s that fails may be one of another make, unless nothing can answer for that",
  async (_port, url, fault, expected) => {
    const asked: string[] = [];
    const open: Family["open"] = (options) =>
      Object.assign(zidoo.open(options), {
        read: async () => {
          if (options.url.endsWith(":2")) return { kind: "absent" } as const;
          throw new DeviceError(fault, "gone");
        },
      });
    const identify: Family["identify"] = async () => {
      asked.push("other");
      return plainModel;
    };
    const families = [
      plainFamily({ name: "one", defaultPort: 1, open }),
      plainFamily({ name: "other", defaultPort: 2, identify, open }),
    ];
    await using player = new RecognizedPlayer({ ...optionsFor(url), families });
    player.assume("one");
    await player.read("model", never).catch(() => {});
    expect(asked).toEqual(expected);
  },
);

describe("a player of which an earlier run has told while it is asked", () => {
  it.each([
    ["plain", ["plain"], []],
    ["other", ["other", "plain"], ["other"]],
  ])("as %s is opened once as what it is", async (told, opened, closed) => {
    await using simulator = await startSimulator();
    const [opens, closes]: [string[], string[]] = [[], []];
    const familyOf = (name: string, model: PlayerModel | undefined): Family =>
      plainFamily({
        name,
        identify: async () => {
          player.assume(told);
          return model;
        },
        open: (options) => {
          opens.push(name);
          const device = zidoo.open(options);
          return Object.assign(device, {
            async listen(onPush: (push: Push) => void, signal: AbortSignal) {
              onPush({ resource: "music", answer: { kind: "refused", reason: name } });
              if (!signal.aborted) await once(signal, "abort");
              closes.push(name);
              onPush({ resource: "music", answer: { kind: "refused", reason: "too late" } });
            },
          });
        },
      });
    const families = [familyOf("other", undefined), familyOf("plain", plainModel)];
    await using player = new RecognizedPlayer({ ...optionsFor(simulator.url), families });
    const heard: string[] = [];
    const end = new AbortController();
    const hearing = player.listen(({ answer }) => heard.push(JSON.stringify(answer)), end.signal);
    expect((await player.read("audio", never)).kind).toBe("reading");
    await until(() => heard.length >= opened.length);
    expect([opens, closes]).toEqual([opened, closed]);
    end.abort();
    await hearing;
    expect(heard).toEqual(opened.map((reason) => JSON.stringify({ kind: "refused", reason })));
  });
});
