import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";
import { begin, call, end, until, untilMatch } from "./running-command.ts";

/** Whether datagrams to a group come back on this machine: some containers do not let them. */
async function hearsItself(): Promise<boolean> {
  const group = "239.39.3.9";
  const listener = createSocket({ type: "udp4", reuseAddr: true });
  const speaker = createSocket("udp4");
  try {
    const heard = once(listener, "message", { signal: AbortSignal.timeout(1000) });
    listener.bind(0, () => listener.addMembership(group, "127.0.0.1"));
    await once(listener, "listening");
    speaker.bind(0, "127.0.0.1", () => {
      speaker.setMulticastInterface("127.0.0.1");
      speaker.send("?", listener.address().port, group);
    });
    await heard;
    return true;
  } catch {
    return false;
  } finally {
    listener.close();
    speaker.close();
  }
}

const isDeaf = !(await hearsItself());
if (isDeaf) console.info("Finding players is not tried: this machine's network has no multicast.");

describe("discover", () => {
  it.skipIf(isDeaf)("finds a player and prints what to paste, but no secret of it", async () => {
    const simulating = begin(["simulate", "--port", "0", "--preset", "audio", "--discoverable"]);
    const [, port = ""] = await untilMatch(simulating, /127\.0\.0\.1:(\d+)\ndiscoverable by multicast/);
    const { code, stdout } = await call(["discover", "--seconds", "1", "--port", port]);
    expect(stdout).toContain(`http://127.0.0.1:${port}  SIM-A4, v1.7.3, 02:5e:11:00:00:02  (`);
    expect(stdout).not.toContain("secret");
    expect(code).toBe(0);
    const pasted = stdout.slice(stdout.indexOf("players:"));
    const given = await call(["discover", "--seconds", "1", "--port", port, "--json"]);
    const config = loadConfig({ args: { players: given.stdout }, env: {}, cwd: "/nowhere" });
    expect(config.players).toMatchObject([
      { id: "sim-a4-0002", name: "SIM-A4", url: `http://127.0.0.1:${port}`, mac: "02:5e:11:00:00:02" },
    ]);
    expect(pasted).toContain("id: sim-a4-0002");
    expect(await end(simulating)).toBe(0);
  });

  it("says what to do when nobody answers", async () => {
    // Nobody listens on the discard port.
    const { code, stderr, stdout } = await call(["discover", "--seconds", "1", "--port", "9"]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    await until(() => expect(stderr).toContain("No player answered. Wake the player"));
  });
});
