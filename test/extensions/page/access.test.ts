import { describe, expect, it } from "vitest";
import { withPlayer } from "./fake-page.ts";

const token = "correct horse battery";
const stranger = "192.0.2.50";
const json = { "content-type": "application/json" };

/** The headers of a program that sends this token. */
function bearer(given: string): Record<string, string> {
  return { authorization: `Bearer ${given}` };
}

function refresh(headers: Readonly<Record<string, string>>): RequestInit {
  return { method: "POST", headers: { ...json, ...headers }, body: '{"command":"refresh"}' };
}

const commands = "/api/v1/players/den/commands";

describe("a program", () => {
  it("on this machine needs neither token nor forgery token", async () => {
    using fake = withPlayer();
    expect((await fake.ask("/api/v1/players")).status).toBe(200);
    void fake.ask(commands, refresh({}));
    await expect.poll(() => fake.den.offered).toHaveLength(1);
  });

  it("elsewhere reads and commands with the token alone", async () => {
    using fake = withPlayer({}, { host: "0.0.0.0", token });
    const response = await fake.ask("/api/v1/players", { headers: bearer(token) }, stranger);
    expect(response.status).toBe(200);
    expect(response.headers.get("set-cookie")).toBeNull();
    void fake.ask(commands, refresh(bearer(token)), stranger);
    await expect.poll(() => fake.den.offered).toHaveLength(1);
  });

  it.each([
    ["no token", {}],
    ["a wrong token", bearer("wrong horse battery")],
    ["the beginning of the token", bearer(token.slice(0, -1))],
    ["another scheme", { authorization: `Basic ${Buffer.from(`a:${token}`).toString("base64")}` }],
    ["the token in the address", {}, `?token=${encodeURIComponent(token)}`],
  ])("with %s is refused, and the answer says how to do it", async (_, headers, query = "") => {
    using fake = withPlayer({}, { host: "0.0.0.0", token });
    const response = await fake.ask(`/api/v1/players${query}`, { headers }, stranger);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^unauthorized: .*http\.token/) });
    expect((await fake.ask(commands, refresh(headers), stranger)).status).toBe(401);
    expect(fake.den.offered).toEqual([]);
  });

  it("is told when to try again if it guesses while others do", async () => {
    using fake = withPlayer({}, { host: "0.0.0.0", token });
    const attempt = (): Promise<Response> =>
      fake.ask("/api/v1/players", { headers: bearer("wrong") }, stranger);
    const guesses = Array.from({ length: 61 }, attempt);
    await fake.clock.advance(5000);
    const last = (await Promise.all(guesses)).at(-1);
    expect([last?.status, last?.headers.get("retry-after")]).toEqual([429, "5"]);
  });
});

describe("a browser", () => {
  it("with a session still needs the forgery token, and keeps its session whatever a proxy adds", async () => {
    using fake = withPlayer({}, { host: "0.0.0.0", token });
    const form = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };
    const signedIn = await fake.ask(
      "/page/sign-in",
      { ...form, body: new URLSearchParams({ token }) },
      stranger,
    );
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { cookie, ...bearer("of the proxy") };
    expect((await fake.ask("/api/v1/players", { headers }, stranger)).status).toBe(200);
    expect((await fake.ask(commands, refresh(headers), stranger)).status).toBe(403);
    expect(fake.den.offered).toEqual([]);
  });

  it.each(["library/albums", "art/1"])(
    "of another site causes no request for %s, which would spend the budget of the library",
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
});
