/** From where an operation is known, the surest first; docs/dev/player-api.md says what each word means. */
export const certainties = ["specified", "high", "medium", "low"] as const;

export type Certainty = (typeof certainties)[number];

export interface Known {
  readonly sure: Certainty;
  /** It replaces the queue, too, and players confirm what they cannot do. */
  readonly doesMore?: true;
}

/** Whether an operation is used only with `controls.experimental`. */
export function isExperimental({ sure, doesMore }: Known): boolean {
  return sure === "low" || doesMore === true;
}
