import { expect, it } from "vitest";
import { BridgeBench, mqtt } from "../../support/bridge/bridge-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const availability = "base/den/availability";

it("a member corrects the topics of its players, but of none that another may have taken meanwhile", async () => {
  await using bench = new BridgeBench({ den: {} }, "a");
  const { bridge, broker, clock } = bench;
  const echo = (leaf: string): void =>
    bridge.received(incoming(`base/bridge-a/${leaf}`, broker.retained.get(`base/bridge-a/${leaf}`) ?? ""));
  bridge.connected(mqtt);
  await clock.advance(1000);
  bridge.accepted("base/bridge-a/state");
  echo("state");
  echo("info");
  await clock.advance(2000);
  echo("info");
  await clock.advance(1000);
  expect(broker.retained.get(availability)).toBe("online");
  const write = async (): Promise<number> => {
    const before = broker.payloads(availability).length;
    bridge.received(incoming(availability, "offline"));
    await clock.advance(1000);
    return broker.payloads(availability).length - before;
  };
  expect(await write()).toBe(1);
  bridge.stoodStill();
  expect(await write()).toBe(0);
  echo("info");
  expect(await write()).toBe(1);
});

it("a member turns online after its info: until then the others know the claims of an earlier run", async () => {
  await using bench = new BridgeBench({ den: {} }, "a");
  bench.bridge.connected(mqtt);
  await bench.clock.advance(900);
  expect(bench.broker.payloads("base/bridge-a/state")).toEqual([]);
  await bench.clock.advance(200);
  const topics = bench.broker.messages.map(({ topic }) => topic);
  expect(topics.indexOf("base/bridge-a/info")).toBeGreaterThanOrEqual(0);
  expect(topics.indexOf("base/bridge-a/state")).toBeGreaterThan(topics.indexOf("base/bridge-a/info"));
  expect(bench.broker.payloads("base/bridge-a/state")).toEqual(["online"]);
  bench.bridge.disconnected();
  bench.bridge.connected(mqtt);
  await bench.clock.advance(1100);
  expect(bench.broker.payloads("base/bridge-a/state")).toEqual(["online", "online"]);
});
