import type { StreamEvents } from "../src/extensions/page/wire.ts";
import { eventNames, silenceMs, streamAddress, takeEarly } from "./early-stream.ts";

export type StreamHandlers = {
  readonly [Name in keyof StreamEvents]: (value: StreamEvents[Name]) => void;
} & { readonly lost: () => void; readonly signedOut: () => void };

/** Between two tries: short enough that the page is back within a second of the bridge, and rare where nobody looks. */
const pauseMs = 700;
const hiddenPauseMs = 10_000;

/** Follows the event stream and reconnects after every loss; the returned function ends that. */
export function followStream(playerId: string | undefined, handlers: StreamHandlers): () => void {
  const address = streamAddress(playerId);
  let source: EventSource | undefined;
  let timer: number | undefined;
  let isLost = false;
  let tries = 0;
  let isOver = false;

  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = window.setTimeout(then, ms);
  };
  const lose = (): void => {
    source?.close();
    handlers.lost();
    isLost = true;
    wait(document.hidden ? hiddenPauseMs : pauseMs, () => void again());
  };
  // An EventSource does not report why it failed: check whether the sign-in has expired instead of retrying forever.
  const again = async (): Promise<void> => {
    const own = (tries += 1);
    // On a connection that is dead, the question hangs for minutes.
    wait(silenceMs, () => void again());
    // Another view may have followed meanwhile with a stream of its own, or another try: this one may have hung.
    const isOld = (): boolean => isOver || own !== tries;
    try {
      const { status } = await window.fetch("page/session", { cache: "no-store" });
      if (isOld()) return;
      if (status !== 401) return open();
      clearTimeout(timer);
      handlers.signedOut();
    } catch {
      if (!isOld()) lose();
    }
  };
  const open = (): void => {
    // The one before may still be connecting.
    source?.close();
    const early = takeEarly(address);
    ({ source } = early);
    source.addEventListener("error", lose);
    wait(silenceMs, lose);
    const receive = (name: keyof StreamEvents, data: string): void => {
      wait(silenceMs, lose);
      isLost = false;
      handlers[name](JSON.parse(data));
    };
    for (const name of eventNames) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => receive(name, data));
    }
    for (const [name, data] of early.messages) receive(name, data);
  };

  const look = (): void => {
    if (isLost && !document.hidden) wait(0, () => void again());
  };

  open();
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
    source?.close();
  };
}
