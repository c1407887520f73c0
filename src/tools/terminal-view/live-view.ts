import { onAbort } from "../../lib/aborted.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Keyboard, Output } from "./terminal.ts";
import type { Palette } from "./line.ts";
import { renderView } from "./render-view.ts";
import { Screen } from "./screen.ts";
import { foldEvent, type Viewer, type ViewEvent, type ViewState } from "./view-state.ts";

export interface LiveViewOptions {
  readonly output: Output;
  readonly keyboard: Keyboard;
  readonly palette: Palette;
  readonly clock: Clock;
}

/** At most ten frames per second, however many messages arrive. */
const frameMs = 100;
/** Without messages, only durations change. */
const idleFrameMs = 1000;

const ctrlC = "\u0003";

export class LiveView implements Viewer {
  readonly #options: LiveViewOptions;
  #state: ViewState;
  /** Aborts when the last frame no longer shows the state. */
  #stale = new AbortController();

  constructor(state: ViewState, options: LiveViewOptions) {
    this.#state = state;
    this.#options = options;
  }

  show(event: ViewEvent): void {
    this.#state = foldEvent(this.#state, event, this.#options.clock.now());
    this.#stale.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { clock, keyboard, output, palette } = this.#options;
    const enough = new AbortController();
    const stop = (): void => enough.abort();
    using _ = onAbort(signal, stop);
    const onKey = (key: string): void => {
      if (key === "q" || key === ctrlC) stop();
    };
    using screen = new Screen(output, keyboard, onKey, () => this.#stale.abort());
    // Restore the terminal before any other listener of the signal writes to it.
    enough.signal.addEventListener("abort", () => screen[Symbol.dispose]());
    while (!enough.signal.aborted) {
      const stale = new AbortController();
      this.#stale = stale;
      using _stopped = onAbort(enough.signal, () => stale.abort());
      screen.show(renderView(this.#state, clock.now(), screen.size, palette));
      await clock.sleep(frameMs, enough.signal);
      await clock.sleep(idleFrameMs - frameMs, stale.signal);
    }
  }
}
