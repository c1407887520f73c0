import type { JSX } from "preact";
import { millisecondsText, spanText } from "../format.ts";
import { t } from "../texts.ts";

const [width, height] = [640, 180];
const room = { left: 64, right: 12, top: 12, bottom: 28 };
/** Samples across the chart: five minutes. */
const slots = 60;
const steps = [0, 0.5, 1];

interface LatencyChartProps {
  readonly figures: readonly (number | null)[];
  readonly everySeconds: number;
}

/** The player's response times of the last minutes, with both axes. */
export function LatencyChart({ figures, everySeconds }: LatencyChartProps): JSX.Element {
  const known = figures.filter((figure) => figure !== null);
  const most = niceLimit(Math.max(1, ...known));
  const x = (slotsAgo: number): number =>
    width - room.right - (slotsAgo / (slots - 1)) * (width - room.left - room.right);
  const y = (figure: number): number =>
    height - room.bottom - (figure / most) * (height - room.top - room.bottom);
  const path = figures
    .map((figure, place) => {
      if (figure === null) return "";
      const isStart = place === 0 || figures[place - 1] === null;
      return `${isStart ? "M" : "L"}${x(figures.length - 1 - place).toFixed(1)} ${y(figure).toFixed(1)}${isStart ? "h.01" : ""}`;
    })
    .join("");
  const last = known.at(-1);
  return (
    <section class="panel">
      <h2>{t("latency.chart")}</h2>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={
          last === undefined ? t("latency.none") : t("latency.label", { time: millisecondsText(last) })
        }
      >
        {steps.map((step) => (
          <g key={step}>
            <path class="plot-ground" d={`M${room.left} ${y(most * step)}H${width - room.right}`} />
            <text x={room.left - 8} y={y(most * step) + 4} text-anchor="end">
              {millisecondsText(most * step)}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <text
            key={step}
            x={x((slots - 1) * step)}
            y={height - 8}
            text-anchor={step === 0 ? "end" : step === 1 ? "start" : "middle"}
          >
            {step === 0 ? t("latency.now") : `−${spanText(slots * step * everySeconds * 1000)}`}
          </text>
        ))}
        <path class="plot-line" d={path} />
      </svg>
    </section>
  );
}

/** The next round number: 1, 2 or 5, and their multiples of ten. */
function niceLimit(figure: number): number {
  const ten = 10 ** Math.floor(Math.log10(figure));
  return ([1, 2, 5, 10].find((step) => step * ten >= figure) ?? 10) * ten;
}
