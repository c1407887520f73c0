import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** The page loads, runs, shows and fetches only its own files, and no text is interpreted as markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'{script}",
  "style-src 'self'{style}",
  "img-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  // Home Assistant embeds the page in a frame under its own address.
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types service-worker",
].join("; ");

/** Security headers of every answer of the page, whose own script and style within the HTML are allowed by their hashes. */
export function pageHeaders(html: string): MiddlewareHandler {
  const contentPolicy = policy.replace(/\{(\w+)\}/g, (_, element: string) => hashesOf(html, element));
  return async (context, next) => {
    await next();
    const defaults: Readonly<Record<string, string>> = {
      "Content-Security-Policy": contentPolicy,
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
}

function hashesOf(html: string, element: string): string {
  const contents = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))];
  return contents
    .map(([, content = ""]) => ` 'sha256-${createHash("sha256").update(content).digest("base64")}'`)
    .join("");
}
