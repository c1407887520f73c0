import { describe, expect } from "vitest";
import { operations, operationsByPath } from "../../../simulator/zidoo/operations.ts";
import { ask, paths } from "../ask.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("selecting an output", () => {
  it("answers 200 and changes nothing when the output is disabled", async ({ sim }) => {
    const before = (await ask(sim, paths.list)).json;
    expect((await ask(sim, paths.output("USB"))).json).toEqual(before);
    sim.player.audio.setOutputEnabled("USB", true);
    expect((await ask(sim, paths.output("USB"))).json["outputIndex"]).toBe(4);
  });
});

describe("the music queue", () => {
  it("writes integers above 2^53 digit by digit", async ({ sim }) => {
    const { text } = await ask(sim, paths.queue);
    expect(text).toContain('"hashcode":9007199254740993,');
    expect(text).toContain('"hashcode":-9007199254740994,');
  });

  it("has negative ids and signed addresses on streamed entries", async ({ sim }) => {
    const track = (await ask(sim, paths.queue)).json["array"]?.[2];
    expect(track?.["id"]).toBe(-100_002);
    expect(track?.["uri"]).toMatch(/^https:\/\/\S+[?&]sig=/);
  });
});

it("no two operations have the same path", () => {
  const paths = Object.values(operations).flatMap((operation) => operation.paths);
  expect(operationsByPath("Maker", true).size).toBe(
    new Set(paths.flatMap((path) => [path.replace("{p}", "Maker"), path.replace("{p}", "")])).size,
  );
  expect(new Set(paths).size).toBe(paths.length);
});
