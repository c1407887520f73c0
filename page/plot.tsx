const [width, height] = [96, 24];
/** Leaves room for the line width. */
const margin = 2;

interface PlotProps {
  readonly figures: readonly (number | null)[];
  readonly slots: number;
  readonly label: string;
}

export function Plot({ figures, slots, label }: PlotProps) {
  const known = figures.filter((figure) => figure !== null);
  const most = Math.max(1, ...known);
  const x = (place: number): number =>
    width - margin - ((figures.length - 1 - place) / (slots - 1)) * (width - 2 * margin);
  const y = (figure: number): number => height - margin - (figure / most) * (height - 2 * margin);
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path class="plot-ground" d={`M${margin} ${height - 1}H${width - margin}`} />
      <path class="plot-line" d={pathOf(figures, x, y)} />
    </svg>
  );
}

/** The line through figures that are known, from one gap to the next. */
export function pathOf(
  figures: readonly (number | null)[],
  x: (place: number) => number,
  y: (figure: number) => number,
): string {
  return figures
    .map((figure, place) => {
      if (figure === null) return "";
      const isStart = place === 0 || figures[place - 1] === null;
      // A single sample is drawn as a dot by the round line caps.
      return `${isStart ? "M" : "L"}${x(place).toFixed(1)} ${y(figure).toFixed(1)}${isStart ? "h.01" : ""}`;
    })
    .join("");
}
