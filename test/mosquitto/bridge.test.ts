import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { ask } from "../extensions/http/served.ts";
import { bestOf } from "../support/best-of.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { base, completeSnapshot, outputSet, results, resultTopic, startWholeBridge } from "./whole-bridge.ts";

/** Everything but what changes by itself. */
/** What does not come with time: a slow run hears a track to its end, which is history then. */
function steady(state: ReadonlyMap<string, string>): Record<string, string> {
  const isTimely = (topic: string): boolean =>
    topic.startsWith(`${base}/bridge/`) || topic.endsWith("/history");
  return Object.fromEntries([...state].filter(([topic]) => !isTimely(topic)));
}

const persistent = { config: ["persistence true"] };

describe.skipIf(isMosquittoMissing)("a broker that restarts", () => {
  it.each([
    ["and has lost everything", {}, "stop"],
    ["and has kept everything", persistent, "stop"],
    ["after a power cut", persistent, "kill"],
  ] as const)("%s gets everything again", async (_name, options, end) => {
    await using broker = await startMosquitto(options);
    await using whole = await startWholeBridge(broker.url);
    const before = await completeSnapshot(broker.url);
    await broker[end]();
    whole.sim.player.audio.selectOutput("RCA");
    await eventually(() => expect(whole.log.saying("cannot reach the broker, retrying")).toHaveLength(1));
    await broker.start();
    await eventually(async () => {
      const after = await completeSnapshot(broker.url);
      expect(after.get(`${base}/den/audio/output`)).toBe("RCA");
      expect(Object.keys(steady(after)).toSorted()).toEqual(Object.keys(steady(before)).toSorted());
    });
    await eventually(() => expect(whole.log.saying("connected to the broker")).toHaveLength(2));
  });

  it("is not needed for the bridge to start or to end", async () => {
    await using broker = await startMosquitto();
    await broker.stop();
    await using whole = await startWholeBridge(broker.url);
    await eventually(() => expect(whole.log.saying("cannot reach the broker, retrying")).toHaveLength(1));
    await broker.start();
    await completeSnapshot(broker.url);
    await broker.stop();
  });
});

/** The first event of the page's stream. */
async function toldToPage(httpUrl: string): Promise<string> {
  const request = get(`${httpUrl}/api/v1/events`);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) {
    text += String(piece);
    if (text.includes("\n\n")) break;
  }
  request.destroy();
  return text;
}

describe.skipIf(isMosquittoMissing)("a broker that denies the bridge to write", () => {
  it.each([
    ["topic read #\n", "bridge/state"],
    [`topic readwrite ${base}/bridge/#\ntopic read #\n`, "den/availability"],
  ])("is named by log, page and readiness (%j)", async (acl, leaf) => {
    await using broker = await startMosquitto({ config: ["acl_file {dir}/acl"], files: { acl } });
    const args = { "homeassistant.enabled": "false" };
    await using whole = await startWholeBridge(broker.url, args, {}, { httpPorts: [0], clock: fastClock(5) });
    const topic = `${base}/${leaf}`;
    const { httpUrl = "" } = whole.bridge;
    await eventually(async () => {
      const { status, body } = await ask(httpUrl, "/readyz");
      expect([status, JSON.parse(body)]).toEqual([
        503,
        { status: "unready", reasons: expect.arrayContaining([`the broker refuses messages on ${topic}`]) },
      ]);
    });
    expect(await toldToPage(httpUrl)).toMatch(new RegExp(`The broker refuses our messages on [^"]*${topic}`));
    const warned = whole.log.lines.filter(({ level }) => level === "warn");
    expect(warned.map(({ fields }) => fields["topic"])).toContain(topic);
    expect((await ask(httpUrl, "/healthz")).status).toBe(200);
  });
});

describe.skipIf(isMosquittoMissing)("a bridge that ends", () => {
  it("publishes offline, and retained state stays", async () => {
    await using broker = await startMosquitto();
    const whole = await startWholeBridge(broker.url);
    const before = await completeSnapshot(broker.url);
    await whole[Symbol.asyncDispose]();
    const after = await readRetained(broker.url, `${base}/#`);
    expect(after.get(`${base}/bridge/state`)).toBe("offline");
    expect(Object.keys(steady(after)).toSorted()).toEqual(Object.keys(steady(before)).toSorted());
  });

  it("is offline by its will when the broker does not answer any more, and ends soon", async () => {
    const tookMs = await bestOf(3, 2000, async () => {
      await using broker = await startMosquitto();
      await using proxy = await startTcpProxy(broker.port);
      const whole = await startWholeBridge(`mqtt://127.0.0.1:${proxy.port}`);
      await completeSnapshot(broker.url);
      proxy.freeze();
      const since = performance.now();
      await whole[Symbol.asyncDispose]();
      const took = performance.now() - since;
      proxy.thaw();
      await eventually(async () => {
        const after = await readRetained(broker.url, `${base}/bridge/state`);
        expect(after.get(`${base}/bridge/state`)).toBe("offline");
      });
      return took;
    });
    expect(tookMs).toBeLessThan(2000);
  });
});

describe.skipIf(isMosquittoMissing)("a broker with limits", () => {
  it.each(["max_packet_size 3000", "max_packet_size 1200"])(
    "of %s gets a window of the queue that fits, in whole JSON",
    async (limit) => {
      await using broker = await startMosquitto({ config: [limit] });
      await using whole = await startWholeBridge(broker.url, {}, { queueSize: 500 });
      const queue = await eventually(async () => {
        const { [`${base}/den/music/queue`]: text = "" } = steady(
          await readRetained(broker.url, `${base}/#`),
        );
        const parsed = JSON.parse(text) as { total: number; entries: unknown[] };
        expect(Buffer.byteLength(text)).toBeLessThan(Number(limit.split(" ")[1]));
        return parsed;
      });
      expect(queue.total).toBe(500);
      expect(queue.entries.length).toBeGreaterThan(0);
      expect(queue.entries.length).toBeLessThan(50);
      expect(whole.log.saying("lost the connection to the broker, retrying")).toEqual([]);
    },
  );

  it("of what it keeps for a while does not stop the bridge", async () => {
    await using broker = await startMosquitto({ config: ["message_size_limit 600"] });
    await using whole = await startWholeBridge(broker.url, {}, { queueSize: 500 });
    await using client = await TestClient.connect(broker.url, [resultTopic]);
    await eventually(() => expect(whole.log.saying("connected to the broker")).toHaveLength(1));
    await client.publish(outputSet, "RCA");
    await eventually(() => expect(results(client)).toMatchObject([{ outcome: "applied" }]));
    expect(whole.log.saying("connected to the broker")).toHaveLength(1);
  });

  it("without retained messages is reported, and commands work", async () => {
    await using broker = await startMosquitto({ config: ["retain_available false"] });
    await using whole = await startWholeBridge(broker.url);
    await using client = await TestClient.connect(broker.url, [`${base}/#`]);
    await eventually(() => expect(whole.log.saying("connected to the broker")).toHaveLength(1));
    expect(whole.log.lines.filter(({ message }) => message.includes("keeps no retained"))).toHaveLength(1);
    await client.publish(outputSet, "RCA");
    await eventually(() => expect(results(client)).toMatchObject([{ outcome: "applied", tag: "RCA" }]));
    await eventually(() => expect(client.state.get(`${base}/den/audio/output`)).toBe("RCA"));
  });
});
