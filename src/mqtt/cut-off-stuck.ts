import type { Socket } from "node:net";
import { onBeat } from "../lib/beat.ts";
import type { Clock } from "../lib/clock.ts";

/** Even the largest packet on slow Wi-Fi takes less. */
const longestMs = 10_000;

/** The properties of a socket that are watched. */
type Watched = Pick<Socket, "bytesWritten" | "destroy" | "remoteAddress" | "writableNeedDrain">;

/** The bytes written to a client, and when that number last changed. */
interface Standstill {
  readonly bytes: number;
  readonly since: number;
}

/**
 * Disconnects clients that stop reading, such as a laptop in standby. Aedes holds each message until every subscriber
 * has it, so one such client would block all others and the bridge. Returns a function that stops the check.
 */
export function cutOffStuck(
  sockets: ReadonlySet<Watched>,
  clock: Clock,
  onCutOff: (address: string) => void,
): () => void {
  const standstills = new WeakMap<Watched, Standstill>();
  return onBeat(clock, () => {
    const now = clock.now();
    for (const socket of sockets) {
      const { bytesWritten: bytes, writableNeedDrain } = socket;
      const before = standstills.get(socket);
      if (!writableNeedDrain) standstills.delete(socket);
      else if (before?.bytes !== bytes) standstills.set(socket, { bytes, since: now });
      else if (now - before.since >= longestMs) {
        onCutOff(socket.remoteAddress ?? "");
        socket.destroy();
      }
    }
  });
}
