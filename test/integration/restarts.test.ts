import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { rejected } from "../support/bridge/outcomes.ts";

it("on request, the session of one player begins anew over another connection, and nobody sees it offline", async () => {
  await using den = await startSimulator();
  await using attic = await startSimulator();
  await using bridged = await Bridged.settled([den, attic]);
  const { subscriber } = bridged;
  await bridged.waitFor("availability", "online", "attic");
  const before = [den, attic].map(({ traffic }) => traffic.connections);
  const request = "player2mqtt/bridge/request/restart";
  expect(await subscriber.ask(request, "den")).toMatchObject({ outcome: "applied" });
  await bridged.refresh();
  const isConnectedAnew = [den, attic].map(({ traffic }, index) => traffic.connections !== before[index]);
  expect(isConnectedAnew).toEqual([true, false]);
  expect(subscriber.said("den/availability")).not.toContain("offline");
  expect(await subscriber.ask(request, "loft")).toMatchObject(
    rejected('no such player here: "loft", expected the id of one'),
  );
});

it("Home Assistant is told everything again once it has started", async () => {
  await using sim = await startSimulator();
  await using bridged = await Bridged.settled(sim, { speed: 100, args: { "homeassistant.enabled": "true" } });
  const { subscriber } = bridged;
  const told = (leaf: string) => subscriber.messages.filter(({ topic }) => topic.endsWith(leaf)).length;
  const leaves = ["bridge/state", "den/availability", "den/audio/input", "den/video/state"];
  const before = leaves.map(told);
  await subscriber.send("homeassistant/status", "online");
  const missing = () => leaves.filter((leaf, index) => told(leaf) === before[index]);
  await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
});
