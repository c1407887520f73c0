/* The messages between page and server: types only, shared by the server and the browser. */

/** One input or output as the page shows it. */
export interface OptionView {
  readonly tag: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Whether the player has a picture of it. */
  readonly hasIcon: boolean;
}

/** The entries of a selector, and the current one. */
export interface SelectorView {
  readonly current: string | undefined;
  readonly options: readonly OptionView[];
}

/** A label and its text. */
export interface FactView {
  readonly label: string;
  readonly text: string;
}

/** The audio routing. */
export interface AudioView {
  readonly input: SelectorView;
  readonly output: SelectorView;
  /** The player's description of the current output. */
  readonly facts: readonly FactView[];
}

/** The position of a video, so that the page can advance it by itself. */
export interface PositionView {
  readonly seconds: number;
  /** When this position was read, as a date in milliseconds. */
  readonly at: number;
}

/** The state of a video. */
export interface VideoView {
  readonly state: "playing" | "paused" | "idle" | "unknown";
  readonly title: string;
  readonly durationSeconds: number | undefined;
  /** Short facts: resolution, codec, frame rate, output format. */
  readonly facts: readonly string[];
  readonly details: readonly FactView[];
}

/** The state of the music queue. */
export interface MusicView {
  /** Whether it is audible now; unknown if the player reports only its queue. */
  readonly state: "playing" | "paused" | "idle" | "unknown";
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Zero-based place in the queue. */
  readonly current: number | undefined;
  readonly total: number;
  readonly format: string;
  /** A key for the cover of the track, different for each cover; empty if there is none. */
  readonly cover: string;
}

/** The availability of a player. */
export interface PresenceView {
  readonly availability: "unknown" | "online" | "offline";
  /** Since when, as a date in milliseconds; for an offline player, the time of its last answer. */
  readonly since: number;
  /** Why the last request failed; undefined while the player answers. */
  readonly failure: string | undefined;
  readonly failures: number;
}

/** The identity of a player. */
export interface IdentityView {
  readonly name: string;
  readonly address: string;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  /** It answers, but supports none of the resources that the bridge reads. */
  readonly isUnsupported: boolean;
}

/** The outcome of one command. */
export interface CommandView {
  /** Increases with every command of this bridge. */
  readonly number: number;
  readonly command: string;
  readonly request: string;
  readonly outcome: "applied" | "unchanged" | "rejected" | "superseded" | "expired" | "failed";
  readonly tag: string | undefined;
  readonly reason: string | undefined;
  readonly durationMs: number;
  /** Date, in milliseconds. */
  readonly at: number;
}

/** The lengths of the two lists, and a revision that changes with them. */
export interface ListsView {
  readonly playlist: { readonly size: number; readonly current: number; readonly mark: number };
  readonly queue: { readonly size: number; readonly current: number; readonly mark: number };
}

/** The controls besides inputs and outputs. */
export interface ControlsView {
  /** Whether video and music can be paused and skipped from the page. */
  readonly hasVideoPlayback: boolean;
  readonly hasMusicPlayback: boolean;
  /** Per cent; null if the player does not allow setting it. */
  readonly volume: number | null;
  /** Null if the player cannot be muted. */
  readonly isMuted: boolean | null;
}

/** All parts of a player; a change contains only the parts that differ. */
export interface PlayerParts {
  readonly identity: IdentityView;
  readonly presence: PresenceView;
  readonly audio: AudioView | null;
  readonly video: VideoView | null;
  readonly position: PositionView | null;
  readonly music: MusicView | null;
  readonly controls: ControlsView;
  readonly lists: ListsView;
  /** The newest first. */
  readonly commands: readonly CommandView[];
}

/** A player on the page. */
export interface PlayerView extends PlayerParts {
  readonly id: string;
}

/** The bridge itself. */
export interface BridgeView {
  readonly version: string;
  readonly baseTopic: string;
  /** Whether players are discovered instead of configured. */
  readonly findsPlayers: boolean;
  /** Date, in milliseconds. */
  readonly startedAt: number;
  readonly broker: {
    readonly url: string;
    readonly isEmbedded: boolean;
    readonly isConnected: boolean;
    /** Date, in milliseconds, of the last change. */
    readonly since: number;
    readonly protocol: "5" | "3.1.1" | undefined;
    readonly clientId: string;
    /** Why there is no connection. */
    readonly reason: string | undefined;
  };
  /** Notes for the user, in plain words. */
  readonly warnings: readonly string[];
}

/** Samples taken every few seconds, oldest first. */
export interface SamplesView {
  readonly everySeconds: number;
  readonly messagesPerMinute: readonly number[];
  /** By player; null without an answer. */
  readonly latencyMs: Readonly<Record<string, readonly (number | null)[]>>;
}

/** One finding of the doctor. */
export interface FindingView {
  readonly check: string;
  readonly verdict: "good" | "note" | "warning" | "fault" | "skipped";
  readonly text: string;
  readonly advice?: string;
}

/** A group of findings. */
export interface AreaView {
  readonly id: string;
  readonly title: string;
  readonly subject: string;
  readonly findings: readonly FindingView[];
  readonly isDone: boolean;
}

/** The progress of the doctor. */
export interface CheckView {
  readonly state: "idle" | "running" | "done" | "failed";
  readonly areas: readonly AreaView[];
  /** Why the examination could not be finished. */
  readonly reason: string;
}

/** The complete state, at the beginning of each stream. */
export interface Hello {
  /** The server's date in milliseconds; the browser's may differ. */
  readonly now: number;
  /** Must be sent back with every change. */
  readonly forgeryToken: string;
  readonly canSignOut: boolean;
  readonly bridge: BridgeView;
  readonly players: readonly PlayerView[];
  readonly samples: SamplesView;
  /** Null if this bridge has no doctor. */
  readonly check: CheckView | null;
}

/** The changes since the last event. */
export interface Change {
  readonly bridge?: BridgeView;
  /** Only the parts that differ, by player. */
  readonly players?: Readonly<Record<string, Partial<PlayerParts>>>;
  readonly added?: readonly PlayerView[];
  readonly removed?: readonly string[];
  readonly check?: CheckView;
}

/** The newest samples. */
export interface Sample {
  readonly messagesPerMinute: number;
  readonly latencyMs: Readonly<Record<string, number | null>>;
}

/** Topics of the player that is shown in detail, and their values; null for a removed topic. */
export type TopicChanges = Readonly<Record<string, string | null>>;

/** The events of the stream. */
export interface StreamEvents {
  readonly hello: Hello;
  readonly change: Change;
  readonly sample: Sample;
  readonly topics: TopicChanges;
}
