import type { MiddlewareHandler } from "hono";

/** The page loads, runs, shows and fetches only its own files, and no text is interpreted as markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  // Home Assistant embeds the page in a frame under its own address.
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Security headers of every answer of the page. */
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
