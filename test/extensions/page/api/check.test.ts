import { describe, expect, it } from "vitest";
import type { CheckEvent, Examine } from "../../../../src/extensions/page/doctor-run.ts";
import type { CheckView } from "../../../../src/extensions/page/wire.ts";
import { FakePage } from "../fake-page.ts";
import { StreamReader } from "../stream-reader.ts";

class FakeDoctor {
  tell: (event: CheckEvent) => void = () => {};
  end: () => void = () => {};
  fail: (error: Error) => void = () => {};
  calls = 0;
  isStopped = false;

  readonly examine: Examine = (tell, signal) =>
    new Promise((resolve, reject) => {
      this.calls += 1;
      this.tell = tell;
      this.end = resolve;
      this.fail = reject;
      signal.addEventListener("abort", () => {
        this.isStopped = true;
        resolve();
      });
    });
}

async function started(doctor: FakeDoctor) {
  const fake = new FakePage({}, doctor.examine);
  const reader = new StreamReader(await fake.ask("/api/v1/events"));
  expect((await reader.nextOf("hello")).check).toEqual({ state: "idle", areas: [], reason: "" });
  const headers = await fake.ownHeaders();
  return {
    fake,
    start: async () => (await fake.ask("/api/v1/check", { method: "POST", headers })).status,
    next: async (): Promise<CheckView> => {
      await fake.clock.advance(100);
      const change = await reader.nextOf("change");
      if (change.check === undefined) throw new Error("the change is not of the check");
      return change.check;
    },
  };
}

describe("the doctor on the page", () => {
  it("sends findings to every page as they arrive, encoded once", async () => {
    const doctor = new FakeDoctor();
    const { fake, start, next } = await started(doctor);
    expect(await start()).toBe(202);
    expect(await start()).toBe(202);
    expect(doctor.calls).toBe(1);
    expect(await next()).toMatchObject({ state: "running", areas: [] });
    const broker = { id: "broker", title: "Broker", subject: "mqtt://x" };
    const den = { id: "player den", title: "Player", subject: "den" };
    doctor.tell({ kind: "begun", areas: [broker, den] });
    const finding = { check: "answers", verdict: "good", text: "it answers" } as const;
    doctor.tell({ kind: "found", area: "broker", finding });
    doctor.tell({ kind: "found", area: "player den", finding });
    doctor.tell({ kind: "found", area: "broker", finding });
    const areas = [
      { ...broker, findings: [finding, finding], isDone: false },
      { ...den, findings: [finding], isDone: false },
    ];
    expect(await next()).toEqual({ state: "running", areas, reason: "" });
    doctor.tell({ kind: "ended", area: "broker" });
    doctor.end();
    expect(await next()).toMatchObject({ state: "done", areas: [{ isDone: true }, { isDone: false }] });
    expect(await start()).toBe(202);
    expect(doctor.calls).toBe(2);
    fake[Symbol.dispose]();
    expect(doctor.isStopped).toBe(true);
  });

  it("does no harm to the bridge if it fails", async () => {
    const doctor = new FakeDoctor();
    const { fake, start, next } = await started(doctor);
    await start();
    doctor.fail(new Error("no such bone"));
    expect(await next()).toMatchObject({ state: "failed", reason: "Error: no such bone" });
    await start();
    expect(await next()).toEqual({ state: "running", areas: [], reason: "" });
    fake[Symbol.dispose]();
  });

  it("is absent if there is none", async () => {
    using fake = new FakePage();
    expect((await new StreamReader(await fake.ask("/api/v1/events")).nextOf("hello")).check).toBeNull();
    const headers = await fake.ownHeaders();
    expect((await fake.ask("/api/v1/check", { method: "POST", headers })).status).toBe(404);
  });
});
