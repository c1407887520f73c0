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
  #wake: () => void = () => {};
  #isStale = true;

  constructor(state: ViewState, options: LiveViewOptions) {
    this.#state = state;
    this.#options = options;
  }

  show(event: ViewEvent): void {
    this.#state = foldEvent(this.#state, event, this.#options.clock.now());
    this.#refresh();
  }

  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { clock, keyboard, output, palette } = this.#options;
    const enough = new AbortController();
    const stop = (): void => enough.abort();
    signal.addEventListener("abort", stop);
    const onKey = (key: string): void => {
      if (key === "q" || key === ctrlC) stop();
    };
    const screen = new Screen(output, keyboard, onKey, () => this.#refresh());
    // Restore the terminal before any other listener of the signal writes to it.
    enough.signal.addEventListener("abort", () => screen[Symbol.dispose]());
    try {
      while (!enough.signal.aborted) {
        this.#isStale = false;
        screen.show(renderView(this.#state, clock.now(), screen.size, palette));
        await clock.sleep(frameMs, enough.signal);
        await this.#untilStale(idleFrameMs - frameMs, enough.signal);
      }
    } finally {
      signal.removeEventListener("abort", stop);
      screen[Symbol.dispose]();
    }
  }

  #refresh(): void {
    this.#isStale = true;
    this.#wake();
  }

  async #untilStale(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isStale || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        cancel();
        signal.removeEventListener("abort", finish);
        resolve();
      };
      const cancel = this.#options.clock.after(ms, finish);
      signal.addEventListener("abort", finish);
      this.#wake = finish;
    });
    this.#wake = () => {};
  }
}
