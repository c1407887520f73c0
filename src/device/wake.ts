import { createSocket } from "node:dgram";
import { DeviceError } from "../core/errors.ts";

/** The ports on which sleeping players listen. */
const wakePorts = [9517, 9];

const broadcast = "255.255.255.255";

/** The magic packet: six bytes 255, then the MAC sixteen times. */
function magicPacket(mac: string): Buffer {
  const address = Buffer.from(mac.replaceAll(/[^0-9a-f]/gi, ""), "hex");
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}

/** Sends the packet to `host`, or to `host:port` and no other port. It is never answered. */
export async function wake(mac: string, address = broadcast): Promise<void> {
  const [host, port] = address.split(":");
  const ports = port === undefined ? wakePorts : [Number(port)];
  const packet = magicPacket(mac);
  if (packet.byteLength !== 6 + 16 * 6) throw new DeviceError("unreachable", `"${mac}" is not a MAC address`);
  const socket = createSocket("udp4");
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, () => {
        socket.setBroadcast(true);
        let left = ports.length;
        for (const port of ports) {
          socket.send(packet, port, host, (error) => {
            left -= 1;
            if (error !== null) reject(error);
            else if (left === 0) resolve();
          });
        }
      });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DeviceError("unreachable", `cannot send the wake packet: ${reason}`, { cause: error });
  } finally {
    socket.close();
  }
}
