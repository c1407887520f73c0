import { expect } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

async function told({ bridge }: Bridged, path: string): Promise<unknown> {
  const { status, body } = await ask(bridge.httpUrl ?? "", path);
  return [status, ...(JSON.parse(body) as { readonly reasons: readonly string[] }).reasons];
}

const it = withSimulator();

it("a bridge is healthy from the start, and ready once its players are known or count as off", async ({
  sim,
}) => {
  sim.behaviors.add("hang");
  // It knows no films.
  await using kitchen = await startBluos();
  const args = { "device.timeoutMs": "300", "device.offlineAfter": "2" };
  await using bridged = await Bridged.withoutSubscriber([sim, kitchen], { hasHttp: true, args });
  expect(await told(bridged, "/healthz")).toEqual([200]);
  const waiting = [503, "den has not been polled completely yet"];
  await until(async () => String(await told(bridged, "/readyz")) === String(waiting));
  await until(async () => String(await told(bridged, "/readyz")) === "200", 15_000);
  expect(await told(bridged, "/healthz")).toEqual([200]);
});
