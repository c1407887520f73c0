import { createServer } from "node:https";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PlayerConnection } from "../../../src/families/http/connection.ts";
import { type Certificates, makeCertificates, whyNoCertificates } from "../../support/certificates.ts";
import { listen } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";

const missing = whyNoCertificates();
if (missing !== undefined) console.info(`tests of players that speak HTTPS are skipped: ${missing}`);

describe.skipIf(missing !== undefined)("a player that speaks HTTPS", () => {
  let certificates: Certificates;
  const { signal } = new AbortController();
  const large = "x".repeat(300_000);

  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates[Symbol.dispose]());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** A connection to such a player, which is called so, and the server names that were indicated to it. */
  async function connected(host: string) {
    const { cert, key } = certificates.server;
    const names: (string | false | undefined)[] = [];
    const server = createServer({ cert: cert.text, key: key.text }, (request, response) => {
      names.push("servername" in request.socket ? (request.socket.servername as string | false) : undefined);
      response.end(request.url === "/large" ? large : request.url);
    });
    const url = `https://${host}:${await listen(server)}`;
    opened({ [Symbol.asyncDispose]: async () => server.close().closeAllConnections() });
    return { http: opened(new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 1_000_000 })), names };
  }

  it("gets no request before its certificate is verified", async () => {
    const { http, names } = await connected("localhost");
    await expect(http.get("/", signal)).rejects.toMatchObject({
      fault: "unreachable",
      message: expect.stringMatching(/^unreachable: \w*CERT\w*|UNABLE_TO\w*$/) as string,
    });
    expect(names).toEqual([]);
  });

  it("is polled over one connection, with server name indication", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { http, names } = await connected("localhost");
    for (const path of ["/1", "/large", "/2"]) {
      const { changed } = await http.get(path, signal);
      expect(changed?.toString()).toBe(path === "/large" ? large : path);
    }
    expect(names).toEqual(["localhost", "localhost", "localhost"]);
  });

  it("is reached by its address without server name indication", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { http, names } = await connected("127.0.0.1");
    expect((await http.get("/", signal)).status).toBe(200);
    expect(names).toEqual([false]);
  });
});
