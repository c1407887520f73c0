import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../src/core/errors.ts";
import { DeviceHttp, type HttpOptions } from "../../src/device/http.ts";
import { eventually } from "../support/eventually.ts";
import { hasIpv6 } from "../support/has-ipv6.ts";

/** A player of bytes: what each request says, by connection, and what is said to it. */
interface RawPlayer extends AsyncDisposable {
  readonly port: number;
  /** Requests in the order they came, with the connection's number. */
  readonly asked: readonly (readonly [connection: number, path: string])[];
  readonly texts: readonly string[];
  readonly sockets: readonly Socket[];
}

/** Says these bytes to request after request, and the last ones for ever; a function does it by hand. */
async function startRaw(
  replies: readonly (string | ((socket: Socket) => void))[],
  host = "127.0.0.1",
): Promise<RawPlayer> {
  const asked: [number, string][] = [];
  const texts: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      texts.push(text);
      const reply = replies[Math.min(asked.push([connection, text.split(" ")[1] ?? ""]), replies.length) - 1];
      if (typeof reply === "function") reply(socket);
      else socket.write(reply ?? "", "latin1");
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    texts,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function open({ port }: RawPlayer, options: Partial<HttpOptions> = {}, host = "127.0.0.1"): DeviceHttp {
  const url = `http://${host}:${port}`;
  return new DeviceHttp({ url, timeoutMs: 5000, maxBodyBytes: 10_000, psk: undefined, ...options });
}

const { signal } = new AbortController();

async function bodyOf(http: DeviceHttp, path: string): Promise<string | undefined> {
  return (await http.get(path, undefined, signal)).changed?.body.toString();
}

async function faultOf(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof DeviceError)) throw new Error("wanted a DeviceError", { cause: error });
  return `${error.fault}: ${error.message}`;
}

function answer(body: string, ...headers: readonly string[]): string {
  return ["HTTP/1.1 200 OK", `Content-Length: ${body.length}`, ...headers, "", body].join("\r\n");
}

describe("a connection to a player", () => {
  it("is asked in the words of HTTP/1.1", async () => {
    await using player = await startRaw([answer("a")]);
    await using http = open(player, { psk: "0000" });
    await http.get("/path?a=b%20c", undefined, signal);
    expect(player.texts).toEqual([
      `GET /path?a=b%20c HTTP/1.1\r\nhost: 127.0.0.1:${player.port}\r\nconnection: keep-alive\r\n` +
        "accept: application/json\r\nx-auth-psk: 0000\r\n\r\n",
    ]);
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
    await eventually(() => expect(first.destroyed).toBe(true));
    expect(await bodyOf(http, "/2")).toBe("b");
    expect(player.asked).toEqual([
      [1, "/1"],
      [2, "/2"],
    ]);
  });

  it("ends a body whose length is not told", async () => {
    const untilTheEnd = (socket: Socket): void => void socket.end("HTTP/1.1 200 OK\r\n\r\nall of it");
    await using player = await startRaw([untilTheEnd, answer("b")]);
    await using http = open(player);
    expect([await bodyOf(http, "/1"), await bodyOf(http, "/2")]).toEqual(["all of it", "b"]);
  });

  it("brings nonsense, and the next answer on another", async () => {
    await using player = await startRaw(["HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", answer("b")]);
    await using http = open(player);
    expect(await faultOf(http.get("/", undefined, signal))).toBe(
      `broken: unreachable: the answer's length makes no sense: "x"`,
    );
    expect(await bodyOf(http, "/")).toBe("b");
  });

  it("is given up at once where a body says that it is too large", async () => {
    await using player = await startRaw(["HTTP/1.1 200 OK\r\nContent-Length: 10001\r\n\r\n", answer("b")]);
    await using http = open(player);
    expect(await faultOf(http.get("/", undefined, signal))).toBe(
      "malformed: the answer is larger than 10000 bytes (device.maxBodyBytes)",
    );
    expect(await bodyOf(http, "/")).toBe("b");
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
    const first = http.get("/1", undefined, controller.signal);
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
    const hurried = { timeoutMs: 1, maxBodyBytes: 10_000 };
    expect(await faultOf(http.get("/2", undefined, signal, hurried))).toBe(
      "unreachable: unreachable: no answer within 1 ms",
    );
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
    const faults = [faultOf(http.get("/1", undefined, signal)), faultOf(http.get("/2", undefined, signal))];
    await eventually(() => expect(player.asked).toHaveLength(1));
    await http[Symbol.asyncDispose]();
    expect(await Promise.all(faults)).toEqual([
      "broken: unreachable: the connection was given up",
      "unreachable: unreachable: the connection was given up",
    ]);
    await eventually(() => expect(player.sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  });
});
