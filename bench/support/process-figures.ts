import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of CPU used by all threads of a process. */
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

/** Milliseconds in which the first thread of a process ran, or was ready without getting a core. */
export function wantedMsOf(pid: number): number {
  const { ranNs, waitedNs } = readSchedule(`/proc/${pid}`);
  return (ranNs + waitedNs) / 1e6;
}

function readSchedule(folder: string): { readonly ranNs: number; readonly waitedNs: number } {
  const [ranNs, waitedNs] = readFileSync(`${folder}/schedstat`, "utf8").split(" ");
  return { ranNs: Number(ranNs), waitedNs: Number(waitedNs) };
}

/** The resident memory of a process in megabytes (2^20), now and at its peak. */
export function residentMbOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
