/** A port that cannot be listened on. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor(host: string, port: number, cause: unknown) {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = isTaken ? "the port is taken, choose another one with --port" : reason;
    super(`Cannot listen on ${host}:${port}: ${hint}`, { cause });
  }
}
