import { expect, it } from "vitest";
import { BridgeBench, mqtt } from "../support/bridge/bridge-bench.ts";
import { incoming } from "../home-assistant/discovery-bench.ts";

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
