import type { Socket } from "node:net";
import type { Clock } from "../lib/clock.ts";

const lookEveryMs = 1000;
/** The largest packet on a slow Wi-Fi takes less. */
const longestMs = 10_000;

/** What of a client's connection is looked at. */
type Watched = Pick<Socket, "bytesWritten" | "destroy" | "remoteAddress" | "writableNeedDrain">;

/** Bytes that a client has been given, and since when it was given none. */
interface Standstill {
  readonly bytes: number;
  readonly since: number;
}

/**
 * Looks after clients that take nothing, such as a laptop that went to sleep: Aedes holds each message until every
 * subscriber has it, so one of them would keep all others waiting, the bridge as well. Returns what ends it.
 */
export function cutOffStuck(
  sockets: ReadonlySet<Watched>,
  clock: Clock,
  onCutOff: (address: string) => void,
): () => void {
  const standstills = new WeakMap<Watched, Standstill>();
  const look = (): void => {
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
    cancel = clock.after(lookEveryMs, look);
  };
  let cancel = clock.after(lookEveryMs, look);
  return () => {
    cancel();
  };
}
