/** FNV-1a over UTF-16 units: a small, stable hash to distribute by name; not for secrets. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  // FNV alone leaves the high bits of short, similar names alike; a final mix distributes them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The offset of a name in an interval: 0 up to, not including, 1. */
export function phaseOf(name: string): number {
  return hash32(name) / 2 ** 32;
}
