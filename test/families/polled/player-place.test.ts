import { createServer, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import { beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../../../simulator/self-signed.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import { PlayerPlace } from "../../../src/families/polled/player-place.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { freePort, listen } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";

const { signal } = new AbortController();
const player: RequestListener = (_request, response) => void response.end("player");
const page: RequestListener = (_request, response) => void response.writeHead(404).end("page");

describe("the place of a player", () => {
  let certificate: ReturnType<typeof selfSigned>;

  beforeAll(() => {
    certificate = selfSigned("player");
  });

  async function serve(listener: RequestListener, isSecure: boolean): Promise<number> {
    const server = isSecure ? createSecure(certificate, listener) : createServer(listener);
    const port = await listen(server);
    opened({
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return port;
  }

  function place(url: string, ...places: [number, "http" | "https"][]): PlayerPlace {
    const [first = { scheme: "https", port: 1 }, ...others] = places.map(
      ([port, scheme]) => ({ port, scheme }) as const,
    );
    return opened(
      new PlayerPlace(optionsOfStranger(url), {
        places: [first, ...others],
        acceptsSelfSigned: true,
        probe: async (http) => {
          const { changed } = await http.get("/", signal);
          if (changed?.toString() !== "player") throw new DeviceError("malformed", "no player");
        },
      }),
    );
  }

  async function originOf(one: PlayerPlace): Promise<string> {
    await one.connection(signal);
    return one.origin;
  }

  it("is the first of its make where a player answers", async () => {
    const [none, other, own] = [await freePort(), await serve(page, false), await serve(player, true)];
    const at = (port: number): string => `https://127.0.0.1:${port}`;
    const found = await originOf(
      place(`http://127.0.0.1:${none}`, [none, "https"], [other, "http"], [own, "https"]),
    );
    expect(found).toBe(at(own));
  });

  it.each([true, false])("is its port by either scheme, secure: %s", async (isSecure) => {
    const own = await serve(player, isSecure);
    const found = await originOf(place(`http://127.0.0.1:${own}`, [1, "https"], [own, "https"]));
    expect(found).toBe(`${isSecure ? "https" : "http"}://127.0.0.1:${own}`);
    expect(await originOf(place(`http://127.0.0.1:${own}`, [1, "http"]))).toBe(found);
  });

  it("is looked for once, whoever asks meanwhile, and no more when it is closed", async () => {
    const own = await serve(player, false);
    const one = place(`http://127.0.0.1:${own}`, [1, "https"]);
    const [first, second] = await Promise.all([one.connection(signal), one.connection(signal)]);
    expect(first).toBe(second);
    const silent = await serve(() => {}, false);
    const other = place(`http://127.0.0.1:${silent}`, [1, "https"]);
    const finding = other.connection(signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await other[Symbol.asyncDispose]();
    await expect(finding).rejects.toThrow("closed by the bridge");
  });

  it("is looked for anew when it was forgotten, and there alone before", async () => {
    const own = await serve(player, false);
    const one = place(`http://127.0.0.1:${own}`, [own, "http"], [own, "https"]);
    const first = await one.connection(signal);
    expect(await one.connection(signal)).toBe(first);
    await one.forget();
    expect(await one.connection(signal)).not.toBe(first);
  });

  it("is none where another device answers, which says more than silence", async () => {
    const [none, other] = [await freePort(), await serve(page, false)];
    const one = place(`http://127.0.0.1:${none}`, [none, "https"], [other, "http"]);
    await expect(one.connection(signal)).rejects.toMatchObject({ fault: "malformed" });
  });
});
