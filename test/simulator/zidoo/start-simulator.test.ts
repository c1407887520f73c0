import { Agent } from "node:http";
import { describe, expect } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { hasIpv6 } from "../../support/has-ipv6.ts";
import { waitedMs } from "../../support/waited-ms.ts";
import { ask, paths } from "../ask.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("a simulated player", () => {
  it.skipIf(!hasIpv6)("listens on the given host and port", async () => {
    const first = await startSimulator({ host: "::1" });
    await first[Symbol.asyncDispose]();
    await using sim = await startSimulator({ host: "::1", port: first.port });
    expect(sim.url).toBe(`http://[::1]:${first.port}`);
    expect((await ask(sim, paths.list)).status).toBe(200);
  });

  it("answers under its prefix, and with 804 under any other", async () => {
    await using sim = await startSimulator({ prefix: "Maker" });
    expect((await ask(sim, "/MakerVideoPlay/getPlaylist")).json["status"]).toBe(200);
    const { status, json } = await ask(sim, "/DeviceVideoPlay/getPlaylist");
    expect([status, json["status"]]).toEqual([200, 804]);
  });

  it.each(["POST", "PUT", "DELETE", "HEAD"])("refuses %s with HTTP 405", async (method) => {
    await using sim = await startSimulator();
    expect((await ask(sim, paths.input("BT"), { method })).status).toBe(405);
    expect(sim.player.audio.inputIndex).toBe(0);
  });
});

describe("a sleeping player", () => {
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
