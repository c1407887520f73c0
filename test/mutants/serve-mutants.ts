import { relative } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from "vitest";
import { startTests } from "@vitest/runner";

interface Request {
  readonly files: readonly string[];
  /** All tests of the files, if undefined. */
  readonly tests?: readonly string[];
  readonly mutant?: string;
  readonly hitLimit?: number;
}

/** What Stryker writes into the sources looks here which mutant is active, and notes here what was reached. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

/**
 * Instead of running its one file, serves resident-runner.mjs with runs of tests: starting a worker and loading the
 * sources takes a hundred times longer than most tests. Only the file of a test is evaluated again for each run.
 */
export default class ServeMutants extends TestRunner {
  #request: Request | undefined;
  #isNoticed = false;
  readonly #switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

  async onBeforeCollect(): Promise<void> {
    if (this.#request !== undefined) return;
    // Vitest reports with these to its main thread, which has no use for it.
    Object.assign(this, { onTaskUpdate: undefined, onCollectStart: undefined, onCollected: undefined });
    const channel = new BroadcastChannel("mutants");
    await new Promise(() => {
      channel.addEventListener("message", (event) => {
        void this.#serve((event as Event & { readonly data: Request }).data)
          .catch((error: unknown) => ({ error }))
          .then((answer) => channel.postMessage(answer));
      });
      channel.postMessage("ready");
    });
  }

  async #serve(request: Request): Promise<unknown> {
    this.#request = request;
    Object.assign(this.#switches, { hitCount: 0, hitLimit: request.hitLimit });
    const tests: unknown[] = [];
    for (const path of request.files) {
      this.#isNoticed = false;
      const [file] = (await startTests([path], this)) as [RunnerTestFile];
      const ran = testsIn(file).filter(({ result }) => result !== undefined && result.state !== "skip");
      tests.push(...ran.map(resultOf));
      if (this.#isNoticed) break;
      if (file.result?.state === "fail" && !ran.some(hasFailed)) throw new Error(`${path} cannot be loaded`);
    }
    return { tests, hits: this.#switches.hitCount, mutantCoverage: this.#switches.mutantCoverage };
  }

  /** As if it were a file of the set-up, which Vitest evaluates again each time. */
  override importFile(path: string): unknown {
    return super.importFile(path, "setup");
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const id = idOf(test);
    if (this.#isNoticed || this.#request?.tests?.includes(id) === false) test.mode = "skip";
    await super.onBeforeRunTask(test);
    this.#switches.currentTestId = id;
    this.#switches.activeMutant = this.#request?.mutant;
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    this.#switches.currentTestId = undefined;
    this.#switches.activeMutant = undefined;
    // One test that notices the mutant is enough.
    this.#isNoticed ||= hasFailed(test) && this.#request?.mutant !== undefined;
  }

  override async onAfterRunSuite(): Promise<void> {}
}

function testsIn(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === "suite" ? testsIn(task) : [task]));
}

function hasFailed({ result }: RunnerTestCase): boolean {
  return result?.state === "fail";
}

function resultOf(test: RunnerTestCase): unknown {
  const { duration = 0, errors } = test.result ?? {};
  return {
    id: idOf(test),
    name: test.fullTestName,
    fileName: test.file.filepath,
    timeSpentMs: duration,
    ...(hasFailed(test) ? { status: 1, failureMessage: errors?.[0]?.message ?? "failed" } : { status: 0 }),
  };
}

function idOf({ file, fullTestName }: RunnerTestCase): string {
  return `${relative(process.cwd(), file.filepath)}#${fullTestName}`;
}
