import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { startSimulator } from "../simulator/zidoo/start-simulator.ts";
import { bestOf } from "./support/best-of.ts";
import { freePort } from "./support/free-port.ts";
import { startMuteBroker } from "./support/mute-broker.ts";
import { programOfTests, type RunningProgram, start } from "./cli/program.ts";

const built = programOfTests();

function program(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProgram {
  return start(process.execPath, [built.main, ...args], {
    cwd: built.directory,
    env: { HTTP_PORT: "0", ...env },
  });
}

const promisedMs = 2000;
const patience = { timeout: 60_000 };
const unreachable = "--player.url=http://127.0.0.1:1";

describe("run", patience, () => {
  it("ends with 0 within two seconds of SIGTERM, while a player hangs", async () => {
    const tookMs = await bestOf(3, promisedMs, async () => {
      await using simulator = await startSimulator();
      simulator.behaviors.add("hang");
      const running = program(["run", "--broker.port=0", `--player.url=${simulator.url}`]);
      await vi.waitFor(() => expect(simulator.traffic.inProgress).toBe(1), { timeout: 30_000 });
      const asked = running.kill("SIGTERM");
      const { code, at } = await running.ended;
      expect(code).toBe(0);
      expect(running.stdout).toContain("player2mqtt has stopped");
      return at - asked;
    });
    expect(tookMs).toBeLessThan(promisedMs);
  });

  it.each([
    ["never answers", undefined],
    ["lets us in and then says nothing", Buffer.from([0x20, 0x02, 0x00, 0x00])],
  ])("ends with 0 within two seconds, while the broker %s", async (_title, welcome) => {
    const tookMs = await bestOf(3, promisedMs, async () => {
      await using broker = await startMuteBroker(welcome);
      const running = program(["run", unreachable, `--mqtt.url=${broker.url}`, "--mqtt.protocol=4"]);
      await running.until("stdout", /player2mqtt is running/);
      await vi.waitFor(() => expect(broker.sockets.size).toBe(1), { timeout: 30_000 });
      const asked = running.kill("SIGTERM");
      const { code, at } = await running.ended;
      expect(code).toBe(0);
      return at - asked;
    });
    expect(tookMs).toBeLessThan(promisedMs);
  });

  it("ends at once at a second signal", async () => {
    await using simulator = await startSimulator();
    await using broker = await startMuteBroker(Buffer.from([0x20, 0x02, 0x00, 0x00]));
    const running = program([
      "run",
      `--player.url=${simulator.url}`,
      `--mqtt.url=${broker.url}`,
      "--mqtt.protocol=4",
    ]);
    await running.until("stdout", /player2mqtt is running/);
    await vi.waitFor(() => expect(broker.sockets.size).toBe(1), { timeout: 30_000 });
    running.kill("SIGTERM");
    running.kill("SIGINT");
    // Both may be pending at once; whichever is taken second ends it.
    expect([128 + 2, 128 + 15]).toContain((await running.ended).code);
    expect(running.stdout).not.toContain("player2mqtt has stopped");
  });

  it("ends with 1 and the whole story when there is a bug", async () => {
    const bug = 'process.on("SIGUSR2", () => { throw new Error("a bug"); })';
    const running = program(["run", "--broker.port=0", unreachable], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
    });
    await running.until("stdout", /player2mqtt is running/);
    running.kill("SIGUSR2");
    expect((await running.ended).code).toBe(1);
    expect(running.stderr).toMatch(/"level":60,.*"message":"a bug","stack":"Error: a bug\\n/);
    // The bridge still stops in good order.
    expect(running.stdout).toContain("player2mqtt has stopped");
  });

  it("uses nothing that a Node to come may lack", async () => {
    await using simulator = await startSimulator();
    const running = program(["run", "--broker.port=0", `--player.url=${simulator.url}`], {
      HTTP_PORT: String(await freePort()),
      NODE_OPTIONS: "--pending-deprecation",
    });
    const [, url = ""] = await running.until("stdout", /"http":"([^"]+)"/);
    await running.until("stdout", /"player is online"/);
    for (const path of ["", "metrics"]) {
      await once(
        get(`${url}/${path}`, (response) => response.resume()),
        "close",
      );
    }
    running.kill("SIGTERM");
    await running.ended;
    expect(running.stderr).toBe("");
  });
});

describe("exit codes", patience, () => {
  it.each([
    [["--version"], 0],
    [["--help"], 0],
    [["config", "--schema"], 0],
    [["wacht"], 2],
    [["--mqtt.ulr=x"], 2],
    [["--http.port=0"], 78],
    [["config", "--mqtt.url=x"], 78],
    [["set", "study", "input", "BT", "--mqtt.url=mqtt://127.0.0.1:1"], 1],
  ])("%j: %i", async (args, expected) => {
    const running = program(args);
    expect((await running.ended).code).toBe(expected);
    expect(running.stdout === "").toBe(expected !== 0);
    expect(running.stderr === "").toBe(expected === 0);
  });
});

describe("demo", patience, () => {
  it("piped prints lines, and what it says to try works", async () => {
    const demo = program(["demo"], { MQTT_URL: "mqtt://192.0.2.1", PLAYER_URL: "nonsense://" });
    const [, command = ""] = await demo.until("stdout", /^ {2}(node .* set living-room output HDMI2.*)$/m);
    await demo.until("stdout", /^player2mqtt\/living-room\/availability online$/m);
    await demo.until("stdout", /^player2mqtt\/living-room\/audio\/output HDMI$/m);

    const set = start("sh", ["-c", command], { cwd: built.directory });
    expect((await set.ended).code).toBe(0);
    expect(set.stdout).toMatch(/^living-room: output HDMI2 applied in \d+ m?s\n$/);
    await demo.until("stdout", /^player2mqtt\/living-room\/audio\/output HDMI2$/m);

    const failed = start("sh", ["-c", command.replace("HDMI2", "Radio")], { cwd: built.directory });
    expect((await failed.ended).code).toBe(1);

    demo.kill("SIGINT");
    expect((await demo.ended).code).toBe(0);
    expect(demo.stdout).not.toContain("\u001B");
  });

  it("ends quietly when nobody reads on", async () => {
    const piped = start("sh", ["-c", `"$0" "$1" demo | head -n 3`, process.execPath, built.main], {
      cwd: built.directory,
    });
    expect((await piped.ended).code).toBe(0);
    expect(piped.stdout.split("\n")).toHaveLength(4);
    expect(piped.stderr).not.toMatch(/EPIPE|Error/);
  });
});

it("the program can be run as it is", patience, async () => {
  const { readFile } = await import("node:fs/promises");
  expect(await readFile(built.main, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});
