/** The length of a text is written in two bytes. */
const longestBytes = 65_535;

/**
 * Whether a broker takes a message on this topic from anyone: no wildcards and no NUL, which it answers by closing the
 * connection, and not what begins with `$`, which is the broker's own.
 */
export function isTopicName(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is what is looked for
  return text !== "" && !/^\$|[+#\0]/.test(text) && Buffer.byteLength(text) <= longestBytes;
}
