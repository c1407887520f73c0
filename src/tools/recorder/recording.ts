/** The value of `format` in a recording. */
export const recordingFormat = "player2mqtt-recording";
/** Increases when the meaning of a field changes. docs/recording.md describes the format. */
export const recordingVersion = 1;

/** How the end of a body was marked. */
export type Framing = "length" | "chunked" | "close";

/** One answer, or the fault. */
export type Sample =
  | {
      /** Milliseconds after the first request. */
      readonly atMs: number;
      readonly latencyMs: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly framing: Framing;
      /** `base64` if the body is not UTF-8. */
      readonly encoding: "utf8" | "base64";
      readonly body: string;
    }
  | { readonly atMs: number; readonly latencyMs: number; readonly fault: string };

/** An operation with its answers, the oldest first. */
interface RecordedOperation {
  readonly path: string;
  readonly samples: readonly Sample[];
}

/** A recorded player, safe to share. */
export interface Recording {
  readonly format: typeof recordingFormat;
  readonly version: typeof recordingVersion;
  readonly recordedBy: string;
  /** The day, without the time. */
  readonly recordedAt: string;
  /** The family of the player. What the family says about it stands beside. */
  readonly family: string;
  readonly titlesHidden: boolean;
  /** How many secrets were replaced, by kind. */
  readonly replaced: Readonly<Record<string, number>>;
  /** Remarks for the reader: cut lists, missing answers. */
  readonly notes: readonly string[];
  readonly operations: readonly RecordedOperation[];
}
