export interface Output {
  write(text: string): boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

export interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  on(event: "data", listener: (keys: Buffer) => void): unknown;
  off(event: "data", listener: (keys: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** The terminal of a command, or the pipes in its place. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Keyboard;
  readonly stdout: Output;
  readonly stderr: Output;
}
