import { describe, expect } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask, paths } from "./ask.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("faults in the content of an answer", () => {
  it("html answers with a page", async ({ sim }) => {
    sim.behaviors.add("html");
    const { type, text } = await ask(sim, paths.list);
    expect([type, text.slice(0, 15)]).toEqual(["text/html", "<!DOCTYPE html>"]);
  });

  it.each([
    ["empty", ""],
    ["bare", "{}"],
  ])("%s answers %j", async (fault, body) => {
    await using sim = await startSimulator();
    sim.behaviors.add(fault);
    const { status, text } = await ask(sim, paths.list);
    expect([status, text]).toEqual([200, body]);
  });

  it("svg answers with a picture that contains a script", async ({ sim }) => {
    sim.behaviors.add("svg@getItemSettingIcon");
    const { type, text } = await ask(sim, "/SystemSettings/getItemSettingIcon?iconName=BT.png");
    expect([type, text]).toEqual(["image/svg+xml", expect.stringContaining("<script>")]);
    expect((await ask(sim, paths.list)).json["status"]).toBe(200);
  });

  it("halfJson cuts the JSON in the middle and sends the resulting length", async ({ sim }) => {
    const whole = await ask(sim, paths.list);
    sim.behaviors.add("halfJson");
    const half = await ask(sim, paths.list);
    expect(half.bytes.length).toBe(Math.floor(whole.bytes.length / 2));
    expect(() => half.json).toThrow(SyntaxError);
  });

  it("bom puts a byte order mark before the body", async ({ sim }) => {
    sim.behaviors.add("bom");
    const heard = await ask(sim, paths.list);
    expect(heard.bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    expect(heard.json["status"]).toBe(200);
  });

  it("contentType sends another type, or none", async ({ sim }) => {
    sim.behaviors.add("contentType:text/plain");
    expect((await ask(sim, paths.list)).type).toBe("text/plain");
    sim.behaviors.add("contentType:none");
    const untyped = await ask(sim, paths.list);
    expect([untyped.type, untyped.json["status"]]).toEqual([undefined, 200]);
  });

  it.each([404, 500])("http answers HTTP %i", async (status) => {
    await using sim = await startSimulator();
    sim.behaviors.add(`http:${status}`);
    expect((await ask(sim, paths.list)).status).toBe(status);
  });

  it("redirect answers HTTP 302 with a location", async ({ sim }) => {
    sim.behaviors.add("redirect:http://127.0.0.1:1/elsewhere");
    const { status, location } = await ask(sim, paths.list);
    expect([status, location]).toEqual([302, "http://127.0.0.1:1/elsewhere"]);
  });

  it.each([801, 803, 804, 805, 806, 405])("status answers body status %i under HTTP 200", async (status) => {
    await using sim = await startSimulator();
    sim.behaviors.add(`status:${status}`);
    const heard = await ask(sim, paths.queue);
    expect([heard.status, heard.json["status"]]).toEqual([200, status]);
    expect(heard.json["msg"]).not.toBe("");
  });

  it("a replaced answer to a selection has not selected anything", async ({ sim }) => {
    sim.behaviors.add("status:804");
    await ask(sim, paths.input("BT"));
    expect(sim.player.audio.inputIndex).toBe(0);
  });
});
