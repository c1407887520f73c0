export const recordingFormat = "player2mqtt-recording";
/** Increases when the meaning of a field changes. docs/recording.md describes the format. */
export const recordingVersion = 1;

export type Framing = "length" | "chunked" | "close";

export type Sample =
  | {
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

export interface Recording {
  readonly format: typeof recordingFormat;
  readonly version: typeof recordingVersion;
  readonly recordedBy: string;
  /** The day, without the time. */
  readonly recordedAt: string;
  readonly family: string;
  readonly titlesHidden: boolean;
  readonly replaced: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  readonly operations: readonly { readonly path: string; readonly samples: readonly Sample[] }[];
}
