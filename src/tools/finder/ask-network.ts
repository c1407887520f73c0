import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import type { Clock } from "../../lib/clock.ts";
import { TaskScope } from "../../lib/task-scope.ts";
import type { Way } from "./ways.ts";

/** What may be a player: it answered, or somebody said that it is there. */
export interface Candidate {
  readonly host: string;
  /** The name of the way that led to it. */
  readonly way: string;
}

/** How a network is asked. */
export interface Inquiry {
  readonly ways: readonly Way[];
  readonly clock: Clock;
  /** How long answers are listened for. */
  readonly listenMs: number;
  readonly onCandidate: (candidate: Candidate) => void;
}

/** Datagrams get lost, so each question is asked a few times. */
const askedAtMs = [0, 400, 1200];

/**
 * Asks every network of this machine in every way, and tells of each candidate, possibly more than once. A network
 * that does not let itself be asked is passed over. Ends after the time to listen, or when the signal aborts.
 */
export async function askNetwork(inquiry: Inquiry, signal: AbortSignal): Promise<void> {
  await using scope = new TaskScope(signal);
  for (const address of ownAddresses()) {
    for (const way of inquiry.ways) scope.run((inner) => ask(way, address, inquiry, inner));
  }
  await scope.done();
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.filter(({ family }) => family === "IPv4").map(({ address }) => address),
  );
}

async function ask(way: Way, from: string, inquiry: Inquiry, signal: AbortSignal): Promise<void> {
  const { clock, listenMs, onCandidate } = inquiry;
  const heard = (answer: Buffer, { address }: RemoteInfo): void => {
    for (const host of way.hostsIn(answer, address)) {
      // Somebody who names an address far away would make us ask a stranger.
      if (host === address || isNear(host)) onCandidate({ host, way: way.name });
    }
  };
  const asking = open(heard, { address: from, port: 0 }, (socket) => {
    socket.setMulticastInterface(from);
    for (const atMs of askedAtMs.filter((ms) => ms < listenMs)) {
      cancels.push(clock.after(atMs, () => socket.send(way.question, way.port, way.group, ignore)));
    }
  });
  const cancels: (() => void)[] = [];
  // Some answer to the whole group instead of to the one who asked.
  const listening = open(heard, { port: way.port }, (socket) => socket.addMembership(way.group, from));
  await clock.sleep(listenMs, signal);
  for (const cancel of cancels) cancel();
  asking.close();
  listening.close();
}

/** A socket that hears; one that cannot do what it is for stays silent. */
function open(
  heard: (answer: Buffer, from: RemoteInfo) => void,
  where: { readonly address?: string; readonly port: number },
  prepare: (socket: Socket) => void,
): Socket {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  socket.on("message", heard);
  socket.on("error", ignore);
  socket.bind(where, () => {
    try {
      prepare(socket);
    } catch {
      // A network card that knows no groups.
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

function isNear(host: string): boolean {
  return near.check(host);
}
