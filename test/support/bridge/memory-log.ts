import type { Log } from "../../../src/core/ports.ts";

/** One line of a log. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that keeps its lines. */
export class MemoryLog implements Log {
  /** The lines above debug level. */
  readonly lines: LogLine[] = [];
  readonly #debugLines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.#debugLines.push({ level: "debug", message, fields: { ...fields } });
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

  /** All debug lines. */
  get allDebugged(): readonly LogLine[] {
    return this.#debugLines;
  }

  /** The debug lines with this message. */
  debugged(message: string): LogLine[] {
    return this.#debugLines.filter((line) => line.message === message);
  }

  #add(level: LogLine["level"], fields: object, message: string): void {
    this.lines.push({ level, message, fields: { ...fields } });
  }
}
