import { TestRunner } from "vitest";

/** Loads no further test file once a test has noticed the mutant: loading takes longer than the tests. */
export default class StopAtFirst extends TestRunner {
  #isNoticed = false;

  override cancel(reason: Parameters<TestRunner["cancel"]>[0]): void {
    this.#isNoticed = true;
    super.cancel(reason);
  }

  override importFile(...args: Parameters<TestRunner["importFile"]>): unknown {
    return this.#isNoticed ? undefined : super.importFile(...args);
  }
}
