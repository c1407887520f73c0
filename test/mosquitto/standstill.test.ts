import { setTimeout as sleep } from "node:timers/promises";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { buildProgram, start } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

/** Real time: nothing but a process that stands still shows what waits in its sockets. For a minute: 70. */
const stoppedMs = 1000 * Number(process.env["STANDSTILL_SECONDS"] ?? 12);
const outcomes = "player2mqtt/den/result";

interface Result {
  readonly request: string;
  readonly outcome: string;
  readonly durationMs: number;
}

describe.skipIf(isMosquittoMissing)("a program that stands still", { timeout: stoppedMs + 120_000 }, () => {
  it("expires with its age what waited in the socket meanwhile, and obeys what comes later", async () => {
    await using broker = await startMosquitto();
    await using sim = await startSimulator({ preset: "audio" });
    await using built = await buildProgram();
    const settings = {
      mqtt: { url: broker.url },
      http: { port: 0 },
      homeassistant: { enabled: false },
      players: [{ id: "den", url: sim.url }],
    };
    await writeFile(join(built.directory, "players.json"), JSON.stringify(settings));
    const args = [built.main, "run", "--config=players.json"];
    const running = start(process.execPath, args, { cwd: built.directory });
    await using client = await TestClient.connect(broker.url, ["player2mqtt/#"]);
    const results = (): Result[] => client.on(outcomes).map((text) => JSON.parse(text) as Result);
    await eventually(() => expect(client.state.get("player2mqtt/den/audio/output")).toBeDefined());

    running.kill("SIGSTOP");
    await client.publish("player2mqtt/den/audio/output/set", "IIS");
    await sleep(stoppedMs);
    running.kill("SIGCONT");

    await eventually(() => expect(results()).toHaveLength(1));
    const [expired] = results();
    expect(expired).toMatchObject({ request: "IIS", outcome: "expired" });
    expect(expired?.durationMs).toBeGreaterThan(stoppedMs - 3000);
    expect(sim.traffic.count("setOutInputList")).toBe(0);

    // Until nothing has arrived for a second, more may come out of the sockets.
    await sleep(1500);
    await client.publish("player2mqtt/den/audio/output/set", "RCA");
    await eventually(() => expect(results().at(-1)).toMatchObject({ request: "RCA", outcome: "applied" }));
    expect(sim.traffic.requests.filter(({ operation }) => operation === "setOutInputList")).toEqual([
      expect.objectContaining({ query: "tag=RCA" }),
    ]);
  });
});
