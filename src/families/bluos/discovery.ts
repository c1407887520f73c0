import type { SearchMethod } from "../family.ts";
import { mdnsSearch } from "../network/mdns.ts";

/** The maker's own protocol: the question for all classes. */
const lsdpQuestion = Buffer.from("064c534450010551 01ffff".replaceAll(" ", ""), "hex");
const lsdpHeader = lsdpQuestion.subarray(1, 5);
const lsdpPort = 11_430;
const announcement = 0x41;
/** Players and further zones; hubs, servers and the slaves of a stereo pair are something else. */
const classes = new Set([1, 3]);

/**
 * The players in a datagram: one announcement for each node, with a record for each of its zones. Every block begins with its
 * length, so that unknown ones are skipped. Throws RangeError for a truncated datagram: anybody may send one.
 */
export function lsdpHosts(datagram: Buffer): string[] {
  const hosts: string[] = [];
  if (!datagram.subarray(1, 5).equals(lsdpHeader)) return hosts;
  let start = datagram.readUInt8(0);
  while (start < datagram.length) {
    const length = datagram.readUInt8(start);
    if (length === 0) break;
    if (datagram.readUInt8(start + 1) === announcement)
      hosts.push(...hostsInBlock(datagram.subarray(start, start + length)));
    start += length;
  }
  return hosts;
}

function hostsInBlock(block: Buffer): string[] {
  const hosts: string[] = [];
  let at = 2;
  const skip = (): Buffer => {
    const end = at + 1 + block.readUInt8(at);
    if (end > block.length) throw new RangeError("a field ends beyond its block");
    const field = block.subarray(at + 1, end);
    at = end;
    return field;
  };
  skip();
  const address = skip();
  if (address.length !== 4) return hosts;
  const records = block.readUInt8(at);
  at += 1;
  for (let record = 0; record < records; record += 1) {
    const kind = block.readUInt16BE(at);
    let texts = block.readUInt8(at + 2);
    at += 3;
    let port = "";
    for (; texts > 0; texts -= 1) {
      const key = skip().toString("latin1");
      const value = skip().toString("latin1");
      if (key === "port") port = value;
    }
    if (classes.has(kind))
      hosts.push(/^\d{1,5}$/.test(port) ? `${address.join(".")}:${port}` : address.join("."));
  }
  return hosts;
}

/** Each finds players that the other misses on some networks. */
export const discovery: readonly SearchMethod[] = [
  { name: "LSDP", group: "broadcast", port: lsdpPort, question: lsdpQuestion, hostsIn: lsdpHosts },
  // The service is the API itself; each zone of a chassis has a port.
  { ...mdnsSearch("_musc._tcp.local", true), name: "mDNS of players" },
  { ...mdnsSearch("_musp._tcp.local", true), name: "mDNS of zones" },
];
