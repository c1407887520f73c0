/** MQTT writes the length of a text in two bytes. */
const longestBytes = 65_535;

/**
 * Whether every broker accepts a message on this topic. A wildcard or NUL makes it close the connection, and topics
 * that start with `$` are reserved for the broker.
 */
export function isTopicName(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is what is searched for
  return text !== "" && !/^\$|[+#\0]/.test(text) && Buffer.byteLength(text) <= longestBytes;
}
