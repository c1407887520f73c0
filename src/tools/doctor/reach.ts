import { isIP, type Socket, connect } from "node:net";
import type { Clock } from "../../lib/clock.ts";
import { within } from "./within.ts";

/**
 * How a try to connect ended. refused: somebody is at the address, and nobody listens at the port. silent: no answer
 * at all. unreachable: the network says that there is no way, or nobody.
 */
export type Reach = "open" | "refused" | "silent" | "unreachable";

const lookupMs = 2000;

/** Knocks at a port and goes away again. */
export async function reach(host: string, port: number, ms: number, signal: AbortSignal): Promise<Reach> {
  const bare = host.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: bare, port });
    const end = (how: Reach): void => {
      socket.destroy();
      signal.removeEventListener("abort", onAbort);
      resolve(how);
    };
    const onAbort = (): void => end("silent");
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    socket.setTimeout(ms, () => end("silent"));
    socket.once("connect", () => end("open"));
    socket.on("error", (error: NodeJS.ErrnoException) => end(howFailed(codeOf(error))));
  });
}

/** The addresses of a host, why there are none, or undefined for a host that is an address itself. */
export async function resolveHost(
  host: string,
  {
    resolve,
    clock,
  }: { readonly resolve: (host: string) => Promise<readonly string[]>; readonly clock: Clock },
): Promise<{ readonly addresses: readonly string[] } | { readonly problem: string } | undefined> {
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  try {
    const addresses = await within(lookupMs, clock, resolve(host));
    return addresses === undefined
      ? { problem: `the name service does not answer within ${lookupMs} ms` }
      : { addresses };
  } catch (error) {
    const code = error instanceof Error ? codeOf(error) : undefined;
    return { problem: code === "ENOTFOUND" ? "nobody knows this name" : `the name service says ${code}` };
  }
}

/** A host with several addresses fails in several ways; what the first said stands for all. */
function codeOf(error: Error): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && "code" in first ? String(first.code) : undefined;
}

function howFailed(code: string | undefined): Reach {
  if (code === "ECONNREFUSED" || code === "ECONNRESET") return "refused";
  return code === "ETIMEDOUT" ? "silent" : "unreachable";
}
