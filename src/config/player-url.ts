/** Where players listen, so that an address without a port is enough. */
const playerPort = "9529";

/**
 * A player's address as it is used: `192.168.1.20` becomes `http://192.168.1.20:9529`. Undefined when it is none.
 * One that comes back without a port means its scheme's own, because that was written.
 */
export function parsePlayerUrl(text: string): string | undefined {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  // URL would drop white space, and read a backslash as a slash.
  if (/[\s\\?#]/.test(written) || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (!["http:", "https:"].includes(url.protocol) || url.pathname !== "/") return undefined;
  // URL forgets a port that is its scheme's own, so only the text tells whether one was written.
  if (!/:\d+\/?$/.test(written)) url.port = playerPort;
  return url.href.replace(/\/$/, "");
}
