export async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    onAbort(signal, resolve);
  });
}

/**
 * Calls back when the signal aborts, at once if it has; disposing ends that. `AbortSignal.any` leaks dependants of a
 * long-lived signal on Node 20 (nodejs/node#55351).
 */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  if (signal.aborted) callback();
  else signal.addEventListener("abort", callback);
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", callback);
    },
  };
}
