import { eventually } from "../eventually.ts";

/** Waits until the check neither throws nor returns a falsy value; returns its value. */
export async function until<T>(
  check: () => T | false | undefined | Promise<T | false | undefined>,
  timeoutMs?: number,
): Promise<T> {
  return eventually(async () => {
    const said = await check();
    if (said === false || said === undefined) throw new Error(`still not so: ${check.toString()}`);
    return said;
  }, timeoutMs);
}
