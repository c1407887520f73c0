import { isIP, type Socket, connect } from "node:net";
import type { Environment } from "./environment.ts";
import { fault, type Finding, good } from "./finding.ts";
import { withTimeout } from "./with-timeout.ts";
import { codeOf } from "../../lib/code-of.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

/**
 * The result of an attempt to connect. refused: the host is up, but nothing listens on the port. silent: no answer at
 * all. unreachable: the network reports no route or no host.
 */
export type Reach = "open" | "refused" | "silent" | "unreachable";

const lookupMs = 2000;

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
    socket.on("error", (error) => end(howFailed(codeOf(error))));
  });
}

/** The first address of a host, unless it has none, and what is to be said about it: nothing about an address. */
export async function resolveHost(
  host: string,
  { resolve, clock }: Pick<Environment, "resolve" | "clock">,
  advice: Phrase,
): Promise<{ readonly address?: string | undefined; readonly finding?: Finding }> {
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return { address: host };
  const failed = (problem: Phrase): { readonly finding: Finding } => ({
    finding: fault(
      "address",
      translatable("host.unresolved", "cannot resolve '{host}': {problem}", { host, problem }),
      advice,
    ),
  });
  try {
    const all = await withTimeout(lookupMs, clock, resolve(host));
    if (all === undefined)
      return failed(translatable("host.dns-silent", "DNS did not answer within {ms} ms", { ms: lookupMs }));
    const addresses = all.join(", ");
    return {
      address: all[0],
      finding: good("address", translatable("host.resolved", "{host} is {addresses}", { host, addresses })),
    };
  } catch (error) {
    const code = codeOf(error);
    return failed(
      code === "ENOTFOUND"
        ? translatable("host.unknown", "unknown host name")
        : translatable("host.dns-error", "DNS error {code}", { code: String(code) }),
    );
  }
}

/** Of a host with several addresses, the first one decides. */
function howFailed(code: unknown): Reach {
  if (code === "ECONNREFUSED" || code === "ECONNRESET") return "refused";
  return code === "ETIMEDOUT" ? "silent" : "unreachable";
}
