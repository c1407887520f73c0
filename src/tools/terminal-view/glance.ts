/** One look at the players. */
export interface Glance {
  readonly now: number;
  readonly width: number;
  /** How many outcomes are told of each player. */
  readonly outcomes: number;
  /** Whether what was said last still counts: the broker and the bridge are there. */
  readonly isCurrent: boolean;
}
