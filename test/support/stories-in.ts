/** The stories of a text, between empty lines: a name, what happens, and what comes of it, on a line each. */
export function storiesIn(text: string): readonly (readonly [name: string, story: string, end: string])[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((one) => {
      const [name = "", story = "", end = ""] = one.split("\n").map((line) => line.trim());
      return [name, story, end];
    });
}
