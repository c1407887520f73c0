/** Describes a network error without the address, since the log names the player. */
export function faultText(
  error: (Error & { readonly code?: string; readonly syscall?: string }) | undefined,
): string {
  if (error === undefined) return "other side closed";
  const { code, syscall, message } = error;
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers never end";
  if (code?.startsWith("HPE_") === true) return `the answer is no HTTP/1.1${received(error, message)}`;
  // Node's error for a connection that ended before the answer. A reset by the other side has a system call.
  if (code === "ECONNRESET" && syscall === undefined) return "other side closed";
  return code ?? message;
}

/** Whether the system refused to send because the player had closed the connection before. */
export function wasNeverWritten(error: NodeJS.ErrnoException | undefined): boolean {
  return error?.syscall === "write" && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Describes what arrived instead of HTTP. */
function received(error: Error, message: string): string {
  const bytes: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  const reason = message.replace(/^Parse Error: /, "");
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return ` (${reason})`;
  // A TLS alert, the response of a TLS server to plain text.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return ": the port speaks TLS, so its url begins with https://";
  const begin = bytes.toString("latin1", 0, 16);
  return begin.startsWith("HTTP/1.") ? ` (${reason})` : `: it begins with ${JSON.stringify(begin)}`;
}
