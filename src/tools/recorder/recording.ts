/** What stands in a bundle's `format`. */
export const recordingFormat = "player2mqtt-recording";
/** Grows when something in a bundle changes its meaning. docs/recording.md describes it. */
export const recordingVersion = 1;

/** How the end of a body was told. */
export type Framing = "length" | "chunked" | "close";

/** One answer, or why there was none. */
export type Sample =
  | {
      /** Milliseconds after the first request. */
      readonly atMs: number;
      readonly latencyMs: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly framing: Framing;
      /** `base64` where the body is no UTF-8. */
      readonly encoding: "utf8" | "base64";
      readonly body: string;
    }
  | { readonly atMs: number; readonly latencyMs: number; readonly fault: string };

/** An operation with its answers, the oldest first. */
interface RecordedOperation {
  readonly path: string;
  readonly samples: readonly Sample[];
}

/** A player as it answered, safe to be shown to anybody. */
export interface Recording {
  readonly format: typeof recordingFormat;
  readonly version: typeof recordingVersion;
  readonly recordedBy: string;
  /** The day; more of it is nobody's business. */
  readonly recordedAt: string;
  readonly prefix: string;
  readonly titlesHidden: boolean;
  /** How many secrets were replaced, by kind. */
  readonly replaced: Readonly<Record<string, number>>;
  /** What a reader has to know: what was cut, what did not answer. */
  readonly notes: readonly string[];
  readonly operations: readonly RecordedOperation[];
}
