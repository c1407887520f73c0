/**
 * How long this process waits for some work. Time in which the process itself could not run, because the machine is busy,
 * does not count: a tick that is late counts once.
 */
export async function waitedMs(work: () => PromiseLike<unknown>): Promise<number> {
  const tickMs = 10;
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), tickMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return ticks * tickMs;
}
