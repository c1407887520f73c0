import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../../lib/loopback.ts";

/**
 * Refuses names that a stranger may have given to this machine. A page anywhere can let its own name point to
 * 127.0.0.1 (DNS rebinding), and the browser of somebody on this machine then lets it read what is served here. Such
 * a request carries the stranger's name as its host; an address, or `localhost`, is nobody's name.
 */
export const hostGuard: MiddlewareHandler = async (context, next) => {
  const { hostname } = new URL(context.req.url);
  if (isNobodysName(hostname)) return next();
  const error = "this name is not known here: ask for localhost, or for an address";
  return context.json({ error }, 421);
};

function isNobodysName(hostname: string): boolean {
  return (
    isLoopback(hostname) || hostname.endsWith(".localhost") || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0
  );
}
