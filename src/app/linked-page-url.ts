import type { Config } from "../config/schema.ts";
import { isLoopback } from "../lib/loopback.ts";

/** Addresses that mean all interfaces, so no address that others could open. */
const everywhere = new Set(["0.0.0.0", "::", "[::]"]);

/** The address of the page for links in Home Assistant; undefined if nobody else could open it. */
export function linkedPageUrl(configured: string, { host, port, token }: Config["http"]): string | undefined {
  if (configured !== "") return configured;
  // Beyond loopback the page is closed without a token.
  if (port === 0 || token === "" || isLoopback(host) || everywhere.has(host)) return undefined;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}
