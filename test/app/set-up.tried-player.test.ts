import { expect, it } from "vitest";
import { BridgeSetUp, type SetUpOptions } from "../../src/app/set-up.ts";
import { loadConfig } from "../../src/config/load.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { emptyNetwork } from "../tools/doctor/examined.ts";
import { plainFamily } from "../families/plain-family.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";

it("a player that is tried is found among the configured ones, with the port of its family or without", async () => {
  await using player = await startSimulator();
  const families = [plainFamily({ defaultPort: player.port })];
  const environment = { ...emptyNetwork, families, clock: fastClock(1) };
  for (const url of ["127.0.0.1", `127.0.0.1:${player.port}`]) {
    const config = loadConfig({ args: { players: JSON.stringify([{ id: "den", url }]) }, env: {}, cwd: "/" });
    const options = { config: () => config, environment, clock: fastClock(1) } as unknown as SetUpOptions;
    expect(await new BridgeSetUp(options).tryPlayer({ url: "127.0.0.1" })).toMatchObject({
      isUsable: true,
      player: { url: player.url, configuredAs: "den", playsFilms: null },
    });
  }
});
