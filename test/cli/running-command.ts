import { onTestFinished, vi } from "vitest";
import { dispatch } from "../../src/cli/dispatch.ts";
import { type FakeShell, fakeShell } from "./fake-shell.ts";

export interface RunningCommand {
  readonly shell: FakeShell;
  readonly done: Promise<number>;
}

/** Starts a command; it ends with the test at the latest. */
export function begin(args: readonly string[], shell: FakeShell = fakeShell()): RunningCommand {
  const done = dispatch(args, shell);
  onTestFinished(async () => {
    shell.stop();
    await Promise.allSettled([done]);
  });
  return { shell, done };
}

export async function end({ shell, done }: RunningCommand): Promise<number> {
  shell.stop();
  return done;
}

/** Runs a command that ends by itself. */
export async function call(args: readonly string[], shell: FakeShell = fakeShell()) {
  const { done } = begin(args, shell);
  const code = await done;
  return { code, stdout: shell.stdout.text, stderr: shell.stderr.text };
}

/** Waits until a condition, which says so by not throwing, is met. */
export async function until(condition: () => void): Promise<void> {
  await vi.waitFor(condition, { timeout: 30_000, interval: 20 });
}

/** Waits until the output matches, and gives what was found. */
export async function untilMatch({ shell }: RunningCommand, pattern: RegExp): Promise<string[]> {
  return vi.waitFor(
    () => {
      const found = pattern.exec(shell.stdout.text);
      if (found === null) throw new Error(`no ${pattern} in ${shell.stdout.text}`);
      return [...found];
    },
    { timeout: 30_000, interval: 20 },
  );
}
