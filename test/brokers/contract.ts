import { expect, it } from "vitest";
import { base, completeTopics, outputSet, results, resultTopic } from "../mosquitto/whole-bridge.ts";
import { eventually } from "../support/eventually.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { type Bench, connections } from "./bench.ts";

const stateTopic = `${base}/bridge/state`;
const outputTopic = `${base}/den/audio/output`;
const pageTopic = `${base}/den/music/queue/pages/0`;
const patience = 30_000;

/** Defines the tests that every broker has to pass: what the bridge promises with any of them. */
export function describeContract(bench: () => Bench): void {
  it("lets nobody in with a wrong password, and the bridge says so", async () => {
    await using whole = await bench().startBridge({ "mqtt.password": "wrong" });
    await eventually(() => {
      const lines = whole.log.saying(
        "the broker refuses the username or the password: check mqtt.username and mqtt.password; retrying",
      );
      expect(lines.map(({ fields }) => fields["reason"])).toContainEqual(
        expect.stringMatching(/refused: (Not authorized|Bad username or password)/),
      );
    }, patience);
    expect(whole.log.saying("connected to the broker")).toEqual([]);
  });

  it("is spoken to in the newest version that it knows, shows everything to somebody who comes late, and keeps it", async () => {
    const whole = await bench().bridge({ "queue.publish": "all", "queue.fields": "all" });
    const [line] = whole.log.saying("connected to the broker");
    expect(line?.fields).toMatchObject({ protocol: bench().kind.protocol });
    // The broker may still hold what an earlier bridge published last.
    const found = await eventually(async () => {
      const retained = await bench().find([...completeTopics, pageTopic]);
      expect(retained.get(stateTopic)).toBe("online");
      return retained;
    }, patience);
    expect(JSON.parse(found.get(`${base}/den/music/queue`) ?? "")).toMatchObject({ total: 400 });
    expect(JSON.parse(found.get(pageTopic) ?? "")).toHaveLength(50);
    await whole[Symbol.asyncDispose]();
    expect((await bench().find(completeTopics)).get(stateTopic)).toBe("offline");
  });

  it("carries 150 commands at once: each has one outcome", async () => {
    await using whole = await bench().bridge();
    await bench().find(completeTopics);
    await using client = await bench().client([resultTopic]);
    const sent = Array.from({ length: 150 }, (_, transaction) => transaction);
    await Promise.all(
      sent.map((transaction) => client.publish(outputSet, JSON.stringify({ tag: "RCA", transaction }))),
    );
    await eventually(() => expect(results(client).length).toBeGreaterThanOrEqual(sent.length), patience);
    await client.publish(outputSet, JSON.stringify({ tag: "HDMI", transaction: "last" }));
    await eventually(() => expect(results(client).at(-1)?.transaction).toBe("last"), patience);
    const told = results(client).map(({ transaction }) => transaction);
    expect(told).toHaveLength(sent.length + 1);
    expect(new Set(told)).toEqual(new Set([...sent, "last"]));
    expect(results(client).at(-1)).toMatchObject({ outcome: "applied", tag: "HDMI" });
    expect(whole.sim.traffic.maxConcurrent).toBe(1);
    expect((await bench().find([outputTopic])).get(outputTopic)).toBe("HDMI");
  });

  it("tells by the will that the bridge was cut off, and hears everything when it returns", async () => {
    await using proxy = await startTcpProxy(bench().broker.port);
    // First, since NATS may lose a message for a client that subscribes at the same moment.
    await using client = await bench().client([stateTopic]);
    await using whole = await bench().bridge({}, `mqtt://127.0.0.1:${proxy.port}`);
    await eventually(() => expect(client.on(stateTopic).at(-1)).toBe("online"), patience);
    proxy.cut();
    await eventually(() => expect(client.on(stateTopic).slice(-2)).toEqual(["offline", "online"]), patience);
    await connections(whole, 2);
    await bench().find(completeTopics);
  });

  it("never has a retained command carried out", async () => {
    await using client = await bench().client([resultTopic]);
    await client.publish(outputSet, "RCA", { retain: true });
    await using whole = await bench().bridge();
    await bench().find(completeTopics);
    // Commands are subscribed to with wildcards: a broker that keeps it from those leaves it where it is.
    const { sendsKeptToWildcards } = bench().kind;
    const expected = sendsKeptToWildcards ? ["rejected"] : [];
    await eventually(() => expect(results(client).map(({ outcome }) => outcome)).toEqual(expected));
    await eventually(async () =>
      expect(await bench().delivers(outputSet, outputSet)).toBe(!sendsKeptToWildcards),
    );
    expect(whole.sim.traffic.count("setOutInputList")).toBe(0);
  });

  it.each([
    ["and kept everything", "stop", false],
    ["and lost everything", "stop", true],
    ["after a power cut", "kill", false],
  ] as const)("is told everything again when it restarts %s", async (_name, end, isWiped) => {
    await using whole = await bench().bridge();
    await bench().find(completeTopics);
    await bench().broker[end]();
    if (isWiped) bench().broker.wipe();
    whole.sim.player.audio.selectOutput("RCA");
    await bench().broker.start();
    await connections(whole, 2);
    await eventually(async () => {
      expect((await bench().find(completeTopics)).get(outputTopic)).toBe("RCA");
    }, patience);
  });
}
