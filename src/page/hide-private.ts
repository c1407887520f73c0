/** What hides a text. */
const hidden = "…";

/** Fields that are somebody's business whatever stands in them. */
const privateFields =
  /("[^"]*(?:password|passwd|token|secret|psk|serial|account|email|cookie|session|userid|ssid)[^"]*"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/gi;
const macs = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi;
const addresses = /\b(?:\d{1,3}\.){3}\d{1,3}\b(?::\d{1,5}\b)?/g;
const urls = /\b(https?|smb|nfs|ftp|rtsp):(?:\\?\/){2}[^\s"'<>]+/gi;
/** A path of a file: an operation of a player has two levels, at most three. */
const paths = /"(?:\\?\/(?:[^"\\/?]|\\[^/])+){3,}(?:[^"\\]|\\.)*"?/g;
const operations = /^"\\?\/\w+\\?\/\w+(?:\\?\/\w+)?(?:\?[\w=.&%-]*)?"$/;
/** Long enough to be a key, and nothing that a person would write. */
const keys = /\b(?=\w*\d)(?=\w*[a-z])[\w-]{32,}\b/gi;

/**
 * Hides in a raw answer what tells where things lie and who somebody is: addresses, paths of files, keys. It works on
 * the text, since an answer that is cut short or makes no sense is just what somebody wants to see.
 */
export function hidePrivate(text: string): string {
  return text
    .replace(privateFields, `$1"${hidden}"`)
    .replace(urls, `$1://${hidden}`)
    .replace(paths, (path) => (operations.test(path) ? path : `"/${hidden}"`))
    .replace(macs, hidden)
    .replace(addresses, hidden)
    .replace(keys, hidden);
}
