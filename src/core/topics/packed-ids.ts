/** An id has at most 32 characters, so that what it shares with another one is told in one of these. */
const digits = "0123456789abcdefghijklmnopqrstuv";

/**
 * The ids of thousands of players in little room: in order, each as how much it shares with the one before it, and the
 * rest. `room-101 room-102` is `0room-101 72`.
 */
export function packIds(ids: Iterable<string>): string {
  let before = "";
  const words = [...ids].toSorted().map((id) => {
    const shared = sharedStart(before, id);
    before = id;
    return `${digits.charAt(shared)}${id.slice(shared)}`;
  });
  return words.join(" ");
}

/** The ids again. */
export function unpackIds(text: string): string[] {
  let id = "";
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => {
      id = id.slice(0, Math.max(0, digits.indexOf(word.charAt(0)))) + word.slice(1);
      return id;
    });
}

function sharedStart(a: string, b: string): number {
  const longest = Math.min(a.length, b.length, digits.length - 1);
  let shared = 0;
  while (shared < longest && a.charAt(shared) === b.charAt(shared)) shared += 1;
  return shared;
}
