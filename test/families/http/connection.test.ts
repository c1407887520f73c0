import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { type HttpOptions, PlayerConnection } from "../../../src/families/http/connection.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { hasIpv6 } from "../../support/has-ipv6.ts";
import { opened } from "../../support/opened.ts";
import { type RawPlayer, startRaw } from "../zidoo/raw-player.ts";
import { closedPort } from "../zidoo/scripted-player.ts";

const { signal } = new AbortController();
const json = '{"status":200}';

function open({ port }: RawPlayer, options: Partial<HttpOptions> = {}, host = "127.0.0.1"): PlayerConnection {
  const url = `http://${host}:${port}`;
  return opened(new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 10_000, ...options }));
}

/** A player that answers with these bytes, and the connection to it. */
async function connected(replies: Parameters<typeof startRaw>[0], options: Partial<HttpOptions> = {}) {
  const player = opened(await startRaw(replies));
  return { player, http: open(player, options) };
}

/** The status and body of the answer to a GET; an error is told by its fault. */
async function get(http: PlayerConnection, path = "/", terms = {}): Promise<string> {
  try {
    const { status, changed } = await http.get(path, signal, terms);
    return `${status} ${changed?.toString()}`;
  } catch (error) {
    if (error instanceof DeviceError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

function head(...headers: readonly string[]): string {
  return ["HTTP/1.1 200 OK", ...headers, "", ""].join("\r\n");
}

function answer(body: string, ...headers: readonly string[]): string {
  return `${head(`Content-Length: ${body.length}`, ...headers)}${body}`;
}

const write =
  (text: string | Buffer) =>
  (socket: Socket): void =>
    void socket.write(text);

const end =
  (text: string) =>
  (socket: Socket): void =>
    void socket.end(text, "latin1");

function packed(encoding: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(head(`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`)),
    body,
  ]);
}

const identity = (more: string): string => `HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n${more}\r\n`;
const chunked = head("Transfer-Encoding: chunked");
const well = `200 ${json}`;
const large = "malformed: the answer is larger than 10000 bytes (device.maxBodyBytes)";
const noHttp = "broken: unreachable: the answer is not HTTP/1.1";
const closed = "broken: unreachable: other side closed";

describe("an answer", () => {
  it.each<[string, string | ((socket: Socket) => void), string]>([
    ["with line feeds alone in its head", `HTTP/1.1 200 OK\nContent-Length: 14\n\n${json}`, well],
    ["with header names in any case", `HTTP/1.1 200 OK\r\ncOnTeNt-LENGTH: 14\r\n\r\n${json}`, well],
    ["with a blank before a colon", `${head("Content-Length : 14")}${json}`, well],
    ["with a folded header", `${head("X-A: one\r\n two", "Content-Length: 14")}${json}`, well],
    ["with odd bytes in a header", `${head("Server: a\x01b", "Content-Length: 14")}${json}`, well],
    ["without a reason", `HTTP/1.1 200\r\nContent-Length: 14\r\n\r\n${json}`, well],
    ["of HTTP/1.0", end(`HTTP/1.0 200 OK\r\n\r\n${json}`), well],
    ["behind an interim one", `HTTP/1.1 100 Continue\r\n\r\n${answer(json)}`, well],
    ["behind an empty line", `\r\n${answer(json)}`, well],
    ["with an empty line behind it", `${answer(json)}\r\n`, well],
    ["with another answer behind it", `${answer(json)}${answer("{}")}`, well],
    ["in chunks", `${chunked}7\r\n{"statu\r\n7;x=1\r\ns":200}\r\n0\r\n\r\n`, well],
    [
      "in chunks and with a length",
      `${head("Content-Length: 14", "Transfer-Encoding: chunked")}e\r\n${json}\r\n0\r\n\r\n`,
      well,
    ],
    ["until the connection ends", end(`${head()}${json}`), well],
    ["with identity as coding, until the connection ends", end(`${identity("")}${json}`), well],
    ["with identity as coding and a length", `${identity("Content-Length: 14\r\n")}${json}`, well],
    ["that is shorter than its bytes", `${head("Content-Length: 10")}${json}`, '200 {"status":'],
    ["with gzip, though it was not asked for", write(packed("gzip", gzipSync(json))), well],
    ["with deflate", write(packed("deflate", deflateSync(json))), well],
    ["with br", write(packed("br", brotliCompressSync(json))), well],
    [
      "that says gzip, and is not",
      answer(json, "Content-Encoding: gzip"),
      "malformed: response is labelled gzip but is not valid gzip",
    ],
    [
      "with an encoding of its own",
      answer(json, "Content-Encoding: zip9"),
      'malformed: the answer has the content encoding "zip9", which is not supported',
    ],
    ["that unpacks to more than its cap", write(packed("gzip", gzipSync("x".repeat(10_001)))), large],
    ["that announces more than its cap", head("Content-Length: 10001"), large],
    ["that grows beyond its cap, and does not end", `${chunked}2711\r\n${"x".repeat(10_001)}`, large],
    ["of just its cap", answer("x".repeat(10_000)), `200 ${"x".repeat(10_000)}`],
    ["with no content", "HTTP/1.1 204 No Content\r\n\r\n", "204 "],
    ["of a server with an error", "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno", "500 no"],
    [
      "that redirects",
      "HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.invalid/\r\nContent-Length: 0\r\n\r\n",
      "301 ",
    ],
    ["that is longer than its bytes", end(`${head("Content-Length: 20")}${json}`), closed],
    [
      "that is reset in its middle",
      (socket) => void socket.write(`${head("Content-Length: 20")}${json}`, () => socket.resetAndDestroy()),
      expect.stringContaining("broken: ") as string,
    ],
    ["whose chunks end early", end(`${chunked}7\r\n{"statu\r\n`), closed],
    ["whose chunk has no size", `${chunked}zz\r\n`, `${noHttp} (Invalid character in chunk size)`],
    [
      "with a length that is no number",
      `${head("Content-Length: x")}${json}`,
      `${noHttp} (Invalid character in Content-Length)`,
    ],
    [
      "with two lengths",
      `${head("Content-Length: 14", "Content-Length: 15")}${json}`,
      expect.stringContaining(noHttp) as string,
    ],
    [
      "with a head that never ends",
      `HTTP/1.1 200 OK\r\nX: ${"a".repeat(40_000)}`,
      "broken: unreachable: the answer's headers are too long",
    ],
    [
      "that switches protocols",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nx",
      closed,
    ],
    ["of a server that speaks SSH", "SSH-2.0-OpenSSH_9\r\n", `${noHttp}: it begins with "SSH-2.0-OpenSSH_"`],
    [
      "of a server that speaks TLS",
      "\x15\x03\x01\x00\x02\x02\x46",
      `${noHttp}: the port speaks TLS, so its url begins with https://`,
    ],
    ["that is no answer", end(""), closed],
  ])("%s is read, or refused in words", async (_name, reply, wanted) => {
    const { http } = await connected([reply, answer("next")]);
    expect(await get(http, "/1")).toEqual(wanted);
    expect(await get(http, "/2")).toBe("200 next");
  });

  it("is compared with the last body also where it is compressed", async () => {
    const { http } = await connected([write(packed("gzip", gzipSync(json))), answer(json), answer("{}")]);
    const isNew = async () =>
      (await http.get("/", signal, { previous: Buffer.from(json) })).changed !== undefined;
    expect([await isNew(), await isNew(), await isNew()]).toEqual([false, false, true]);
  });

  it("may come byte by byte, if it is small", async () => {
    const byBytes = (socket: Socket): void => {
      const text = answer(json);
      let at = 0;
      const next = (): void => {
        if (at < text.length) socket.write(text.charAt(at++), next);
      };
      next();
    };
    const { http } = await connected([byBytes]);
    expect(await get(http)).toBe(well);
  });

  it("of chunks of one byte is refused where it is large", async () => {
    const body = `${"1\r\nx\r\n".repeat(20_000)}0\r\n\r\n`;
    const { http } = await connected([`${chunked}${body}`], { maxBodyBytes: 1_000_000 });
    expect(await get(http)).toMatch(/^malformed: the answer comes in \d+ pieces of a few bytes$/);
  });
});

describe("a connection that closes silently", () => {
  const endings: [string, (socket: Socket) => void][] = [
    ["is ended", (socket) => socket.end()],
    ["is reset", (socket) => socket.resetAndDestroy()],
  ];

  it.each(endings)(
    "has a read repeated once on another one when it %s instead of an answer",
    async (_name, ending) => {
      const { player, http } = await connected([answer("a"), ending, answer("b")]);
      expect([await get(http, "/1"), await get(http, "/2")]).toEqual(["200 a", "200 b"]);
      expect(player.asked).toEqual(["1 /1", "1 /2", "2 /2"]);
    },
  );

  it.each(endings)("never has a call repeated when it %s instead of an answer", async (_name, ending) => {
    const { player, http } = await connected([answer("a"), ending, answer("b")]);
    await http.get("/1", signal);
    expect(await get(http, "/act", { acts: true })).toMatch(/^broken: /);
    expect(player.asked).toEqual(["1 /1", "1 /act"]);
  });

  it.each(endings)("has a read repeated that was already waiting when it %s", async (_name, ending) => {
    const { player, http } = await connected([answer("a"), ending, answer("b")]);
    expect(await Promise.all([get(http, "/1"), get(http, "/2")])).toEqual(["200 a", "200 b"]);
    expect(player.asked.at(-1)).toBe("2 /2");
  });

  it("gathers no listeners while requests wait for it", async () => {
    const { player, http } = await connected([answer("a")]);
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    await Promise.all(Array.from({ length: 20 }, () => http.get("/", new AbortController().signal)));
    await new Promise(setImmediate);
    process.off("warning", listen);
    expect(warnings).toEqual([]);
    expect(player.sockets).toHaveLength(1);
  });

  it("has a read repeated only once", async () => {
    const { player, http } = await connected([answer("a"), (socket) => socket.destroy()]);
    await http.get("/1", signal);
    expect(await get(http, "/2")).toBe(closed);
    expect(player.asked).toHaveLength(3);
  });

  it("has nothing repeated after the first byte of an answer", async () => {
    const { player, http } = await connected([answer("a"), end("HTTP/1.1 2"), answer("b")]);
    await http.get("/1", signal);
    expect(await get(http, "/2")).toMatch(/^broken: /);
    expect(player.asked).toHaveLength(2);
  });

  it("has nothing repeated when it is new: the player refuses this request", async () => {
    const { player, http } = await connected([end(""), answer("b")]);
    expect(await get(http, "/1")).toBe(closed);
    expect(player.asked).toHaveLength(1);
  });

  it("is not trusted with a call once that was seen", async () => {
    const { player, http } = await connected([
      answer("a"),
      (socket) => socket.end(),
      answer("b"),
      answer("c"),
    ]);
    for (const path of ["/1", "/2"]) await http.get(path, signal);
    expect(await get(http, "/act", { acts: true })).toBe("200 c");
    expect(player.asked.at(-1)).toBe("3 /act");
  });

  it.each([1, 3])("is replaced without a fault where the player closes after %i answers", async (answers) => {
    const served = new Map<Socket, number>();
    const reply = (socket: Socket): void => {
      const count = (served.get(socket) ?? 0) + 1;
      served.set(socket, count);
      if (count < answers) socket.write(answer("a"));
      else if (count === answers) socket.end(answer("a"));
    };
    const { player, http } = await connected([reply]);
    for (let read = 0; read < 12; read++) expect(await get(http)).toBe("200 a");
    expect(player.sockets).toHaveLength(12 / answers);
  });
});

it("a slow player is waited for up to ten seconds after the first request that took too long, and the old connection is closed", async () => {
  const sockets: Socket[] = [];
  const clock = new FakeClock();
  const { player, http } = await connected([(socket) => void sockets.push(socket)], { clock });
  const first = get(http, "/1");
  await eventually(() => expect(sockets).toHaveLength(1));
  await clock.advance(5000);
  expect(await first).toBe(
    "broken: slow: connected, but no answer within 5000 ms, the next request may take 10000 ms",
  );
  for (const path of ["/2", "/3"]) {
    const next = get(http, path);
    await eventually(() => expect(player.asked.at(-1)).toBe(`2 ${path}`));
    await clock.advance(5100);
    sockets.at(-1)?.write(answer("late"));
    expect(await next).toBe("200 late");
  }
  expect(player.asked).toEqual(["1 /1", "2 /2", "2 /3"]);
  await eventually(() => expect(player.sockets[0]?.destroyed).toBe(true));
});

describe("a connection to a player", () => {
  it("gets valid HTTP/1.1 requests", async () => {
    const { player, http } = await connected([answer("a")], { headers: { "x-auth-psk": "0000" } });
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
    const { player, http } = await connected([reply, answer("b")]);
    expect([await get(http, "/1"), await get(http, "/2")]).toEqual(["200 a", "200 b"]);
    expect(player.asked).toEqual(["1 /1", `${connection} /2`]);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["closes it", (socket) => socket.end()],
    ["resets it", (socket) => socket.resetAndDestroy()],
    ["speaks without being asked", (socket) => socket.write("HTTP/1.1 408 Request Timeout\r\n\r\n")],
  ])("is opened anew after a player %s meanwhile", async (_name, disturb) => {
    const { player, http } = await connected([answer("a"), answer("b")]);
    await get(http, "/1");
    for (const socket of player.sockets) disturb(socket);
    // Once another connection has been served, earlier writes have been read there.
    await open(player).get("/other", signal);
    expect(await get(http, "/2")).toBe("200 b");
    expect(player.asked).toEqual(["1 /1", "2 /other", "3 /2"]);
  });

  it("is used again after an empty line that came late", async () => {
    const { player, http } = await connected([answer("a"), answer("b")]);
    await get(http, "/1");
    player.sockets[0]?.write("\r\n");
    await open(player).get("/other", signal);
    expect(await get(http, "/2")).toBe("200 b");
    expect(player.asked.at(-1)).toBe("1 /2");
  });

  it.skipIf(!hasIpv6)("reaches a player by an address of IPv6", async () => {
    const player = opened(await startRaw([answer("a")], "::1"));
    expect(await get(open(player, {}, "[::1]"))).toBe("200 a");
    expect(player.texts[0]).toContain(`\r\nhost: [::1]:${player.port}\r\n`);
  });
});

describe("requests at the same time", () => {
  it("are sent one after another, in the order in which they were made", async () => {
    const { player, http } = await connected([answer("a"), answer("b"), answer("c")]);
    const bodies = await Promise.all(["/1", "/2", "/3"].map((path) => get(http, path)));
    expect(bodies).toEqual(["200 a", "200 b", "200 c"]);
    expect(player.texts).toHaveLength(3);
    expect(player.asked).toEqual(["1 /1", "1 /2", "1 /3"]);
  });

  it("go on after one was given up, on another connection", async () => {
    const { player, http } = await connected([() => {}, answer("b")]);
    const controller = new AbortController();
    const first = http.get("/1", controller.signal);
    const second = get(http, "/2");
    await eventually(() => expect(player.asked).toHaveLength(1));
    controller.abort(new Error("stop"));
    await expect(first).rejects.toThrow("stop");
    expect(await second).toBe("200 b");
    expect(player.asked).toEqual(["1 /1", "2 /2"]);
  });

  it("are never sent if they are given up while they wait", async () => {
    let finish = (): void => {};
    const later = (socket: Socket): void => {
      finish = () => void socket.write(answer("a"));
    };
    const { player, http } = await connected([later, answer("c")]);
    const first = get(http, "/1");
    const controller = new AbortController();
    const second = http.get("/2", controller.signal);
    controller.abort(new Error("stop"));
    await expect(second).rejects.toThrow("stop");
    await eventually(() => expect(player.asked).toHaveLength(1));
    finish();
    expect([await first, await get(http, "/3")]).toEqual(["200 a", "200 c"]);
    expect(player.asked).toEqual(["1 /1", "1 /3"]);
  });

  it("all end when the connection is closed, and so does the connection", async () => {
    const { player, http } = await connected([() => {}]);
    const faults = [get(http, "/1"), get(http, "/2")];
    await eventually(() => expect(player.asked).toHaveLength(1));
    await http[Symbol.asyncDispose]();
    expect(await Promise.all(faults)).toEqual([
      "broken: unreachable: the connection was closed by the bridge",
      "unreachable: unreachable: the connection was closed by the bridge",
    ]);
    await eventually(() => expect(player.sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  });
});

describe("a request", () => {
  const onHold = "unreachable: unreachable: another bridge may have the player";

  it("is not sent, nor repeated, while another bridge may have the player", async () => {
    let isOnHold = true;
    const { player, http } = await connected([answer("a")], { isOnHold: () => isOnHold });
    expect([await get(http), player.asked]).toEqual([onHold, []]);
    isOnHold = false;
    expect(await get(http)).toBe("200 a");
    // The process may be frozen between the start of a request and its writing.
    const late = get(http);
    isOnHold = true;
    await late;
    expect(player.asked).toEqual(["1 /"]);
  });

  it("says when it is made, and when it has gone out over a new connection", async () => {
    const { http } = await connected([answer("a")]);
    let said = 0;
    const sent = http.get("/", signal, { onSent: () => (said += 1) });
    expect(said).toBe(1);
    await sent;
    expect(said).toBe(2);
  });

  it("leaves no listener on the signal and no timer behind, whether it fails or not", async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const { http } = await connected([answer("a"), (socket) => socket.destroy()], { clock });
    await http.get("/", signal);
    await expect(http.get("/", signal)).rejects.toThrow(DeviceError);
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([0, 0]);
  });

  it.each([
    ["no credential", "", undefined],
    ["a name and a password", "me:secret@", "me:secret"],
    ["a name alone", "me@", "me:"],
    ["a password alone", ":secret@", ":secret"],
    ["a password with signs of its own", "me:p%40ss%3A%C3%A4@", "me:p@ss:ä"],
    ["a password with a bare percent sign", "me:100%@", "me:100%"],
  ])("has %s out of the address", async (_name, credentials, text) => {
    const player = opened(await startRaw([answer("a")]));
    await get(open(player, {}, `${credentials}127.0.0.1`));
    const sent = /authorization: Basic (\S+)/.exec(player.texts[0] ?? "")?.[1];
    expect(sent && Buffer.from(sent, "base64").toString()).toBe(text);
  });

  it.each([
    ["nobody listens", closedPort, "/", /^unreachable: unreachable: ECONNREFUSED$/],
    ["its name does not resolve", async () => "http://no-such-host.invalid:9529", "/", /ENOTFOUND|EAI_AGAIN/],
    ["the network gives no code", closedPort, "/no path", /: unreachable: invalid request path$/],
  ])("is unreachable each time where %s", async (_what, address, path, message) => {
    const options = { url: await address(), timeoutMs: 5000, maxBodyBytes: 10_000 };
    const http = opened(new PlayerConnection(options));
    for (const _attempt of [1, 2]) expect(await get(http, path)).toMatch(message);
  });

  it("counts an answer that arrived while the process could not run", async () => {
    const still = new Int32Array(new SharedArrayBuffer(4));
    let isLate = false;
    let onDeadline = (): void => {};
    const clock = { now: () => 0, after: (_ms: number, late: () => void) => ((onDeadline = late), () => {}) };
    // The answer is in the socket before the deadline; both are noticed after it, and timers come first.
    const stalling = (socket: Socket): void => {
      socket.write(answer("in time"), () => {
        setTimeout(() => {
          isLate = true;
          onDeadline();
        }, 1);
        Atomics.wait(still, 0, 0, 5);
      });
    };
    const { http } = await connected([stalling], { clock });
    expect([await get(http), isLate]).toEqual(["200 in time", true]);
  });

  it("is broken when a body does not end within the deadline", async () => {
    const clock = new FakeClock();
    const { player, http } = await connected([`${head("Content-Length: 9")}begin`], { clock });
    const failing = get(http);
    await eventually(() => expect(player.asked).toHaveLength(1));
    await clock.advance(5000);
    expect(await failing).toMatch(/^broken: /);
  });

  it.each([new Error("stop"), "stop"])(
    "that is aborted ends at once with the reason, an error or not: %s",
    async (reason) => {
      const controller = new AbortController();
      const { http } = await connected([() => controller.abort(reason)]);
      await expect(http.get("/", controller.signal)).rejects.toBe(reason);
    },
  );

  it("is never sent when the signal had aborted before, or the connection is closed", async () => {
    const { player, http } = await connected([answer("a")]);
    await expect(http.get("/", AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    await get(http, "/next");
    await http[Symbol.asyncDispose]();
    expect(await get(http)).toContain("was closed by the bridge");
    expect(player.asked).toEqual(["1 /next"]);
  });
});
