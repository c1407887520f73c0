import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of CPU that a process has used, all its threads together. */
export function cpuMsOf(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += readSchedule(`/proc/${pid}/task/${thread}`).ranNs;
    } catch (error) {
      // A thread may end between the listing and the reading.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
  return ns / 1e6;
}

/** Milliseconds for which the first thread of a process ran, or wanted to and had no core. */
export function wantedMsOf(pid: number): number {
  const { ranNs, waitedNs } = readSchedule(`/proc/${pid}`);
  return (ranNs + waitedNs) / 1e6;
}

function readSchedule(folder: string): { readonly ranNs: number; readonly waitedNs: number } {
  const [ranNs, waitedNs] = readFileSync(`${folder}/schedstat`, "utf8").split(" ");
  return { ranNs: Number(ranNs), waitedNs: Number(waitedNs) };
}

/** Megabytes (2^20) of memory that a process has resident, now and at most so far. */
export function residentMbOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
