import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import type { HttpAnswer } from "../../../src/families/http/answer-body.ts";
import { PlayerConnection, type HttpOptions } from "../../../src/families/http/connection.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { opened } from "../../support/opened.ts";
import { closedPort, type Reply, startScripted } from "../zidoo/scripted-player.ts";

const { signal } = new AbortController();

function open(url: string, options: Partial<HttpOptions> = {}): PlayerConnection {
  return opened(new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 10_000, ...options }));
}

/** A player that gives these replies, and the connection to it. */
async function connected(replies: readonly Reply[], options: Partial<HttpOptions> = {}) {
  const player = opened(await startScripted(replies));
  return { player, http: open(player.url, options) };
}

async function get(reply: Reply, options: Partial<HttpOptions> = {}): Promise<HttpAnswer> {
  const { http } = await connected([reply], options);
  return await http.get("/", signal);
}

/** The fault of a GET that must fail. */
async function faultOf(answer: Promise<unknown>): Promise<{ fault: string; message: string }> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof DeviceError)) throw new Error("expected a DeviceError", { cause: error });
  return { fault: error.fault, message: error.message };
}

describe("a GET", () => {
  it("is not sent, nor repeated, while another bridge may have the player", async () => {
    await using player = await startScripted([{ status: 200, body: "{}" }]);
    let isOnHold = true;
    const http = open(player.url, { isOnHold: () => isOnHold });
    expect(await faultOf(http.get("/", signal))).toEqual({
      fault: "unreachable",
      message: "unreachable: another bridge may have the player",
    });
    expect(player.asked).toEqual([]);
    isOnHold = false;
    expect((await http.get("/", signal)).status).toBe(200);
    // The process may be frozen between the start of a request and its writing.
    const answer = http.get("/", signal);
    isOnHold = true;
    await faultOf(answer);
    expect(player.asked).toHaveLength(1);
  });

  it("says when it is made, and when it has gone out over a new connection", async () => {
    const { http } = await connected(["{}"]);
    let said = 0;
    const answer = http.get("/", signal, { onSent: () => (said += 1) });
    expect(said).toBe(1);
    await answer;
    expect(said).toBe(2);
  });

  it("leaves no listener on the signal and no timer behind", async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const { http } = await connected(["a", (response) => response.destroy()], { clock });
    await http.get("/", signal);
    await faultOf(http.get("/", signal));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(clock.pending).toBe(0);
  });
});

describe("the credentials of a request", () => {
  const sent = async (credentials: string): Promise<unknown[]> => {
    await using player = await startScripted(["{}"]);
    const http = open(player.url.replace("//", `//${credentials}`));
    await http.get("/", signal);
    const headers = player.asked[0]?.headers;
    return [headers?.authorization, headers?.["x-auth-psk"]];
  };
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

  it.each([
    ["no credential where there is none", "", undefined],
    ["a name and a password", "me:secret@", "me:secret"],
    ["a name alone", "me@", "me:"],
    ["a password alone", ":secret@", ":secret"],
    ["a password with signs of its own", "me:p%40ss%3A%C3%A4@", "me:p@ss:ä"],
    ["a password with a bare percent sign", "me:100%@", "me:100%"],
  ])("is %s out of the address", async (_name, credentials, text) => {
    expect(await sent(credentials)).toEqual([text && basic(text), undefined]);
  });
});

describe("a GET that fails", () => {
  it.each([
    ["nobody listens", closedPort, "/", /^unreachable: ECONNREFUSED$/],
    ["its name does not resolve", async () => "http://no-such-host.invalid:9529", "/", /ENOTFOUND|EAI_AGAIN/],
    ["the network gives no code", closedPort, "/no path", /^unreachable: invalid request path$/],
  ])("is unreachable each time where %s", async (_what, address, path, message) => {
    const http = open(await address());
    for (const _attempt of [1, 2]) {
      const found = await faultOf(http.get(path, signal));
      expect(found).toEqual({ fault: "unreachable", message: expect.stringMatching(message) });
    }
  });

  it("counts an answer that arrived while the process could not run", async () => {
    const still = new Int32Array(new SharedArrayBuffer(4));
    let isLate = false;
    let onDeadline = (): void => {};
    const clock = { now: () => 0, after: (_ms: number, late: () => void) => ((onDeadline = late), () => {}) };
    // The answer is in the socket before the deadline; both are noticed after it, and timers come first.
    const stalling: Reply = (response) => {
      response.end("in time", () => {
        setTimeout(() => {
          isLate = true;
          onDeadline();
        }, 1);
        Atomics.wait(still, 0, 0, 5);
      });
    };
    expect((await get(stalling, { clock })).changed?.toString()).toBe("in time");
    expect(isLate).toBe(true);
  });

  it("is broken when a body does not end within the deadline", async () => {
    const clock = new FakeClock();
    const { player, http } = await connected([(response) => void response.write("begin")], { clock });
    const failing = faultOf(http.get("/", signal));
    await eventually(() => expect(player.asked).toHaveLength(1));
    await clock.advance(5000);
    expect((await failing).fault).toBe("broken");
  });

  it("is malformed when the body grows beyond its cap, and the rest is not waited for", async () => {
    const flood: Reply = (response) => {
      const pour = (): void => {
        while (response.write("x".repeat(5000)));
        response.once("drain", pour);
      };
      pour();
    };
    expect(await faultOf(get(flood))).toEqual({
      fault: "malformed",
      message: "the answer is larger than 10000 bytes (device.maxBodyBytes)",
    });
  });

  it("may have a body of just its cap", async () => {
    expect((await get("x".repeat(10_000))).changed?.byteLength).toBe(10_000);
  });

  it("reaches a player that was not there before", async () => {
    const url = await closedPort();
    const http = open(url);
    await faultOf(http.get("/", signal));
    await using _player = await startScripted(["there"], Number(new URL(url).port));
    expect((await http.get("/", signal)).changed?.toString()).toBe("there");
  });
});

describe("a GET that is aborted", () => {
  it.each([new Error("stop"), "stop"])(
    "ends at once with the reason, an error or not: %s",
    async (reason) => {
      const controller = new AbortController();
      const { http } = await connected([() => controller.abort(reason)]);
      await expect(http.get("/", controller.signal)).rejects.toBe(reason);
    },
  );

  it("is never sent when the signal had aborted before, or the connection is closed", async () => {
    const { player, http } = await connected(["a"]);
    await expect(http.get("/", AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    await http.get("/next", signal);
    await http[Symbol.asyncDispose]();
    await expect(http.get("/", signal)).rejects.toThrow("was closed by the bridge");
    expect(player.asked.map(({ path }) => path)).toEqual(["/next"]);
  });
});
