import { expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { anyPort } from "../support/any-port.ts";

const v4 = { protocolVersion: 4 } as const;
const topics = Array.from({ length: 50 }, (_, index) => `t/${index}`);

it("a client that subscribes to the embedded broker while values change ends up with the latest values", async () => {
  await using broker = await startEmbeddedBroker(anyPort);
  await using writer = await TestClient.connect(broker.url, [], v4);
  const write = async (value: string): Promise<void> => {
    await Promise.all(topics.map((topic) => writer.publish(topic, value, { retain: true, qos: 0 })));
  };
  await write("first");
  for (let round = 0; round < 10; round++) {
    await using reader = await TestClient.connect(broker.url, [], v4);
    const wanted = topics.map(() => `value ${round}`);
    await Promise.all([reader.subscribe("t/#", { qos: 0 }), write(`value ${round}`)]);
    await eventually(() => {
      expect(topics.map((topic) => reader.state.get(topic))).toEqual(wanted);
    });
  }
});
