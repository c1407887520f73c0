/*
 * Finds where JSON values end, by their strings and brackets alone. It does not judge: of a text that is JSON it finds
 * the same ends as a parser, and whether a text is JSON is for the parser to say.
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

/** More white space in one place is out of the ordinary, and left to the parser. */
const longestSpace = 65_536;

/** The place of the first byte from `at` on that is no white space, or of the last one that is skipped. */
export function skipSpace(bytes: Buffer, at: number): number {
  const end = at + longestSpace;
  let place = at;
  while (place < end && space[bytes[place] ?? 0] === 1) place++;
  return place;
}

/** The place behind the value that begins at `at`; -1 if it does not end, or none begins there. */
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

/** A number, true, false or null: up to what follows a value. */
function endOfWord(bytes: Buffer, at: number): number {
  // Beyond ASCII there is no such word, but there is a byte order mark, which a parser may overlook at a beginning.
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
 * Walks an object's members from `at`, which is behind its brace or a comma. Gives the place of the value under the key,
 * or of the closing brace when no member has it; -1 for what is no plain sequence of members.
 */
export function findMember(bytes: Buffer, at: number, key: string): number {
  for (let place = skipSpace(bytes, at); bytes[place] === sign.quote; ) {
    const keyEnd = endOfString(bytes, place);
    const name = keyEnd < 0 ? "\\" : bytes.toString("latin1", place + 1, keyEnd - 1);
    // An escape could spell the key in another way: that is left to the parser.
    if (name.includes("\\")) return -1;
    place = skipSpace(bytes, keyEnd);
    if (bytes[place] !== sign.colon) return -1;
    place = skipSpace(bytes, place + 1);
    if (name === key) return place;
    const end = endOfValue(bytes, place);
    if (end < 0) return -1;
    place = skipSpace(bytes, end);
    if (bytes[place] === sign.closeObject) return place;
    if (bytes[place] !== sign.comma) return -1;
    place = skipSpace(bytes, place + 1);
  }
  return -1;
}
