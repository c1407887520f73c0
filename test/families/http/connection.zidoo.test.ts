import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { PlayerConnection, type HttpOptions } from "../../../src/families/http/connection.ts";
import { type RawPlayer, startRaw } from "../zidoo/raw-player.ts";
import { eventually } from "../../support/eventually.ts";
import { hasIpv6 } from "../../support/has-ipv6.ts";

function open({ port }: RawPlayer, options: Partial<HttpOptions> = {}, host = "127.0.0.1"): PlayerConnection {
  const url = `http://${host}:${port}`;
  return new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 10_000, ...options });
}

const { signal } = new AbortController();

async function bodyOf(http: PlayerConnection, path: string): Promise<string | undefined> {
  return (await http.get(path, signal)).changed?.toString();
}

async function faultOf(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof DeviceError)) throw new Error("expected a DeviceError", { cause: error });
  return `${error.fault}: ${error.message}`;
}

function answer(body: string, ...headers: readonly string[]): string {
  return ["HTTP/1.1 200 OK", `Content-Length: ${body.length}`, ...headers, "", body].join("\r\n");
}

describe("a connection to a player", () => {
  it("gets valid HTTP/1.1 requests", async () => {
    await using player = await startRaw([answer("a")]);
    await using http = open(player, { headers: { "x-auth-psk": "0000" } });
    await http.get("/path?a=b%20c", signal);
    await http.get("/act", signal, { acts: true, form: "a=ü", headers: { soapaction: '"a#b"' } });
    const common =
      ` HTTP/1.1\r\nhost: 127.0.0.1:${player.port}\r\naccept: application/json\r\n` +
      "accept-encoding: identity\r\nx-auth-psk: 0000\r\n";
    const end = "Connection: keep-alive\r\n\r\n";
    const form = `content-type: application/x-www-form-urlencoded\r\nsoapaction: "a#b"\r\ncontent-length: 4\r\n`;
    expect(player.texts.join("")).toBe(
      `GET /path?a=b%20c${common}${end}POST /act${common}${form}${end}${Buffer.from("a=ü").toString("latin1")}`,
    );
  });

  it.each([
    ["serves the next request", answer("a"), 1],
    ["does not where the player says that it closes", answer("a", "Connection: close"), 2],
    ["does not where the player is about to close it", answer("a", "Keep-Alive: timeout=1"), 2],
    ["does not where more came than the answer", `${answer("a")}HTTP/1.1 408 Late\r\n\r\n`, 2],
  ])("%s", async (_name, reply, connection) => {
    await using player = await startRaw([reply, answer("b")]);
    await using http = open(player);
    expect([await bodyOf(http, "/1"), await bodyOf(http, "/2")]).toEqual(["a", "b"]);
    expect(player.asked).toEqual([
      [1, "/1"],
      [connection, "/2"],
    ]);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["closes it", (socket) => socket.end()],
    ["resets it", (socket) => socket.resetAndDestroy()],
    ["speaks without being asked", (socket) => socket.write("HTTP/1.1 408 Request Timeout\r\n\r\n")],
  ])("is opened anew after a player %s meanwhile", async (_name, disturb) => {
    await using player = await startRaw([answer("a"), answer("b")]);
    await using http = open(player);
    await bodyOf(http, "/1");
    const [first] = player.sockets;
    if (first === undefined) throw new Error("nobody came");
    disturb(first);
    // Once another connection has been served, earlier writes have been read there.
    await using other = open(player);
    await bodyOf(other, "/other");
    expect(await bodyOf(http, "/2")).toBe("b");
    expect(player.asked).toEqual([
      [1, "/1"],
      [2, "/other"],
      [3, "/2"],
    ]);
  });

  it("is used again after an empty line that came late", async () => {
    await using player = await startRaw([answer("a"), answer("b")]);
    await using http = open(player);
    await bodyOf(http, "/1");
    player.sockets[0]?.write("\r\n");
    await using other = open(player);
    await bodyOf(other, "/other");
    expect(await bodyOf(http, "/2")).toBe("b");
    expect(player.asked.at(-1)).toEqual([1, "/2"]);
  });

  it("reaches a player by its name", async () => {
    await using player = await startRaw([answer("a")]);
    await using http = open(player, {}, "localhost");
    expect(await bodyOf(http, "/")).toBe("a");
  });

  it.skipIf(!hasIpv6)("reaches a player by an address of IPv6", async () => {
    await using player = await startRaw([answer("a")], "::1");
    await using http = open(player, {}, "[::1]");
    expect(await bodyOf(http, "/")).toBe("a");
    expect(player.texts[0]).toContain(`\r\nhost: [::1]:${player.port}\r\n`);
  });
});

describe("requests at the same time", () => {
  it("are sent one after another, in the order in which they were made", async () => {
    await using player = await startRaw([answer("a"), answer("b"), answer("c")]);
    await using http = open(player);
    const bodies = await Promise.all(["/1", "/2", "/3"].map((path) => bodyOf(http, path)));
    expect(bodies).toEqual(["a", "b", "c"]);
    expect(player.texts).toHaveLength(3);
    expect(player.asked).toEqual([
      [1, "/1"],
      [1, "/2"],
      [1, "/3"],
    ]);
  });

  it("go on after one was given up, on another connection", async () => {
    await using player = await startRaw([() => {}, answer("b")]);
    await using http = open(player);
    const controller = new AbortController();
    const first = http.get("/1", controller.signal);
    const second = bodyOf(http, "/2");
    await eventually(() => expect(player.asked).toHaveLength(1));
    controller.abort(new Error("stop"));
    await expect(first).rejects.toThrow("stop");
    expect(await second).toBe("b");
    expect(player.asked).toEqual([
      [1, "/1"],
      [2, "/2"],
    ]);
  });

  it("are never sent if they are given up while they wait", async () => {
    let finish = (): void => {};
    const later = (socket: Socket): void => {
      finish = () => void socket.write(answer("a"));
    };
    await using player = await startRaw([later, answer("c")]);
    await using http = open(player);
    const first = bodyOf(http, "/1");
    const controller = new AbortController();
    const second = http.get("/2", controller.signal);
    controller.abort(new Error("stop"));
    await expect(second).rejects.toThrow("stop");
    await eventually(() => expect(player.asked).toHaveLength(1));
    finish();
    expect([await first, await bodyOf(http, "/3")]).toEqual(["a", "c"]);
    expect(player.asked).toEqual([
      [1, "/1"],
      [1, "/3"],
    ]);
  });

  it("all end when the connection is closed, and so does the connection", async () => {
    await using player = await startRaw([() => {}]);
    const http = open(player);
    const faults = [faultOf(http.get("/1", signal)), faultOf(http.get("/2", signal))];
    await eventually(() => expect(player.asked).toHaveLength(1));
    await http[Symbol.asyncDispose]();
    expect(await Promise.all(faults)).toEqual([
      "broken: unreachable: the connection was closed by the bridge",
      "unreachable: unreachable: the connection was closed by the bridge",
    ]);
    await eventually(() => expect(player.sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  });
});
