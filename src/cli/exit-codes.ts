import { codeOf } from "../lib/code-of.ts";

export const exitCodes = {
  /** The command succeeded, or was stopped on request. */
  done: 0,
  fault: 1,
  usage: 2,
  configuration: 78,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An invalid command line; the message explains the valid one. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor(host: string, port: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isTaken = codeOf(cause) === "EADDRINUSE";
    const hint = isTaken ? "the port is in use, choose another one with --port" : reason;
    super(`Cannot listen on ${host}:${port}: ${hint}`, { cause });
  }
}
