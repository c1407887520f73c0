import { describe, expect, it } from "vitest";
import type { BrokerLink } from "../../src/mqtt/link.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { accept, type Script, startScriptedBroker } from "../support/scripted-broker.ts";
import { LinkBench, state } from "./link-bench.ts";
import { whileAway } from "./while-away.ts";

/** Ends the connection when a message has more bytes than that, and tells nobody beforehand. */
function cuttingAt(bytes: number): Script {
  return (packet, peer) => {
    if (packet.cmd !== "publish" || packet.payload.length <= bytes) return "as usual";
    peer.socket.destroy();
    return "dealt";
  };
}

/** Says as much as it may on each connection, as the bridge does with a long queue, and then that it is there. */
const sayAll = {
  onConnected: (link: BrokerLink) => {
    link.publish(state("base/queue", "x".repeat(Math.min(50_000, link.maxPayloadBytes))));
    link.publish(state("base/bridge/state", "online", 1));
  },
};

describe("a broker that closes the connection after large messages", () => {
  it.each(["4", "5"] as const)(
    "gets smaller ones, and no other client is suspected of having our id (protocol %s)",
    async (protocol) => {
      const clock = new FakeClock();
      await using broker = await startScriptedBroker(cuttingAt(4000));
      await using bench = new LinkBench(broker.url, { ...sayAll, clock, protocol });
      await whileAway(broker, clock, () =>
        expect(broker.peers.at(-1)?.publishes[0]?.payload.length).toBeLessThanOrEqual(4000),
      );
      expect(bench.limits.map(({ topic }) => topic)).toEqual(Array(4).fill("base/queue"));
      const limit = bench.limits.at(-1)?.maximumPacketBytes ?? 0;
      expect(limit).toBeGreaterThan(2000);
      expect(limit).toBeLessThan(4000);
      expect(bench.connected.at(-1)?.limits.maximumPacketBytes).toBe(limit);
      expect(bench.ends).toHaveLength(5);
      expect(bench.ends.map(({ isContested }) => isContested)).not.toContain(true);
      // A message that does not get shorter is not sent any more.
      bench.link.publish(state("base/announcement", "x".repeat(limit)));
      await eventually(() => expect(bench.tooLarge).toEqual(["base/announcement"]));
    },
  );

  it.each(["before", "after"])(
    "gets smaller ones where it drops those with QoS 0 silently, with an announcement sent %s them",
    async (place) => {
      const clock = new FakeClock();
      const cut = cuttingAt(4000);
      const accepted: number[] = [];
      await using broker = await startScriptedBroker((packet, peer) => {
        if (packet.cmd !== "publish" || packet.topic !== "base/queue") return cut(packet, peer);
        if (packet.payload.length <= 4000) accepted.push(packet.payload.length);
        else if (packet.qos === 0) return "dealt";
        return cut(packet, peer);
      });
      const onConnected = (link: BrokerLink): void => {
        // Sent no more once it is known to be too large: it shows the limit only roughly.
        const announcement = state("homeassistant/announcement", "x".repeat(20_000), 1);
        if (place === "before") link.publish(announcement);
        sayAll.onConnected(link);
        if (place === "after") link.publish(announcement);
      };
      await using bench = new LinkBench(broker.url, { onConnected, clock, protocol: "5" });
      await whileAway(broker, clock, () => expect(accepted).not.toEqual([]));
      expect(accepted[0]).toBeGreaterThan(2000);
      expect(bench.limits.at(-1)?.topic).toBe("base/queue");
      expect(bench.link.tooLarge).toEqual(["homeassistant/announcement"]);
    },
  );

  it("gets messages as large as before when another client with our id was the cause", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker((packet, peer) => {
      if (packet.cmd !== "publish") return "as usual";
      peer.send({ cmd: "disconnect", reasonCode: 0x8e });
      return "dealt";
    });
    await using bench = new LinkBench(broker.url, { ...sayAll, clock });
    await whileAway(broker, clock, () => expect(bench.ends.length).toBeGreaterThan(2));
    expect(bench.limits).toEqual([]);
  });

  it("gets messages as large as before when restarts were the cause, and its limit is gone", async () => {
    const clock = new FakeClock();
    const limits = [{}, { maximumPacketSize: 2000 }, {}];
    await using broker = await startScriptedBroker((packet, peer) => {
      const place = broker.peers.indexOf(peer);
      if (packet.cmd === "connect") peer.send(accept(limits[place]));
      else if (packet.cmd === "publish" && place < 2) peer.socket.destroy();
      else return "as usual";
      return "dealt";
    });
    await using bench = new LinkBench(broker.url, { ...sayAll, clock, protocol: "5" });
    await whileAway(broker, clock, () => expect(broker.peers[2]?.publishes[0]?.payload.length).toBe(50_000));
    expect([bench.ends.length, bench.limits]).toEqual([2, []]);
  });
});
