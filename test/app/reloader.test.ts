import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Reloader, type ReloaderOptions } from "../../src/app/reloader.ts";
import { loadWith, onePlayer } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";

const log = new MemoryLog();
let refused = 0;

function reloaderOf(options: Partial<ReloaderOptions>): Reloader {
  const load = () => loadWith({ env: onePlayer });
  return new Reloader({
    load,
    reconfigure: async () => [],
    log,
    onRefused: () => (refused += 1),
    ...options,
  });
}

it("a reload is refused whatever keeps it from reading, and only a half applied one fails", async () => {
  const load = (): never => {
    throw new TypeError("Invalid URL");
  };
  const problems = ["TypeError: Invalid URL"];
  expect(await reloaderOf({ load }).reload()).toEqual({ kind: "refused", problems });
  expect(log.lines).toMatchObject([{ level: "error" }]);
  const reconfigure = () => Promise.reject(new TypeError("half of it"));
  await expect(reloaderOf({ reconfigure }).reload()).rejects.toThrow("half of it");
  expect(refused).toBe(1);
});

it("reloads follow one another", async () => {
  const steps: string[] = [];
  const reconfigure = async () => {
    steps.push("begun");
    await turn();
    steps.push("ended");
    return [];
  };
  const reloader = reloaderOf({ reconfigure });
  const ends = await Promise.all([reloader.reload(), reloader.reload()]);
  expect(ends.map(({ kind }) => kind)).toEqual(["unchanged", "unchanged"]);
  expect(steps).toEqual(["begun", "ended", "begun", "ended"]);
});
