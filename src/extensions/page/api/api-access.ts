import type { Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { Page } from "../page.ts";
import { isCrossSite, isSameOrigin } from "../same-origin.ts";
import { cookieName, type PageBindings, type PageContext } from "../sign-in-routes.ts";
import { refusal } from "./route.ts";

const bearer = /^bearer +(?<token>.+)$/i;
/** Browsers send at least one of these with every change; a program has no reason to. */
const browserHeaders = ["origin", "sec-fetch-site", "cookie", "referer"];

/** Admits programs with the token, and those that the page admits. Browsers have to prove that our own page sent a change. */
export function guardApi(app: Hono<PageBindings>, page: Page): void {
  app.use(async (context, next) => {
    if (context.get("access") === "unknown") await signInProgram(context, page);
    if (context.get("access") === "closed") {
      throw refusal(403, "closed: set http.token, since others can reach this bridge");
    }
    const isChange = !["GET", "HEAD"].includes(context.req.method);
    if (isChange && !isProgram(context) && !isFromPage(context, page)) {
      throw refusal(403, "refused: the request comes from another site");
    }
    return next();
  });
}

/** Checks the token of a program. Throws a refusal if it is missing or wrong. */
async function signInProgram(context: PageContext, page: Page): Promise<void> {
  // Headers are read as Latin-1, but a token may have any character.
  const text = Buffer.from(context.req.header("authorization") ?? "", "latin1").toString("utf8");
  const given = bearer.exec(text)?.groups?.["token"];
  if (given === undefined) {
    const how = "send the header Authorization: Bearer with http.token, or sign in on the page";
    throw unauthorized(context, `unauthorized: ${how}`);
  }
  const { socket } = context.env.incoming;
  const role = await page.roleOfToken(given, socket, context.req.raw.signal);
  if (role === "wrong") throw unauthorized(context, "unauthorized: that is not http.token");
  if (role === "too-many") {
    context.header("Retry-After", "5");
    throw refusal(429, "too many wrong tokens: try again in a few seconds");
  }
  context.set("access", role === "owner" ? "token" : "guest-token");
}

function unauthorized(context: PageContext, message: string): Error {
  context.header("WWW-Authenticate", "Bearer");
  return refusal(401, message);
}

/** For reads that cost the player something: another site must not cause them, although it gets no answer. */
export function refuseOtherSites(context: PageContext): void {
  if (isCrossSite(context.req)) throw refusal(403, "refused: the request comes from another site");
}

/** Whether no browser sent the request: one could do so for another site. */
function isProgram(context: PageContext): boolean {
  const access = context.get("access");
  return (
    access === "token" ||
    access === "guest-token" ||
    (access === "open" && browserHeaders.every((name) => context.req.header(name) === undefined))
  );
}

function isFromPage(context: PageContext, { control }: Page): boolean {
  const isForwarded = context.get("access") === "ingress";
  const pass = getCookie(context, cookieName);
  return (
    isSameOrigin(context.req, isForwarded) && !control.isForged(context.req.header("x-forgery-token"), pass)
  );
}
