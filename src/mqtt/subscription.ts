import type { Subscription } from "../core/topics/message.ts";

const mostInPacket = 100;
/** Length and options beside each filter; header, packet id and properties beside them all. */
const filterOverheadBytes = 3;
const packetOverheadBytes = 16;

/** The subscriptions in groups that fit into one packet each. */
export function inPackets(
  subscriptions: readonly Subscription[],
  maximumPacketBytes: number,
): Subscription[][] {
  const packets: Subscription[][] = [];
  let left = 0;
  for (const subscription of subscriptions) {
    const bytes = Buffer.byteLength(subscription.filter) + filterOverheadBytes;
    const packet = packets.at(-1);
    if (packet === undefined || packet.length >= mostInPacket || bytes > left) {
      packets.push([subscription]);
      left = maximumPacketBytes - packetOverheadBytes - bytes;
    } else {
      packet.push(subscription);
      left -= bytes;
    }
  }
  return packets;
}
