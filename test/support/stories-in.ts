/** Does what a word of a story stands for. */
export async function doing<Bench>(
  doings: Readonly<Record<string, (bench: Bench, ...words: string[]) => unknown>>,
  bench: Bench,
  step: string,
): Promise<void> {
  const [word = "", ...words] = step.split(" ");
  const act = doings[word];
  if (act === undefined) throw new Error(`nothing is called ${word} in a story`);
  await act(bench, ...words);
}

/** Tells a story: its parts one after another, of which some happen several times (`part × 3`), and their steps (`one + two`). */
export async function tellStory<Bench>(
  doings: Readonly<Record<string, (bench: Bench, ...words: string[]) => unknown>>,
  bench: Bench,
  story: string,
  after: (part: string) => void = () => {},
): Promise<void> {
  for (const part of story.split(", ")) {
    const [, steps = "", times = 1] = /^(.*?)(?: × (\d+))?$/.exec(part) ?? [];
    for (let time = 0; time < Number(times); time += 1)
      for (const step of steps.split(" + ")) await doing(doings, bench, step);
    after(part);
  }
}

/** The stories of a text, between empty lines: a name, what happens, and what comes of it, on a line each. */
export function storiesIn(text: string): readonly (readonly [name: string, story: string, end: string])[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((one) => {
      const [name = "", story = "", end = "", ...more] = one.split("\n").map((line) => line.trim());
      if (end === "" || more.length > 0) throw new Error(`no story of three lines: ${one}`);
      return [name, story, end];
    });
}
