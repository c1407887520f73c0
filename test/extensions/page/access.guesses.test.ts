import { once } from "node:events";
import { request } from "node:http";
import { createConnection, type Socket } from "node:net";
import { expect, it } from "vitest";
import { statusRoutes } from "../../../src/extensions/http/status-routes.ts";
import { pageRoutes } from "../../../src/extensions/page/page-routes.ts";
import { until } from "../../support/bridge/until.ts";
import { measured } from "../http/measured.ts";
import { serve } from "../http/served.ts";
import { withPlayer } from "./fake-page.ts";

const token = "correct horse battery";

/** Connections from these addresses that send wrong tokens, and connect again as soon as they are closed. */
class Guessers implements Disposable {
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  #isOver = false;
  sent = 0;

  constructor(url: string, addresses: readonly string[], count: number) {
    this.#url = new URL(url);
    for (let made = 0; made < count; made += 1) this.#guess(addresses[made % addresses.length] ?? "");
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #guess(localAddress: string): void {
    const { hostname, port } = this.#url;
    const socket = createConnection({ port: Number(port), host: hostname, localAddress });
    this.#sockets.add(socket);
    socket.on("error", () => {}).resume();
    socket.once("connect", () => {
      this.sent += 1;
      socket.write("GET /api/v1/players HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n");
    });
    socket.once("close", () => {
      this.#sockets.delete(socket);
      if (!this.#isOver) this.#guess(localAddress);
    });
  }
}

/** The status of an answer, or why there is none. */
async function statusOf(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | string> {
  const asked = request(new URL(path, url), { headers, agent: false, localAddress: "127.0.0.1" });
  asked.end();
  try {
    const [{ statusCode }] = await once(asked, "response");
    return statusCode;
  } catch (error) {
    return String(error);
  } finally {
    asked.destroy();
  }
}

it.each([
  ["three addresses", ["127.0.0.1", "127.0.0.2", "127.0.0.3"]],
  ["the address of everybody's proxy", ["127.0.0.1"]],
])("wrong tokens on 300 connections from %s keep nobody else waiting", async (_, addresses) => {
  using fake = withPlayer({}, { host: "0.0.0.0", token });
  const cookie = `player2mqtt_page=${fake.page.control.issuePass("owner", fake.clock.date().getTime())}`;
  const status = statusRoutes(measured(), (load) => load());
  // Time stands still for the page, so whoever waits for the guesses of others waits for ever.
  await using served = await serve({ routes: [status, pageRoutes(fake.page)] });
  const asked = [
    ["/healthz", {}],
    ["/readyz", {}],
    ["/api/v1/players", { cookie }],
    ["/api/v1/players", { authorization: `Bearer ${token}` }],
  ] as const;
  using guessers = new Guessers(served.url, addresses, 300);
  await until(() => guessers.sent >= 300);
  for (let round = 0; round < 19; round += 1) {
    const answers = Promise.all(asked.map(([path, headers]) => statusOf(served.url, path, headers)));
    // The bridge of this test is well, but not ready.
    expect(await answers).toEqual([200, 503, 200, 200]);
  }
  expect(guessers.sent).toBeGreaterThan(600);
});
