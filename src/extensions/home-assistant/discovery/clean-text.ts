/** Marks, control characters and halves of characters: what a name cannot carry through JSON, MQTT and templates. */
const unusable = /[\s\p{Cc}\p{Cs}\ufeff]+/gu;

/**
 * A name as Home Assistant can show it: on one line, without blanks at its ends (templates strip them), cut to `most`
 * characters.
 */
export function cleanText(text: string, most: number): string {
  const clean = text.replace(unusable, " ").trim();
  // Counted like Home Assistant does, by code points: the cut must not halve one.
  const characters = Array.from(clean);
  return characters.length <= most
    ? clean
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
