/** Playback from Bluetooth (4) or from a network source (any other number but 5). */
export interface ExternalSource {
  readonly playType: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly picture: string;
  readonly isPlaying: boolean;
  readonly positionMs: number;
  readonly durationMs: number;
  readonly service?: string;
  /** The sample rate of its signal; 0 if the player does not report it. */
  readonly sampleRateHz?: number;
  readonly codec?: string;
  /** Whether the player only passes it on, as an input from a television: it then denies everything. */
  readonly isPassThrough?: boolean;
}

const plain = { artist: "", album: "", picture: "", isPlaying: true, positionMs: 65_000, durationMs: 0 };

/** The sources that a player can start with instead of its own film or music. */
export const externalSources = {
  radio: { ...plain, playType: 6, title: "Harbour Radio: the evening concert", service: "Harbour Radio" },
  television: { ...plain, playType: 8, title: "Television", isPassThrough: true },
} satisfies Record<string, ExternalSource>;

export type SourceName = keyof typeof externalSources;

/** The tag of the input for the sound of a television. */
export const televisionInput = "EARC";
