/* What the page is told, and what it says: types alone, shared by the server and the browser. */

/** One input or output as the page shows it. */
export interface OptionView {
  readonly tag: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Whether the player has a picture of it. */
  readonly hasIcon: boolean;
}

/** What can be chosen, and what is. */
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
  /** What the player tells about the current output. */
  readonly facts: readonly FactView[];
}

/** Where a video stands, so that the page can let it move on by itself. */
export interface PositionView {
  readonly seconds: number;
  /** Date, in milliseconds, of this position. */
  readonly at: number;
}

/** What a video does. */
export interface VideoView {
  readonly state: "playing" | "paused" | "idle" | "unknown";
  readonly title: string;
  readonly durationSeconds: number | undefined;
  /** Short facts: resolution, codec, frames, what the screen gets. */
  readonly facts: readonly string[];
  readonly details: readonly FactView[];
}

/** What the music queue is at. */
export interface MusicView {
  /** Whether it can be heard now; unknown where the player tells only its queue. */
  readonly state: "playing" | "paused" | "idle" | "unknown";
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Zero-based place in the queue. */
  readonly current: number | undefined;
  readonly total: number;
  readonly format: string;
  /** Stands for the cover of the track, another one for each; empty where the player tells of none. */
  readonly cover: string;
}

/** Whether a player is there. */
export interface PresenceView {
  readonly availability: "unknown" | "online" | "offline";
  /** Date, in milliseconds, since when it is so; of a player that is gone, since when it is silent. */
  readonly since: number;
  /** Why the last request brought no answer; undefined while the player answers. */
  readonly failure: string | undefined;
  readonly failures: number;
}

/** Who a player is. */
export interface IdentityView {
  readonly name: string;
  readonly address: string;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  /** It answers, but has none of what the bridge reads. */
  readonly isWithoutFamilies: boolean;
}

/** The end of one command. */
export interface CommandView {
  /** Grows with every command of this bridge. */
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

/** How long the two lists are, and a mark that changes with them. */
export interface ListsView {
  readonly playlist: { readonly size: number; readonly current: number; readonly mark: number };
  readonly queue: { readonly size: number; readonly current: number; readonly mark: number };
}

/** What can be set besides inputs and outputs. */
export interface ControlsView {
  /** Whether video and music can be paused and skipped from here. */
  readonly hasVideoPlayback: boolean;
  readonly hasMusicPlayback: boolean;
  /** Per cent; null where the player does not let it be set. */
  readonly volume: number | null;
  /** Null where the player cannot be muted. */
  readonly isMuted: boolean | null;
}

/** All parts of a player; a change brings only the parts that differ. */
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
  /** Players are looked for on the network, not listed. */
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
  /** What a person should know, in plain words. */
  readonly warnings: readonly string[];
}

/** Figures taken every few seconds, the oldest first. */
export interface SamplesView {
  readonly everySeconds: number;
  readonly messagesPerMinute: readonly number[];
  /** By player; null where nothing was answered. */
  readonly latencyMs: Readonly<Record<string, readonly (number | null)[]>>;
}

/** What the doctor found out about one thing. */
export interface FindingView {
  readonly check: string;
  readonly verdict: "good" | "note" | "warning" | "fault" | "skipped";
  readonly text: string;
  readonly advice?: string;
}

/** What findings are about. */
export interface AreaView {
  readonly id: string;
  readonly title: string;
  readonly subject: string;
  readonly findings: readonly FindingView[];
  readonly isDone: boolean;
}

/** How far the doctor is. */
export interface CheckView {
  readonly state: "idle" | "running" | "done" | "failed";
  readonly areas: readonly AreaView[];
  /** Why the examination could not be finished. */
  readonly reason: string;
}

/** Everything, at the beginning of each stream. */
export interface Hello {
  /** The server's date in milliseconds: the browser's may be another. */
  readonly now: number;
  /** To be sent back with whatever changes something. */
  readonly forgeryToken: string;
  readonly canSignOut: boolean;
  readonly bridge: BridgeView;
  readonly players: readonly PlayerView[];
  readonly samples: SamplesView;
  /** Null where this bridge has no doctor. */
  readonly check: CheckView | null;
}

/** What changed since the last event. */
export interface Change {
  readonly bridge?: BridgeView;
  /** Only the parts that differ, by player. */
  readonly players?: Readonly<Record<string, Partial<PlayerParts>>>;
  readonly added?: readonly PlayerView[];
  readonly removed?: readonly string[];
  readonly check?: CheckView;
}

/** The newest figures. */
export interface Sample {
  readonly messagesPerMinute: number;
  readonly latencyMs: Readonly<Record<string, number | null>>;
}

/** Topics of the player that is watched closely, and their values; null for one that is no more. */
export type TopicChanges = Readonly<Record<string, string | null>>;

/** The events of the stream. */
export interface StreamEvents {
  readonly hello: Hello;
  readonly change: Change;
  readonly sample: Sample;
  readonly topics: TopicChanges;
}
