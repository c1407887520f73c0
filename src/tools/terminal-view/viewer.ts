import type { ViewEvent } from "./view-state.ts";

/** Shows what it is told, in one way or another. */
export interface Viewer {
  tell(event: ViewEvent): void;
  /** Shows until the signal aborts, or until whoever watches has seen enough. */
  run(signal: AbortSignal): Promise<void>;
}
