const encoder = new TextEncoder();

export function fits(text: string, maxBytes: number): boolean {
  // A UTF-16 unit becomes at most three bytes, so a short text needs no counting.
  return text.length * 3 <= maxBytes || encoder.encode(text).byteLength <= maxBytes;
}

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** At most `size` of `total` places, with a fifth of them before the focus: people look ahead more than back. */
export function windowAround(focus: number, size: number, total: number): Window {
  const width = Math.min(size, total);
  const start = Math.max(0, Math.min(Math.max(0, focus) - Math.floor(width / 5), total - width));
  return { start, end: start + width };
}

/** A list that is too long gets fewer entries around the focus, so the JSON is always complete. */
export function fitList<T>(
  entries: readonly T[],
  focus: number,
  maxBytes: number,
  write: (part: readonly T[], start: number) => string,
): string {
  let size = entries.length;
  for (;;) {
    const { start, end } = windowAround(focus, size, entries.length);
    const text = write(entries.slice(start, end), start);
    if (size === 0 || fits(text, maxBytes)) return text;
    size = Math.floor(size / 2);
  }
}
