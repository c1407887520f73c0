#!/usr/bin/env node
import { constants } from "node:os";
import { dispatch, outOfFiles } from "./cli/dispatch.ts";
import { exitCodes } from "./cli/exit-codes.ts";
import { programName } from "./cli/shell.ts";
import { systemClock } from "./lib/clock.ts";
import { Listeners } from "./lib/listeners.ts";

/** The program ends within two seconds of a signal; an orderly stop takes less. */
const forcedEndMs = 1900;

const stop = new AbortController();
const hangUps = new Listeners<void>();

/** Stops everything, and exits if that takes too long. */
function end(): void {
  if (stop.signal.aborted) return;
  stop.abort();
  setTimeout(() => {
    process.exit();
  }, forcedEndMs).unref();
}

/** Reports a bug with all details and stops everything else in order. */
async function fail(error: unknown): Promise<void> {
  process.exitCode = exitCodes.fault;
  end();
  const scarcity = outOfFiles(error);
  if (scarcity !== undefined) {
    process.stderr.write(`${scarcity}\n`);
    return;
  }
  try {
    const { createLogger } = await import("./ops/logger.ts");
    createLogger({ level: "fatal", format: "auto" }, process.stderr).fatal({ error }, "internal error");
  } catch {
    // Reporting the failure to load or log would recurse forever.
    process.stderr.write(`internal error: ${String(error)}\n`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(128 + constants.signals[signal]);
    end();
  });
}
process.on("SIGHUP", () => {
  // A closed terminal ends the program; a service reloads its configuration.
  if (process.stdout.isTTY || hangUps.size === 0) end();
  else hangUps.notify();
});
process.on("uncaughtException", (error) => void fail(error));
process.on("unhandledRejection", (error) => void fail(error));
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that is gone, such as `head`, is a normal end. A full disk is not, but is no bug either.
    if (error.code !== "EPIPE") {
      process.exitCode = exitCodes.fault;
      if (stream === process.stdout) process.stderr.write(`Cannot write the output: ${error.message}\n`);
    }
    end();
  });
}

try {
  const code = await dispatch(process.argv.slice(2), {
    program: programName(process.argv[1] ?? "", process.cwd()),
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
    onHangUp: (listener) => hangUps.add(listener),
  });
  process.exitCode ??= code;
} catch (error) {
  await fail(error);
}
