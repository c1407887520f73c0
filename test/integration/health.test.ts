import { describe, expect } from "vitest";
import { startSimulator as startBluosSimulator } from "../../simulator/bluos/start-simulator.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

const hasHttp = true;

async function told({ bridge }: Bridged, path: string): Promise<{ status: number; reasons: string[] }> {
  const { status, body } = await ask(bridge.httpUrl ?? "", path);
  const { reasons } = JSON.parse(body) as { reasons: string[] };
  return { status, reasons };
}

const it = withSimulator();

describe("a bridge over HTTP", () => {
  it("is healthy from the start, and ready once broker and players are known", async ({ sim }) => {
    await using bridged = await Bridged.withoutSubscriber(sim, { hasHttp });
    expect(await told(bridged, "/healthz")).toMatchObject({ status: 200, reasons: [] });
    await until(async () => (await told(bridged, "/readyz")).status === 200);
    expect(sim.traffic.count()).toBeGreaterThanOrEqual(5);
  });

  it("is ready with a player that knows no films", async () => {
    await using kitchen = await startBluosSimulator();
    await using bridged = await Bridged.withoutSubscriber(kitchen, { hasHttp });
    await until(async () => (await told(bridged, "/readyz")).status === 200, 15_000);
  });

  it("is not ready while a player hangs, and ready once it counts as off", async ({ sim }) => {
    sim.behaviors.add("hang");
    const args = { "device.timeoutMs": "300", "device.offlineAfter": "2" };
    await using bridged = await Bridged.withoutSubscriber(sim, { hasHttp, args });
    await until(async () => {
      const { status, reasons } = await told(bridged, "/readyz");
      return status === 503 && reasons.join() === "den has not been polled completely yet";
    });
    await until(async () => (await told(bridged, "/readyz")).status === 200);
    expect(await told(bridged, "/healthz")).toMatchObject({ status: 200 });
  });

  it("does not listen if its port is 0", async ({ sim }) => {
    await using bridged = await Bridged.withoutSubscriber(sim);
    expect(bridged.bridge.httpUrl).toBeUndefined();
    expect(bridged.bridge.health()).toEqual({ isOk: true, reasons: [] });
  });
});
