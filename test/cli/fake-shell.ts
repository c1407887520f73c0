import { EventEmitter } from "node:events";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { Listeners } from "../../src/lib/listeners.ts";
import type { Shell } from "../../src/cli/shell.ts";
import type { Keyboard, Output } from "../../src/tools/terminal-view/terminal.ts";

export class FakeOutput extends EventEmitter implements Output {
  readonly isTTY: boolean;
  columns = 80;
  rows = 24;
  text = "";

  constructor(isTTY = false) {
    super();
    this.isTTY = isTTY;
  }

  write(text: string): boolean {
    this.text += text;
    return true;
  }

  /** The output since the last call. */
  take(): string {
    const { text } = this;
    this.text = "";
    return text;
  }

  resize(columns: number, rows: number): void {
    Object.assign(this, { columns, rows });
    this.emit("resize");
  }
}

export class FakeKeyboard extends EventEmitter implements Keyboard {
  readonly isTTY: boolean;
  isRaw = false;
  isReading = false;

  constructor(isTTY = true) {
    super();
    this.isTTY = isTTY;
  }

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }

  resume(): this {
    this.isReading = true;
    return this;
  }

  pause(): this {
    this.isReading = false;
    return this;
  }

  type(keys: string): void {
    this.emit("data", Buffer.from(keys));
  }
}

export interface FakeShell extends Shell {
  readonly stdin: FakeKeyboard;
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
  stop(): void;
  hangUp(): void;
}

/** A shell without any surroundings, on a terminal if that is wanted. */
export function fakeShell(
  given: { readonly isTTY?: boolean; readonly env?: NodeJS.ProcessEnv; readonly clock?: Clock } = {},
): FakeShell {
  const { isTTY = false, env = {}, clock = systemClock } = given;
  const controller = new AbortController();
  const hangUps = new Listeners<void>();
  return {
    program: "player2mqtt",
    env,
    cwd: "/nowhere",
    clock,
    stdin: new FakeKeyboard(isTTY),
    stdout: new FakeOutput(isTTY),
    stderr: new FakeOutput(isTTY),
    signal: controller.signal,
    onHangUp: (listener) => hangUps.add(listener),
    hangUp: () => (hangUps.size === 0 ? controller.abort() : hangUps.notify()),
    stop: () => controller.abort(),
  };
}
