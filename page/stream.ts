import type { StreamEvents } from "../src/extensions/page/wire.ts";

export type StreamHandlers = {
  readonly [Name in keyof StreamEvents]: (value: StreamEvents[Name]) => void;
} & { readonly lost: () => void; readonly signedOut: () => void };

const eventNames = ["hello", "change", "sample", "topics"] as const;
/** Samples arrive every five seconds: a stream that is silent for this long is dead, even if the browser thinks otherwise. */
const silenceMs = 16_000;
/** Between two tries: short enough that the page is back within a second of the bridge, and rare where nobody looks. */
const pauseMs = 700;
const hiddenPauseMs = 10_000;

/** Follows the event stream and reconnects after every loss; the returned function ends that. */
export function followStream(playerId: string | undefined, handlers: StreamHandlers): () => void {
  const address =
    playerId === undefined ? "api/v1/events" : `api/v1/events?player=${encodeURIComponent(playerId)}`;
  let source: EventSource | undefined;
  let timer: number | undefined;
  let isLost = false;
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
    try {
      const { status } = await window.fetch("page/session", { cache: "no-store" });
      // Another view may have followed meanwhile, with a stream of its own.
      if (isOver) return;
      if (status === 401) handlers.signedOut();
      else open();
    } catch {
      if (!isOver) lose();
    }
  };
  const open = (): void => {
    source = new EventSource(address);
    source.addEventListener("error", lose);
    wait(silenceMs, lose);
    for (const name of eventNames) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        wait(silenceMs, lose);
        isLost = false;
        handlers[name](JSON.parse(data));
      });
    }
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
