import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Duplex } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResponseReader } from "../../src/device/response-reader.ts";

/** What a reader made of bytes. */
interface Reading {
  readonly status: number | undefined;
  readonly body: string;
  readonly isWhole: boolean;
  readonly taken: number;
  readonly problem: string | undefined;
}

/** Reads bytes that come in these pieces, each of which is written over as soon as it was taken. */
function read(pieces: readonly string[], hasEnded = false): Reading {
  const reader = new ResponseReader();
  let [status, body, taken]: [number | undefined, string, number] = [undefined, "", 0];
  reader.begin({
    onHead: (head) => {
      ({ status } = head);
    },
    onPiece: (piece) => {
      body += piece.toString("latin1");
    },
  });
  for (const piece of pieces) {
    const lent = Buffer.from(piece, "latin1");
    const result = reader.take(lent);
    lent.fill("?");
    if (typeof result === "string") return { status, body, isWhole: false, taken, problem: result };
    taken += result;
  }
  const isWhole = hasEnded ? reader.end() : reader.isOver;
  return { status, body, isWhole, taken, problem: undefined };
}

/** The same in one piece. */
function readAll(text: string, hasEnded = false): Reading {
  return read([text], hasEnded);
}

const ok = "HTTP/1.1 200 OK\r\n";
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

describe("an answer", () => {
  it.each([
    ["of a length", `${ok}Content-Length: 4\r\n\r\nbody`],
    ["in chunks", `${chunked}2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n`],
    ["in chunks with extensions and trailers", `${chunked}4;a=b\r\nbody\r\n00\r\nX: 1\r\nY: 2\r\n\r\n`],
    ["in chunks with sizes in capitals and blanks", `${chunked}00004 \r\nbody\r\n0 \r\n\r\n`],
    ["whose lines end without CR", `HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbody\n0\n\n`],
    ["after an announcement", `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 4\r\n\r\nbody`],
  ])("%s is whole", (_name, text) => {
    expect(readAll(text)).toEqual({
      status: 200,
      body: "body",
      isWhole: true,
      taken: text.length,
      problem: undefined,
    });
  });

  it("has no body where its length is none", () => {
    expect(readAll(`${ok}Content-Length: 0\r\n\r\n`)).toMatchObject({ body: "", isWhole: true });
  });

  it("without a length is whole when the connection ends, and not before", () => {
    const text = `${ok}\r\nbody`;
    expect(readAll(text)).toMatchObject({ body: "body", isWhole: false });
    expect(readAll(text, true)).toMatchObject({ body: "body", isWhole: true });
  });

  it.each([
    ["before its head", ""],
    ["in its head", `${ok}Content-Le`],
    ["in a body of a length", `${ok}Content-Length: 5\r\n\r\nbody`],
    ["in a chunk", `${chunked}5\r\nbody`],
    ["between two chunks", `${chunked}4\r\nbody\r\n`],
    ["in its trailer", `${chunked}0\r\nX: 1\r\n`],
  ])("is not whole when the connection ends %s", (_name, text) => {
    expect(readAll(text, true)).toMatchObject({ isWhole: false, problem: undefined });
  });

  it("takes nothing of what stands behind it", () => {
    const text = `${ok}Content-Length: 4\r\n\r\nbody`;
    expect(readAll(`${text}HTTP/1.1 408 Late`)).toMatchObject({
      body: "body",
      isWhole: true,
      taken: text.length,
    });
  });

  it.each([
    ["the answer is no HTTP/1.1", "babble\r\n\r\n"],
    ["the answer is no HTTP/1.1", "SSH-2.0-OpenSSH_9.2p1\r\n"],
    ["the answer is no HTTP/1.1", "HTTP/2"],
    ["the answer is no HTTP/1.1", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
    [`the answer's length makes no sense: "x"`, `${ok}Content-Length: x\r\n\r\n`],
    ["a chunk's size makes no sense", `${chunked}x\r\n`],
    ["a chunk's size makes no sense", `${chunked}-1\r\n`],
    ["a chunk's size makes no sense", `${chunked}\r\n`],
    ["a chunk is longer than it says", `${chunked}2\r\nbody\r\n`],
    ["a line of the answer never ends", `${chunked}${"0".repeat(1025)}`],
    ["the answer's headers never end", `${ok}${"x".repeat(20_000)}`],
    ["the answer's headers never end", `${ok}X: ${"x".repeat(20_000)}\r\n\r\n`],
  ])("makes no sense: %s", (problem, text) => {
    expect(readAll(text)).toMatchObject({ isWhole: false, problem });
    expect(read(text.split(""))).toMatchObject({ isWhole: false, problem });
  });
});

/** An answer that may come: of a length, in chunks or up to the end of the connection. */
const answers = fc
  .record({
    status: fc.constantFrom(200, 204, 304, 404, 500),
    headers: fc.array(fc.constantFrom("X-A: 1", "Date: now", "x-a:2", "Connection: close"), { maxLength: 3 }),
    parts: fc.array(fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 20 }), { maxLength: 4 }),
    end: fc.constantFrom("length", "chunks", "close"),
  })
  .map(({ status, headers, parts, end }) => {
    const framing = {
      length: [`Content-Length: ${parts.join("").length}`],
      chunks: ["Transfer-Encoding: chunked"],
      close: [],
    }[end];
    const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
    const body = end === "chunks" ? [...chunks, "0\r\n\r\n"].join("") : parts.join("");
    const hasBody = status !== 204 && status !== 304;
    return [`HTTP/1.1 ${status} X`, ...headers, ...framing, "", hasBody ? body : ""].join("\r\n");
  });

describe("any answer", () => {
  it("is the same, wherever its bytes are cut", () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(300), { maxLength: 6 }), (text, cuts) => {
        const places = [
          0,
          ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b),
          text.length,
        ];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        const whole = readAll(text, true);
        expect(whole).toMatchObject({ isWhole: true, taken: text.length });
        expect(read(pieces, true)).toEqual(whole);
        expect(read(text.split(""), true)).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it("is what Node's own client reads", async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (text) => {
        const { status, body } = readAll(text, true);
        expect({ status, body }).toEqual(await readByNode(text));
      }),
      { numRuns: 300 },
    );
  });

  it("or anything else ends in no fault of ours", () => {
    const noise = fc.array(
      fc.constantFrom(ok, chunked, "\r\n", "\n", "0", "5", "Content-Length: 3\r\n", "abc", ":", "ff", "\0"),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(noise, (pieces) => {
        const { problem, taken } = read(pieces, true);
        expect(problem === undefined || problem.length > 0).toBe(true);
        expect(taken).toBeLessThanOrEqual(pieces.join("").length);
      }),
      { numRuns: 2000 },
    );
  });
});

async function readByNode(text: string): Promise<Pick<Reading, "status" | "body">> {
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
  const asked = request({ createConnection: () => socket });
  asked.end();
  socket.push(text, "latin1");
  socket.push(null);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode, body: Buffer.concat(pieces).toString("latin1") };
}
