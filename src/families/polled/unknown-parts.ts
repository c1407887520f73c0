/** The parts that are none of the known ones. In JavaScript, a part that is misspelled would only be missing. */
export function unknownParts(place: string, one: object, known: string): readonly string[] {
  const words = known.split(" ");
  const unknown = Object.keys(one).filter((name) => !words.includes(name));
  return unknown.map((name) => `${place}: there is no ${name}, but ${words.join(", ")}`);
}
