import type { Context, MiddlewareHandler } from "hono";

/** The largest request body that any route accepts. */
const longestBodyBytes = 65_536;

/** Refuses long bodies. One that does not say its length is read up to the limit before the route gets it. */
export const limitBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  // With neither of the two headers there is no body.
  if (!raw.headers.has("transfer-encoding")) {
    return Number(raw.headers.get("content-length") ?? 0) > longestBodyBytes ? tooLong(context) : next();
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestBodyBytes) return tooLong(context);
    chunks.push(chunk);
  }
  const { method, headers } = raw;
  // hono's own limit copies the request, which works with global objects alone.
  context.req.raw = new Request(raw.url, {
    method,
    headers,
    body: bytes === 0 ? null : Buffer.concat(chunks),
  });
  return next();
};

function tooLong(context: Context): Response {
  // The rest of the body is not read, so the connection cannot take another request.
  context.header("Connection", "close");
  return context.json({ error: `at most ${longestBodyBytes} bytes are read` }, 413);
}
