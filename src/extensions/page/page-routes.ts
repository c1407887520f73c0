import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { apiApp, apiBase } from "./api/api-app.ts";
import { refuseGuests } from "./api/route.ts";
import type { PageFile, PageFiles } from "./page-files.ts";
import type { Page } from "./page.ts";
import { pageHeaders } from "./page-headers.ts";
import { cookieName, type PageBindings, type PageContext, signInRoutes } from "./sign-in-routes.ts";

export function pageRoutes(page: Page): Hono<{ Bindings: HttpBindings }> {
  const { control, options } = page;
  const app = new Hono<PageBindings>();
  const headers = pageHeaders(Buffer.from(page.files.get("index.html")?.plain ?? []).toString());
  for (const path of ["/", "/page/*", "/api/*", "/mcp"]) {
    app.use(path, headers);
    app.use(path, async (context, next) => {
      const peer = context.env.incoming.socket.remoteAddress ?? "";
      const pass = getCookie(context, cookieName);
      context.set("access", control.access({ peer, pass }, options.clock.date().getTime()));
      return next();
    });
  }
  // The files are the same for everybody and contain no secret; the sign-in form needs them, too.
  app.get("/page/files/:name", (context) => {
    const name = context.req.param("name");
    const file = page.files.get(name);
    if (file === undefined) return context.notFound();
    if (name !== "service-worker.js") return sendFile(context, file, "public, max-age=31536000, immutable");
    // It serves the whole page, also below the path of a proxy, and its name stays the same.
    context.header("Service-Worker-Allowed", "../../");
    return sendFile(context, file, "no-cache");
  });
  app.route("/", signInRoutes(page));

  app.get("/", (context) => {
    const file = page.files.get("index.html");
    if (file === undefined) return context.text("The page is not built: npm run build", 503);
    context.header("Vary", "Accept-Language");
    const files = languageFiles(page.files, context.req.header("accept-language") ?? "");
    const links = files.map((name) => `<page/files/${name}>; rel=modulepreload`);
    if (links.length > 0) context.header("Link", links.join(", "));
    return sendFile(context, file, "no-cache");
  });
  // After losing its stream, a page asks here whether it is still signed in.
  app.get("/page/session", (context) => context.body(null, 204));
  app.route("/api/v1", apiApp(page));
  if (options.hasMcp) app.route("/mcp", mcpApp(page));
  return new Hono<{ Bindings: HttpBindings }>().route("/", app);
}

/** Language models have the rights of any program; what answers them is loaded when the first one asks. */
function mcpApp(page: Page): Hono<PageBindings> {
  const app = apiBase(page);
  app.all("/", async (context) => {
    refuseGuests(context, "control players by a language model");
    // Waking a player takes longer than a silent connection may last.
    context.env.incoming.socket.setTimeout(0);
    return (await page.mcp()).fetch(context.req.raw);
  });
  return app;
}

/** The texts that the page asks for once its script runs: the browser loads them beside the script. English is in the script. */
function languageFiles(files: PageFiles, accepted: string): readonly string[] {
  for (const [, language = ""] of accepted.toLowerCase().matchAll(/(?:^|,)\s*([a-z]{2,3})\b/g)) {
    const ofLanguage = new RegExp(`^${language}(\\.phrases)?-\\w+\\.js$`);
    const names = [...files.keys()].filter((name) => ofLanguage.test(name));
    if (language === "en" || names.length > 0) return names;
  }
  return [];
}

function sendFile(context: PageContext, file: PageFile, caching: string): Response {
  const accepted = context.req.header("accept-encoding") ?? "";
  const coding = (["br", "gzip"] as const).find(
    (name) => accepted.includes(name) && file[name] !== undefined,
  );
  context.header("Content-Type", file.type);
  context.header("Cache-Control", caching);
  context.header("Vary", "Accept-Encoding", { append: true });
  if (coding !== undefined) context.header("Content-Encoding", coding);
  return context.body(coding === undefined ? file.plain : (file[coding] ?? file.plain));
}
