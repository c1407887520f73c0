import { describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { parseExposition, type ToldMetric } from "../extensions/http/parse-exposition.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { anyPort } from "../support/any-port.ts";

const hasHttp = true;
/** A schedule that never fires: the test itself causes everything that is counted. */
const never = "0 0 0 29 2 *";
const still = { "poll.audio": never, "poll.video": never, "poll.playlist": never, "poll.queue": never };

/** A scrape, with access to one value or to the sum over all other labels. */
async function scrape({ bridge }: Bridged) {
  const { status, headers, body } = await ask(bridge.httpUrl ?? "", "/metrics");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const metrics = parseExposition(body);
  return {
    metrics,
    value: (name: string, labels: Readonly<Record<string, string>> = {}): number => {
      const told = [...metrics.values()]
        .flatMap(({ samples }: ToldMetric) => samples)
        .filter((sample) => sample.name === `player2mqtt_${name}`)
        .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value));
      if (told.length === 0) throw new Error(`there is no ${name}`);
      return told.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

describe("the metrics of a bridge", () => {
  it("agree with the player's and the subscriber's own counts", async () => {
    await using sim = await startSimulator();
    sim.player.video.pause();
    sim.player.music.pause();
    await using bridged = await Bridged.settled(sim, { hasHttp, args: still });
    await bridged.refresh();
    await bridged.refresh();
    expect((await bridged.select("output", "RCA")).outcome).toBe("applied");
    expect((await bridged.select("output", "RCA")).outcome).toBe("unchanged");
    expect((await bridged.select("input", "nowhere")).outcome).toBe("rejected");
    const { value } = await until(async () => {
      const told = await scrape(bridged);
      return told.value("polls_total", { resource: "queue" }) === sim.traffic.count("getPlayQueue") && told;
    });
    expect(value("polls_total", { resource: "video" })).toBe(sim.traffic.count("getPlayStatus"));
    expect(value("polls_total", { resource: "queue", outcome: "changed" })).toBe(1);
    expect(value("polls_total", { resource: "queue", outcome: "unchanged" })).toBeGreaterThanOrEqual(2);
    expect(value("polls_total", { outcome: "unreachable" })).toBe(0);
    expect(value("poll_latency_seconds_count", { resource: "queue" })).toBe(
      value("polls_total", { resource: "queue" }),
    );
    expect(value("poll_latency_seconds_sum")).toBeGreaterThan(0);
    expect(value("read_bytes_total")).toBeGreaterThan(1000);
    expect(value("commands_total", { target: "audio/output", outcome: "applied" })).toBe(1);
    expect(value("commands_total", { target: "audio/output", outcome: "unchanged" })).toBe(1);
    expect(value("commands_total", { target: "audio/input" })).toBe(1);
    expect(value("commands_total", { target: "refresh", outcome: "applied" })).toBe(3);
    expect(value("command_duration_seconds_count", { target: "refresh" })).toBe(3);
    expect(value("player_polls_total", { player: "den" })).toBe(value("polls_total"));
    expect(value("player_unchanged_polls_total")).toBe(value("polls_total", { outcome: "unchanged" }));
    expect(value("published_bytes_total")).toBeGreaterThan(value("published_messages_total"));
    expect([value("broker_connections_total"), value("outbox_messages"), value("inbox_commands")]).toEqual([
      1, 0, 0,
    ]);
    expect([value("healthy"), value("ready"), value("broker_connected")]).toEqual([1, 1, 1]);
  });

  it("count successful and failed connections to the broker", async () => {
    await using sim = await startSimulator();
    await using broker = await startEmbeddedBroker(anyPort);
    await using proxy = await startTcpProxy(broker.port);
    const args = { "mqtt.url": `mqtt://127.0.0.1:${proxy.port}`, ...still };
    await using bridged = await Bridged.withoutSubscriber(sim, { hasHttp, args });
    await until(async () => (await scrape(bridged)).value("broker_connections_total") === 1);
    proxy.cut();
    await until(async () => (await scrape(bridged)).value("broker_connections_total") === 2);
    await broker[Symbol.asyncDispose]();
    const { value } = await until(async () => {
      const told = await scrape(bridged);
      return told.value("broker_failed_connections_total") > 0 && told;
    });
    expect([value("broker_connected"), value("ready"), value("healthy")]).toEqual([0, 0, 1]);
  });
});
