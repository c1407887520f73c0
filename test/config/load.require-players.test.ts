import { expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";

const nowhere = { env: {}, cwd: "/nowhere" };

it("where no player is needed, everything else is checked all the same", () => {
  const args = { "mqtt.url": "http://x", players: '[{"url":"a"},{"url":"b"}]' };
  const load = () => loadConfig({ ...nowhere, args, requirePlayers: false });
  expect(load).toThrow(/mqtt\.url/);
  expect(load).toThrow(/players\[1\]\.id/);
});
