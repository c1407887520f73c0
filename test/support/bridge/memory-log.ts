import type { Log } from "../../../src/core/ports.ts";

/** One line of a log. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that remembers. */
export class MemoryLog implements Log {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.#add("debug", fields, message);
  }

  info(fields: object, message: string): void {
    this.#add("info", fields, message);
  }

  warn(fields: object, message: string): void {
    this.#add("warn", fields, message);
  }

  error(fields: object, message: string): void {
    this.#add("error", fields, message);
  }

  /** The lines with this message. */
  saying(message: string): LogLine[] {
    return this.lines.filter((line) => line.message === message);
  }

  #add(level: LogLine["level"], fields: object, message: string): void {
    this.lines.push({ level, message, fields: { ...fields } });
  }
}
