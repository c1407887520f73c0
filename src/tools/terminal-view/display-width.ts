const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]*$/;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]*$/u;
/** Characters that terminals draw two columns wide, emoji included. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}\ufe0f]/u;

export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfGrapheme(segment);
  return width;
}

export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += widthOfGrapheme(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function widthOfGrapheme(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
