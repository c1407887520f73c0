import { describe, expect } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, handClock, paths } from "../ask.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("faults in selecting", () => {
  it("staleList shows the list from the start of the fault, although selections apply", async ({ sim }) => {
    const fault = sim.behaviors.add("staleList");
    expect((await ask(sim, paths.input("BT"))).json["inputIndex"]).toBe(0);
    expect((await ask(sim, paths.list)).json["inputIndex"]).toBe(0);
    fault.remove();
    expect((await ask(sim, paths.list)).json["inputIndex"]).toBe(1);
  });

  it("trailing shows each selection after a delay", async () => {
    const clock = handClock();
    await using sim = await startSimulator({ now: clock.now });
    sim.behaviors.add("trailing:1000");
    const seen: unknown[] = [];
    const look = async (path: string) => seen.push((await ask(sim, path)).json["inputIndex"]);
    await look(paths.list);
    await look(paths.input("BT"));
    clock.pass(600);
    await look(paths.input("SPDIF"));
    clock.pass(600);
    await look(paths.list);
    clock.pass(400);
    await look(paths.list);
    expect(seen).toEqual([0, 0, 0, 1, 3]);
  });

  it("ignoreSelection answers 200 and changes nothing", async ({ sim }) => {
    const fault = sim.behaviors.add("ignoreSelection*1");
    const { json } = await ask(sim, paths.output("RCA"));
    expect([json["status"], json["outputIndex"], fault.hits]).toEqual([200, 0, 1]);
    expect((await ask(sim, paths.output("RCA"))).json["outputIndex"]).toBe(3);
  });

  it("appliesButAnswersError selects and answers 805", async ({ sim }) => {
    sim.behaviors.add("appliesButAnswersError");
    expect((await ask(sim, paths.output("RCA"))).json["status"]).toBe(805);
    expect((await ask(sim, paths.list)).json["outputIndex"]).toBe(3);
  });

  it("lies answers as if it had selected, but has not", async ({ sim }) => {
    sim.behaviors.add("lies");
    expect((await ask(sim, paths.output("RCA"))).json["outputIndex"]).toBe(3);
    expect((await ask(sim, paths.list)).json["outputIndex"]).toBe(0);
  });

  it("lenientTags answers an unknown tag with 200 and the unchanged list", async ({ sim }) => {
    const fault = sim.behaviors.add("lenientTags");
    const before = (await ask(sim, paths.list)).json;
    expect((await ask(sim, paths.input("HDMI"))).json).toEqual(before);
    expect((await ask(sim, paths.output("XMOS"))).json).toEqual(before);
    expect((await ask(sim, paths.output("HDMI2"))).json["outputIndex"]).toBe(1);
    expect(fault.hits).toBe(2);
  });

  it("strayIndex answers indexes outside the lists", async ({ sim }) => {
    sim.behaviors.add("strayIndex");
    expect((await ask(sim, paths.list)).json).toMatchObject({ inputIndex: 99, outputIndex: 99 });
  });

  it("leave the other operations unchanged", async ({ sim }) => {
    const faults = [
      "staleList",
      "trailing:5",
      "ignoreSelection",
      "appliesButAnswersError",
      "lies",
      "lenientTags",
      "strayIndex",
    ];
    const added = faults.map((text) => sim.behaviors.add(text));
    await ask(sim, paths.playlist);
    expect(added.map(({ hits }) => hits)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
