import { once } from "node:events";
import { createServer } from "node:https";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PlayerConnection } from "../../../src/families/http/connection.ts";
import { type Certificates, makeCertificates, whyNoCertificates } from "../../support/certificates.ts";
import { listen } from "../../support/free-port.ts";

const missing = whyNoCertificates();
if (missing !== undefined) console.info(`tests of players that speak HTTPS are skipped: ${missing}`);

describe.skipIf(missing !== undefined)("a player that speaks HTTPS", () => {
  let certificates: Certificates;
  const { signal } = new AbortController();
  const large = "x".repeat(300_000);
  let url = "";
  let names: (string | false | undefined)[] = [];
  let stop = async (): Promise<void> => {};

  beforeAll(async () => {
    certificates = makeCertificates();
    const { cert, key } = certificates.server;
    const server = createServer({ cert: cert.text, key: key.text }, (request, response) => {
      names.push("servername" in request.socket ? (request.socket.servername as string | false) : undefined);
      response.end(request.url === "/large" ? large : request.url);
    });
    url = `https://localhost:${await listen(server)}`;
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    };
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    names = [];
  });

  afterAll(async () => {
    await stop();
    certificates[Symbol.dispose]();
  });

  const open = (at = url): PlayerConnection =>
    new PlayerConnection({ url: at, timeoutMs: 5000, maxBodyBytes: 1_000_000 });

  it("gets no request before its certificate is verified", async () => {
    await using http = open();
    await expect(http.get("/", signal)).rejects.toMatchObject({
      fault: "unreachable",
      message: expect.stringMatching(/^unreachable: \w*CERT\w*|UNABLE_TO\w*$/) as string,
    });
    expect(names).toEqual([]);
  });

  it("is polled over one connection, with server name indication", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await using http = open();
    for (const path of ["/1", "/large", "/2"]) {
      const { changed } = await http.get(path, signal);
      expect(changed?.toString()).toBe(path === "/large" ? large : path);
    }
    expect(names).toEqual(["localhost", "localhost", "localhost"]);
  });

  it("is reached by its address without server name indication", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await using http = open(url.replace("localhost", "127.0.0.1"));
    expect((await http.get("/", signal)).status).toBe(200);
    expect(names).toEqual([false]);
  });
});
