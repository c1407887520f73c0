import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Access } from "./access.ts";
import type { Page } from "./page.ts";
import { isSameOrigin } from "./same-origin.ts";
import { signInLanguage, signInPage, type SignInReason } from "./sign-in-page.ts";

export interface PageBindings {
  readonly Bindings: {
    readonly incoming: {
      readonly socket: { readonly remoteAddress?: string | undefined; setTimeout(ms: number): unknown };
    };
    readonly outgoing: { destroy(): void };
  };
  readonly Variables: { access: Access };
}

export type PageContext = Context<PageBindings>;

const pagePaths = ["/", "/page/*"];

export const cookieName = "player2mqtt_page";
const cookieSeconds = 30 * 24 * 3600;

export function signInRoutes(page: Page): Hono<PageBindings> {
  const app = new Hono<PageBindings>();
  const { control, hub, options } = page;
  const show = (context: PageContext, reason: SignInReason, status: 401 | 403 | 429): Response => {
    const language = signInLanguage(context.req.header("accept-language"));
    const names = [...page.files.keys()];
    const style = names.find((name) => name.endsWith(".css")) ?? "";
    const theme = names.find((name) => /^theme-.*\.js$/.test(name)) ?? "";
    return context.body(signInPage(reason, language, { style, theme }), status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      Vary: "Accept-Language",
    });
  };

  app.post("/page/sign-in", async (context) => {
    if (!isSameOrigin(context.req, false))
      return context.json({ error: "refused: the request comes from another site" }, 403);
    const token = new URLSearchParams(await context.req.text()).get("token") ?? "";
    const { socket } = context.env.incoming;
    const role = await page.roleOfToken(token, socket, context.req.raw.signal);
    if (role === "wrong" || role === "too-many") {
      return context.redirect(`../?sign-in=${role === "wrong" ? "wrong" : "wait"}`, 303);
    }
    setCookie(context, cookieName, control.issuePass(role, options.clock.date().getTime()), {
      path: "/",
      httpOnly: true,
      sameSite: "Strict",
      // Of several proxies, the first one faces the browser.
      secure: /^https\b/.test(context.req.header("x-forwarded-proto") ?? ""),
      maxAge: cookieSeconds,
    });
    return context.redirect("../", 303);
  });
  app.post("/page/sign-out", (context) => {
    if (!isSameOrigin(context.req, false)) return context.body(null, 403);
    const pass = getCookie(context, cookieName);
    control.signOut(pass, options.clock.date().getTime());
    hub.endStreams(control.forgeryToken(pass));
    deleteCookie(context, cookieName, { path: "/" });
    return context.body(null, 204);
  });
  for (const path of pagePaths) {
    app.use(path, (context, next) => {
      const access = context.get("access");
      if (access !== "unknown" && access !== "closed") return next();
      if (context.req.path !== "/") return Promise.resolve(context.json({ error: "sign in first" }, 401));
      if (access === "closed") return Promise.resolve(show(context, "closed", 403));
      const said = context.req.query("sign-in");
      if (said === "wait") return Promise.resolve(show(context, "wait", 429));
      return Promise.resolve(show(context, said === "wrong" ? "wrong" : "ask", 401));
    });
  }
  return app;
}
