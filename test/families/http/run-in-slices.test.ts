import { describe, expect, it } from "vitest";
import { runInSlices } from "../../../src/families/http/run-in-slices.ts";

function* count(to: number, onStep: (step: number) => void): Generator<void, string> {
  for (let step = 1; step <= to; step++) {
    onStep(step);
    yield;
  }
  return "done";
}

describe("runInSlices work", () => {
  it("gives its result, and lets others have their turn between its pieces", async () => {
    const order: string[] = [];
    const work = runInSlices(
      count(3, (step) => order.push(`step ${step}`)),
      new AbortController().signal,
    );
    setImmediate(() => order.push("somebody else"));
    expect(await work).toBe("done");
    expect(order.indexOf("somebody else")).toBeLessThan(order.indexOf("step 3"));
  });

  it("ends between two slices when aborted", async () => {
    const controller = new AbortController();
    let steps = 0;
    const work = runInSlices(
      count(9, (step) => {
        steps = step;
        if (step === 2) controller.abort(new Error("no longer wanted"));
      }),
      controller.signal,
    );
    await expect(work).rejects.toThrow("no longer wanted");
    expect(steps).toBe(2);
  });
});
