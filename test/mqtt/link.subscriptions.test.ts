import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { on, startScriptedBroker } from "../support/scripted-broker.ts";
import { LinkBench } from "./link-bench.ts";
import { whileAway } from "./while-away.ts";

const wanted = (...filters: string[]) => filters.map((filter) => ({ filter, wantsRetained: false }));

describe.each(["5", "4"] as const)("a link whose subscriptions change (protocol %s)", (protocol) => {
  it("subscribes to new filters and unsubscribes from dropped ones, and nothing else", async () => {
    let confirm = (): void => {};
    await using broker = await startScriptedBroker(
      on("unsubscribe", ({ messageId = 0 }, peer) => {
        confirm = () => peer.send({ cmd: "unsuback", messageId, granted: [0] });
      }),
    );
    await using bench = await LinkBench.connected(broker.url, { protocol, subscriptions: wanted("a", "b") });
    bench.link.listenTo(wanted("b", "c"));
    await eventually(() => expect(broker.peers[0]?.unsubscribes).toEqual(["a"]));
    // Brokers that handle packets side by side could drop it with the other.
    expect(broker.peers[0]?.subscribes).toHaveLength(1);
    confirm();
    await eventually(() =>
      expect(
        broker.peers[0]?.subscribes.map(({ subscriptions }) => subscriptions.map(({ topic }) => topic)),
      ).toEqual([["a", "b"], ["c"]]),
    );
    bench.link.listenTo(wanted("b", "c"));
    bench.link.listenTo(wanted("b", "c", "d"));
    await eventually(() => expect(broker.peers[0]?.subscribes).toHaveLength(3));
  });

  it("subscribes to the present filters when it reconnects", async () => {
    await using broker = await startScriptedBroker();
    const clock = new FakeClock();
    await using bench = await LinkBench.connected(broker.url, {
      protocol,
      clock,
      subscriptions: wanted("a"),
    });
    bench.link.listenTo(wanted("b"));
    await eventually(() => expect(broker.peers[0]?.subscribes).toHaveLength(2));
    broker.peers[0]?.socket.destroy();
    await whileAway(broker, clock, () => expect(broker.peers[1]?.subscribes).toHaveLength(1));
    expect(broker.peers[1]?.subscribes[0]?.subscriptions).toMatchObject([{ topic: "b" }]);
  });
});
