/** Control characters except tabs and line breaks, other line breaks, and overrides of the direction of text. */
// oxlint-disable-next-line no-control-regex -- they are what is searched for
const unsafe = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/;
/** Terminals read colors and movements, and whole texts such as a window's title, until their end. */
const escapeSequences =
  // oxlint-disable-next-line no-control-regex -- they are what is searched for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;
const otherLineBreaks = /(?:\r(?!\n)|[\u2028\u2029])+/g;
const unwanted = /(?:[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069])+/gu;

export function isUnsafe(text: string): boolean {
  return unsafe.test(text) || !text.isWellFormed();
}

/**
 * A text for people: without control characters, escape sequences of terminals and overrides of its direction, so that it
 * can neither move a cursor nor pretend to be something else. Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  if (!isUnsafe(text)) return text;
  return text
    .replaceAll(escapeSequences, "")
    .replaceAll(otherLineBreaks, (breaks) => "\n".repeat(breaks.length))
    .replaceAll(unwanted, "")
    .toWellFormed();
}
