/** What a network error is called, without the address: the log names the player. */
export function faultText(
  error: (Error & { readonly code?: string; readonly syscall?: string }) | undefined,
): string {
  if (error === undefined) return "other side closed";
  const { code, syscall, message } = error;
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers never end";
  if (code?.startsWith("HPE_") === true) return `the answer is no HTTP/1.1${received(error, message)}`;
  // Node's name for a connection that ended before the answer did. A reset by the other side has a system call.
  if (code === "ECONNRESET" && syscall === undefined) return "other side closed";
  return code ?? message;
}

/** Whether the system refused to send: the player had closed the connection before. */
export function wasNeverWritten(error: NodeJS.ErrnoException | undefined): boolean {
  return error?.syscall === "write" && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** What came in place of HTTP. */
function received(error: Error, message: string): string {
  const bytes: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  const reason = message.replace(/^Parse Error: /, "");
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return ` (${reason})`;
  // An alert of TLS, which a server sends to whoever speaks plain text to it.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return ": the port speaks TLS, so its url begins with https://";
  const begin = bytes.toString("latin1", 0, 16);
  return begin.startsWith("HTTP/1.") ? ` (${reason})` : `: it begins with ${JSON.stringify(begin)}`;
}
