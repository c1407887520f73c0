import { generate, type Packet } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import { type Heard, tapMqtt } from "./tap-mqtt.ts";

function tapped(protocolVersion: 4 | 5) {
  const heard: string[] = [];
  const note =
    (what: string) =>
    (...words: unknown[]): void =>
      void heard.push([what, ...words].join(" "));
  const hears: Heard = {
    connected: note("connected"),
    subscribed: note("subscribed"),
    delivered: note("delivered"),
    received: note("received"),
    published: note("published"),
  };
  const tap = tapMqtt(hears);
  const write = (packet: Packet): Buffer => generate(packet, { protocolVersion });
  const client = (packet: Packet): void => tap.fromClient(write(packet));
  const broker = (packet: Packet): void => tap.fromBroker(write(packet));
  client({ cmd: "connect", clientId: "bridge", protocolVersion, protocolId: "MQTT", clean: true });
  return { heard, client, broker };
}

const subscribe = (messageId: number): Packet => ({
  cmd: "subscribe",
  messageId,
  subscriptions: [{ topic: "a/+", qos: 1 }],
});
const suback = (messageId: number): Packet => ({ cmd: "suback", messageId, granted: [1] });

describe("the tap between the bridge and its broker", () => {
  it.each([4, 5] as const)("hears that the broker accepted the bridge (version %i)", (version) => {
    const { heard, broker } = tapped(version);
    broker({ cmd: "connack", sessionPresent: false, returnCode: 0, reasonCode: 0 });
    expect(heard).toEqual([`connected ${version}`]);
  });

  it("does not take a refusal for that", () => {
    const { heard, broker } = tapped(4);
    broker({ cmd: "connack", sessionPresent: false, returnCode: 5 });
    expect(heard).toEqual([]);
  });

  it("hears that the bridge is subscribed, when the last of its packets is confirmed", () => {
    const { heard, client, broker } = tapped(5);
    client(subscribe(1));
    client(subscribe(2));
    broker(suback(1));
    expect(heard).toEqual([]);
    broker(suback(2));
    expect(heard).toEqual(["subscribed"]);
    client(subscribe(3));
    expect(heard).toEqual(["subscribed"]);
    broker(suback(3));
    expect(heard).toEqual(["subscribed", "subscribed"]);
  });

  it("hears which message the bridge confirmed", () => {
    const { heard, client, broker } = tapped(5);
    const message = { cmd: "publish", qos: 1, dup: false, retain: false } as const;
    broker({ ...message, messageId: 7, topic: "a/set", payload: "1" });
    broker({ ...message, messageId: 8, topic: "b/set", payload: "2" });
    client({ cmd: "puback", messageId: 8 });
    client({ ...message, messageId: 1, topic: "b/result", payload: "done" });
    expect(heard).toEqual([
      "delivered a/set 1",
      "delivered b/set 2",
      "received b/set 2",
      "published b/result done",
    ]);
  });
});
