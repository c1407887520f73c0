import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { AnswerDeadline } from "../../../src/families/http/answer-deadline.ts";
import { PlayerConnection, type HttpOptions } from "../../../src/families/http/connection.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { type RawPlayer, startRaw } from "./raw-player.ts";

const { signal } = new AbortController();
const acts = { acts: true };
const json = '{"status":200}';

function open({ port }: RawPlayer, options: Partial<HttpOptions> = {}): PlayerConnection {
  const url = `http://127.0.0.1:${port}`;
  return new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 10_000, ...options });
}

async function told(answer: ReturnType<PlayerConnection["get"]>): Promise<string> {
  try {
    const { status, changed } = await answer;
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

const well = `200 ${json}`;
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
    ["in chunks", `${head("Transfer-Encoding: chunked")}7\r\n{"statu\r\n7;x=1\r\ns":200}\r\n0\r\n\r\n`, well],
    [
      "in chunks and with a length",
      `${head("Content-Length: 14", "Transfer-Encoding: chunked")}e\r\n${json}\r\n0\r\n\r\n`,
      well,
    ],
    ["until the connection ends", end(`${head()}${json}`), well],
    [
      "with identity as transfer coding, until the connection ends",
      end(`${head("Transfer-Encoding: identity")}${json}`),
      well,
    ],
    [
      "with identity as transfer coding and a length",
      `${head("Transfer-Encoding: identity", "Content-Length: 14")}${json}`,
      well,
    ],
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
    [
      "that unpacks to more than its cap",
      write(packed("gzip", gzipSync("x".repeat(10_001)))),
      "malformed: the answer is larger than 10000 bytes (device.maxBodyBytes)",
    ],
    [
      "that announces more than its cap",
      head("Content-Length: 10001"),
      "malformed: the answer is larger than 10000 bytes (device.maxBodyBytes)",
    ],
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
    ["whose chunks end early", end(`${head("Transfer-Encoding: chunked")}7\r\n{"statu\r\n`), closed],
    [
      "whose chunk has no size",
      `${head("Transfer-Encoding: chunked")}zz\r\n`,
      `${noHttp} (Invalid character in chunk size)`,
    ],
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
    await using player = await startRaw([reply, answer("next")]);
    await using http = open(player);
    expect(await told(http.get("/1", signal))).toEqual(wanted);
    expect(await told(http.get("/2", signal))).toBe("200 next");
  });

  it("is compared with the last body also where it is compressed", async () => {
    await using player = await startRaw([write(packed("gzip", gzipSync(json))), answer(json), answer("{}")]);
    await using http = open(player);
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
    await using player = await startRaw([byBytes]);
    await using http = open(player);
    expect(await told(http.get("/", signal))).toBe(well);
  });

  it("of chunks of one byte is refused where it is large", async () => {
    const chunks = "1\r\nx\r\n".repeat(20_000);
    await using player = await startRaw([`${head("Transfer-Encoding: chunked")}${chunks}0\r\n\r\n`]);
    await using http = open(player, { maxBodyBytes: 1_000_000 });
    expect(await told(http.get("/", signal))).toMatch(
      /^malformed: the answer comes in \d+ pieces of a few bytes$/,
    );
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
      await using player = await startRaw([answer("a"), ending, answer("b")]);
      await using http = open(player);
      expect([await told(http.get("/1", signal)), await told(http.get("/2", signal))]).toEqual([
        "200 a",
        "200 b",
      ]);
      expect(player.asked).toEqual([
        [1, "/1"],
        [1, "/2"],
        [2, "/2"],
      ]);
    },
  );

  it.each(endings)("never has a call repeated when it %s instead of an answer", async (_name, ending) => {
    await using player = await startRaw([answer("a"), ending, answer("b")]);
    await using http = open(player);
    await http.get("/1", signal);
    expect(await told(http.get("/act", signal, acts))).toMatch(/^broken: /);
    expect(player.asked).toEqual([
      [1, "/1"],
      [1, "/act"],
    ]);
  });

  it.each(endings)("has a read repeated that was already waiting when it %s", async (_name, ending) => {
    await using player = await startRaw([answer("a"), ending, answer("b")]);
    await using http = open(player);
    expect(await Promise.all([told(http.get("/1", signal)), told(http.get("/2", signal))])).toEqual([
      "200 a",
      "200 b",
    ]);
    expect(player.asked.at(-1)).toEqual([2, "/2"]);
  });

  it("gathers no listeners while requests wait for it", async () => {
    await using player = await startRaw([answer("a")]);
    await using http = open(player);
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
    await using player = await startRaw([answer("a"), (socket) => socket.destroy()]);
    await using http = open(player);
    await http.get("/1", signal);
    expect(await told(http.get("/2", signal))).toBe(closed);
    expect(player.asked).toHaveLength(3);
  });

  it("has nothing repeated after the first byte of an answer", async () => {
    await using player = await startRaw([answer("a"), end("HTTP/1.1 2"), answer("b")]);
    await using http = open(player);
    await http.get("/1", signal);
    expect(await told(http.get("/2", signal))).toMatch(/^broken: /);
    expect(player.asked).toHaveLength(2);
  });

  it("has nothing repeated when it is new: the player refuses this request", async () => {
    await using player = await startRaw([end(""), answer("b")]);
    await using http = open(player);
    expect(await told(http.get("/1", signal))).toBe(closed);
    expect(player.asked).toHaveLength(1);
  });

  it("is not trusted with a call once that was seen", async () => {
    await using player = await startRaw([answer("a"), (socket) => socket.end(), answer("b"), answer("c")]);
    await using http = open(player);
    for (const path of ["/1", "/2"]) await http.get(path, signal);
    expect(await told(http.get("/act", signal, acts))).toBe("200 c");
    expect(player.asked.at(-1)).toEqual([3, "/act"]);
  });

  it.each([1, 3])("is replaced without a fault where the player closes after %i answers", async (answers) => {
    const served = new Map<Socket, number>();
    const reply = (socket: Socket): void => {
      const count = (served.get(socket) ?? 0) + 1;
      served.set(socket, count);
      if (count < answers) socket.write(answer("a"));
      else if (count === answers) socket.end(answer("a"));
    };
    await using player = await startRaw([reply]);
    await using http = open(player);
    for (let read = 0; read < 12; read++) expect(await told(http.get("/", signal))).toBe("200 a");
    expect(player.sockets).toHaveLength(12 / answers);
  });
});

describe("a slow player", () => {
  /** Answers each request by hand. */
  const startSlow = async () => {
    const sockets: Socket[] = [];
    const player = await startRaw([(socket) => void sockets.push(socket)]);
    const clock = new FakeClock();
    return { player, clock, sockets, http: open(player, { clock }) };
  };

  it("is waited for up to ten seconds after the first request that took too long, and the old connection is closed", async () => {
    const { player, clock, sockets, http } = await startSlow();
    await using _player = player;
    await using _http = http;
    const first = told(http.get("/1", signal));
    await eventually(() => expect(sockets).toHaveLength(1));
    await clock.advance(5000);
    expect(await first).toBe(
      "broken: slow: connected, but no answer within 5000 ms, the next request may take 10000 ms",
    );
    for (const path of ["/2", "/3"]) {
      const next = told(http.get(path, signal));
      await eventually(() => expect(player.asked.at(-1)?.[1]).toBe(path));
      await clock.advance(5100);
      sockets.at(-1)?.write(answer("late"));
      expect(await next).toBe("200 late");
    }
    expect(player.asked).toEqual([
      [1, "/1"],
      [2, "/2"],
      [2, "/3"],
    ]);
    await eventually(() => expect(player.sockets[0]?.destroyed).toBe(true));
  });
});

it.each<[string, readonly (readonly [deadlineMs: number, answeredAfterMs?: number])[]]>([
  ["a player that hangs has the configured time again", [[5000], [10_000], [5000]]],
  [
    "a slow player keeps its time after one lost answer, and after two in a row only once it was slow again",
    [[5000], [10_000, 5100], [10_000], [10_000, 5100], [10_000], [10_000], [5000], [10_000, 5100]],
  ],
])("%s", (_name, requests) => {
  const deadline = new AnswerDeadline(5000);
  for (const [index, [ms, answeredAfterMs]] of requests.entries()) {
    expect([index, deadline.ms]).toEqual([index, ms]);
    if (answeredAfterMs === undefined) deadline.expired(ms);
    else deadline.answered(answeredAfterMs);
  }
});
