import type { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import type { Page } from "../page.ts";
import { isSameOrigin, type ReadHeader } from "../same-origin.ts";
import { cookieName, type PageBindings } from "../sign-in-routes.ts";
import type { ApiContext } from "./route.ts";

const bearer = /^bearer +(?<token>.+)$/i;
/** Browsers send at least one of these with every change; a program has no reason to. */
const browserHeaders = ["origin", "sec-fetch-site", "cookie", "referer"];

/** Admits programs with the token, and those that the page admits. Browsers have to prove that our own page sent a change. */
export function guardApi(app: Hono<PageBindings>, page: Page): void {
  app.use(async (context, next) => {
    const header = (name: string): string | undefined => context.req.header(name);
    if (context.get("access") === "unknown") await signInProgram(context, page, header("authorization"));
    if (context.get("access") === "closed") {
      throw new HTTPException(403, { message: "closed: set http.token, since others can reach this bridge" });
    }
    const isChange = !["GET", "HEAD"].includes(context.req.method);
    if (isChange && !isProgram(context, header) && !isFromPage(context, page, header)) {
      throw new HTTPException(403, { message: "refused: the request comes from another site" });
    }
    return next();
  });
}

/** Checks the token of a program. Throws a refusal if it is missing or wrong. */
async function signInProgram(
  context: ApiContext,
  { control, tokenChecks }: Page,
  authorization: string | undefined,
): Promise<void> {
  // Headers are read as Latin-1, but a token may have any character.
  const text = Buffer.from(authorization ?? "", "latin1").toString("utf8");
  const given = bearer.exec(text)?.groups?.["token"];
  if (given === undefined) {
    const how = "send the header Authorization: Bearer with http.token, or sign in on the page";
    throw unauthorized(context, `unauthorized: ${how}`);
  }
  const { socket } = context.env.incoming;
  const result = await tokenChecks.check(() => control.isToken(given), socket, context.req.raw.signal);
  if (result === "wrong") throw unauthorized(context, "unauthorized: that is not http.token");
  if (result === "too-many") {
    context.header("Retry-After", "5");
    throw new HTTPException(429, { message: "too many wrong tokens: try again in a few seconds" });
  }
  context.set("access", "token");
}

function unauthorized(context: ApiContext, message: string): HTTPException {
  context.header("WWW-Authenticate", "Bearer");
  return new HTTPException(401, { message });
}

/** Whether no browser sent the request: one could do so for another site. */
function isProgram(context: ApiContext, header: ReadHeader): boolean {
  const access = context.get("access");
  return (
    access === "token" || (access === "open" && browserHeaders.every((name) => header(name) === undefined))
  );
}

function isFromPage(context: ApiContext, { control }: Page, header: ReadHeader): boolean {
  const isForwarded = context.get("access") === "ingress";
  const pass = getCookie(context, cookieName);
  return isSameOrigin(header, isForwarded) && !control.isForged(header("x-forgery-token"), pass);
}
