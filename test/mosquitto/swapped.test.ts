import { beforeEach, describe, expect, it } from "vitest";
import { type BridgeOverrides, type RunningBridge, startBridge } from "../../src/app.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/zidoo/start-simulator.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import type { Result } from "../support/bridge/recording-broker.ts";
import { eventually } from "../support/eventually.ts";
import { opened } from "../support/opened.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";

const macs = { den: "02:5e:11:00:00:0a", attic: "02:5e:11:00:00:0c" } as const;
type Id = keyof typeof macs;

describe.skipIf(isMosquittoMissing)("players at other addresses", { timeout: 60_000 }, () => {
  let broker: Mosquitto;
  let client: TestClient;
  let log: MemoryLog;
  let sims: Record<Id, Simulator>;

  beforeEach(async () => {
    broker = opened(await startMosquitto());
    client = opened(await TestClient.connect(broker.url, ["player2mqtt/#"]));
    sims = { den: await put("den"), attic: await put("attic") };
  });

  /** Switches a player on at an address. */
  async function put(id: Id, where: SimulatorOptions = {}): Promise<Simulator> {
    return opened(await startSimulator({ preset: "audio", name: id, mac: macs[id], ...where }));
  }

  async function start(
    entry: (id: Id) => object = (id) => ({ mac: macs[id] }),
    overrides: BridgeOverrides = {},
  ): Promise<RunningBridge> {
    const players = Object.entries(sims).map(([id, { url }]) => ({ id, url, ...entry(id as Id) }));
    const config = loadWith({
      args: {
        "mqtt.url": broker.url,
        "http.port": "0",
        "device.gapMs": "10",
        "device.offlineAfter": "1",
        players: JSON.stringify(players),
      },
    });
    log = new MemoryLog();
    const bridge = opened(await startBridge(config, log, overrides));
    await eventually(() => {
      for (const id of ["den", "attic"] as const) expect(held(id, "audio/input")).toBeDefined();
    }, 10_000);
    return bridge;
  }

  const held = (id: Id, leaf: string): string | undefined => client.state.get(`player2mqtt/${id}/${leaf}`);
  const macIn = (info: string): unknown => (JSON.parse(info) as { mac?: unknown }).mac;
  const macOf = (id: Id): unknown => macIn(held(id, "info") ?? "{}");
  /** Every MAC that a player was ever said to have. */
  const macsIn = (id: Id): ReadonlySet<unknown> =>
    new Set(
      client
        .on(`player2mqtt/${id}/info`)
        .map(macIn)
        .filter((mac) => mac !== undefined),
    );
  const results = (id: Id): Result[] =>
    client.on(`player2mqtt/${id}/result`).map((text) => JSON.parse(text) as Result);

  /** The players exchange their addresses. */
  async function swap(): Promise<void> {
    const { den, attic } = sims;
    await Promise.all([den.sleep(), attic.sleep()]);
    sims = { den: await put("den", { port: attic.port }), attic: await put("attic", { port: den.port }) };
  }

  const isSelected = ({ traffic }: Simulator): boolean => traffic.count("setInputList") > 0;

  it.each<[string, (id: Id) => object]>([
    ["are configured", (id) => ({ mac: macs[id] })],
    ["were reported", () => ({})],
  ])("find one another's when both are swapped and their MACs %s", async (_what, entry) => {
    await start(entry);
    await swap();
    await eventually(() => {
      for (const id of ["den", "attic"] as const) {
        expect(held(id, "availability")).toBe("online");
        expect(JSON.parse(held(id, "info") ?? "{}")).toMatchObject({ mac: macs[id], address: sims[id].url });
      }
    }, 20_000);
    await client.publish("player2mqtt/den/audio/input/set", "BT", { qos: 1 });
    await eventually(() => expect(results("den")).toMatchObject([{ outcome: "applied" }]), 10_000);
    expect(sims.den.player.audio.input?.tag).toBe("BT");
    expect(isSelected(sims.attic)).toBe(false);
    expect(log.saying("another player answers at the address of the player").length).toBeGreaterThan(0);
  });

  it("never get each other's commands, not even those sent while they are swapped", async () => {
    await start();
    await swap();
    const sent = Array.from({ length: 60 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 50));
      await client.publish("player2mqtt/den/audio/input/set", index % 2 === 0 ? "BT" : "XMOS", { qos: 1 });
    });
    await Promise.all(sent);
    await eventually(() => expect(results("den")).toHaveLength(60), 20_000);
    expect(isSelected(sims.attic)).toBe(false);
    for (const id of ["den", "attic"] as const) expect(macsIn(id)).toEqual(new Set([macs[id]]));
  });

  it("are left alone without follow: nothing is filled, and commands fail with the reason", async () => {
    await start((id) => ({ mac: macs[id], follow: false }));
    sims.attic.player.audio.selectInput("BT");
    await eventually(() => expect(held("attic", "audio/input")).toBe("BT"), 10_000);
    await swap();
    sims.attic.player.audio.selectInput("BT");
    await eventually(
      () => expect(log.saying("another player answers at the address of the player")).toHaveLength(2),
      20_000,
    );
    await client.publish("player2mqtt/den/audio/input/set", "BT", { qos: 1 });
    await eventually(() => expect(results("den")).toHaveLength(1), 10_000);
    expect(results("den")[0]).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(/^another device answers at this address: .*0c instead of .*0a/),
    });
    expect(held("den", "availability")).toBe("offline");
    expect(held("den", "audio/input")).toBe("XMOS");
    expect(macOf("den")).toBe(macs.den);
    expect(isSelected(sims.attic) || isSelected(sims.den)).toBe(false);
  });

  it("are taken for new ones at the old address if nobody knows them and no MAC is configured", async () => {
    await start(() => ({}));
    const { port } = sims.den;
    await sims.den.sleep();
    await eventually(() => expect(held("den", "availability")).toBe("offline"), 10_000);
    await put("den", { port, mac: "02:5e:11:00:00:77" });
    await eventually(() => expect(macOf("den")).toBe("02:5e:11:00:00:77"), 10_000);
    expect(held("den", "availability")).toBe("online");
    expect(log.saying("another device has taken the place of the player")).toHaveLength(1);
  });
});
