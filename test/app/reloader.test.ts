import { expect, it } from "vitest";
import { Reloader } from "../../src/app/reloader.ts";
import { loadWith, onePlayer } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";

it("a reload is refused whatever keeps it from reading, and only a half applied one fails", async () => {
  const log = new MemoryLog();
  const read = (): never => {
    throw new TypeError("Invalid URL");
  };
  const reloaderOf = (load: () => ReturnType<typeof loadWith>): Reloader =>
    new Reloader({
      load,
      reconfigure: () => Promise.reject(new TypeError("half of it")),
      log,
      onRefused: () => {},
    });
  expect(await reloaderOf(() => read()).reload()).toEqual({
    kind: "refused",
    problems: ["TypeError: Invalid URL"],
  });
  expect(log.lines).toMatchObject([{ level: "error" }]);
  await expect(reloaderOf(() => loadWith({ env: onePlayer })).reload()).rejects.toThrow("half of it");
});
