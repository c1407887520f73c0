import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { type Peer, startScriptedBroker } from "../support/scripted-broker.ts";
import { event, LinkBench, state } from "./link-bench.ts";

function told({ publishes }: Peer): string[] {
  return publishes.map(({ topic, payload, qos, retain }) => `${topic} ${String(payload)} ${qos} ${retain}`);
}

it("each other setting is used by another connection, after a farewell over the one before, and counts go on", async () => {
  await using broker = await startScriptedBroker();
  await using bench = await LinkBench.connected(broker.url);
  for (const [index, keepaliveSeconds] of [30, 40, 50].entries()) {
    bench.link.publish(state("base/input", "TV"));
    // The second time nothing differs.
    for (let times = 0; times < 2; times += 1) {
      const farewell = state("base/bridge/state", "offline", 1);
      await bench.link.reconfigure({ ...bench.options, keepaliveSeconds }, farewell);
    }
    await eventually(() => expect(bench.connected).toHaveLength(index + 2));
  }
  const all = ["base/input TV 0 true", "base/bridge/state offline 1 true"];
  expect(broker.peers.map((peer) => [peer.hello.keepalive, told(peer)])).toEqual([
    [20, all],
    [30, all],
    [40, all],
    [50, []],
  ]);
  expect([bench.link.published, bench.link.publishedBytes]).toEqual([6, 27]);
  const end = { kind: "lost", reason: "another broker is configured", isContested: false };
  expect(bench.ends).toEqual([end, end, end]);
});

it("a link that falls silent sends its last outcomes nevertheless, and then only what breaks the silence", async () => {
  const clock = new FakeClock();
  await using broker = await startScriptedBroker();
  await using bench = await LinkBench.connected(broker.url, { clock, publishRate: 1 });
  bench.link.publish(state("base/input", "TV"), event("owed"));
  const silent = { ...bench.options, will: undefined, isSilent: true, publishRate: 0 };
  const changing = bench.link.reconfigure(silent);
  await clock.advance(500);
  await changing;
  bench.link.publish(event("late"), { ...event("loud"), breaksSilence: true });
  bench.link.publishDeferred(() => [state("base/input", "TV")]);
  await eventually(() => expect(broker.peers[1]?.publishes).toHaveLength(2));
  expect(broker.peers.map(told)).toEqual([
    ["base/input TV 0 true"],
    ["base/den/result owed 1 false", "base/den/result loud 1 false"],
  ]);
});
