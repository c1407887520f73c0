import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { fetchLatestVersion } from "../../../src/extensions/self-report/fetch-latest-version.ts";
import { LatestVersion } from "../../../src/extensions/self-report/latest-version.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { listen } from "../../support/free-port.ts";

const topic = "base/bridge/latest-version";
const minute = 60_000;
const day = 24 * 60 * minute;

function bench(url: string, answer: () => Promise<string>) {
  const [broker, clock, log] = [new RecordingBroker(), new FakeClock(), new MemoryLog()];
  const asked: string[] = [];
  const extension = new LatestVersion({
    base: "base",
    bridge: "bridge",
    broker,
    clock,
    log,
    url,
    fetchVersion: (address) => {
      asked.push(address);
      return answer();
    },
  });
  extension.connected();
  return { broker, clock, log, asked, extension };
}

describe("the latest version", () => {
  it("is fetched a minute after the start, then once a day, and is published at each connect", async () => {
    const { asked, broker, clock, extension } = bench("http://a/latest", async () => "1.2.3");
    await clock.advance(minute - 1);
    expect([asked, broker.payloads(topic)]).toEqual([[], []]);
    await clock.advance(1);
    expect([asked, broker.messages]).toEqual([
      ["http://a/latest"],
      [{ topic, payload: "1.2.3", retain: true, qos: 1 }],
    ]);
    extension.connected();
    expect(broker.payloads(topic)).toEqual(["1.2.3", "1.2.3"]);
    await clock.advance(day - 1);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(asked).toHaveLength(2);
    extension.stop();
    expect(clock.pending).toBe(0);
  });

  it("is never fetched without an address, and what an earlier run published is cleared", async () => {
    const { asked, broker, clock } = bench("", async () => "1.2.3");
    await clock.advance(3 * day);
    expect([asked, broker.payloads(topic)]).toEqual([[], [""]]);
  });

  it("stays as it is while it cannot be read, which is logged once each time, without secrets", async () => {
    let answer = async (): Promise<string> => "1.2.3";
    const { broker, clock, extension, log } = bench("http://me:secret@a/latest?key=secret", () => answer());
    await clock.advance(minute);
    answer = () => Promise.reject(new Error("no answer in time"));
    await clock.advance(3 * day);
    extension.connected();
    expect(broker.payloads(topic)).toEqual(["1.2.3", "1.2.3"]);
    expect(log.saying("the latest version of player2mqtt could not be read")).toEqual([
      expect.objectContaining({ fields: { url: "http://a/latest", reason: "no answer in time" } }),
    ]);
    expect(JSON.stringify(log.lines)).not.toContain("secret");
    answer = async () => "1.3.0";
    await clock.advance(day);
    answer = () => Promise.reject(new Error("gone again"));
    await clock.advance(2 * day);
    expect(log.lines).toHaveLength(2);
  });

  it("is not published by an extension that has stopped", async () => {
    let resolve = (_version: string): void => {};
    const { broker, clock, extension } = bench(
      "http://a/latest",
      () => new Promise((done) => (resolve = done)),
    );
    await clock.advance(minute);
    extension.stop();
    resolve("1.2.3");
    await clock.advance(day);
    expect(broker.payloads(topic)).toEqual([]);
  });
});

describe("the request for the latest version", () => {
  async function answering(respond: RequestListener): Promise<string> {
    const server = createServer(respond);
    const port = await listen(server);
    try {
      return await fetchLatestVersion(`http://127.0.0.1:${port}/latest`, new AbortController().signal);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it.each([
    [{ name: "player2mqtt", version: "0.2.0" }, "0.2.0"],
    [{ tag_name: "v1.10.0" }, "1.10.0"],
    [{ version: "2.0.0-rc.1" }, "2.0.0-rc.1"],
  ])("takes the version from %j", async (body, version) => {
    expect(await answering((_, response) => response.end(JSON.stringify(body)))).toBe(version);
  });

  it("reveals nothing about this bridge", async () => {
    let seen: unknown;
    await answering(({ headers, method, url }, response) => {
      seen = { method, url, ...headers, host: undefined };
      response.end('{"version":"1.0.0"}');
    });
    expect(seen).toEqual({
      method: "GET",
      url: "/latest",
      accept: "application/json",
      "user-agent": "player2mqtt",
      connection: "close",
    });
  });

  it.each([
    ["is not JSON", "<html>", 200, "the answer is not JSON"],
    ["is no object", "7", 200, "the answer names no version"],
    ["has no version", "{}", 200, "the answer names no version"],
    ["has a version that is none", '{"version":"{{ evil }}"}', 200, "the answer names no version"],
    ["is an error", "{}", 404, "the answer has status 404"],
    ["never ends", "x".repeat(1_100_000), 200, "the answer is too long"],
  ])("fails with a reason if the answer %s", async (_, body, status, reason) => {
    const failed = answering((_request, response) => response.writeHead(status).end(body));
    await expect(failed).rejects.toThrow(reason);
  });
});
