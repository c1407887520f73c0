import { type Packet, type Parser, parser } from "mqtt-packet";
import type { Tap } from "./fault-proxy.ts";

/** The packets between the bridge and its broker. */
export interface Heard {
  /** The broker accepted the bridge. */
  connected(): void;
  subscribed(): void;
  /** The bridge confirmed a message that was passed on to it. */
  received(payload: string): void;
  published(topic: string, payload: string): void;
}

/** Reads the packets of one connection between the bridge and its broker. */
export function tapMqtt(heard: Heard): Tap {
  let fromBroker: Parser | undefined;
  const open = new Map<number, string>();
  let unconfirmed = 0;
  const fromClient = parser({});
  fromClient.on("packet", (packet: Packet) => {
    if (packet.cmd === "connect") {
      fromBroker = parser({ protocolVersion: packet.protocolVersion ?? 4 });
      fromBroker.on("packet", hearBroker);
      fromBroker.on("error", () => {});
    } else if (packet.cmd === "publish") {
      heard.published(packet.topic, packet.payload.toString());
    } else if (packet.cmd === "subscribe") {
      unconfirmed += 1;
    } else if (packet.cmd === "puback") {
      const payload = open.get(packet.messageId ?? -1);
      if (payload !== undefined) heard.received(payload);
    }
  });
  fromClient.on("error", () => {});
  const hearBroker = (packet: Packet): void => {
    if (packet.cmd === "connack") {
      if (packet.returnCode === 0 || packet.reasonCode === 0) heard.connected();
    } else if (packet.cmd === "suback") {
      unconfirmed -= 1;
      if (unconfirmed === 0) heard.subscribed();
    } else if (packet.cmd === "publish") {
      if (packet.messageId !== undefined) open.set(packet.messageId, packet.payload.toString());
    }
  };
  return {
    fromClient: (bytes) => void fromClient.parse(bytes),
    fromBroker: (bytes) => void fromBroker?.parse(bytes),
  };
}
