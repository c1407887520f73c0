import { connect, type Socket } from "node:net";
import { generate } from "mqtt-packet";
import { describe, expect, it, vi } from "vitest";
import { cutOffStuck, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { TestClient } from "../support/mqtt-client.ts";

const place = { host: "127.0.0.1", port: 0, username: "", password: "" };
const v4 = { protocolVersion: 4 } as const;
const large = "x".repeat(250_000);

/** Subscribes to everything and reads nothing after that, as a program does that stands in a debugger. */
async function subscribeAndSleep(port: number): Promise<Disposable & { readonly socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    generate({
      cmd: "connect",
      protocolId: "MQTT",
      protocolVersion: 4,
      clean: true,
      clientId: "asleep",
      keepalive: 0,
    }),
  );
  socket.write(generate({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "#", qos: 0 }] }));
  // CONNACK and SUBACK.
  await eventually(() => expect(socket.bytesRead).toBe(9));
  socket.pause();
  return { socket, [Symbol.dispose]: () => socket.destroy() };
}

describe("a client of the embedded broker that reads nothing", () => {
  it("is disconnected after a while, and the others get their messages", async () => {
    const clock = new FakeClock();
    const onCutOff = vi.fn();
    await using broker = await startEmbeddedBroker({ ...place, onCutOff }, clock);
    await using listener = await TestClient.connect(broker.url, ["state"], v4);
    await using sender = await TestClient.connect(broker.url, [], v4);
    using asleep = await subscribeAndSleep(broker.port);
    const sent = Array.from({ length: 120 }, (_, number) => `${number}`);
    // More than any socket takes, and more messages than the broker has under way at once.
    const sending = sent.map(async (number) => {
      await sender.publish("large", large);
      await sender.publish("state", number);
    });
    await eventually(() => expect(clock.pending).toBe(1));
    await eventually(async () => {
      await clock.advance(1000);
      expect(listener.on("state")).toHaveLength(sent.length);
    });
    await Promise.all(sending);
    expect(onCutOff.mock.calls).toEqual([["127.0.0.1"]]);
    asleep.socket.resume();
    await eventually(() => expect(asleep.socket.destroyed).toBe(true));
  });

  it("stays connected as long as it reads something, however slowly", async () => {
    const clock = new FakeClock();
    const client = {
      bytesWritten: 1000,
      remoteAddress: "192.0.2.1",
      writableNeedDrain: true,
      destroy: vi.fn(),
    };
    const stop = cutOffStuck(new Set([client]), clock, () => {});
    for (let round = 0; round < 5; round += 1) {
      await clock.advance(9000);
      client.bytesWritten += 1;
    }
    await clock.advance(9000);
    client.writableNeedDrain = false;
    await clock.advance(60_000);
    expect(client.destroy).not.toHaveBeenCalled();
    client.writableNeedDrain = true;
    await clock.advance(11_000);
    expect(client.destroy).toHaveBeenCalledOnce();
    stop();
    expect(clock.pending).toBe(0);
  });
});
