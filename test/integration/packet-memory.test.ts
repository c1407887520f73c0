import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";

const lengths = 1500;
const megabyte = 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function bufferBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe("a bridge that sends packets of many lengths", () => {
  it("does not keep a block of memory for each of them", async () => {
    await using sim = await startSimulator();
    await using bridged = await Bridged.start(sim);
    await using client = await TestClient.connect(bridged.bridge.brokerUrl, [], { protocolVersion: 4 });
    const before = bufferBytes();
    for (let length = 1; length <= lengths; length++) {
      await client.publish("somewhere/else", "x".repeat(length), { qos: 0 });
      // Other small buffers use up the pool between two packets.
      for (let piece = 0; piece < 100; piece++) Buffer.allocUnsafe(100);
    }
    // The memory of sockets and broker is freed soon.
    await eventually(() => {
      expect((bufferBytes() - before) / megabyte).toBeLessThan(2);
    });
  });
});
