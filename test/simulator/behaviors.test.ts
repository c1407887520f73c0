import { describe, expect } from "vitest";
import { ask, paths } from "./ask.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("behaviors", () => {
  it("are applied newest first", async ({ sim }) => {
    sim.behaviors.add("status:804");
    const newer = sim.behaviors.add("status:805");
    expect((await ask(sim, paths.list)).json["status"]).toBe(805);
    newer.remove();
    expect((await ask(sim, paths.list)).json["status"]).toBe(804);
  });

  it("combine on one answer", async ({ sim }) => {
    sim.behaviors.add("bare");
    sim.behaviors.add("bom");
    sim.behaviors.add("contentType:text/html");
    const { bytes, type } = await ask(sim, paths.list);
    expect([bytes.toString("hex"), type]).toEqual(["efbbbf7b7d", "text/html"]);
  });

  it("can be limited to a number of requests, and count them", async ({ sim }) => {
    const fault = sim.behaviors.add("status:804@getPlayStatus*2");
    const heard: unknown[] = [];
    for (const path of [paths.status, paths.list, paths.status, paths.status]) {
      heard.push((await ask(sim, path)).json["status"]);
    }
    expect(heard).toEqual([804, 200, 804, 200]);
    expect([fault.hits, sim.behaviors.list.length]).toEqual([2, 0]);
  });

  it("do not count requests that a newer one answers alone", async ({ sim }) => {
    const older = sim.behaviors.add("status:804*1");
    sim.behaviors.add("empty*1");
    expect((await ask(sim, paths.list)).text).toBe("");
    expect(older.hits).toBe(0);
    expect((await ask(sim, paths.list)).json["status"]).toBe(804);
  });
});
