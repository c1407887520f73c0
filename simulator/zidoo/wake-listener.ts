import { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";
import { once } from "node:events";

/** The network card of a sleeping player: a port that receives its magic packet. */
export interface WakeListener extends AsyncDisposable {
  readonly port: number;
}

/** Listens for magic packets for these MACs, and calls back for each. */
export async function listenForWake(
  host: string,
  port: number,
  macs: () => readonly string[],
  onPacket: () => void,
): Promise<WakeListener> {
  const socket = createSocket("udp4");
  socket.on("message", (packet) => {
    if (macs().some((mac) => packet.includes(magicPacket(mac)))) onPacket();
  });
  socket.bind(port, host);
  await once(socket, "listening");
  return {
    port: socket.address().port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

/** Six bytes of 255, then the MAC sixteen times. */
function magicPacket(mac: string): Buffer {
  const address = mac.split(":").map((pair) => Number.parseInt(pair, 16));
  return Buffer.from([
    ...Array.from({ length: 6 }, () => 255),
    ...Array.from({ length: 16 }, () => address).flat(),
  ]);
}
