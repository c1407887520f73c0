import { beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import type { Config } from "../../src/config/schema.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";

describe.skipIf(isMosquittoMissing)("a bridge whose players come and go", { timeout: 60_000 }, () => {
  let broker: Mosquitto;
  let sims: Simulator[];
  const log = new MemoryLog();

  beforeEach(async () => {
    broker = opened(await startMosquitto());
    sims = await Promise.all(
      ["10", "11"].map(async (byte) =>
        // A player whose connection ends is asked who it is.
        opened(
          await startSimulator({
            mac: `80:0a:80:5e:00:${byte}`,
            queueSize: 300,
            keepAliveTimeoutMs: 120_000,
          }),
        ),
      ),
    );
    for (const { player } of sims) {
      player.video.pause();
      player.music.pause();
    }
  });

  /** The players of these ids, each at its own address; `-` stands for one that is left out. */
  function configOf(ids: readonly string[], args: Readonly<Record<string, string>> = {}): Config {
    const players = ids
      .map((id, index) => ({ id, url: sims[index]?.url ?? "" }))
      .filter(({ id }) => id !== "-");
    return loadWith({
      args: {
        "mqtt.url": broker.url,
        "http.port": "0",
        "device.gapMs": "10",
        "queue.publish": "all",
        "poll.audio": "* * * * * *",
        "poll.idleFactor": "1",
        players: JSON.stringify(players),
        ...args,
      },
    });
  }

  const start = async (config: Config): Promise<RunningBridge> =>
    opened(await startBridge(config, log, { clock: fastClock(10) }));

  const held = (filter = "#"): Promise<Map<string, string>> => readRetained(broker.url, filter);

  /** Everything that the broker holds of a player, its announcement included. */
  async function tracesOf(id: string): Promise<string[]> {
    const all = await held();
    return [...all]
      .filter(
        ([topic, text]) => topic.startsWith(`player2mqtt/${id}/`) || text.includes(`player2mqtt/${id}/`),
      )
      .map(([topic]) => topic);
  }

  /** Waits until these are told completely, and announced. */
  async function told(...ids: readonly string[]): Promise<void> {
    await eventually(async () => {
      for (const id of ids) {
        const traces = await tracesOf(id);
        for (const leaf of ["music/queue/pages/1", "video/zoom/options", "video/details", "app/options"])
          expect(traces).toContain(`player2mqtt/${id}/${leaf}`);
        expect(traces.some((topic) => topic.startsWith("homeassistant/"))).toBe(true);
      }
    });
  }

  it.each(["true", "false"])(
    "leaves nothing of a player that was removed while it was away (discovery %s)",
    async (enabled) => {
      const before = await start(configOf(["den", "attic"]));
      await told("den", "attic");
      await before[Symbol.asyncDispose]();
      await start(configOf(["den"], { "homeassistant.enabled": enabled }));
      await eventually(async () => expect(await tracesOf("attic")).toEqual([]));
      expect((await tracesOf("den")).length).toBeGreaterThan(25);
    },
  );

  it("tells in the order that Home Assistant wants: the announcement goes and it is offline, then the topics go", async () => {
    await using witness = await TestClient.connect(broker.url, ["#"]);
    const running = await start(configOf(["den", "attic"]));
    await told("den", "attic");
    witness.seen.length = 0;
    await running.reconfigure(configOf(["den"]));
    await eventually(async () => expect(await tracesOf("attic")).toEqual([]));
    const gone = witness.seen.filter(
      ({ topic }) => topic.startsWith("player2mqtt/attic/") || topic.includes("800a805e0011"),
    );
    const said = gone.map(({ topic, text }) => `${topic.replace(/^player2mqtt\/attic\//, "")} ${text}`);
    const announcement = said.findIndex((line) => /^homeassistant\/device\/.* $/.test(line));
    // The last messages count: a topic may have been empty before because it had no value.
    const firstEmpty = gone.findIndex(
      ({ topic, text }, index) =>
        topic.startsWith("player2mqtt/attic/") &&
        text === "" &&
        !topic.includes("/pages/") &&
        !gone.slice(index + 1).some((later) => later.topic === topic),
    );
    expect(said).toContain("availability offline");
    expect(announcement).toBeGreaterThanOrEqual(0);
    expect(announcement).toBeLessThan(firstEmpty);
    expect(said.indexOf("availability offline")).toBeLessThan(firstEmpty);
    expect(said.at(-1)).toBe("availability ");
  });

  it("clears an operation that was renamed while the bridge did not run", async () => {
    const read = { path: "/ControlCenter/getModel", pointer: "/model" };
    const declaring = (name: string): Config => {
      const den = { id: "den", url: sims[0]?.url, operations: [{ name, kind: "text", read }] };
      return configOf([], { players: JSON.stringify([den]) });
    };
    const settings = async (): Promise<string[]> =>
      [...(await held("player2mqtt/den/settings/#")).keys()].toSorted();
    const topicsOf = (name: string): string[] =>
      ["", "/title"].map((part) => `player2mqtt/den/settings/${name}${part}`);
    const first = await start(declaring("old"));
    await eventually(async () => expect(await settings()).toEqual(topicsOf("old")));
    await first[Symbol.asyncDispose]();
    await start(declaring("renamed"));
    await eventually(async () => expect(await settings()).toEqual(topicsOf("renamed")));
  });

  it("touches nobody whose settings stay: not one request more, and no topic again", async () => {
    await using witness = await TestClient.connect(broker.url, []);
    const quiet = Object.fromEntries(
      ["audio", "video", "playlist", "queue", "state"].map((name) => [`poll.${name}`, "0 0 0 1 1 *"]),
    );
    const running = await start(configOf(["den", "attic"], quiet));
    await told("den", "attic");
    // Lists of the film and the display are read after what is published first.
    let before = sims[0]?.traffic.count();
    await eventually(async () => {
      const earlier = before;
      await new Promise((resolve) => setTimeout(resolve, 600));
      before = sims[0]?.traffic.count();
      expect(before).toBe(earlier);
    });
    const connections = sims[0]?.traffic.connections;
    await witness.subscribe("player2mqtt/den/#", { qos: 0, rh: 2 });
    await running.reconfigure(configOf(["den"], quiet));
    await running.reconfigure(configOf(["den", "loft"], { ...quiet, "log.level": "debug" }));
    await told("loft");
    expect(sims[0]?.traffic.count()).toBe(before);
    expect(sims[0]?.traffic.connections).toBe(connections);
    // What was watched is noted each minute.
    const again = witness.seen.filter(({ retain, topic }) => !retain && !topic.endsWith("/history"));
    expect(again).toEqual([]);
  });

  it("switches to another broker: offline at the old one, complete at the new one, no player disturbed", async () => {
    await using other = await startMosquitto();
    const running = await start(configOf(["den", "attic"]));
    await told("den", "attic");
    const connections = sims.map(({ traffic }) => traffic.connections);
    const changes = await running.reconfigure(configOf(["den", "attic"], { "mqtt.url": other.url }));
    expect(changes).toEqual([{ kind: "setting-changed", name: "mqtt.url", needsRestart: false }]);
    expect((await held("player2mqtt/bridge/state")).get("player2mqtt/bridge/state")).toBe("offline");
    await eventually(async () => {
      const there = await readRetained(other.url, "player2mqtt/#");
      expect(there.get("player2mqtt/bridge/state")).toBe("online");
      expect(there.get("player2mqtt/attic/availability")).toBe("online");
      expect(there.has("player2mqtt/bridge/info")).toBe(true);
    });
    await using client = await TestClient.connect(other.url, ["player2mqtt/den/result"]);
    await client.publish("player2mqtt/den/refresh/set", "");
    await eventually(() => expect(client.on("player2mqtt/den/result")).toHaveLength(1));
    expect(sims.map(({ traffic }) => traffic.connections)).toEqual(connections);
  });

  it("gives way to a second bridge of its name with other players, says so, and leaves nothing outdated", async () => {
    await start(configOf(["den", "-"]));
    await told("den");
    const config = configOf(["-", "attic"], { "mqtt.clientId": "second" });
    await using _second = await startBridge(config, new MemoryLog(), { clock: fastClock(10) });
    await eventually(() =>
      expect(log.lines.map(({ message }) => message)).toContain(
        "another bridge called bridge has taken over; standing by until it is offline",
      ),
    );
    await eventually(async () => expect((await tracesOf("attic")).length).toBeGreaterThan(25));
    await eventually(async () => expect(await tracesOf("den")).toEqual([]));
    expect((await held()).get("player2mqtt/bridge/state")).toBe("online");
  });
});
