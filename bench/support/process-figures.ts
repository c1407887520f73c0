import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of CPU used by all threads of a process. */
export function cpuMsOf(pid: number): number {
  return scheduledMsOf(pid, 0);
}

/** Milliseconds that the threads of a process were ready to run and had no core. */
export function waitedMsOf(pid: number): number {
  return scheduledMsOf(pid, 1);
}

function scheduledMsOf(pid: number, field: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[field]);
    } catch (error) {
      // A thread may end between the listing and the reading.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
  return ns / 1e6;
}

/** The resident memory of a process in megabytes (2^20), now and at its peak. */
export function residentMbOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

/** How often the threads of a process have woken from waiting. */
export function wakeUpsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  }, 0);
}
