import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { RetainedCommands } from "../../src/bridge/retained-commands.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { incoming } from "../support/bridge/incoming.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("forgets retained commands whose echo never comes, whatever topics a sender invents", async () => {
  const clock = new FakeClock();
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const broker = { publish() {}, publishDeferred() {}, maxPayloadBytes: 1, largestPayloadBytes: 1 };
  const retained = new RetainedCommands({ broker, clock, log: quiet });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 1500; number += 1) {
    const topic = Buffer.alloc(20_000, `${number}/`).toString("latin1");
    expect(() => retained.refuse(topic, "command", () => ({ request: "", transaction: undefined }))).toThrow(
      "retained",
    );
    if (number % 100 === 0) await clock.advance(5000);
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(retained.isClearing(incoming("", "", { retain: true }))).toBe(true);
});
