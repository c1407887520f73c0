import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";

export interface Neighbor {
  readonly address: string;
  /** In lower case with colons. */
  readonly mac: string;
}

/** The system's table of neighbors; empty where there is none to be read. */
export async function readNeighbors(): Promise<Neighbor[]> {
  try {
    return parseNeighbors(await readFile("/proc/net/arp", "utf8"));
  } catch {
    return [];
  }
}

/** Reads Linux's table: address, type, flags, MAC. One that did not answer has an address of zeros. */
export function parseNeighbors(table: string): Neighbor[] {
  return table.split("\n").flatMap((line) => {
    const [address = "", , flags = "", mac = ""] = line.trim().split(/\s+/);
    const isComplete = (Number(flags) & 2) !== 0 && /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(mac);
    return isComplete && mac !== "00:00:00:00:00:00" ? [{ address, mac: mac.toLowerCase() }] : [];
  });
}

/** Nothing listens there; the packet only makes the system send an ARP request first. */
const discardPort = 9;
const answersWithinMs = 1000;

/** Sends a byte to each neighbor of this address on a local network, so the system asks for their MACs. */
export async function refreshNeighbors(address: string): Promise<void> {
  const addresses = addressesBeside(address, ownAddresses());
  if (addresses.length === 0) return;
  const socket = createSocket("udp4");
  socket.on("error", () => {});
  for (const each of addresses) socket.send(Buffer.alloc(1), discardPort, each, () => {});
  setTimeout(() => socket.close(), answersWithinMs);
  await once(socket, "close");
}

/** The 254 addresses of the missing one's network, if this machine is on it. */
export function addressesBeside(address: string, own: readonly string[]): string[] {
  const network = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (network === undefined || !own.some((each) => each.startsWith(`${network}.`))) return [];
  return Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`).filter(
    (each) => !own.includes(each),
  );
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}
