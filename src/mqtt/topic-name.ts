/** The length of a text is written in two bytes. */
const longestBytes = 65_535;

/**
 * Whether any broker accepts a message on this topic: a wildcard or NUL makes it close the connection, and topics that
 * start with `$` are the broker's own.
 */
export function isTopicName(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is what is searched for
  return text !== "" && !/^\$|[+#\0]/.test(text) && Buffer.byteLength(text) <= longestBytes;
}
