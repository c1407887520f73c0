import { type DestinationStream, type Logger, pino } from "pino";
import pretty from "pino-pretty";

/** How the log is written. */
export interface LoggerOptions {
  readonly level: string;
  readonly format: "auto" | "pretty" | "json";
}

/** Where the log goes, and whether somebody reads it there as it comes. */
export interface LogDestination extends DestinationStream {
  readonly isTTY?: boolean;
}

/** Fields that hold secrets wherever they come from. */
const secretPaths = ["password", "psk", "token", "*.password", "*.psk", "*.token"];

/** A logger for people on a terminal, and for machines elsewhere. */
export function createLogger(options: LoggerOptions, destination: LogDestination = process.stdout): Logger {
  const isTerminal = destination.isTTY === true;
  const isPretty = options.format === "pretty" || (options.format === "auto" && isTerminal);
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: "[hidden]" },
      serializers: { error: pino.stdSerializers.err },
      hooks: { streamWrite: hideSecretsInAddresses },
    },
    isPretty
      ? pretty({
          colorize: isTerminal,
          ignore: "pid,hostname",
          translateTime: "SYS:HH:MM:ss",
          sync: true,
          destination: writable(destination),
        })
      : destination,
  );
}

/** An address may hold credentials before its host, and a key to somebody's account in its query. */
export function hideSecretsInAddresses(line: string): string {
  if (!line.includes("://")) return line;
  return line
    .replaceAll(/:\/\/[^\s/"@]+@/g, "://[hidden]@")
    .replaceAll(/(https?:\/\/[^\s"?\\]+)\?[^\s"\\]*/g, "$1?[hidden]");
}

/** pino-pretty wants a whole stream; what it uses of one is `write`. */
function writable(destination: LogDestination): NodeJS.WritableStream {
  return destination as unknown as NodeJS.WritableStream;
}
