import type { Packet } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { countSockets } from "../support/handles.ts";
import { on, type Script, type ScriptedBroker, startScriptedBroker } from "../support/scripted-broker.ts";
import { waitedMs } from "../support/waited-ms.ts";
import { event, LinkBench, state } from "./link-bench.ts";

function stop(bench: LinkBench): Promise<number> {
  return waitedMs(() => bench[Symbol.asyncDispose]());
}

function lastWord(broker: ScriptedBroker): string | undefined {
  return broker.peers.at(-1)?.packets.at(-1)?.cmd;
}

/** Half a second is given away at most; the rest is for timers that are late. */
const quickMs = 2000;
const phases: readonly ((bench: LinkBench, broker: ScriptedBroker) => () => void)[] = [
  () => () => {},
  (_bench, { peers }) =>
    () =>
      expect(peers.at(-1)?.packets.length).toBeGreaterThan(0),
  ({ connected }) =>
    () =>
      expect(connected).toHaveLength(1),
];
const hangs: Script = () => "dealt";
/** An address of a block that leads nowhere (RFC 5737). */
const blackHole = "mqtt://192.0.2.1:1883";

describe("stopping the link", () => {
  it("is quick before the broker could be reached", async () => {
    const bench = new LinkBench(blackHole);
    expect(await stop(bench)).toBeLessThan(quickMs);
    expect([bench.connected, bench.failures]).toEqual([[], []]);
  });

  it("is quick between two attempts", async () => {
    const closed = await startScriptedBroker();
    await closed[Symbol.asyncDispose]();
    const bench = new LinkBench(closed.url);
    await eventually(() => expect(bench.failures).toHaveLength(1));
    expect(await stop(bench)).toBeLessThan(quickMs);
  });

  it.each<[string, Script, Packet["cmd"]]>([
    ["CONNACK", hangs, "connect"],
    ["SUBACK", on("subscribe", () => {}), "subscribe"],
  ])("is quick while %s is missing, and lets the broker publish the will", async (_what, script, last) => {
    await using broker = await startScriptedBroker(script);
    const bench = new LinkBench(broker.url);
    await eventually(() => expect(lastWord(broker)).toBe(last));
    expect(await stop(bench)).toBeLessThan(quickMs);
    await eventually(() => expect(broker.peers[0]?.socket.destroyed).toBe(true));
    expect([lastWord(broker), bench.failures]).toEqual([last, []]);
    expect(broker.peers[0]?.hello.will).toMatchObject({ topic: "base/bridge/state", qos: 1, retain: true });
  });

  it("sends waiting messages and DISCONNECT", async () => {
    await using broker = await startScriptedBroker();
    const bench = await LinkBench.connected(broker.url);
    bench.link.publish(event("last"));
    bench.link.publish(state("base/bridge/state", "offline", 1));
    expect(await stop(bench)).toBeLessThan(quickMs);
    expect(broker.peers[0]?.publishes.map(({ payload }) => payload.toString()).toSorted()).toEqual([
      "last",
      "offline",
    ]);
    expect(lastWord(broker)).toBe("disconnect");
    expect(bench.ends).toEqual([]);
  });

  it("sends nothing after DISCONNECT", async () => {
    await using broker = await startScriptedBroker(on("disconnect", () => {}));
    const bench = await LinkBench.connected(broker.url);
    const stopped = stop(bench);
    for (let late = 0; late < 20; late++) {
      await Promise.resolve();
      bench.link.publish(state("base/late", String(late)));
    }
    await stopped;
    expect(lastWord(broker)).toBe("disconnect");
  });

  it("is quick with a broker that hangs, and lets the broker publish the will", async () => {
    await using broker = await startScriptedBroker();
    const bench = await LinkBench.connected(broker.url);
    broker.follow(hangs);
    bench.link.publish(state("base/bridge/state", "offline", 1));
    expect(await stop(bench)).toBeLessThan(quickMs);
    expect(broker.peers[0]?.packets.map(({ cmd }) => cmd)).not.toContain("disconnect");
  });

  it("is quick with a broker that keeps the connection open after DISCONNECT", async () => {
    await using broker = await startScriptedBroker(on("disconnect", () => {}));
    const bench = await LinkBench.connected(broker.url);
    for (const peer of broker.peers) peer.socket.allowHalfOpen = true;
    expect(await stop(bench)).toBeLessThan(quickMs);
  });

  it("lets the broker publish the will when too many messages wait", async () => {
    await using broker = await startScriptedBroker();
    const bench = await LinkBench.connected(broker.url, { publishRate: 10 });
    for (let number = 0; number < 100; number += 1) bench.link.publish(state(`topic/${number}`, "value"));
    bench.link.publish(state("base/bridge/state", "offline", 1));
    expect(await stop(bench)).toBeLessThan(quickMs);
    await eventually(() => expect(broker.peers[0]?.socket.destroyed).toBe(true));
    expect(broker.peers[0]?.packets.map(({ cmd }) => cmd)).not.toContain("disconnect");
  });

  it("can be done twice, and before the start", async () => {
    await using broker = await startScriptedBroker();
    const bench = new LinkBench(broker.url);
    await Promise.all([stop(bench), stop(bench)]);
    await stop(bench);
    expect(broker.peers.every(({ socket }) => socket.destroyed)).toBe(true);
  });

  it("leaves no handles, a hundred times and in every phase", async () => {
    await using broker = await startScriptedBroker();
    const before = countSockets();
    for (let round = 0; round < 100; round += 1) {
      await using bench = new LinkBench(broker.url);
      await eventually(phases[round % phases.length]?.(bench, broker) ?? (() => {}));
      bench.link.publish(event("last"));
    }
    await eventually(() => expect(countSockets()).toBe(before));
  });
});
