/** How to search for a service; with `withPorts`, its players are at the ports that the answer names. */
export function mdnsSearch(service: string, withPorts = false) {
  return {
    name: "mDNS",
    group: "224.0.0.251",
    port: 5353,
    question: mdnsQuestion(service),
    hostsIn: (answer: Buffer, sender: string) => mdnsHosts(answer, service, sender, withPorts),
  };
}

/** A query for a service. Sent from a port of our own, so each responder answers to that port. */
export function mdnsQuestion(service: string): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const labels = service.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, types.pointer, 0, 1])]);
}

const types = { address: 1, pointer: 12, service: 33 };
/** More than any valid answer has; and the most pointers in one name. */
const maxRecords = 200;
const maxJumps = 20;
const headerBytes = 12;

/**
 * The addresses in an answer to that query, or the sender's if it has none; empty if it is about another service. With
 * `withPorts`, each has the ports that the answer names. All other records are skipped unread: one of them contains a
 * password. Throws RangeError for a truncated datagram, or one with a bad pointer: anybody may send one.
 */
export function mdnsHosts(answer: Buffer, service: string, sender: string, withPorts = false): string[] {
  const addresses: string[] = [];
  const ports: number[] = [];
  let isAboutService = false;
  let at = headerBytes;
  const questions = answer.readUInt16BE(4);
  const records = answer.readUInt16BE(6) + answer.readUInt16BE(8) + answer.readUInt16BE(10);
  if (questions + records > maxRecords) return [];
  for (let index = 0; index < questions; index += 1) at = nameAt(answer, at).end + 4;
  for (let index = 0; index < records; index += 1) {
    const { name, end } = nameAt(answer, at);
    const type = answer.readUInt16BE(end);
    const length = answer.readUInt16BE(end + 8);
    const data = end + 10;
    if (type === types.pointer && name.toLowerCase() === service) isAboutService = true;
    if (type === types.address && length === 4) {
      addresses.push([0, 1, 2, 3].map((byte) => answer.readUInt8(data + byte)).join("."));
    }
    if (type === types.service && name.toLowerCase().endsWith(`.${service}`))
      ports.push(answer.readUInt16BE(data + 4));
    at = data + length;
  }
  if (!isAboutService) return [];
  const hosts = addresses.length > 0 ? addresses : [sender];
  if (!withPorts || ports.length === 0) return hosts;
  return hosts.flatMap((host) => ports.map((port) => `${host}:${port}`));
}

/** The name at this place, and its end; a pointer may continue it elsewhere. */
function nameAt(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  let end: number | undefined;
  for (let jumps = 0; jumps <= maxJumps; ) {
    const length = message.readUInt8(at);
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (length >= 0xc0) {
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      jumps += 1;
    } else {
      labels.push(message.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
  }
  throw new RangeError("unterminated name");
}
