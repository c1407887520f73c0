import { describe, expect, it } from "vitest";
import { fetch } from "undici";
import { run } from "../../../src/cli/commands/run.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { startEmptyBroker, startHouse } from "../houses.ts";
import { fakeShell } from "../fake-shell.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { begin, call, end, untilMatch } from "../running-command.ts";

describe("run", () => {
  it("says one line at its start and one at its end", async () => {
    const { bridge } = await startHouse();
    expect(await end(bridge)).toBe(0);
    const lines = bridge.shell.stdout.text.split("\n").filter((line) => line.includes("player2mqtt "));
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "player2mqtt is running",
      "player2mqtt is stopping",
      "player2mqtt has stopped",
    ]);
  });

  it("goes on after a hang-up that comes before the bridge runs", async () => {
    const shell = fakeShell();
    const flags = new Map([
      ["player.url", ["127.0.0.1:9"]],
      ["broker.port", ["0"]],
      ["http.port", ["0"]],
    ]);
    const running = { shell, done: run.execute({ words: [], flags }, shell) };
    shell.hangUp();
    await untilMatch(running, /player2mqtt is running/);
    expect(shell.signal.aborted).toBe(false);
    expect(await end(running)).toBe(0);
  });

  it("names variables that are not used when it starts, and when the configuration is invalid", async () => {
    const hint =
      "environment variables that are not used: MQTT_HOST [(]write MQTT_URL=mqtt://127.0.0.1[)], LOG_LEVAL [(]write LOG_LEVEL[)]";
    const env = { MQTT_HOST: "127.0.0.1", LOG_LEVAL: "warn" };
    const shell = fakeShell({ env });
    const running = begin(["run", "--player.url=127.0.0.1:9", "--broker.port=0", "--http.port=0"], shell);
    await untilMatch(running, /player2mqtt is running/);
    expect(shell.stdout.text).toMatch(new RegExp(`"level":40,.*"${hint}: see`));
    expect(await end(running)).toBe(0);

    const failing = fakeShell({ env });
    expect(await begin(["run", "--http.port=0"], failing).done).toBe(78);
    expect(failing.stderr.text).toMatch(/^players .*no player is configured/);
    expect(failing.stderr.text).toMatch(new RegExp(`\n${hint}: see`));
  });

  it("waits for set-up without a player, and names the address", async () => {
    const running = begin(["run", "--broker.port=0", `--http.port=${await freePort()}`]);
    const [, page = ""] = await untilMatch(
      running,
      /no player is configured yet: open (http:\S+\/)#\/setup in a browser/,
    );
    await eventually(async () => expect((await fetch(`${page}readyz`)).status).toBe(200));
    expect(await end(running)).toBe(0);
  });

  it("takes another port for its broker before set-up, if the default one is in use", async () => {
    const broker = await startEmptyBroker();
    const flags = [`--broker.port=${broker.port}`, `--http.port=${await freePort()}`];
    const running = begin(["run", ...flags]);
    await untilMatch(running, /"the embedded broker uses another port, so that it can be set up"/);
    await untilMatch(running, /no player is configured yet/);
    expect(await end(running)).toBe(0);
  });

  it.each([
    ["HTTP is off", ["--http.port=0"]],
    ["others could reach the page, and there is no token", ["--http.host=0.0.0.0"]],
  ])("ends without a player where %s", async (_why, flags) => {
    const { code, stderr } = await call(["run", ...flags]);
    expect(code).toBe(78);
    expect(stderr).toMatch(/no player is configured.*To set the bridge up in a browser, it needs http\.port/);
  });

  it("warns once of a Node that gets no more security fixes", async () => {
    const warnings = async (day: string): Promise<readonly string[]> => {
      const shell = fakeShell({ clock: { ...systemClock, date: () => new Date(day) } });
      const running = begin(["run", "--player.url=127.0.0.1:9", "--broker.port=0", "--http.port=0"], shell);
      await untilMatch(running, /player2mqtt is running/);
      expect(await end(running)).toBe(0);
      return shell.stdout.text.match(/"level":40,.*security fixes.*/g) ?? [];
    };
    const major = process.versions.node.split(".")[0];
    expect(await warnings("2100-01-01")).toEqual([expect.stringContaining(`Node ${major} has had no`)]);
    expect(await warnings("2024-01-01")).toEqual([]);
  });

  it("says what to do when its port is taken", async () => {
    const broker = await startEmptyBroker();
    const { code, stderr } = await call(["run", "--player.url=127.0.0.1:9", `--broker.port=${broker.port}`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot start the embedded broker: port \d+ on 127\.0\.0\.1 is in use/);
  });
});
