import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/zidoo/start-simulator.ts";
import { loadWith } from "../config/load-with.ts";
import { anyPort } from "../support/any-port.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import type { Result } from "../support/bridge/recording-broker.ts";
import { eventually } from "../support/eventually.ts";
import { opened } from "../support/opened.ts";
import { TestClient } from "../support/mqtt-client.ts";

const macs = { den: "02:5e:11:00:00:0a", attic: "02:5e:11:00:00:0c" } as const;
type Id = keyof typeof macs;
const ids = ["den", "attic"] as const;

let client: TestClient;
let log: MemoryLog;
let sims: Record<Id, Simulator>;

beforeEach(async () => {
  sims = { den: await put("den"), attic: await put("attic") };
});

/** Switches a player on at an address. */
async function put(id: Id, where: SimulatorOptions = {}): Promise<Simulator> {
  return opened(await startSimulator({ preset: "audio", name: id, mac: macs[id], ...where }));
}

async function start(entry: (id: Id) => object): Promise<void> {
  const broker = opened(await startEmbeddedBroker(anyPort));
  client = opened(await TestClient.connect(broker.url, ["player2mqtt/#"], { protocolVersion: 4 }));
  const players = Object.entries(sims).map(([id, { url }]) => ({ id, url, ...entry(id as Id) }));
  const args = {
    "mqtt.url": broker.url,
    "http.port": "0",
    "device.gapMs": "10",
    "device.offlineAfter": "1",
    "device.timeoutMs": "20000",
    players: JSON.stringify(players),
  };
  log = new MemoryLog();
  opened(await startBridge(loadWith({ args }), log, { clock: fastClock(5) }));
  await eventually(() => expect(ids.map((id) => held(id, "audio/input"))).not.toContain(undefined));
}

const held = (id: Id, leaf: string): string | undefined => client.state.get(`player2mqtt/${id}/${leaf}`);
const infoOf = (id: Id): object => JSON.parse(held(id, "info") ?? "{}") as object;
/** Every MAC that a player was ever said to have. */
const macsIn = (id: Id): ReadonlySet<unknown> =>
  new Set(
    client
      .on(`player2mqtt/${id}/info`)
      .map((text) => (JSON.parse(text) as { mac?: unknown }).mac)
      .filter((mac) => mac !== undefined),
  );
const results = (): Result[] => client.on("player2mqtt/den/result").map((text) => JSON.parse(text) as Result);
const select = (tag: string) => client.publish("player2mqtt/den/audio/input/set", tag, { qos: 1 });
const isSelected = ({ traffic }: Simulator): boolean => traffic.count("setInputList") > 0;

/** The players exchange their addresses. */
async function swap(): Promise<void> {
  const { den, attic } = sims;
  await Promise.all([den.sleep(), attic.sleep()]);
  sims = { den: await put("den", { port: attic.port }), attic: await put("attic", { port: den.port }) };
}

it.each<[string, (id: Id) => object]>([
  ["configured", (id) => ({ mac: macs[id] })],
  ["reported", () => ({})],
])(
  "players whose MACs were %s are found where they have swapped, and never get each other's commands",
  async (_, entry) => {
    await start(entry);
    await swap();
    for (let sent = 0; sent < 40; sent += 1) {
      await select(sent % 2 === 0 ? "BT" : "XMOS");
      await delay(20);
    }
    await eventually(() => {
      for (const id of ids)
        expect([held(id, "availability"), infoOf(id)]).toMatchObject([
          "online",
          { mac: macs[id], address: sims[id].url },
        ]);
    });
    await eventually(() => expect(results()).toHaveLength(40));
    await select("BT");
    await eventually(() => expect(results()[40]?.outcome).toMatch(/applied|unchanged/));
    expect(sims.den.player.audio.input?.tag).toBe("BT");
    expect(isSelected(sims.attic)).toBe(false);
    expect(ids.map(macsIn)).toEqual(ids.map((id) => new Set([macs[id]])));
    expect(log.saying("another player answers at the address of the player")).not.toEqual([]);
  },
);

it("players that are not to be followed are left alone: nothing is filled, and commands fail with the reason", async () => {
  await start((id) => ({ mac: macs[id], follow: false }));
  await swap();
  sims.attic.player.audio.selectInput("BT");
  await eventually(() =>
    expect(log.saying("another player answers at the address of the player")).toHaveLength(2),
  );
  await select("BT");
  const reason = expect.stringMatching(/^another device answers at this address: .*0c instead of .*0a/);
  await eventually(() => expect(results()).toMatchObject([{ outcome: "failed", reason }]));
  expect([held("den", "availability"), held("den", "audio/input")]).toEqual(["offline", "XMOS"]);
  expect(macsIn("den")).toEqual(new Set([macs.den]));
  expect(ids.map((id) => isSelected(sims[id]))).toEqual([false, false]);
});

it("a player is taken for the new one at its address if nobody knows that and no MAC is configured", async () => {
  await start(() => ({}));
  const { port } = sims.den;
  await sims.den.sleep();
  await eventually(() => expect(held("den", "availability")).toBe("offline"));
  await put("den", { port, mac: "02:5e:11:00:00:77" });
  const wanted = ["online", { mac: "02:5e:11:00:00:77" }];
  await eventually(() => expect([held("den", "availability"), infoOf("den")]).toMatchObject(wanted));
  expect(log.saying("another device has taken the place of the player")).toHaveLength(1);
});
