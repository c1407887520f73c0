import { expect, it } from "vitest";
import { DeniedTopics } from "../../src/mqtt/denied-topics.ts";
import { eventually } from "../support/eventually.ts";
import { on, startScriptedBroker } from "../support/scripted-broker.ts";
import { LinkBench, state } from "./link-bench.ts";

it("a message that the broker refuses denies its topic below the base, until it is accepted or the connection ends", () => {
  const changes: (readonly string[])[] = [];
  const denied = new DeniedTopics("base", () => changes.push(denied.all));
  for (const topic of ["base/den/availability", "base/den/availability", "reply/to", "based/x"])
    denied.refused(topic);
  denied.acknowledged("base/den/availability");
  denied.acknowledged("base/den/availability");
  expect(changes).toEqual([["base/den/availability"], []]);
  denied.refused("base/den/availability");
  denied.end();
  expect(denied.all).toEqual([]);
});

it("a link to a broker that refuses messages names their topics", async () => {
  await using broker = await startScriptedBroker(
    on("publish", ({ messageId = 0 }, peer) => peer.send({ cmd: "puback", messageId, reasonCode: 0x87 })),
  );
  await using bench = await LinkBench.connected(broker.url, { base: "base", protocol: "5" });
  bench.link.publish(state("base/den/availability", "online", 1));
  await eventually(() => expect(bench.link.denied).toEqual(["base/den/availability"]));
});
