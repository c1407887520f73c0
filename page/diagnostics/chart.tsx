import { Panel } from "../controls.tsx";
import { spanText, unitText } from "../format.ts";
import { t } from "../texts.ts";
import { pathOf } from "../plot.tsx";

const [width, height] = [460, 150];
const room = { left: 96, right: 12, top: 10, bottom: 26 };
/** Samples across the chart: five minutes. */
const slots = 60;
/** The marks of the axis of time, in minutes. */
const marks = [0, 2, 4];
/** Samples in a row of the table: half a minute. */
const rowSlots = 6;
const steps = [0, 0.5, 1];

interface ChartProps {
  readonly title: string;
  /** Oldest first; null where there is none. */
  readonly figures: readonly (number | null)[];
  readonly everySeconds: number;
  readonly text: (figure: number) => string;
}

export function Chart({ title, figures, everySeconds, text }: ChartProps) {
  const known = figures.filter((figure) => figure !== null);
  const [last, least, most] = [known.at(-1), Math.min(...known), Math.max(...known)];
  return (
    <Panel title={title}>
      {last === undefined ? (
        <p class="nothing">{t("chart.none")}</p>
      ) : (
        <>
          <Line
            label={t("chart.label", { title, last: text(last), least: text(least), most: text(most) })}
            figures={figures}
            limit={niceLimit(Math.max(1, most))}
            everySeconds={everySeconds}
            text={text}
          />
          <details class="figures">
            <summary>{t("chart.table")}</summary>
            <Table title={title} figures={figures} everySeconds={everySeconds} text={text} />
          </details>
        </>
      )}
    </Panel>
  );
}

interface LineProps extends Omit<ChartProps, "title"> {
  readonly label: string;
  readonly limit: number;
}

function Line({ label, figures, limit, everySeconds, text }: LineProps) {
  const x = (slotsAgo: number): number =>
    width - room.right - (slotsAgo / (slots - 1)) * (width - room.left - room.right);
  const y = (figure: number): number =>
    height - room.bottom - (figure / limit) * (height - room.top - room.bottom);
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {steps.map((step) => (
        <g key={step}>
          <path class="plot-ground" d={`M${room.left} ${y(limit * step)}H${width - room.right}`} />
          <text x={room.left - 8} y={y(limit * step) + 4} text-anchor="end">
            {text(limit * step)}
          </text>
        </g>
      ))}
      {marks.map((minutes) => {
        const at = x((minutes * 60) / everySeconds);
        return (
          <g key={minutes}>
            <path class="plot-ground" d={`M${at} ${y(limit)}V${y(0) + 4}`} />
            <text x={at} y={height - 6} text-anchor={minutes === 0 ? "end" : "middle"}>
              {minutes === 0 ? t("chart.now") : `−${spanText(minutes * 60_000)}`}
            </text>
          </g>
        );
      })}
      <path class="plot-line" d={pathOf(figures, (place) => x(figures.length - 1 - place), y)} />
    </svg>
  );
}

/** The newest half minute first. */
function Table({ title, figures, everySeconds, text }: ChartProps) {
  const count = Math.ceil(figures.length / rowSlots);
  const rows = Array.from({ length: count }, (_, row) => {
    const end = figures.length - row * rowSlots;
    const known = figures.slice(Math.max(0, end - rowSlots), end).filter((figure) => figure !== null);
    const mean = known.reduce((sum, figure) => sum + figure, 0) / known.length;
    return known.length === 0 ? "–" : text(mean);
  });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("chart.span")}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((figure, row) => (
          <tr key={row}>
            <th scope="row">
              {row === 0 ? t("chart.now") : `−${unitText(row * rowSlots * everySeconds, "second")}`}
            </th>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The next round number: 1, 2 or 5, and their multiples of ten. */
function niceLimit(figure: number): number {
  const ten = 10 ** Math.floor(Math.log10(figure));
  return ([1, 2, 5, 10].find((step) => step * ten >= figure) ?? 10) * ten;
}
