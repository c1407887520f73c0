import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { networkInterfaces } from "node:os";

/** Answers searches for players on the network, as a real player does. */
export interface Beacon extends AsyncDisposable {
  /** The search methods that it answers: all whose port could be bound. */
  readonly ways: readonly string[];
}

/** The player that a beacon announces. */
export interface BeaconOptions {
  /** The address that the player listens on. */
  readonly host: string;
  readonly name: string;
}

interface Way {
  readonly name: string;
  readonly group: string;
  readonly port: number;
  isAsked(question: Buffer): boolean;
  answer(question: Buffer, address: string, name: string): Buffer;
}

const service = "_eversolo._tcp.local";

const ways: readonly Way[] = [
  {
    name: "multicast",
    group: "239.39.3.9",
    port: 18_239,
    isAsked: (question) => question.toString("latin1") === "JOIN",
    answer: (_question, address, name) => Buffer.from(`name: ${name}\nhost: ${address}\nversion: 1\n`),
  },
  {
    name: "mDNS",
    group: "224.0.0.251",
    port: 5353,
    isAsked: (question) => question.includes(domainName(service)) && question.readUInt16BE(2) < 0x8000,
    answer: (question, _address, name) =>
      Buffer.concat([
        question.subarray(0, 2),
        Buffer.from([0x84, 0, 0, 0, 0, 1, 0, 0, 0, 1]),
        record(service, 12, Buffer.concat([label(name), domainName(service)])),
        // A real player announces the password of its file share here.
        record(service, 16, label("password=a-secret-of-the-house")),
      ]),
  },
  {
    name: "SSDP",
    group: "239.255.255.250",
    port: 1900,
    isAsked: (question) => /^M-SEARCH\b[^]*MediaRenderer:1/.test(question.toString("latin1")),
    answer: (_question, address) =>
      Buffer.from(
        [
          "HTTP/1.1 200 OK",
          `LOCATION: http://${address}:49152/description.xml`,
          "ST: urn:schemas-upnp-org:device:MediaRenderer:1",
          "USN: uuid:simulated::urn:schemas-upnp-org:device:MediaRenderer:1",
          "",
          "",
        ].join("\r\n"),
      ),
  },
];

/** Starts to answer, and resolves when it listens. */
export async function startBeacon({ host, name }: BeaconOptions): Promise<Beacon> {
  const own = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.filter(({ family }) => family === "IPv4").map(({ address }) => address),
  );
  const addresses = host === "0.0.0.0" ? own : [host];
  const sockets = await Promise.all(ways.map((way) => listen(way, addresses, name)));
  return {
    ways: ways.filter((_way, index) => sockets[index] !== undefined).map((way) => way.name),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket?.close();
    },
  };
}

async function listen(way: Way, addresses: readonly string[], name: string): Promise<Socket | undefined> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind(way.port);
    await once(socket, "listening");
    for (const address of addresses) socket.addMembership(way.group, address);
  } catch {
    socket.close();
    return undefined;
  }
  socket.on("message", (question, { address, port }) => {
    if (!way.isAsked(question)) return;
    // A client on this machine can reach the player at the client's own address.
    const own = addresses.find((candidate) => candidate === address) ?? addresses[0] ?? address;
    socket.send(way.answer(question, own, name), port, address);
  });
  return socket;
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(120, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([domainName(name), fixed, data]);
}

function domainName(name: string): Buffer {
  return Buffer.concat([...name.split(".").map(label), Buffer.from([0])]);
}

function label(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 63);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
