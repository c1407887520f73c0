import type { Log } from "../../../src/core/ports.ts";

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export class MemoryLog implements Log {
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

  saying(message: string): LogLine[] {
    return this.lines.filter((line) => line.message === message);
  }

  get allDebugged(): readonly LogLine[] {
    return this.#debugLines;
  }

  debugged(message: string): LogLine[] {
    return this.#debugLines.filter((line) => line.message === message);
  }

  #add(level: LogLine["level"], fields: object, message: string): void {
    this.lines.push({ level, message, fields: { ...fields } });
  }
}
