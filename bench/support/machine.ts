import { spawnSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { version } from "../../src/version.ts";
import type { Pace } from "./bench.ts";

/** The origin of the figures: machine and versions, in one sentence. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const first = (command: string, args: readonly string[]): string =>
    spawnSync(command, args, { encoding: "utf8" }).stdout?.split("\n")[0]?.trim() ?? "";
  const mosquitto = /version (\S+)/.exec(first("mosquitto", ["-h"]))?.[1] ?? "none";
  const python = first("/usr/bin/python3", ["--version"]);
  return (
    `${new Date().toISOString().slice(0, 10)}, player2mqtt ${version}: ${cpus().length} × ${cpu?.model.trim() ?? "?"}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; ` +
    `Node ${process.version}, mosquitto ${mosquitto}, ${python}`
  );
}

/** The conditions of the measurement, in one sentence: a busy machine or a quick run spreads the figures. */
export function describeRun({ rounds, isQuick }: Pace, loads: readonly string[]): string {
  const how = isQuick ? "A quick run with short windows" : `A full run with ${rounds} rounds`;
  return `${how}; load of the machine before each: ${loads.join(", ")}.`;
}
