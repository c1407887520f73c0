import { createSocket, type Socket } from "node:dgram";
import { DeviceError } from "../../core/errors.ts";
import { translatable } from "../../lib/phrase.ts";

const broadcast = "255.255.255.255";

/** The magic packet: six bytes 255, then the MAC sixteen times. None for a text that is no MAC. */
function magicPackets(mac: string): readonly Buffer[] {
  const address = Buffer.from(mac.replaceAll(/[^0-9a-f]/gi, ""), "hex");
  if (address.byteLength !== 6) return [];
  const packet = Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
  return [packet];
}

/** Sends a packet for each MAC to these ports of `host`, or to `host:port` and no other port. It is never answered. */
export async function wake(
  macs: readonly string[],
  wakePorts: readonly number[],
  address = broadcast,
): Promise<void> {
  const [host, port] = address.split(":");
  const ports = port === undefined ? wakePorts : [Number(port)];
  const packets = macs.flatMap(magicPackets);
  if (packets.length === 0) {
    const given = macs.map((mac) => `"${mac}"`).join(", ");
    throw new DeviceError(
      "unreachable",
      translatable("wake.no-mac", "{mac} is not a MAC address", { mac: given }),
    );
  }
  const socket = createSocket("udp4");
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, () => {
        socket.setBroadcast(true);
        const sent = packets.flatMap((packet) => ports.map((one) => send(socket, packet, one, host)));
        Promise.all(sent).then(() => resolve(), reject);
      });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DeviceError(
      "unreachable",
      translatable("wake.failed", "cannot send the wake packet: {reason}", { reason }),
      { cause: error },
    );
  } finally {
    socket.close();
  }
}

function send(socket: Socket, packet: Buffer, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(packet, port, host, (error) => (error === null ? resolve() : reject(error)));
  });
}
