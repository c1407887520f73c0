/** Characters that a name cannot carry through JSON, MQTT and templates: marks, control characters, lone surrogates. */
const unusable = /[\s\p{Cc}\p{Cs}\ufeff]+/gu;

/** A name on one line, trimmed as templates would trim it, and at most `most` characters long. */
export function cleanText(text: string, max: number): string {
  const clean = text.replace(unusable, " ").trim();
  // Home Assistant counts code points, and the cut must not split a surrogate pair.
  const characters = Array.from(clean);
  return characters.length <= max
    ? clean
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}
