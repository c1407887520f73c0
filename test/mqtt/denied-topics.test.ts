import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { accept, startScriptedBroker } from "../support/scripted-broker.ts";
import { LinkBench, state } from "./link-bench.ts";
import { whileAway } from "./while-away.ts";

it("a link names the topics below its base that it cannot write, the refused ones while the connection lasts", async () => {
  const [availability, queue] = ["base/den/availability", "base/den/queue"] as const;
  let code = 0x87;
  await using broker = await startScriptedBroker((packet, peer) => {
    const { messageId = 0 } = packet;
    if (packet.cmd === "connect") peer.send(accept({ maximumPacketSize: 500 }));
    else if (packet.cmd === "publish")
      peer.send({ cmd: "puback", messageId, reasonCode: packet.topic === queue ? 0 : code });
    else return "as usual";
    return "dealt";
  });
  const clock = new FakeClock();
  await using bench = await LinkBench.connected(broker.url, { base: "base", protocol: "5", clock });
  for (const topic of [availability, availability, "reply/to", "based/x"])
    bench.link.publish(state(topic, "online", 1));
  await eventually(() => expect(bench.unwanted).toHaveLength(4));
  const known = [[availability], [availability, queue], [queue], [availability, queue]];
  // Its topic is cleared.
  bench.link.publish(state(queue, "x".repeat(500)));
  expect(bench.unwritable).toEqual(known.slice(0, 2));
  for (const [index, next] of [0, 0x87].entries()) {
    code = next;
    bench.link.publish(state(availability, "online", 1));
    await eventually(() => expect(bench.unwritable).toEqual(known.slice(0, index + 3)));
  }
  broker.peers[0]?.socket.destroy();
  await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(2));
  expect([bench.link.denied, bench.link.tooLarge]).toEqual([[], [queue]]);
});
