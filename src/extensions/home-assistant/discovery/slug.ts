/** The characters of an entity id: no underscore at either end, no two in a row. */
export function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_|_$/g, "") || "player"
  );
}
