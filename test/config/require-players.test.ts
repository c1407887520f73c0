import { expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";

const nowhere = { env: {}, cwd: "/nowhere" };

it("who only talks to the broker needs no player", () => {
  expect(loadConfig({ ...nowhere, args: {}, requirePlayers: false }).players).toEqual([]);
});

it("everything else is checked all the same", () => {
  const args = { "mqtt.url": "http://x", players: '[{"url":"a"},{"url":"b"}]' };
  const load = () => loadConfig({ ...nowhere, args, requirePlayers: false });
  expect(load).toThrow(/mqtt\.url/);
  expect(load).toThrow(/players\[1\]\.id/);
});
