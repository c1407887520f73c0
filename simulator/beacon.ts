import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { networkInterfaces } from "node:os";

/** Answers searches for players on the network, as a real player does. */
export interface Beacon extends AsyncDisposable {
  /** The search methods that it answers: all whose port could be bound. */
  readonly ways: readonly string[];
}

export interface SearchWay {
  readonly name: string;
  /** The multicast group that is asked; undefined for a broadcast. */
  readonly group: string | undefined;
  readonly port: number;
  isAsked(question: Buffer): boolean;
  /** The answer of the player at this address of its own. */
  answer(question: Buffer, address: string): Buffer;
  /** Where the answer goes instead of to the sender. */
  readonly answersTo?: (address: string) => { readonly address: string; readonly port: number };
}

/** Starts to answer for a player that listens on `host`, and resolves when it listens. */
export async function startBeacon(host: string, ways: readonly SearchWay[]): Promise<Beacon> {
  const own = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.filter(({ family }) => family === "IPv4").map(({ address }) => address),
  );
  const addresses = host === "0.0.0.0" ? own : [host];
  const sockets = await Promise.all(ways.map((way) => listen(way, addresses)));
  return {
    ways: ways.filter((_way, index) => sockets[index] !== undefined).map((way) => way.name),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket?.close();
    },
  };
}

async function listen(way: SearchWay, addresses: readonly string[]): Promise<Socket | undefined> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind(way.port);
    await once(socket, "listening");
    if (way.group === undefined) socket.setBroadcast(true);
    else for (const address of addresses) socket.addMembership(way.group, address);
  } catch {
    socket.close();
    return undefined;
  }
  socket.on("message", (question, { address, port }) => {
    if (!way.isAsked(question)) return;
    // A client on this machine can reach the player at the client's own address.
    const own = addresses.find((candidate) => candidate === address) ?? addresses[0] ?? address;
    const target = way.answersTo?.(own) ?? { address, port };
    socket.send(way.answer(question, own), target.port, target.address);
  });
  return socket;
}

/** A service that a player announces. */
interface Instance {
  readonly name: string;
  readonly mac: string;
  readonly port: number;
  readonly texts: readonly string[];
}

/** The answer to a search for a service by mDNS, with all its instances at one address. */
export function mdnsWay(name: string, service: string, instances: readonly Instance[]): SearchWay {
  return {
    name,
    group: "224.0.0.251",
    port: 5353,
    isAsked: (question) => question.includes(domainName(service)) && question.readUInt16BE(2) < 0x8000,
    answer(question, address) {
      const records = instances.flatMap((one) => {
        const instance = `${one.name.replaceAll(".", " ")}.${service}`;
        const host = `${one.mac.replaceAll(":", "")}.local`;
        const place = Buffer.alloc(6);
        place.writeUInt16BE(one.port, 4);
        return [
          record(service, 12, domainName(instance)),
          record(instance, 33, Buffer.concat([place, domainName(host)])),
          record(instance, 16, Buffer.concat(one.texts.map(label))),
          record(host, 1, Buffer.from(address.split(".").map(Number))),
        ];
      });
      return Buffer.concat([answerHeader(question, 0, records.length), ...records]);
    },
  };
}

export function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(120, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([domainName(name), fixed, data]);
}

/** The header of an answer of mDNS with so many records. */
export function answerHeader(question: Buffer, answers: number, additional: number): Buffer {
  const header = Buffer.from([0, 0, 0x84, 0, 0, 0, 0, answers, 0, 0, 0, additional]);
  question.copy(header, 0, 0, 2);
  return header;
}

export function domainName(name: string): Buffer {
  return Buffer.concat([...name.split(".").map(label), Buffer.from([0])]);
}

export function label(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 63);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
