import type { Config } from "../../config/schema.ts";
import { DeviceError } from "../../core/errors.ts";
import { PlayerConnection } from "../../families/http/connection.ts";
import { reachableHost } from "../../lib/addresses.ts";
import { fault, type Finding, good, note } from "../probe/finding.ts";
import { reach } from "../probe/reach.ts";
import { translatable } from "../../lib/phrase.ts";

const timeoutMs = 1000;
const longestHealthBytes = 1_048_576;

/** Checks whether health and metrics can be served, or are served; undefined if HTTP is switched off. */
export async function checkHttp(
  { host, port }: Config["http"],
  signal: AbortSignal,
): Promise<Finding | undefined> {
  if (port === 0) return undefined;
  const address = reachableHost(host);
  const found = await reach(address, port, timeoutMs, signal);
  if (found === "refused")
    return good("http", translatable("http.free", "port {port} is free for health and metrics", { port }));
  if (found !== "open") {
    return fault(
      "http",
      translatable("address.not-here", "this machine does not have the address {host}", { host }),
      translatable("advice.http-host", "set HTTP_HOST to 127.0.0.1, or 0.0.0.0 for all"),
    );
  }
  if (await answersHealth(`http://${address}:${port}`, signal)) {
    return note("http", translatable("http.bridge", "a bridge answers on port {port}", { port }));
  }
  return fault(
    "http",
    translatable("http.taken", "another program uses port {port}, so health and metrics cannot be served", {
      port,
    }),
    translatable("advice.http-port", "set HTTP_PORT to a free port, or to 0 to switch HTTP off"),
  );
}

async function answersHealth(url: string, signal: AbortSignal): Promise<boolean> {
  await using http = new PlayerConnection({ url, timeoutMs, maxBodyBytes: longestHealthBytes });
  try {
    const { changed } = await http.get("/healthz", signal);
    // Some programs answer every path with 200; only ours gives reasons.
    return changed?.toString().includes('"reasons":') === true;
  } catch (error) {
    if (error instanceof DeviceError || signal.aborted) return false;
    throw error;
  }
}
