import { describe, expect, it } from "vitest";
import { startEmptyBroker, startHouse } from "./houses.ts";
import { call, end } from "./running-command.ts";

describe("run", () => {
  it("says one line at its start and one at its end", async () => {
    const { bridge } = await startHouse();
    expect(await end(bridge)).toBe(0);
    const lines = bridge.shell.stdout.text.split("\n").filter((line) => line.includes("player2mqtt "));
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "player2mqtt runs",
      "player2mqtt was asked to stop",
      "player2mqtt has ended",
    ]);
  });

  it("says what to do when its port is taken", async () => {
    const broker = await startEmptyBroker();
    const { code, stderr } = await call(["run", "--player.url=127.0.0.1:9", `--broker.port=${broker.port}`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/port \d+ on 127\.0\.0\.1 is taken/);
  });
});
