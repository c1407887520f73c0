import type { Buffer } from "node:buffer";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { performance } from "node:perf_hooks";
import { URL } from "node:url";
import { describe, expect } from "vitest";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask, closedGate, paths } from "./ask.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

async function tookMs(work: Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work;
  return performance.now() - startedAtMs;
}

/** Sends a request, and disconnects as soon as the player has received it. */
async function askAndLeave(sim: Simulator, path: string): Promise<void> {
  const { traffic } = sim;
  const before = traffic.count();
  const sent = request(new URL(path, sim.url), { agent: false });
  sent.on("error", () => {}).end();
  await expect.poll(() => traffic.count(), { interval: 2 }).toBe(before + 1);
  sent.destroy();
  await expect.poll(() => traffic.inProgress, { interval: 2 }).toBe(0);
}

const it = withSimulator();

describe("faults in the delivery of an answer", () => {
  it("slow applies a selection even if the client gives up", async ({ sim }) => {
    sim.behaviors.add("slow:60000");
    await askAndLeave(sim, paths.input("BT"));
    expect(sim.player.audio.inputIndex).toBe(1);
    expect(sim.traffic.requests[0]?.status).toBeUndefined();
  });

  it("jitter delays the answer by a random time", async () => {
    await using sim = await startSimulator({ random: () => 0.001 });
    sim.behaviors.add("jitter:30000");
    expect(await tookMs(ask(sim, paths.list))).toBeGreaterThan(28);
  });

  it("reset ends the connection without an answer", async ({ sim }) => {
    sim.behaviors.add("reset*1");
    await expect(ask(sim, paths.list)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect((await ask(sim, paths.list)).status).toBe(200);
  });

  it("hang never answers", async ({ sim }) => {
    sim.behaviors.add("hang");
    await askAndLeave(sim, paths.input("BT"));
    expect(sim.player.audio.inputIndex).toBe(0);
  });

  it("truncated announces the whole body and ends in the middle", async ({ sim }) => {
    sim.behaviors.add("truncated");
    await expect(ask(sim, paths.list)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(sim.traffic.requests[0]?.status).toBe(200);
  });

  it("drip sends the body byte by byte and loses none", async ({ sim }) => {
    sim.behaviors.add("bare");
    sim.behaviors.add("drip:15");
    const heard = ask(sim, paths.list);
    expect(await tookMs(heard)).toBeGreaterThan(13);
    expect((await heard).text).toBe("{}");
  });

  it("drip stops when its client disconnects", async ({ sim }) => {
    sim.behaviors.add("drip:60000");
    await askAndLeave(sim, paths.list);
    expect(sim.traffic.requests[0]?.status).toBe(200);
  });

  it("oversized sends an endless body", async ({ sim }) => {
    sim.behaviors.add("oversized");
    const sent = request(new URL(paths.list, sim.url), { agent: false });
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    let heardBytes = 0;
    for await (const chunk of answer) {
      heardBytes += (chunk as Buffer).length;
      if (heardBytes > 5_000_000) break;
    }
    await expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(0);
    expect(sim.traffic.bytesSent).toBeGreaterThan(5_000_000);
  });

  it.each([
    [
      "refuseParallel:503",
      (heard: Promise<unknown>) => expect(heard).resolves.toMatchObject({ status: 503 }),
    ],
    [
      "refuseParallel:reset",
      (heard: Promise<unknown>) => expect(heard).rejects.toMatchObject({ code: "ECONNRESET" }),
    ],
  ])("%s refuses a request while another one waits, and counts it", async (text, expectRefusal) => {
    await using sim = await startSimulator();
    const gate = closedGate();
    sim.behaviors.add(gate.behavior);
    const fault = sim.behaviors.add(text);
    const first = ask(sim, paths.list);
    await expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(1);
    await expectRefusal(ask(sim, paths.list));
    gate.open();
    expect((await first).status).toBe(200);
    expect([fault.hits, sim.traffic.maxConcurrent]).toEqual([1, 2]);
    expect((await ask(sim, paths.list)).status).toBe(200);
  });
});
