export async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    onAbort(signal, resolve);
  });
}

/** At once if it has aborted. `AbortSignal.any` leaks dependants of a long-lived signal on Node 20 (nodejs/node#55351). */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  if (signal.aborted) callback();
  else signal.addEventListener("abort", callback);
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", callback);
    },
  };
}
