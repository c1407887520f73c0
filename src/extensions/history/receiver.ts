import type { HistoryEvent, TrackFacts } from "../../core/history/history.ts";
import type { ListensSettings, TraktSettings, WebhookSettings } from "../../core/history/unsent.ts";
import type { Post } from "./post.ts";

export interface ReceiverSettings {
  readonly listens: readonly ListensSettings[];
  readonly webhooks: readonly WebhookSettings[];
  readonly trakt: readonly TraktSettings[];
}

/** A player as the receivers know it. */
export interface HeardOn {
  readonly id: string;
  readonly model: string | undefined;
}

/** Takes what was heard or seen. */
export interface Receiver {
  readonly name: string;
  /** The settings that it is made from. */
  readonly from: Partial<ReceiverSettings>;
  wants(playerId: string, event: HistoryEvent): boolean;
  /** Rejects if a file with its secret cannot be read. */
  post(player: HeardOn, event: HistoryEvent): Promise<Post>;
  /** A track that begins; absent if it takes no notice. */
  playing?(player: HeardOn, track: NowHeard): Promise<Post> | undefined;
  /** The receiver has refused its token. */
  denied?(): void;
}

export interface NowHeard {
  readonly facts: TrackFacts;
  readonly durationSeconds: number | undefined;
}
