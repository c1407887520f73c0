import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { until } from "../../support/bridge/until.ts";
import { arePrograms } from "../../support/missing-programs.ts";
import { programOfTests, start, startBuilt } from "../program.ts";

const demandedBy = "REQUIRE_SYSTEMD";
const isReceiverMissing =
  arePrograms({ "systemd-notify": "--version", python3: "--version" }, demandedBy) === "missing";
const isAnalyzeMissing = arePrograms({ "systemd-analyze": "--version" }, demandedBy) === "missing";

const unitFile = "deploy/systemd/player2mqtt.service";

/**
 * Reads datagrams like systemd at its end of the socket, and closes the descriptors in them. The barrier after each one
 * keeps the sender there until systemd knows who it is.
 */
const receiver = `
import socket, sys
ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
ear.bind(sys.argv[1])
print("listening", flush=True)
while True:
    word = ear.recv(4096).decode().replace("\\n", " ")
    if not word.startswith("BARRIER"): print(word, flush=True)
`;

describe.skipIf(isReceiverMissing)("run, started by systemd", () => {
  const built = programOfTests();

  it("says that it is ready without waiting for broker or player, that it is well, and that it stops", async () => {
    const cwd = built.directory;
    const ear = start("python3", ["-c", receiver, `${cwd}/notify`], { cwd });
    await ear.until("stdout", /listening/);
    const running = startBuilt(
      built,
      ["run", "--player.url=http://127.0.0.1:1", "--mqtt.url=mqtt://127.0.0.1:1"],
      { HTTP_PORT: "0", NOTIFY_SOCKET: `${cwd}/notify`, WATCHDOG_USEC: "1000000" },
    );
    await ear.until("stdout", /READY=1/);
    await ear.until("stdout", /(WATCHDOG=1 STATUS=healthy\s+){3}/);
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
    await ear.until("stdout", /STOPPING=1/);
    const words = ear.stdout.trim().split("\n");
    expect([words.slice(0, 3), words.at(-1)]).toEqual([
      ["listening", "READY=1", "WATCHDOG=1 STATUS=healthy"],
      "STOPPING=1 STATUS=stopping",
    ]);
  });

  it("says so, and runs, where the word cannot be passed on", async () => {
    const env = { HTTP_PORT: "0", BROKER_PORT: "0", NOTIFY_SOCKET: `${built.directory}/nobody` };
    const running = startBuilt(built, ["run", "--player.url=http://127.0.0.1:1"], env);
    await running.until("stdout", /cannot notify the service manager/);
    await until(() => running.stdout.includes("connected to the broker"));
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
  });
});

describe("the unit file", () => {
  it("names what the program promises", async () => {
    const unit = await readFile(unitFile, "utf8");
    expect(unit).toMatch(/^Type=notify$/m);
    expect(unit).toMatch(/^NotifyAccess=all$/m);
    expect(unit).toMatch(/^WatchdogSec=\d+$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2 78$/m);
  });

  it.skipIf(isAnalyzeMissing)("is valid, and lets the program do hardly more than it has to", async () => {
    const analyze = promisify(execFile);
    const { stdout, stderr } = await analyze("systemd-analyze", ["verify", unitFile]);
    expect(stdout + stderr).toBe("");
    // Fails above an exposure of 2 of 10.
    await analyze("systemd-analyze", ["security", "--offline=yes", "--threshold=20", "--no-pager", unitFile]);
  });
});
