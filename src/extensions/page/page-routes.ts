import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { Selector } from "../../core/resources/audio.ts";
import type { PagePlayer } from "./page-bridge.ts";
import type { PageFile } from "./page-files.ts";
import type { Page } from "./page.ts";
import type { SafePicture } from "./pictures.ts";
import { coverKey } from "./player-parts.ts";
import { type ListName, rowsOf } from "./rows.ts";
import { isCrossSite, isSameOrigin } from "./same-origin.ts";
import { pageHeaders } from "./page-headers.ts";
import { cookieName, type PageBindings, signInRoutes } from "./sign-in-routes.ts";

type PageContext = Context<PageBindings>;

const forgeryHeader = "x-forgery-token";

/** All routes of the page, below its own address. */
export function pageRoutes(page: Page): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  return routes.route("/", innerRoutes(page));
}

function innerRoutes(page: Page): Hono<PageBindings> {
  const { world, control, hub, commands, pictures, answers, doctor } = page;
  const app = new Hono<PageBindings>();
  const passOf = (context: PageContext): string | undefined => getCookie(context, cookieName);

  for (const path of ["/", "/page/*"]) {
    app.use(path, pageHeaders);
    app.use(path, async (context, next) => {
      const peer = context.env.incoming.socket.remoteAddress ?? "";
      context.set("access", control.access({ peer, pass: passOf(context) }, page.clock.date().getTime()));
      return next();
    });
  }
  // The files are the same for everybody and contain no secret; the sign-in form needs them, too.
  app.get("/page/files/:name", (context) => {
    const file = page.files.get(context.req.param("name"));
    return file === undefined
      ? context.notFound()
      : sendFile(context, file, "public, max-age=31536000, immutable");
  });
  app.route("/", signInRoutes(page));

  app.get("/", (context) => {
    const file = page.files.get("index.html");
    if (file === undefined) return context.text("The page is not built: npm run build", 503);
    return sendFile(context, file, "no-cache");
  });
  app.get("/page/events", (context) => {
    // Another site cannot read the stream, but it could use up all of them.
    if (isCrossSite((name) => context.req.header(name))) {
      return context.json({ error: "refused: the request comes from another site" }, 403);
    }
    const access = context.get("access");
    const body = hub.open({
      forgeryToken: control.forgeryToken(passOf(context)),
      canSignOut: access === "signed-in",
      playerId: context.req.query("player"),
      cut: () => context.env.outgoing.destroy(),
    });
    if (body === undefined) return context.json({ error: "too many pages are open" }, 503);
    // nginx would buffer events until its buffer is full.
    return context.body(body, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
  });

  app.use("/page/*", async (context, next) => {
    if (context.req.method === "GET") return next();
    const isForwarded = context.get("access") === "ingress";
    const header = (name: string): string | undefined => context.req.header(name);
    if (!isSameOrigin(header, isForwarded) || control.isForged(header(forgeryHeader), passOf(context))) {
      return context.json({ error: "refused: the request comes from another site" }, 403);
    }
    return next();
  });
  // After losing its stream, a page asks here whether it is still signed in.
  app.get("/page/session", (context) => context.body(null, 204));
  app.post("/page/check", (context) => {
    if (doctor === undefined) return context.notFound();
    doctor.start();
    return context.body(null, 202);
  });
  const playerOf = (context: PageContext): PagePlayer | undefined =>
    world.bridge.sessions.find(({ id }) => id === context.req.param("id"));
  const withPlayer =
    (answer: (context: PageContext, player: PagePlayer) => Response | Promise<Response>) =>
    (context: PageContext): Response | Promise<Response> => {
      const player = playerOf(context);
      return player === undefined
        ? context.json({ error: "there is no such player" }, 404)
        : answer(context, player);
    };
  app.post(
    "/page/players/:id/commands",
    withPlayer(async (context, player) => {
      const { command, request } = readCommand(await context.req.text());
      const outcome = await commands.run(player, command, request);
      return outcome === undefined
        ? context.json({ error: "there is no such command" }, 400)
        : context.json({ command, request, outcome });
    }),
  );
  app.get(
    "/page/players/:id/rows/:list",
    withPlayer((context, player) => {
      const list = context.req.param("list");
      const start = Number(context.req.query("start"));
      if (!isList(list) || !Number.isSafeInteger(start) || start < 0) return context.notFound();
      return context.json(rowsOf(player, list, start, world.devices));
    }),
  );
  app.get(
    "/page/players/:id/answers",
    withPlayer(async (context, player) => context.json(await answers.of(player))),
  );
  app.get("/page/players/:id/icons/:selector", async (context) => {
    const player = playerOf(context);
    const selector = context.req.param("selector");
    const tag = context.req.query("tag") ?? "";
    const isOfPlayer = player !== undefined && isSelector(selector);
    return sendPicture(context, isOfPlayer ? await pictures.find(player, selector, tag) : undefined);
  });
  app.get("/page/players/:id/covers/:key", async (context) => {
    const player = playerOf(context);
    // The browser caches it under this URL; the cover of another track has another URL.
    const isCurrent = player !== undefined && context.req.param("key") === coverKey(player.state);
    return sendPicture(context, isCurrent ? await pictures.cover(player) : undefined);
  });
  return app;
}

function sendPicture(context: PageContext, picture: SafePicture | undefined): Response {
  // Not an error, even if the player has just gone: the page has its own drawings, and browsers log every 404.
  if (picture === undefined) return context.body(null, 204);
  return context.body(picture.body, 200, {
    "Content-Type": picture.type,
    "Cache-Control": "private, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}

function sendFile(context: PageContext, file: PageFile, caching: string): Response {
  const accepted = context.req.header("accept-encoding") ?? "";
  const coding = (["br", "gzip"] as const).find(
    (name) => accepted.includes(name) && file[name] !== undefined,
  );
  context.header("Content-Type", file.type);
  context.header("Cache-Control", caching);
  context.header("Vary", "Accept-Encoding");
  if (coding !== undefined) context.header("Content-Encoding", coding);
  return context.body(coding === undefined ? file.plain : (file[coding] ?? file.plain));
}

function readCommand(text: string): { readonly command: string; readonly request: string } {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return { command: "", request: "" };
  }
  const { command, request } = (fields ?? {}) as { readonly command?: unknown; readonly request?: unknown };
  return {
    command: typeof command === "string" ? command : "",
    request: typeof request === "string" ? request : "",
  };
}

function isList(name: string | undefined): name is ListName {
  return name === "playlist" || name === "queue";
}

function isSelector(name: string | undefined): name is Selector {
  return name === "input" || name === "output";
}
