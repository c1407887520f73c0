/** Control characters except tabs and line breaks, other line breaks, overrides of the direction, lone surrogates. */
const unsafe = /[^\P{Cc}\t\r\n]|\r(?!\n)|[\u2028-\u202e\u2066-\u2069]|\p{Cs}/u;
/** Terminals read colors and movements, and whole texts such as a window's title, until their end. */
const escapeSequences =
  // oxlint-disable-next-line no-control-regex -- they are what is searched for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;
const otherLineBreaks = /\r(?!\n)|[\u2028\u2029]/g;
const unwanted = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogates = /\p{Cs}/gu;

/**
 * A text for people: without control characters, escape sequences of terminals and overrides of its direction, so that it
 * can neither move a cursor nor pretend to be something else. Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  if (!unsafe.test(text)) return text;
  return text
    .replaceAll(escapeSequences, "")
    .replaceAll(otherLineBreaks, "\n")
    .replaceAll(unwanted, "")
    .replaceAll(loneSurrogates, "\ufffd");
}
