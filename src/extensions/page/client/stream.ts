import type { StreamEvents } from "../wire.ts";

/** The handlers of stream events. */
export type StreamHandlers = {
  readonly [Name in keyof StreamEvents]: (value: StreamEvents[Name]) => void;
} & {
  readonly lost: () => void;
  readonly signedOut: () => void;
};

const eventNames = ["hello", "change", "sample", "topics"] as const;
/** Samples arrive every five seconds: a stream that is silent for this long is dead, even if the browser thinks otherwise. */
const silenceMs = 16_000;
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** Follows the event stream and reconnects after every loss; the returned function ends that. */
export function followStream(playerId: string | undefined, handlers: StreamHandlers): () => void {
  const address =
    playerId === undefined ? "api/v1/events" : `api/v1/events?player=${encodeURIComponent(playerId)}`;
  let source: EventSource | undefined;
  let timer: number | undefined;
  let pauseMs = firstPauseMs;

  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = window.setTimeout(then, ms);
  };
  const lose = (): void => {
    source?.close();
    handlers.lost();
    wait(pauseMs, () => void again());
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.6);
  };
  // An EventSource does not report why it failed: check whether the sign-in has expired instead of retrying forever.
  const again = async (): Promise<void> => {
    try {
      const { status } = await window.fetch("page/session", { cache: "no-store" });
      if (status === 401) handlers.signedOut();
      else open();
    } catch {
      lose();
    }
  };
  const open = (): void => {
    source = new EventSource(address);
    source.addEventListener("error", lose);
    wait(silenceMs, lose);
    for (const name of eventNames) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        wait(silenceMs, lose);
        pauseMs = firstPauseMs;
        handlers[name](JSON.parse(data));
      });
    }
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
