import { DeviceError } from "../../core/errors.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

/** The fault of a request that got no answer; broken if the player may have received it. */
export function noAnswer(reason: string | Phrase, isSent: boolean, cause?: Error): DeviceError {
  return new DeviceError(
    isSent ? "broken" : "unreachable",
    translatable("answer.unreachable", "unreachable: {reason}", { reason }),
    cause && { cause },
  );
}

/** The fault of a request to a player whose connection was closed meanwhile. */
export function closedByBridge(isSent = false): DeviceError {
  return noAnswer("the connection was closed by the bridge", isSent);
}

export function noConnection(withinMs: number): DeviceError {
  const reason = translatable("answer.no-connection", "no connection within {ms} ms", { ms: withinMs });
  return noAnswer(reason, false);
}

/** The fault of a request that was sent; the next one may take longer. */
export function tooSlow(afterMs: number, nextMs: number): DeviceError {
  const times = { waited: Math.round(afterMs), longer: Math.round(nextMs) };
  const phrase =
    nextMs > afterMs
      ? translatable(
          "answer.slower",
          "slow: connected, but no answer within {waited} ms, the next request may take {longer} ms",
          times,
        )
      : translatable("answer.slow", "slow: connected, but no answer within {waited} ms", times);
  return new DeviceError("broken", phrase);
}

/** Describes a network error without the address, since the log names the player. */
export function reasonOf(
  error: (Error & { readonly code?: string; readonly syscall?: string }) | undefined,
): string {
  if (error === undefined) return "other side closed";
  const { code, syscall } = error;
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers are too long";
  if (code?.startsWith("HPE_") === true) return `the answer is not HTTP/1.1${received(error)}`;
  // Node's error for a connection that ended before the answer. A reset by the other side has a system call.
  if (code === "ECONNRESET" && syscall === undefined) return "other side closed";
  return code ?? error.message;
}

/** Describes what arrived instead of HTTP. */
function received(error: Error): string {
  const bytes: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  const reason = error.message.replace(/^Parse Error: /, "");
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return ` (${reason})`;
  // A TLS alert, the response of a TLS server to plain text.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return ": the port speaks TLS, so its url begins with https://";
  const begin = bytes.toString("latin1", 0, 16);
  return begin.startsWith("HTTP/1.") ? ` (${reason})` : `: it begins with ${JSON.stringify(begin)}`;
}

/** Whether the system refused to send because the player had closed the connection before. */
export function wasNeverWritten(error: NodeJS.ErrnoException | undefined): boolean {
  return error?.syscall === "write" && (error.code === "ECONNRESET" || error.code === "EPIPE");
}
