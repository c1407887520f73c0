import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { begin, call, end, until } from "../running-command.ts";

describe("simulate", () => {
  it("says where it answers, how it misbehaves and who asks it what", async () => {
    const flags = ["--port=0", "--preset=audio", "--name=Test Player", "--queue=3", "--prefix=Zidoo"];
    const faults = ["--fault", "http:503@getPlayQueue", "--fault", "bom"];
    const simulating = begin(["simulate", ...flags, ...faults, "--verbose"]);
    const { stdout } = simulating.shell;
    await until(() => expect(stdout.text).toContain("To use it: PLAYER_URL="));
    const url = /^Test Player \(SIM-A4\) listens on (\S+)\nfault: http:503@getPlayQueue\nfault: bom\n/.exec(
      stdout.text,
    )?.[1];
    expect(stdout.text).toContain(`PLAYER_URL=${url} player2mqtt`);
    await request(`${url}/ZidooMusicControl/v2/getPlayQueue`);
    await request(`${url}/nothing?here=%1b`);
    await until(() => expect(stdout.text.split("\n")).toHaveLength(7));
    const [queue, nothing] = stdout.text.split("\n").slice(4);
    expect(queue).toMatch(/^[\d:.]+ GET \/ZidooMusicControl\/v2\/getPlayQueue 503 \d+ ms$/);
    expect(nothing).toMatch(/ GET \/nothing\?here=%1b \d+ \d+ ms$/);
    expect(await end(simulating)).toBe(0);
  });

  it("runs a chassis of another make, each zone on a port of its own", async () => {
    const flags = ["--family=bluos", "--port=0", "--zones=2", "--fault=slow:1@Status"];
    const simulating = begin(["simulate", ...flags]);
    const { stdout } = simulating.shell;
    await until(() => expect(stdout.text).toContain("To use it: PLAYER_URL="));
    expect(stdout.text).toMatch(
      /^Kitchen Node \(NODE\) listens on \S+\nIt is rebooted .* port \d+\nZone 2 listens on http:\S+\nfault: slow/,
    );
    expect(await end(simulating)).toBe(0);
    const { code, stderr } = await call(["simulate", "--family", "bluos", "--wake", "0"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--wake and --family bluos cannot be combined"),
    ]);
  });

  it("says so when its port is taken", async () => {
    await using simulator = await startSimulator();
    const { code, stderr } = await call(["simulate", "--port", String(simulator.port)]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Cannot listen on 127.0.0.1:${simulator.port}: the port is in use, choose another one with --port\n`,
    );
  });
});

async function request(url: string): Promise<void> {
  const asked = get(url, (response) => response.resume());
  await once(asked, "close");
}
