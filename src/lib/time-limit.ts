import { onAbort } from "./aborted.ts";
import type { Alarm } from "./clock.ts";

/** A signal that aborts after a time, or with its parent; disposing ends both. */
export function timeLimit(
  ms: number,
  clock: Alarm,
  parent?: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(parent?.reason);
  const forwarding = parent && onAbort(parent, abort);
  const cancel = clock.after(ms, abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      cancel();
      forwarding?.[Symbol.dispose]();
    },
  };
}
