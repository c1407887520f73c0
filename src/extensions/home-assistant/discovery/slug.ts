import { hash32 } from "../../../lib/hash.ts";

/** The characters of an entity id: no underscore at either end, no two in a row. */
export function slugOf(text: string): string {
  return plainSlug(text) || "player";
}

/** A slug for each name. Names that would share one, or have no Latin letters, are distinguished by their hash. */
export function distinctSlugs(names: readonly string[]): ReadonlyMap<string, string> {
  const slugs = names.map(plainSlug);
  return new Map(
    names.map((name) => {
      const slug = plainSlug(name);
      const isAlone = slug !== "" && slugs.indexOf(slug) === slugs.lastIndexOf(slug);
      return [name, isAlone ? slug : [slug, hash32(name).toString(36)].filter(Boolean).join("_")];
    }),
  );
}

function plainSlug(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}
