import { once } from "node:events";
import { Agent, request } from "node:http";
import { URL } from "node:url";
import { describe, expect } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { hasIpv6 } from "../../support/has-ipv6.ts";
import { waitedMs } from "../../support/waited-ms.ts";
import { ask, closedGate, paths } from "../ask.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("a simulated player", () => {
  it("listens on any free loopback port and returns its URL", async ({ sim }) => {
    expect(sim.url).toBe(`http://127.0.0.1:${sim.port}`);
    expect(sim.port).toBeGreaterThan(0);
  });

  it.skipIf(!hasIpv6)("listens on the given host and port", async () => {
    const first = await startSimulator({ host: "::1" });
    await first[Symbol.asyncDispose]();
    await using sim = await startSimulator({ host: "::1", port: first.port });
    expect(sim.url).toBe(`http://[::1]:${first.port}`);
    expect((await ask(sim, paths.list)).status).toBe(200);
  });

  it("rejects if its port is taken", async ({ sim }) => {
    await expect(startSimulator({ port: sim.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("answers under its prefix, and with 804 under any other", async () => {
    await using sim = await startSimulator({ prefix: "Maker" });
    expect((await ask(sim, "/MakerVideoPlay/getPlaylist")).json["status"]).toBe(200);
    const { status, json } = await ask(sim, "/DeviceVideoPlay/getPlaylist");
    expect([status, json["status"]]).toEqual([200, 804]);
  });

  it("answers HTTP 404 under any other prefix if configured", async () => {
    await using sim = await startSimulator({ refuseWith: "http" });
    expect((await ask(sim, "/MakerVideoPlay/getPlaylist")).status).toBe(404);
  });

  it.each(["POST", "PUT", "DELETE", "HEAD"])("refuses %s with HTTP 405", async (method) => {
    await using sim = await startSimulator();
    expect((await ask(sim, paths.input("BT"), { method })).status).toBe(405);
    expect(sim.player.audio.inputIndex).toBe(0);
  });

  it("uses real time by default", async ({ sim }) => {
    const before = sim.player.video.positionMs;
    await expect.poll(() => sim.player.video.positionMs, { interval: 2 }).toBeGreaterThan(before);
  });
});

describe("a sleeping player", () => {
  it("refuses connections until it wakes on the same port", async ({ sim }) => {
    await sim.sleep();
    await sim.sleep();
    await expect(ask(sim, paths.list)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await sim.wake();
    await sim.wake();
    expect((await ask(sim, paths.list)).status).toBe(200);
  });

  it("closes the connection of a pending request", async ({ sim }) => {
    sim.behaviors.add("hang");
    const failure = ask(sim, paths.list).catch((error: unknown) => error);
    await expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(1);
    await sim.sleep();
    expect(await failure).toMatchObject({ code: "ECONNRESET" });
    expect(sim.traffic.inProgress).toBe(0);
  });
});

describe("disposing of a player", () => {
  it("is fast despite hanging, slow or dripping requests, and an idle keep-alive connection", async () => {
    const sim = await startSimulator({ keepAliveTimeoutMs: 60_000 });
    using agent = Object.assign(new Agent({ keepAlive: true }), { [Symbol.dispose]: () => agent.destroy() });
    await ask(sim, paths.list, { agent });
    sim.behaviors.add("slow:600000@getPlaylist");
    sim.behaviors.add("hang@getPlayStatus");
    sim.behaviors.add("drip:600000@getPlayQueue");
    const failures = [paths.playlist, paths.status, paths.queue].map((path) =>
      ask(sim, path).catch(() => "cut"),
    );
    await expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(3);
    expect(await waitedMs(() => sim[Symbol.asyncDispose]())).toBeLessThan(500);
    expect(await Promise.all(failures)).toEqual(["cut", "cut", "cut"]);
    await sim[Symbol.asyncDispose]();
  });
});

describe("the traffic", () => {
  it("lists each request with its time, connection and status", async () => {
    await using sim = await startSimulator({ now: () => 4711 });
    sim.behaviors.add("http:500@getModel");
    await ask(sim, `${paths.input("BT")}&a=1?2`);
    await ask(sim, paths.model);
    await ask(sim, "/elsewhere");
    expect(sim.traffic.requests).toEqual([
      {
        method: "GET",
        path: "/DeviceMusicControl/v2/setInputList",
        query: "tag=BT&a=1?2",
        operation: "setInputList",
        atMs: 4711,
        connection: 1,
        status: 200,
      },
      {
        method: "GET",
        path: paths.model,
        query: "",
        operation: "getModel",
        atMs: 4711,
        connection: 2,
        status: 500,
      },
      {
        method: "GET",
        path: "/elsewhere",
        query: "",
        operation: undefined,
        atMs: 4711,
        connection: 3,
        status: 200,
      },
    ]);
  });

  it("counts requests by operation and in total, and connections", async ({ sim }) => {
    for (const path of [paths.list, paths.list, paths.status, "/elsewhere"]) await ask(sim, path);
    const { traffic } = sim;
    expect(traffic.count("getInputAndOutputList")).toBe(2);
    expect(traffic.count("getPlayQueue")).toBe(0);
    expect([traffic.count(), traffic.connections, traffic.maxConcurrent]).toEqual([4, 4, 1]);
  });

  it("counts the bytes of open and of closed connections", async ({ sim }) => {
    using agent = Object.assign(new Agent({ keepAlive: true }), { [Symbol.dispose]: () => agent.destroy() });
    const closed = await ask(sim, paths.queue);
    const open = await ask(sim, paths.list, { agent });
    expect(sim.traffic.bytesSent).toBeGreaterThan(closed.bytes.length + open.bytes.length);
  });

  it("keeps the latest thousand requests and counts all", async ({ sim }) => {
    using agent = Object.assign(new Agent({ keepAlive: true }), { [Symbol.dispose]: () => agent.destroy() });
    for (let sent = 0; sent < 1005; sent += 1) await ask(sim, `/elsewhere?${sent}`, { agent });
    expect([sim.traffic.requests.length, sim.traffic.requests[0]?.query, sim.traffic.count()]).toEqual([
      1000,
      "5",
      1005,
    ]);
    expect(sim.traffic.connections).toBe(1);
  });

  it("measures the number of concurrent requests", async ({ sim }) => {
    const gate = closedGate();
    sim.behaviors.add(gate.behavior);
    const all = Promise.all([1, 2, 3].map(() => ask(sim, paths.list)));
    await expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(3);
    gate.open();
    await all;
    expect([sim.traffic.maxConcurrent, sim.traffic.inProgress]).toEqual([3, 0]);
  });

  it("leaves a pending request without a status", async ({ sim }) => {
    sim.behaviors.add("hang");
    const sent = request(new URL(paths.list, sim.url), { agent: false });
    sent.end();
    await expect.poll(() => sim.traffic.count(), { interval: 2 }).toBe(1);
    expect(sim.traffic.requests[0]?.status).toBeUndefined();
    const failed = once(sent, "error");
    sent.destroy(new Error("gave up"));
    await failed;
  });
});
