import type { Subscription } from "../core/topics/message.ts";

const maxInPacket = 100;
/** Length and options of each filter; header, packet id and properties of the packet. */
const filterOverheadBytes = 3;
const packetOverheadBytes = 16;

/** Splits subscriptions into groups that fit into one packet each. */
export function inPackets(
  subscriptions: readonly Subscription[],
  maximumPacketBytes: number,
): Subscription[][] {
  const packets: Subscription[][] = [];
  let left = 0;
  for (const subscription of subscriptions) {
    const bytes = Buffer.byteLength(subscription.filter) + filterOverheadBytes;
    const packet = packets.at(-1);
    if (packet === undefined || packet.length >= maxInPacket || bytes > left) {
      packets.push([subscription]);
      left = maximumPacketBytes - packetOverheadBytes - bytes;
    } else {
      packet.push(subscription);
      left -= bytes;
    }
  }
  return packets;
}
