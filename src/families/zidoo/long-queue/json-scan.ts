/*
 * Finds where JSON values end, by their strings and brackets alone. It does not validate: for valid JSON it finds the
 * same ends as a parser, and the parser decides whether a text is valid.
 */

const space = new Uint8Array(256);
for (const character of " \t\n\r") space[character.charCodeAt(0)] = 1;

/** The bytes that give JSON its structure. */
export const sign = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Longer white space is unusual and left to the parser. */
const longestSpace = 65_536;

/** The place of the first byte from `at` on that is not white space, or of the last skipped one. */
export function skipSpace(bytes: Buffer, at: number): number {
  const end = at + longestSpace;
  let place = at;
  while (place < end && space[bytes[place] ?? 0] === 1) place++;
  return place;
}

/** The place behind the value that begins at `at`; -1 if it does not end or no value begins there. */
export function endOfValue(bytes: Buffer, at: number): number {
  switch (bytes[at]) {
    case sign.quote:
      return endOfString(bytes, at);
    case sign.openObject:
    case sign.openList:
      return endOfNested(bytes, at);
    default:
      return endOfWord(bytes, at);
  }
}

/** The place behind the string whose opening quote is at `at`; -1 if it does not end. */
function endOfString(bytes: Buffer, at: number): number {
  for (let place = at + 1; place < bytes.length; place++) {
    const byte = bytes[place];
    if (byte === sign.quote) return place + 1;
    if (byte === sign.backslash) place++;
  }
  return -1;
}

function endOfNested(bytes: Buffer, at: number): number {
  let depth = 0;
  for (let place = at; place < bytes.length; place++) {
    switch (bytes[place] ?? 0) {
      case sign.quote: {
        const end = endOfString(bytes, place);
        if (end < 0) return -1;
        place = end - 1;
        break;
      }
      case sign.openObject:
      case sign.openList:
        depth++;
        break;
      case sign.closeObject:
      case sign.closeList:
        if (--depth === 0) return place + 1;
        break;
      default:
    }
  }
  return -1;
}

/** Skips a number, true, false or null, up to a byte that may follow a value. */
function endOfWord(bytes: Buffer, at: number): number {
  // No such word has bytes beyond ASCII, but a byte order mark does, which a parser may skip at the beginning.
  if ((bytes[at] ?? 0) >= 0x80) return -1;
  let place = at;
  for (; place < bytes.length; place++) {
    const byte = bytes[place] ?? 0;
    if (byte === sign.comma || byte === sign.closeList || byte === sign.closeObject || space[byte] === 1)
      break;
  }
  return place > at ? place : -1;
}

/**
 * Walks an object's members from `at`, which is behind its brace or a comma. Returns the place of the value under the
 * key, or of the closing brace if no member has the key; -1 if this is no plain sequence of members.
 */
export function findMember(bytes: Buffer, at: number, key: string): number {
  for (let place = skipSpace(bytes, at); bytes[place] === sign.quote; ) {
    const keyEnd = endOfString(bytes, place);
    const name = keyEnd < 0 ? "\\" : bytes.toString("latin1", place + 1, keyEnd - 1);
    // An escape could spell the key differently, so the parser has to decide.
    if (name.includes("\\")) return -1;
    place = skipSpace(bytes, keyEnd);
    if (bytes[place] !== sign.colon) return -1;
    place = skipSpace(bytes, place + 1);
    if (name === key) return place;
    const end = endOfValue(bytes, place);
    if (end < 0) return -1;
    place = skipSpace(bytes, end);
    if (bytes[place] === sign.closeObject) return place;
    place = skipSpace(bytes, place + 1);
  }
  return -1;
}
