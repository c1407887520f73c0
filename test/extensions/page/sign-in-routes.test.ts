import { describe, expect, it } from "vitest";
import { type Access, AccessControl } from "../../../src/extensions/page/access.ts";
import { FakePage } from "./fake-page.ts";

const token = "correct horse battery";
const sameOrigin = { "sec-fetch-site": "same-origin" };

function signIn(fake: FakePage, given: string, from = "192.0.2.50"): Promise<Response> {
  return fake.ask(
    "/page/sign-in",
    { method: "POST", headers: sameOrigin, body: new URLSearchParams({ token: given }) },
    from,
  );
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("the page on loopback", () => {
  it.each([
    ["", "en", "Sign in"],
    ["xx, DE-at;q=0.9, fr", "de", "Anmelden"],
  ])(
    "requires the token if one is set: a proxy may forward from elsewhere (%s)",
    async (languages, language, sign) => {
      using fake = new FakePage({ token });
      const response = await fake.ask("/", { headers: { "accept-language": languages } });
      expect([response.status, response.headers.get("content-language")]).toEqual([401, language]);
      const text = await response.text();
      expect(text).toContain('<form method="post" action="page/sign-in">');
      expect(text).toContain(`>${sign}</button>`);
    },
  );
});

describe("the page on other addresses", () => {
  it("is closed without a token, and explains how to open it", async () => {
    using fake = new FakePage({ host: "0.0.0.0" });
    const response = await fake.ask("/", {}, "192.0.2.50");
    expect(response.status).toBe(403);
    const text = await response.text();
    expect(text).toContain("HTTP_TOKEN");
    expect(text).not.toContain("<form");
    expect(fake.page.control.isClosed).toBe(true);
    const program = await fake.ask("/api/v1/events", { headers: { authorization: "Bearer " } });
    expect([program.status, await program.text()]).toEqual([403, expect.stringContaining("http.token")]);
    expect((await signIn(fake, "")).headers.get("location")).toBe("../?sign-in=wrong");
  });

  it("opens with the token, and sets a cookie that scripts and other sites cannot read", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const response = await signIn(fake, token);
    expect([response.status, response.headers.get("location")]).toEqual([303, "../"]);
    expect(response.headers.get("set-cookie")).toMatch(
      /; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers.get("set-cookie")).not.toContain(token);
    const opened = await fake.ask("/", { headers: { cookie: cookieOf(response) } }, "192.0.2.50");
    expect(opened.status).toBe(200);
  });

  it("restricts the cookie to encrypted connections behind an HTTPS proxy", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    for (const proto of ["https, http", "http, https"]) {
      const headers = { ...sameOrigin, "x-forwarded-proto": proto };
      const body = new URLSearchParams({ token });
      const response = await fake.ask("/page/sign-in", { method: "POST", headers, body });
      const isSecure = response.headers.get("set-cookie")?.includes("; Secure");
      expect(isSecure).toBe(proto.startsWith("https"));
    }
  });

  it("rejects a sign-in sent by another site", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const headers = { origin: "https://stranger.example" };
    const body = new URLSearchParams({ token });
    const response = await fake.ask("/page/sign-in", { method: "POST", headers, body });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([403, null]);
  });
});

describe("a guesser", () => {
  /** Sends wrong tokens from one address at once, each on a connection of its own; collects what they are told. */
  function flood(fake: FakePage, count: number): string[] {
    const told: string[] = [];
    for (let sent = 0; sent < count; sent++) {
      void signIn(fake, `wrong ${sent}`).then(({ headers }) => told.push(headers.get("location") ?? ""));
    }
    return told;
  }

  it("has ten checks a second, however many it sends, and the others wait for five seconds", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const told = flood(fake, 200);
    for (let second = 1; second <= 5; second++) {
      await fake.clock.advance(999);
      expect(told).toEqual(Array(second * 10).fill("../?sign-in=wrong"));
      await fake.clock.advance(1);
    }
    expect(told.filter((place) => place === "../?sign-in=wrong")).toHaveLength(60);
    expect(told.filter((place) => place === "../?sign-in=wait")).toHaveLength(140);
  });

  it("cannot lock out the right token from the same address, on the page or the API", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    flood(fake, 200);
    const form = signIn(fake, token);
    const headers = { authorization: `Bearer ${token}` };
    const program = fake.ask("/api/v1/players", { headers }, "192.0.2.50");
    // Neither waits behind the guesses.
    expect((await form).headers.get("location")).toBe("../");
    expect((await program).status).toBe(200);
    await fake.clock.advance(5000);
  });

  it("is told that the token was wrong, or that a wait is required", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    expect(await (await fake.ask("/?sign-in=wrong")).text()).toContain("That is not the token");
    const wait = await fake.ask("/?sign-in=wait");
    expect([wait.status, await wait.text()]).toEqual([429, expect.stringContaining("Wait a few seconds")]);
    expect(await (await fake.ask("/?sign-in=<script>")).text()).not.toMatch(
      /<script(?! src="page\/files\/[\w.-]*"><)/,
    );
  });

  it("gets no error of the server for a body that is no form", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const headers = { ...sameOrigin, "content-type": "multipart/form-data; boundary=x" };
    const response = await fake.ask("/page/sign-in", { method: "POST", headers, body: "--x\r\nnonsense" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "../?sign-in=wrong"]);
  });
});

describe("signing out", () => {
  it("ends the session and its streams, also for a copy of the cookie, but no other session", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const [cookie, other] = [cookieOf(await signIn(fake, token)), cookieOf(await signIn(fake, token))];
    const streams = await Promise.all(
      [cookie, other].map(
        async (one) => (await fake.ask("/api/v1/events", { headers: { cookie: one } })).body,
      ),
    );
    const [ended, open] = streams.map((stream) => stream?.getReader());
    await Promise.all([ended?.read(), open?.read()]);
    const response = await fake.ask("/page/sign-out", { method: "POST", headers: { ...sameOrigin, cookie } });
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(/^player2mqtt_page=; Max-Age=0/);
    expect(await ended?.read()).toMatchObject({ done: true });
    for (const path of ["/", "/page/session", "/api/v1/players", "/api/v1/events"]) {
      expect([path, (await fake.ask(path, { headers: { cookie } })).status]).toEqual([path, 401]);
      expect([path, (await fake.ask(path, { headers: { cookie: other } })).status]).not.toEqual([path, 401]);
    }
    await fake.clock.advance(5000);
    expect(await open?.read()).toMatchObject({ done: false });
    await open?.cancel();
  });

  it("outlives a restart of the bridge within its process, as the sessions do", async () => {
    const statusAfter = async (isSignedOut: boolean): Promise<number> => {
      using before = new FakePage({ host: "0.0.0.0", token });
      const cookie = cookieOf(await signIn(before, token));
      const headers = { ...sameOrigin, cookie };
      if (isSignedOut) await before.ask("/page/sign-out", { method: "POST", headers });
      using after = new FakePage({ host: "0.0.0.0", token });
      return (await after.ask("/page/session", { headers: { cookie } })).status;
    };
    expect([await statusAfter(false), await statusAfter(true)]).toEqual([204, 401]);
  });

  it("cannot be done by another site", async () => {
    using fake = new FakePage({ host: "0.0.0.0", token });
    const cookie = cookieOf(await signIn(fake, token));
    const headers = { "sec-fetch-site": "cross-site", cookie };
    expect((await fake.ask("/page/sign-out", { method: "POST", headers })).status).toBe(403);
    expect((await fake.ask("/page/session", { headers: { cookie } })).status).toBe(204);
  });
});

describe("a session cookie", () => {
  const rules = { host: "0.0.0.0", token, guest: "", ingress: false };
  const control = new AccessControl(rules);
  const pass = control.issuePass("owner", 1000);
  const day = 24 * 3_600_000;

  it.each([
    ["is good for a month", pass, 29 * day, "signed-in"],
    ["ends", pass, 31 * day, "unknown"],
    ["cannot be made longer", pass.replace(/^\d+/, "9999999999999"), 31 * day, "unknown"],
    ["is not anything", "a.b.c", 0, "unknown"],
    ["is not nothing", "", 0, "unknown"],
  ])("%s", (_, given, now, access) => {
    expect(control.access({ peer: "192.0.2.50", pass: given }, now)).toBe(access);
  });

  it("outlives a restart of the bridge, and ends when its token changes", () => {
    const again = new AccessControl(rules);
    expect(again.access({ peer: "192.0.2.50", pass }, 0)).toBe("signed-in");
    const changed = new AccessControl({ ...rules, token: `${token}!` });
    expect(changed.access({ peer: "192.0.2.50", pass }, 0)).toBe("unknown");
  });

  it("of a guest ends when the guests' token changes, and never becomes an owner's", () => {
    const guest = "the guests of the house";
    const ofGuest = new AccessControl({ ...rules, guest }).issuePass("guest", 1000);
    const accessOf = (changed: Partial<typeof rules>): Access =>
      new AccessControl({ ...rules, guest, ...changed }).access({ peer: "192.0.2.50", pass: ofGuest }, 0);
    expect([accessOf({}), accessOf({ token: `${token}!` })]).toEqual(["guest", "guest"]);
    expect([accessOf({ guest: `${guest}!` }), accessOf({ guest: "" })]).toEqual(["unknown", "unknown"]);
  });
});
