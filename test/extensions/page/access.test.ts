import { expect, it } from "vitest";
import type { AccessRules } from "../../../src/extensions/page/access.ts";
import { type FakePage, withPlayer } from "./fake-page.ts";
import { StreamReader } from "./stream-reader.ts";

const [token, guest] = ["correct horse battery", "the guests of the house"];
const [here, stranger, supervisor] = ["127.0.0.1", "192.0.2.50", "172.30.32.2"];
const owned = { host: "0.0.0.0", token };
const shared = { ...owned, guest };
const ingress = { host: "0.0.0.0", ingress: true };
const commands = "/api/v1/players/den/commands";

type Headers = Readonly<Record<string, string>>;
/** The headers that somebody sends. */
type Caller = (fake: FakePage) => Headers | Promise<Headers>;

const nobody: Caller = () => ({});
const sends =
  (headers: Headers): Caller =>
  () =>
    headers;
const bearer = (given: string): Caller => sends({ authorization: `Bearer ${given}` });
const forwarded = { origin: "https://house.example", "x-forwarded-host": "house.example" };

/** A browser on the bridge's own page, with the page's forgery token, that sends these headers besides. */
function browser(from: string, headers: Headers, given?: string): Caller {
  return async (fake) => {
    let cookie: Headers = {};
    if (given !== undefined) {
      const form = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };
      const body = new URLSearchParams({ token: given });
      const signedIn = await fake.ask("/page/sign-in", { ...form, body }, from);
      cookie = { cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" };
    }
    const events = new StreamReader(await fake.ask("/api/v1/events", { headers: cookie }, from));
    const { forgeryToken } = await events.nextOf("hello");
    await events.leave();
    return { ...cookie, "x-forgery-token": forgeryToken, ...headers };
  };
}

/** What they may: see the page, read, play, switch off, send what the bridge does not know, set it up and use MCP. */
async function allowed(rules: Partial<AccessRules>, caller: Caller, peer: string): Promise<string> {
  using fake = withPlayer({}, rules);
  const headers = await caller(fake);
  const statusOf = async (path: string): Promise<number> => (await fake.ask(path, { headers }, peer)).status;
  /** A command that the player gets waits for its outcome. */
  const send = async (command: string, request: string): Promise<number | string> => {
    const json = { "content-type": "application/json", ...headers };
    const init = { method: "POST", headers: json, body: JSON.stringify({ command, request }) };
    const before = fake.den.offered.length;
    const refused = fake.ask(commands, init, peer).then(({ status }) => status);
    const taken = expect.poll(() => fake.den.offered.length).toBeGreaterThan(before);
    return Promise.race([refused, taken.then(() => "taken")]);
  };
  return [
    await statusOf("/"),
    await statusOf("/api/v1/players"),
    await send("playback", "pause"),
    await send("power", "off"),
    await send("raw", "/Status"),
    await statusOf("/api/v1/configuration"),
    await statusOf("/mcp"),
  ].join(" ");
}

const basic = (password: string): Caller => sends({ authorization: `Basic ${btoa(`a:${password}`)}` });
const same = { "sec-fetch-site": "same-origin" };
const proxied = { ...same, authorization: "Bearer of the proxy" };
const unmarked = { ...same, "x-forgery-token": "" };
const claimed = { "x-forwarded-for": supervisor, "x-ingress-path": "/api/hassio_ingress/x" };

/** What they may, in the order of `allowed`. */
const everything = "200 200 taken taken taken 404 405";
const withoutPage = everything.replace("200", "401");
const seeing = "200 200 403 403 403 404 405";
const asGuest = "200 200 taken 403 403 403 403";
const withoutToken = Array(7).fill("401").join(" ");
const closed = withoutToken.replaceAll("401", "403");

it.each<[string, string, Partial<AccessRules>, Caller, string]>([
  ["a program on this machine", everything, {}, nobody, here],
  ["a program here that may be forwarded from elsewhere", withoutToken, { token }, nobody, here],
  ["anybody where there is no token", closed, { host: "0.0.0.0" }, nobody, stranger],
  ["a guest where the owner has no token", closed, { host: "0.0.0.0", guest }, bearer(guest), stranger],
  ["a program with the token", withoutPage, owned, bearer(token), stranger],
  ["a program without it", withoutToken, owned, nobody, stranger],
  ["a program with a wrong one", withoutToken, owned, bearer("wrong horse battery"), stranger],
  ["a program with its beginning", withoutToken, owned, bearer(token.slice(0, -1)), stranger],
  ["a program with another scheme", withoutToken, owned, basic(token), stranger],
  ["a guest's program", asGuest.replace("200", "401"), shared, bearer(guest), stranger],
  ["a guest's browser", asGuest, shared, browser(stranger, same, guest), stranger],
  ["the owner's browser", everything, shared, browser(stranger, same, token), stranger],
  ["the owner's browser behind a proxy", everything, owned, browser(stranger, proxied, token), stranger],
  ["a session without the forgery token", seeing, owned, browser(stranger, unmarked, token), stranger],
  ["another site", seeing, {}, browser(here, { "sec-fetch-site": "cross-site" }), here],
  ["another port of this machine", seeing, {}, browser(here, { "sec-fetch-site": "same-site" }), here],
  ["a typed address", seeing, {}, browser(here, { "sec-fetch-site": "none" }), here],
  ["another origin", seeing, {}, browser(here, { origin: "http://stranger.example" }), here],
  ["its own origin alone", everything, {}, browser(here, { origin: "http://localhost:8099" }), here],
  ["no origin, but a cookie", seeing, {}, browser(here, { cookie: "a=b" }), here],
  ["a page without an origin", seeing, {}, browser(here, { referer: "http://stranger.example/" }), here],
  ["a sandbox", seeing, {}, browser(here, { origin: "null" }), here],
  ["a forwarded name that is not trusted", seeing, {}, browser(here, forwarded), here],
  ["its own page without the forgery token", seeing, {}, sends(same), here],
  ["the name that the Supervisor forwards", everything, ingress, browser(supervisor, forwarded), supervisor],
  ["the Supervisor without a page", seeing, ingress, nobody, `::ffff:${supervisor}`],
  ["the Supervisor where there is a token", seeing, { ...ingress, token }, nobody, supervisor],
  ["others where there is a Supervisor", withoutToken, { ...ingress, token }, nobody, stranger],
  ["an address that claims to be forwarded", closed, ingress, sends(claimed), "172.30.32.3"],
  ["the Supervisor where it is not trusted", closed, { host: "0.0.0.0" }, nobody, supervisor],
])("%s gets %s", async (_, wanted, rules, caller, peer) => {
  expect(await allowed(rules, caller, peer)).toBe(wanted);
});

it("a program without the token is told how to send it, and gets no cookie with it", async () => {
  using fake = withPlayer({}, owned);
  const refused = await fake.ask(`/api/v1/players?token=${encodeURIComponent(token)}`, {}, stranger);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await refused.json()).toEqual({ error: expect.stringMatching(/^unauthorized: .*http\.token/) });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fake.ask("/api/v1/players", { headers }, stranger)).headers.get("set-cookie")).toBeNull();
});

it("a program is told when to try again if it guesses while others do", async () => {
  using fake = withPlayer({}, owned);
  const attempt = (): Promise<Response> =>
    fake.ask("/api/v1/players", { headers: { authorization: "Bearer wrong" } }, stranger);
  const guesses = Array.from({ length: 61 }, attempt);
  await fake.clock.advance(5000);
  const last = (await Promise.all(guesses)).at(-1);
  expect([last?.status, last?.headers.get("retry-after")]).toEqual([429, "5"]);
});

it.each(["library/albums", "art/1"])(
  "a browser of another site causes no request for %s, which would spend the budget of the library",
  async (path) => {
    using fake = withPlayer();
    let asked = 0;
    fake.den.browse = () => {
      asked += 1;
      return Promise.resolve({ kind: "none", reason: "not scripted" });
    };
    const statusFrom = async (site: string): Promise<number> => {
      const headers = { "sec-fetch-site": site };
      return (await fake.ask(`/api/v1/players/den/${path}`, { headers })).status;
    };
    expect([await statusFrom("cross-site"), await statusFrom("same-site")]).toEqual([403, 403]);
    expect([asked, fake.den.pictureBudget]).toEqual([0, 100]);
    expect(await statusFrom("same-origin")).toBeLessThan(300);
  },
);
