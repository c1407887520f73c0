import { currentLocale } from "../texts.ts";

const longest = 32;

/** An id for topics from a name, other than those that are taken; the suggestion where the name has no letter for one. */
export function idFor(name: string, suggestion: string, taken: readonly string[]): string {
  const plain = (currentLocale().startsWith("de") ? name.replaceAll(/[äöü]/gi, "$&e") : name)
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .toLowerCase()
    // An accent is dropped, not its letter.
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, longest);
  const id = plain === "" || plain === "bridge" || plain.startsWith("bridge-") ? suggestion : plain;
  if (!taken.includes(id)) return id;
  for (let count = 2; ; count += 1) {
    const next = `${id.slice(0, longest - 3)}-${count}`;
    if (!taken.includes(next)) return next;
  }
}
