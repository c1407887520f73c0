import { type DestinationStream, type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { LogLine } from "../core/ports.ts";

export interface LoggerOptions {
  readonly level: string;
  readonly format: "auto" | "pretty" | "json";
}

export interface LogDestination extends DestinationStream {
  readonly isTTY?: boolean;
  readonly fd?: number;
}

/** The maximum of lines buffered in memory while the disk is full or nobody reads the pipe. */
const maxWaitingBytes = 1_048_576;
const retryMs = 1000;

const secretPaths = ["password", "psk", "token"].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export function createLogger(
  options: LoggerOptions,
  destination: LogDestination = process.stdout,
  onLine?: (line: LogLine) => void,
): Logger {
  const isTerminal = destination.isTTY === true;
  const sink = lasting(destination, (lines) => {
    log.warn({ lines }, "dropped log lines: output was blocked");
  });
  const isPretty = options.format === "pretty" || (options.format === "auto" && isTerminal);
  const log = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: "[hidden]" },
      serializers: { error: pino.stdSerializers.err },
      hooks: {
        streamWrite: (line) => {
          const shown = showControls(hideSecretsInAddresses(line));
          onLine?.(readLine(shown));
          return shown;
        },
      },
    },
    isPretty ? prettyDestination(sink, isTerminal) : sink,
  );
  return log;
}

/** The parts of a JSON line that may be published. */
function readLine(text: string): LogLine {
  const { level, time, msg, player, ...fields } = JSON.parse(text) as {
    readonly level: number;
    readonly time: string;
    readonly msg: string;
    readonly player?: unknown;
    readonly [field: string]: unknown;
  };
  const { reason } = fields;
  return {
    time,
    level: level < 30 ? "debug" : level < 40 ? "info" : level < 50 ? "warn" : "error",
    message: msg,
    ...(typeof player === "string" && { player }),
    ...(typeof reason === "string" && { reason }),
    details: Object.entries(fields)
      .map(([name, value]) => `${name}: ${fieldText(value)}`)
      .join(", "),
  };
}

/** A field in words; an error without its stack. */
function fieldText(value: unknown): string {
  if (typeof value === "string") return value;
  const isError = typeof value === "object" && value !== null && "message" in value;
  return isError ? String(value.message) : JSON.stringify(value);
}

/**
 * A full disk, or a pipe that is closed or that nobody reads, loses lines, but neither ends nor stops the process: Node
 * never waits for a pipe, and without a retry sonic-boom does not either. Writing resumes when it is possible again.
 */
function lasting(destination: LogDestination, onLost: (lines: number) => void): DestinationStream {
  if (destination.fd === undefined) return destination;
  const dest = { dest: destination.fd, sync: true, maxLength: maxWaitingBytes, retryEAGAIN: () => false };
  const file = pino.destination(dest);
  let lost = 0;
  let retry: NodeJS.Timeout | undefined;
  file.on("drop", () => {
    lost += 1;
  });
  file.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EAGAIN") return;
    // The next line may be hours away.
    retry ??= setTimeout(() => {
      retry = undefined;
      // Writes what waits; flushSync would wait for a full disk.
      file.write("");
    }, retryMs).unref();
  });
  file.on("drain", () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) onLost(lines);
  });
  return file;
}

/** Pretty lines, written synchronously so that the last one before an exit is not lost. */
function prettyDestination(sink: DestinationStream, isTerminal: boolean): DestinationStream {
  const prettify = prettyFactory({
    colorize: isTerminal,
    ignore: "pid,hostname",
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => sink.write(prettify(line) ?? "") };
}

/** An address may hold credentials before its host, and a key to somebody's account in its query. */
function hideSecretsInAddresses(line: string): string {
  if (!line.includes("://")) return line;
  // A line is JSON: a backslash belongs to the character after it.
  return line
    .replaceAll(/:\/\/(?:\\.|[^\s/"?#\\])+@/g, "://[hidden]@")
    .replaceAll(/(\b[a-z][a-z\d+.-]*:\/\/[^\s"?\\]+)\?(?:\\.|[^\s"\\])*/gi, "$1?[hidden]");
}

/** Escapes control characters: text from a player must not move the cursor or change the direction of text. */
function showControls(line: string): string {
  return line
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escape) => (/^\\[ubfr]/.test(escape) ? `\\${escape}` : escape))
    .replaceAll(
      /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      (character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
