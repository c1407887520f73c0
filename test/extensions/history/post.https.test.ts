import { createServer } from "node:https";
import { afterEach, expect, it, vi } from "vitest";
import { exchange } from "../../../src/extensions/history/post.ts";
import { makeCertificates, whyNoCertificates } from "../../support/certificates.ts";
import { listen } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";

const missing = whyNoCertificates();
if (missing !== undefined) console.info(`tests of receivers that speak HTTPS are skipped: ${missing}`);

afterEach(() => {
  vi.unstubAllEnvs();
});

it.skipIf(missing !== undefined)(
  "a receiver gets nothing over HTTPS before its certificate is verified",
  async () => {
    using certificates = makeCertificates();
    const { cert, key } = certificates.server;
    const bodies: string[] = [];
    const server = createServer({ cert: cert.text, key: key.text }, (request, response) => {
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.end("taken"));
    });
    const url = `https://localhost:${await listen(server)}/`;
    opened({ [Symbol.asyncDispose]: async () => server.close().closeAllConnections() });
    const { signal } = new AbortController();
    const send = () => exchange({ method: "POST", url, headers: {}, signal }, '{"title":"One"}');
    await expect(send()).rejects.toThrow(/certificate/);
    expect(bodies).toEqual([]);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await send()).toMatchObject({ status: 200, text: "taken" });
    expect(bodies).toEqual(['{"title":"One"}']);
  },
);
