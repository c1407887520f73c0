/** The names of the events of the stream. */
export const eventNames = ["hello", "change", "sample", "topics"] as const;

/** Samples arrive every five seconds: a stream that is silent for this long is dead, even if the browser thinks otherwise. */
export const silenceMs = 16_000;

type Message = readonly [name: (typeof eventNames)[number], data: string];

/** An event stream that was opened before the page's own script was there, with what it has sent since. */
interface EarlyStream {
  readonly address: string;
  readonly source: EventSource;
  readonly messages: readonly Message[];
}

/** A script of its own and the page share nothing else. */
const placeOf = () => window as { earlyStream?: EarlyStream & { readonly listening: AbortController } };

/** The address of the event stream for a view, which names the player that it shows. */
export function streamAddress(playerId: string | undefined): string {
  return playerId === undefined ? "api/v1/events" : `api/v1/events?player=${encodeURIComponent(playerId)}`;
}

export function openEarly(playerId: string | undefined): void {
  const address = streamAddress(playerId);
  const [source, messages, listening] = [new EventSource(address), [] as Message[], new AbortController()];
  // The page tries again in its own way, and says so.
  source.addEventListener("error", () => source.close(), { signal: listening.signal });
  for (const name of eventNames) {
    const keep = ({ data }: MessageEvent<string>): void => void messages.push([name, data]);
    source.addEventListener(name, keep, { signal: listening.signal });
  }
  // Where the page's own script never comes, nobody ends it, and it would keep all that it is sent.
  setTimeout(() => listening.signal.aborted || source.close(), silenceMs);
  placeOf().earlyStream = { address, source, messages, listening };
}

/** Takes over the stream that was opened early; once, and only if it is open and of this address. */
export function takeEarly(address: string): Pick<EarlyStream, "source" | "messages"> {
  const place = placeOf();
  const { earlyStream: early } = place;
  delete place.earlyStream;
  early?.listening.abort();
  if (early?.address === address && early.source.readyState !== EventSource.CLOSED) return early;
  early?.source.close();
  return { source: new EventSource(address), messages: [] };
}
