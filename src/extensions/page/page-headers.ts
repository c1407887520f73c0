import type { MiddlewareHandler } from "hono";

/** Nothing but what lies beside the page is loaded, run, shown or asked; nothing is written as markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  // Home Assistant shows the page in a frame of its own address.
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What every answer of the page tells the browser to forbid. */
export const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const defaults: Readonly<Record<string, string>> = {
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!context.res.headers.has(name)) context.header(name, value);
  }
};
