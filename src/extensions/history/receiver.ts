import type { HistoryEvent, TrackFacts } from "../../core/history/history.ts";
import type { ListensSettings, TraktSettings, Unsent, WebhookSettings } from "../../core/history/unsent.ts";
import type { Post } from "./post.ts";

export interface ReceiverSettings {
  readonly listens: readonly ListensSettings[];
  readonly webhooks: readonly WebhookSettings[];
  readonly trakt: readonly TraktSettings[];
}

export interface HeardOn {
  readonly id: string;
  readonly model: string | undefined;
}

export interface Receiver {
  readonly name: string;
  /** The settings that it is made from. */
  readonly from: Partial<ReceiverSettings>;
  wants(playerId: string, event: HistoryEvent): boolean;
  /** Rejects if a file with its secret cannot be read, with UnavailableError if that may end by itself. */
  post(player: HeardOn, item: Unsent): Promise<Post>;
  /** Whether it has waited so long that it is no longer true; absent if it stays true. */
  isOutdated?(item: Unsent): boolean;
  /** A track that begins; absent if it takes no notice. */
  playing?(player: HeardOn, track: NowHeard): Promise<Post> | undefined;
  denied?(): void;
}

export interface NowHeard {
  readonly facts: TrackFacts;
  readonly durationSeconds: number | undefined;
}
