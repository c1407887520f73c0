import { describe, expect, it } from "vitest";
import { parseHead } from "../../src/device/response-head.ts";

const forever = Number.POSITIVE_INFINITY;

/** A head of HTTP/1.1 with these headers. */
function head(...headers: readonly string[]): string {
  return ["HTTP/1.1 200 OK", ...headers, "", ""].join("\r\n");
}

describe("the head of an answer", () => {
  it("tells its status and its headers by their names in lower case", () => {
    expect(parseHead(head("Content-Type: application/json", "X-Empty:", "content-length: 7"))).toEqual({
      status: 200,
      headers: { "content-type": "application/json", "x-empty": "", "content-length": "7" },
      bodyEnd: 7,
      keptForMs: forever,
    });
  });

  it.each([
    ["with a reason of several words", "HTTP/1.1 404 Not Found\r\n\r\n", 404],
    ["without a reason", "HTTP/1.1 503\r\n\r\n", 503],
    ["whose lines end without CR", "HTTP/1.1 200 OK\nContent-Length: 0\n\n", 200],
  ])("is read %s", (_name, text, status) => {
    expect(parseHead(text)).toMatchObject({ status });
  });

  it.each(["babble\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "ICY 200 OK\r\n\r\n", "\r\n"])(
    "is none: %j",
    (text) => {
      expect(parseHead(text)).toBe("the answer is no HTTP/1.1");
    },
  );

  it.each<[string, string[], Record<string, string>]>([
    ["has values that came one by one joined", ["A: 1", "a: 2"], { a: "1, 2" }],
    ["loses blanks around names and values", ["A : \t1 "], { a: "1" }],
    ["keeps colons in values", ["Location: http://a:80/"], { location: "http://a:80/" }],
    ["passes over lines that say nothing", ["nonsense", ": nameless", "a: 1"], { a: "1" }],
    ["may call a header like what every object has", ["constructor: x"], { constructor: "x" }],
  ])("%s", (_name, headers, expected) => {
    expect(parseHead(head(...headers))).toMatchObject({ headers: expected });
  });

  it.each<[number | string, string[]]>([
    [5, ["Content-Length: 5"]],
    [5, ["Content-Length: 5", "Content-Length: 5"]],
    [5, ["Content-Length: 5, 5"]],
    ["close", []],
    ["close", ["Transfer-Encoding: gzip"]],
    ["chunked", ["Transfer-Encoding: chunked"]],
    ["chunked", ["Transfer-Encoding: gzip, Chunked"]],
    ["chunked", ["Transfer-Encoding: chunked", "Content-Length: 5"]],
    ["close", ["Transfer-Encoding: unchunked"]],
  ])("says that the body ends by %j: %j", (bodyEnd, headers) => {
    expect(parseHead(head(...headers))).toMatchObject({ bodyEnd });
  });

  it.each([100, 204, 304])("knows that status %i has no body, whatever its length", (status) => {
    expect(parseHead(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`)).toMatchObject({ bodyEnd: 0 });
  });

  it.each(["five", "-5", "5, 6", "", "0x5", "9999999999999999"])("refuses a length of %j", (length) => {
    const problem = `the answer's length makes no sense: "${length}"`;
    expect(parseHead(head(`Content-Length: ${length}`))).toBe(problem);
  });

  it.each<[number, string, string[]]>([
    [forever, "1.1", []],
    [forever, "1.1", ["Connection: keep-alive"]],
    [0, "1.1", ["Connection: close"]],
    [0, "1.1", ["Connection: Foo, Close"]],
    [0, "1.0", []],
    [forever, "1.0", ["Connection: Keep-Alive"]],
    [4000, "1.1", ["Keep-Alive: timeout=5"]],
    [4000, "1.1", ["Keep-Alive: max=100, timeout=5"]],
    [0, "1.1", ["Keep-Alive: timeout=1"]],
    [0, "1.1", ["Keep-Alive: timeout=0"]],
    [forever, "1.1", ["Keep-Alive: max=100"]],
  ])("says for how long the connection is kept: %d ms with HTTP/%s and %j", (keptForMs, version, headers) => {
    expect(parseHead([`HTTP/${version} 200 OK`, ...headers, "", ""].join("\r\n"))).toMatchObject({
      keptForMs,
    });
  });
});
