import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { fetch } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { outOfFiles } from "../../../src/cli/dispatch.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../../support/free-port.ts";
import { programOfTests, type RunningProgram, start } from "../program.ts";

const nodeMajor = Number.parseInt(process.versions.node, 10);
const built = programOfTests();

/** The program where it may have so many files and sockets open at once. */
function withFiles(limit: number, args: readonly string[]): RunningProgram {
  const command = `ulimit -n ${limit}; exec "$0" "$@"`;
  return start("/bin/sh", ["-c", command, process.execPath, built.main, "run", "--broker.port=0", ...args], {
    cwd: built.directory,
    env: { HTTP_PORT: "0", LOG_FORMAT: "json" },
  });
}

/** With how few files it cannot start differs from one release of Node to the next: fewer and fewer, until it does not. */
async function firstThatCannotStart(): Promise<RunningProgram> {
  for (let limit = 34; ; limit -= 1) {
    const running = withFiles(limit, ["--player.url=http://127.0.0.1:1"]);
    const hasStarted = await running.until("stdout", /is started at mqtt:/).then(
      () => true,
      () => false,
    );
    if (!hasStarted) return running;
    running.kill("SIGKILL");
  }
}

/** Connects until the other side has no more to give; what was taken is held until the test ends. */
async function takeAll(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  return sockets;
}

describe("a process that may open no more files", { timeout: 60_000 }, () => {
  // Newer ones need more files to load a program than this one needs to start: the last word is Node's own.
  it.skipIf(nodeMajor >= 24)("says so and ends where it cannot even start", async () => {
    const running = await firstThatCannotStart();
    expect((await running.ended).code).toBe(1);
    expect(running.stderr).toMatch(/^(?:Cannot|Too many) .*EMFILE.*\n$/);
  });

  it("says so of a player while it runs, and goes on by itself when there are some again", async () => {
    // One of the many connections would take a port that the system gives to anybody.
    await using simulator = await startSimulator({ port: await freePort() });
    await simulator.sleep();
    const running = withFiles(100, ["--log.level=debug", `--player.url=${simulator.url}`]);
    const [, port] = await running.until("stdout", /is started at mqtt:\/\/127\.0\.0\.1:(\d+)/);
    await running.until("stdout", /player is offline/);
    const held = await takeAll(Number(port), 200);
    await simulator.wake();
    await running.until("stdout", /EMFILE.*player did not answer/);
    for (const socket of held) socket.destroy();
    await running.until("stdout", /player is online again/);
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
  });
});

/** Sends a request on a connection that is open already, and gives the first line of the answer. */
async function askOn(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const [chunk] = (await once(socket.setEncoding("utf8"), "data")) as [string];
  return chunk.slice(0, chunk.indexOf("\r\n"));
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

describe("an HTTP request that needs files while there are none", { timeout: 60_000 }, () => {
  it.each([
    ["the first of all", [], "/healthz"],
    ["the first for metrics", ["/healthz"], "/metrics"],
  ])(
    "is refused if it is %s, and the next one is answered when there are some again",
    async (_which, before, path) => {
      const http = await freePort();
      const running = withFiles(100, ["--player.url=http://127.0.0.1:1", `--http.port=${http}`]);
      const [, broker] = await running.until("stdout", /is started at mqtt:\/\/127\.0\.0\.1:(\d+)/);
      await running.until("stdout", /player2mqtt is running/);
      for (const other of before) {
        expect(await askOn(await connectTo(http), other)).toBe("HTTP/1.1 200 OK");
      }
      const asking = await connectTo(http);
      const held = await takeAll(Number(broker), 200);
      // It closes those for which it has no files left.
      await expect.poll(() => held.some(({ destroyed }) => destroyed)).toBe(true);
      expect(await askOn(asking, path)).toBe("HTTP/1.1 500 Internal Server Error");
      await running.until("stdout", /EMFILE/);
      for (const socket of held) socket.destroy();
      await expect.poll(async () => askOn(await connectTo(http), path)).toBe("HTTP/1.1 200 OK");
    },
  );
});

/** A limit on the size of files stands for a full disk; without the trap, the system would kill the program. */
function onFullDisk(blocks: number, args: readonly string[], more = ""): RunningProgram {
  const command = `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@" ${more}`;
  return start("/bin/sh", ["-c", command, process.execPath, built.main, ...args], { cwd: built.directory });
}

describe("a full disk", { timeout: 60_000 }, () => {
  it.for([
    [
      "leaves no file of a recording, and says why",
      ["--out=den.json"],
      "",
      /^Cannot record .*: cannot write .*den\.json: EFBIG\n$/,
    ],
    [
      "is one sentence and no stack for the output",
      ["--out=-"],
      ">/dev/full",
      /^Cannot write the output: ENOSPC[^\n]*\n$/,
    ],
  ] as const)("%s", async ([, args, more, says], { skip }) => {
    skip(more !== "" && !existsSync("/dev/full"), "no /dev/full");
    await using simulator = await startSimulator();
    const running = onFullDisk(1, ["record", simulator.url, "--device.gapMs=0", ...args], more);
    expect((await running.ended).code).toBe(1);
    expect(running.stderr).toMatch(says);
    expect(existsSync(join(built.directory, "den.json"))).toBe(false);
  });

  it("refuses a change of the configuration on the page, and is logged", async () => {
    const http = await freePort();
    const running = onFullDisk(0, ["run", "--broker.port=0", `--http.port=${http}`]);
    await running.until("stdout", /player2mqtt is running/);
    const edits = [{ kind: "add-player", values: { id: "den", url: "http://127.0.0.1:1" } }];
    const response = await fetch(`http://127.0.0.1:${http}/api/v1/configuration`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ edits, revision: "none" }),
    });
    expect(await response.json()).toMatchObject({
      kind: "invalid",
      problems: [expect.stringMatching(/^config\/local\.yaml could not be written: EFBIG/)],
    });
    await running.until("stdout", /EFBIG.*the configuration file could not be written/);
    expect(existsSync(join(built.directory, "config", "local.yaml"))).toBe(false);
  });
});

describe("a fault", () => {
  it.each([
    ["EMFILE", /LimitNOFILE/],
    ["ENFILE", /on this machine/],
  ])("for want of files (%s) is told with what to do about it", (code, says) => {
    expect(outOfFiles(Object.assign(new Error("too many open files"), { code }))).toMatch(says);
  });

  it.each([[new Error("no such thing")], [Object.assign(new Error("gone"), { code: "ENOENT" })], ["EMFILE"]])(
    "of another kind is none for want of files: %s",
    (error) => {
      expect(outOfFiles(error)).toBeUndefined();
    },
  );
});
