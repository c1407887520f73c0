import { matchesFilter } from "../../support/matches-filter.ts";
import { type Peer, type ScriptedBroker, startScriptedBroker } from "../../support/scripted-broker.ts";

export interface Quirks {
  /** Retained messages are sent to exact topics only, as RabbitMQ does. */
  readonly hidesFromWildcards?: boolean;
  /** Nothing is retained, although the CONNACK does not say so. */
  readonly forgets?: boolean;
  /** Closes the connection of a client that publishes there, instead of refusing the message. */
  readonly cuts?: RegExp;
  readonly refuses?: RegExp;
}

/** A minimal broker that retains and forwards messages, with quirks; `kept` is what it retains. */
export async function startKeepingBroker(
  quirks: Quirks = {},
  kept = new Map<string, string>(),
): Promise<ScriptedBroker> {
  const filters = new Map<Peer, string[]>();
  return startScriptedBroker((packet, peer) => {
    if (packet.cmd === "publish") {
      const { topic, messageId = 0, retain } = packet;
      const payload = packet.payload.toString();
      if (quirks.cuts?.test(topic) === true) {
        peer.socket.destroy();
        return "dealt";
      }
      if (retain && payload !== "" && quirks.forgets !== true) kept.set(topic, payload);
      if (retain && payload === "") kept.delete(topic);
      if (packet.qos === 1) peer.send({ cmd: "puback", messageId, reasonCode: 0 });
      for (const [other, own] of filters) {
        if (other !== peer && own.some((filter) => matchesFilter(filter, topic)))
          send(other, topic, payload, false);
      }
      return "dealt";
    }
    if (packet.cmd !== "subscribe") return "as usual";
    const { messageId = 0, subscriptions } = packet;
    const granted = subscriptions.map(({ topic }) => (quirks.refuses?.test(topic) === true ? 0x87 : 1));
    peer.send({ cmd: "suback", messageId, granted });
    for (const [index, { topic: filter, rh }] of subscriptions.entries()) {
      if (granted[index] !== 1) continue;
      filters.set(peer, [...(filters.get(peer) ?? []), filter]);
      const isHidden = rh === 2 || (quirks.hidesFromWildcards === true && /[+#]/.test(filter));
      for (const [topic, payload] of kept) {
        if (!isHidden && matchesFilter(filter, topic)) send(peer, topic, payload, true);
      }
    }
    return "dealt";
  });
}

function send(peer: Peer, topic: string, payload: string, retain: boolean): void {
  peer.send({ cmd: "publish", topic, payload, retain, qos: 0, dup: false });
}
