import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { setMaxListeners } from "node:events";
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import type { Clock } from "../../lib/clock.ts";
import { TaskScope } from "../../lib/task-scope.ts";
import type { SearchMethod } from "../../families/family.ts";

/** A host that may be a player: it answered, or another host named it. It has a port if that is not usual. */
export interface Candidate {
  readonly host: string;
  readonly way: string;
}

export interface NetworkSearch {
  readonly methods: readonly SearchMethod[];
  readonly clock: Clock;
  readonly listenMs: number;
  readonly onCandidate: (candidate: Candidate) => void;
}

/** Datagrams get lost, so each question is sent a few times. */
const sentAtMs = [0, 400, 1200];

/**
 * Searches every network of this machine with every method, and reports each candidate, possibly more than once. Skips
 * networks that cannot be searched. Ends after `listenMs`, or when the signal aborts.
 */
export async function searchNetwork(search: NetworkSearch, signal: AbortSignal): Promise<void> {
  await using scope = new TaskScope(signal);
  // Each question listens, and there are some for each network.
  setMaxListeners(0, scope.signal);
  for (const own of ownAddresses()) {
    for (const way of search.methods) scope.run((inner) => ask(way, own, search, inner));
  }
  await scope.done();
}

/** An address of this machine, and that of everybody on its network. */
interface OwnAddress {
  readonly address: string;
  readonly broadcast: string;
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split(".").map(Number);
  return address
    .split(".")
    .map((byte, at) => Number(byte) | (255 - (mask[at] ?? 255)))
    .join(".");
}

/** None while no more files can be opened: the next search finds them again. */
function ownAddresses(): OwnAddress[] {
  try {
    return Object.values(networkInterfaces()).flatMap((entries = []) =>
      entries
        .filter(({ family }) => family === "IPv4")
        .map(({ address, netmask }) => ({ address, broadcast: broadcastOf(address, netmask) })),
    );
  } catch {
    return [];
  }
}

async function ask(
  way: SearchMethod,
  { address: from, broadcast }: OwnAddress,
  search: NetworkSearch,
  signal: AbortSignal,
): Promise<void> {
  const { clock, listenMs, onCandidate } = search;
  const isBroadcast = way.group === "broadcast";
  const received = (answer: Buffer, { address }: RemoteInfo): void => {
    for (const host of hostsIn(way, answer, address)) onCandidate({ host, way: way.name });
  };
  const asking = open(received, { address: from, port: 0 }, (socket) => {
    if (isBroadcast) socket.setBroadcast(true);
    else socket.setMulticastInterface(from);
    const group = isBroadcast ? broadcast : way.group;
    for (const atMs of sentAtMs.filter((ms) => ms < listenMs)) {
      cancels.push(clock.after(atMs, () => socket.send(way.question, way.port, group, ignore)));
    }
  });
  const cancels: (() => void)[] = [];
  // Some players answer the whole group instead of the sender.
  const listening = open(received, { port: way.port }, (socket) => {
    if (!isBroadcast) socket.addMembership(way.group, from);
  });
  await clock.sleep(listenMs, signal);
  for (const cancel of cancels) cancel();
  asking.close();
  listening.close();
}

/** No distant ones, to which this program must not send requests. None if the method of an owner's make fails. */
function hostsIn(way: SearchMethod, answer: Buffer, sender: string): readonly string[] {
  try {
    return way.hostsIn(answer, sender).filter((host) => {
      const ip = host.replace(/:\d+$/, "");
      return ip === sender || near.check(ip);
    });
  } catch {
    return [];
  }
}

/** Opens a socket for answers; if it cannot be prepared, it receives none. */
function open(
  received: (answer: Buffer, from: RemoteInfo) => void,
  where: { readonly address?: string; readonly port: number },
  prepare: (socket: Socket) => void,
): Socket {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  socket.on("message", received);
  socket.on("error", ignore);
  socket.bind(where, () => {
    try {
      prepare(socket);
    } catch {
      // A network interface without multicast.
    }
  });
  return socket;
}

function ignore(): void {}

const near = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  near.addSubnet(network, bits);
}
