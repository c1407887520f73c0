import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { describe, expect, it } from "vitest";
import type { Routes } from "../../../src/extensions/http/answers.ts";
import { until } from "../../support/bridge/until.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { countHandles } from "../../support/handles.ts";
import { waitedMs } from "../../support/waited-ms.ts";
import { ask, greeting, sendRaw, serve } from "./served.ts";

/** A connection that sends these bytes and then nothing, and reads nothing. */
async function hangOn(url: string, bytes: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ port: Number(port), host: hostname, localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

const whole = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("the server", () => {
  it("returns the answers of its routes, and to HEAD without the body", async () => {
    await using served = await serve();
    expect(await ask(served.url, "/hello")).toMatchObject({ status: 200, body: "hello" });
    const head = await ask(served.url, "/hello", { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, body: "" });
    expect(head.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("answers other paths with 404 in JSON", async () => {
    await using served = await serve();
    const { status, headers, body } = await ask(served.url, "/nothing");
    expect([status, headers["content-type"], JSON.parse(body)]).toEqual([
      404,
      "application/json",
      { error: "not found" },
    ]);
  });

  it("hides the cause of a fault from the client and logs it", async () => {
    const routes: Routes = new Hono();
    routes.get("/bug", () => {
      throw new TypeError("the secret reason");
    });
    routes.get("/refusal", () => {
      throw new HTTPException(401, { message: "not you" });
    });
    await using served = await serve({ routes: [routes] });
    const { status, body } = await ask(served.url, "/bug");
    expect(status).toBe(500);
    expect(body).not.toContain("secret");
    expect(await ask(served.url, "/refusal")).toMatchObject({ status: 401, body: "not you" });
    expect(served.log.lines).toMatchObject([{ level: "error", fields: { path: "/bug" } }]);
  });
});

describe("a request for a name", () => {
  it.each([
    ...["localhost", "localhost:8099", "127.0.0.1:8099", "[::1]:8099", "192.168.1.5", "bridge.localhost"].map(
      (host) => [host, "127.0.0.1", true] as const,
    ),
    // A name that may belong to another site.
    ...["stranger.example", "stranger.example:8099", "127.0.0.1.stranger.example", "1localhost", "a@b"].map(
      (host) => [host, "127.0.0.1", false] as const,
    ),
    ["player2mqtt.default.svc", "0.0.0.0", true],
  ] as const)("%s is answered at %s: %s", async (name, host, isAnswered) => {
    await using served = await serve({ host });
    const { status, body } = await ask(served.url, "/hello", { host: name });
    expect([status < 400, body.includes("hello")]).toEqual([isAnswered, isAnswered]);
  });

  it.each([
    ["without a length or a body", "", "POST said nothing"],
    ["in one part", "Content-Length: 2\r\n\r\nhi", "POST said hi"],
    [
      "in parts of unknown number",
      "Transfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1\r\ni\r\n0\r\n\r\n",
      "POST said hi",
    ],
    ["in no parts", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "POST said nothing"],
  ])("passes on a body that comes %s", async (_, rest, expected) => {
    const routes: Routes = new Hono();
    routes.post("/say", async ({ req, text }) =>
      text(`${req.method} said ${(await req.text()) || "nothing"}`),
    );
    await using served = await serve({ routes: [routes] });
    const request = `POST /say HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest === "" ? "\r\n" : rest}`;
    expect(await sendRaw(served.url, request)).toMatch(new RegExp(`^HTTP/1.1 200 [^]*\r\n\r\n${expected}$`));
    expect(served.log.lines).toEqual([]);
  });

  it("stops reading a chunked body that is too long", async () => {
    await using served = await serve();
    const parts = `10000\r\n${"x".repeat(65_536)}\r\n`.repeat(2);
    const head = "POST /hello HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await sendRaw(served.url, head + parts)).toMatch(
      /^HTTP\/1.1 413 [^]*at most 65536 bytes are read/,
    );
    expect(served.log.lines).toEqual([]);
  });

  it("is refused if it has two names", async () => {
    await using served = await serve();
    const request =
      "GET /hello HTTP/1.1\r\nHost: localhost\r\nhost: stranger.example\r\nConnection: close\r\n\r\n";
    expect(await sendRaw(served.url, request)).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe("a hostile client", () => {
  it("is disconnected if its header takes too long", async () => {
    await using served = await serve();
    const slow = async (): Promise<void> => {
      const heard = await sendRaw(served.url, "GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
      expect(heard).toContain(" 408 ");
    };
    // Five seconds for the header, and connections are checked every five.
    expect(await waitedMs(slow)).toBeLessThan(12_000);
  });

  it("cannot send an endless header", async () => {
    await using served = await serve();
    const request = `GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await sendRaw(served.url, request)).toContain(" 431 ");
  });

  it("does not lock out others with many open connections", async () => {
    await using served = await serve();
    const others = await Promise.all(Array.from({ length: 128 }, () => hangOn(served.url, "", "127.0.0.2")));
    const sockets = await Promise.all(Array.from({ length: 300 }, () => hangOn(served.url, "")));
    // All of one address: the oldest are cut, and none of another.
    const cut = await until(() => sockets.filter(({ closed }) => closed).length >= 300 - 128 && sockets);
    expect(cut.filter(({ closed }) => !closed)).toHaveLength(128);
    expect(others.filter(({ closed }) => closed)).toEqual([]);
    expect(sockets.at(-1)?.closed).toBe(false);
    expect((await ask(served.url, "/hello")).status).toBe(200);
    for (const socket of [...others, ...sockets]) socket.destroy();
  });

  it.each([
    ["requests that wait", "GET /never HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n"],
    ["connections whose answer has ended", whole],
  ])("neither ends the streams of others at its address nor delays them by %s", async (_, request) => {
    const slow: Routes = new Hono();
    slow.get(
      "/stream",
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) })),
    );
    slow.get("/never", () => new Promise<Response>(() => {}));
    await using served = await serve({ routes: [greeting(), slow] });
    const open = async (path: string): Promise<Socket> => hangOn(served.url, whole.replace("hello", path));
    const streams = await Promise.all(Array.from({ length: 20 }, () => open("stream")));
    await Promise.all(streams.map((stream) => once(stream.resume(), "data")));
    const guesses: Socket[] = [];
    for (let sent = 0; sent < 200; sent += 1) {
      const guess = await hangOn(served.url, request);
      await once(guess, "data");
      guesses.push(guess);
    }
    await until(() => guesses.filter(({ closed }) => closed).length >= 200 - 108);
    expect(streams.filter(({ closed }) => closed)).toEqual([]);
    expect((await ask(served.url, "/hello")).status).toBe(200);
    for (const socket of [...streams, ...guesses]) socket.destroy();
  });

  it("does not delay answers by streams on all connections of its address", async () => {
    const endless: Routes = new Hono();
    endless.get("/endless", () => new Response(new ReadableStream({ start() {} })));
    await using served = await serve({ routes: [greeting(), endless] });
    const request = whole.replace("hello", "endless");
    const sockets = await Promise.all(Array.from({ length: 300 }, () => hangOn(served.url, request)));
    expect((await ask(served.url, "/hello")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

describe("requests that break off in their body", () => {
  const reading: Routes = new Hono();
  reading.post("/form", async (context) => context.json(await context.req.parseBody()));
  reading.post("/json", async (context) => context.json(await context.req.json()));
  const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntoken=a";
  const json = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
  const chunked = "Transfer-Encoding: chunked\r\n\r\n5\r\n{";

  /** Breaks off once the server has begun to read: it says so by 100 Continue. */
  async function breakOff(url: string, count: number): Promise<void> {
    const requests = [
      `/form HTTP/1.1\r\n${form}`,
      `/json HTTP/1.1\r\n${json}`,
      `/json HTTP/1.1\r\n${chunked}`,
    ];
    for (let sent = 0; sent < count; sent += 1) {
      const request = requests[sent % requests.length] ?? "";
      const head = "HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue";
      const socket = await hangOn(url, `POST ${request.replace("HTTP/1.1", head)}`);
      await once(socket, "data");
      if (sent % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  it("are counted, and cost one line in a minute, without an error or a stack", async () => {
    const clock = new FakeClock();
    let broken = 0;
    await using served = await serve({
      clock,
      routes: [reading, greeting()],
      onBrokenRequest: () => broken++,
    });
    await breakOff(served.url, 60);
    await until(() => broken === 60);
    expect(served.log.lines).toMatchObject([{ level: "info", fields: { requests: 1 } }]);
    await clock.advance(60_000);
    await breakOff(served.url, 60);
    await until(() => broken === 120);
    expect(served.log.lines).toMatchObject([{ level: "info" }, { level: "info", fields: { requests: 60 } }]);
    expect(JSON.stringify(served.log.lines)).not.toContain("stack");
    expect(await ask(served.url, "/hello")).toMatchObject({ status: 200 });
  });
});

describe("stopping the server", () => {
  it("is quick despite idle, partial and endless requests, and leaves nothing open", async () => {
    const before = countHandles();
    const endless: Routes = new Hono();
    endless.get("/endless", () => new Response(new ReadableStream({ start() {} })));
    endless.get("/never", () => new Promise<Response>(() => {}));
    {
      await using served = await serve({ routes: [greeting(), endless] });
      const sockets = await Promise.all(
        ["", whole, "GET /hello HT", whole.replace("hello", "endless"), whole.replace("hello", "never")].map(
          (bytes) => hangOn(served.url, bytes),
        ),
      );
      await ask(served.url, "/hello");
      const stop = () =>
        Promise.all([served.server[Symbol.asyncDispose](), served.server[Symbol.asyncDispose]()]);
      expect(await waitedMs(stop)).toBeLessThan(1000);
      expect(served.server.url).toBeUndefined();
      for (const socket of sockets) socket.resume();
      await until(() => sockets.every(({ closed }) => closed));
    }
    await until(() => (countHandles()["TCPServerWrap"] ?? 0) <= (before["TCPServerWrap"] ?? 0));
  });

  it("completes an answer in progress", async () => {
    const slow: Routes = new Hono();
    let answer = (): void => {};
    slow.get("/slow", async (context) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return context.text("at last");
    });
    await using served = await serve({ routes: [slow] });
    let isAsked = false;
    const asked = ask(served.url, "/slow").finally(() => (isAsked = true));
    await until(() => answer.name !== "answer");
    const ended = served.server[Symbol.asyncDispose]();
    answer();
    expect(await asked).toMatchObject({ status: 200, body: "at last" });
    await ended;
    expect(isAsked).toBe(true);
  });
});

describe("a port that is taken", () => {
  it("is logged once and retried until it is free", async () => {
    const clock = new FakeClock();
    const first = await serve();
    const port = Number(new URL(first.url).port);
    await using second = await serve({ ports: [port], clock });
    expect(second.server.url).toBeUndefined();
    await clock.advance(60_000);
    expect(second.log.lines).toMatchObject([
      { level: "warn", fields: { host: "127.0.0.1", port, reason: expect.stringContaining("EADDRINUSE") } },
    ]);
    await first[Symbol.asyncDispose]();
    await until(async () => {
      await clock.advance(30_000);
      return second.server.url === first.url || second.server.url !== undefined;
    });
    expect(await ask(second.url, "/hello")).toMatchObject({ status: 200 });
    expect(second.log.lines[1]).toMatchObject({ level: "info", fields: { http: second.url } });
    expect(second.log.lines).toHaveLength(2);
  });

  it("does not delay stopping", async () => {
    const clock = new FakeClock();
    await using first = await serve();
    const second = await serve({ ports: [Number(new URL(first.url).port)], clock });
    await second[Symbol.asyncDispose]();
    expect(clock.pending).toBe(0);
  });

  it("is skipped if another port is listed", async () => {
    await using first = await serve();
    await using second = await serve({ ports: [Number(new URL(first.url).port), 0] });
    expect(await ask(second.url, "/hello")).toMatchObject({ status: 200 });
    expect(second.url).not.toBe(first.url);
    expect(second.log.lines).toEqual([]);
  });
});

describe("the code of the routes", () => {
  it("is loaded by the first request, once", async () => {
    let loads = 0;
    await using served = await serve({
      load: () => Promise.resolve([greeting()]).finally(() => (loads += 1)),
    });
    const { url } = served;
    expect(loads).toBe(0);
    await Promise.all([ask(url, "/hello"), ask(url, "/hello")]);
    expect(loads).toBe(1);
  });

  it("may fail to load: that is logged, and the next request tries again", async () => {
    let tries = 0;
    await using served = await serve({
      load: () => {
        tries += 1;
        return tries === 1 ? Promise.reject(new Error("no such file")) : Promise.resolve([greeting()]);
      },
    });
    const { log, url } = served;
    expect(await ask(url, "/hello")).toMatchObject({ status: 500 });
    expect(log.lines).toMatchObject([{ level: "error" }]);
    expect(await ask(url, "/hello")).toMatchObject({ status: 200 });
    expect(log.lines).toHaveLength(1);
  });
});
