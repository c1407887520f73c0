/** Where a command writes; process.stdout is one. */
export interface Output {
  write(text: string): boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Where keys come from; process.stdin is one. */
export interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  on(event: "data", listener: (keys: Buffer) => void): unknown;
  off(event: "data", listener: (keys: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** What surrounds a command: all it knows of the process it runs in. */
export interface Shell {
  /** How this program was called, to be shown in examples: `player2mqtt`, `node dist/main.js`. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: Keyboard;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
  /** Calls back when the process is asked to look at its configuration again; the returned function ends that. */
  readonly onHangUp: (listener: () => void) => () => void;
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
