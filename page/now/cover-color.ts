/** How colorful the pixels of a cover are on average at least, of 255. */
const leastChroma = 12;

/** The mean color of pixels, as CSS writes it, in which colorful ones count most, as bright as it can be; undefined for gray ones. */
export function colorOf(pixels: Uint8ClampedArray): string | undefined {
  let [red, green, blue, chroma] = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    const weight = Math.max(r, g, b) - Math.min(r, g, b);
    red += r * weight;
    green += g * weight;
    blue += b * weight;
    chroma += weight;
  }
  if (chroma < (leastChroma * pixels.length) / 4) return undefined;
  const most = Math.max(red, green, blue);
  return `rgb(${[red, green, blue].map((sum) => Math.round((255 * sum) / most)).join(" ")})`;
}
