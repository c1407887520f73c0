import { clockText } from "./durations.ts";
import { type PlayerView, positionNow } from "./player-view.ts";
import { joined, type Line, lineWidth, margin, type Span, span, spread } from "./line.ts";

export interface RenderContext {
  readonly now: number;
  readonly width: number;
  readonly outcomes: number;
  /** Whether the state is up to date: broker and bridge are connected. */
  readonly isCurrent: boolean;
}

export const videoMarks: ReadonlyMap<string, Span> = new Map([
  ["playing", span("▶", "good")],
  ["paused", span("‖", "warn")],
]);

const indent = span("     ");

export function renderVideo(player: PlayerView, context: RenderContext): Line[] {
  const { values } = player;
  const state = values["video/state"] ?? "";
  const told = (
    leaf: "resolution" | "fps" | "codec" | "output" | "audio-track" | "subtitle",
    frame = (text: string) => text,
  ) => {
    const text = values[`video/${leaf}`] ?? "";
    return text === "" ? "" : frame(text);
  };
  const mark = videoMarks.get(state);
  if (mark === undefined) {
    return state === "" || state === "unsupported" ? [] : [[margin, span(`◦ video ${state}`, "dim")]];
  }
  return [
    spread(
      [margin, mark, span(` ${values["video/title"] || "(no title)"}`, "strong")],
      renderEntry(player),
      context.width,
    ),
    renderProgress(player, context),
    ...facts([
      told("resolution"),
      told("fps", (fps) => `${fps} fps`),
      told("codec"),
      told("output", (output) => `out ${output}`),
    ]),
    ...facts([
      told("audio-track", (track) => `sound ${track}`),
      told("subtitle", (track) => `subtitle ${track}`),
    ]),
  ];
}

/** The position in the playlist, with its title if that differs from the video's. */
function renderEntry({ values }: PlayerView): Line {
  const { size = 0, currentIndex = -1 } = values["video/playlist"] ?? {};
  const title = values["video/playlist/current"] ?? "";
  const name = title === (values["video/title"] ?? "") ? "" : title;
  const place = size > 0 ? `${currentIndex + 1} of ${size}` : "";
  const text = [name, place].filter((part) => part !== "").join("  ");
  return text === "" ? [] : [span(`${text} `, "dim")];
}

function renderProgress(player: PlayerView, context: RenderContext): Line {
  const durationSeconds = player.values["video/duration"];
  const seconds = positionNow(player, context);
  const length = durationSeconds === undefined ? "" : ` / ${clockText(durationSeconds)}`;
  const text = span(`  ${seconds === undefined ? "–:––" : clockText(seconds)}${length} `);
  const share = durationSeconds === undefined ? 0 : (seconds ?? 0) / durationSeconds;
  return [indent, ...progressBar(share, context.width - lineWidth([indent, text])), text];
}

function facts(parts: readonly string[]): Line[] {
  const said = parts.filter((part) => part !== "").map((part) => [span(part.replaceAll(/\s+/g, " "), "dim")]);
  return said.length === 0 ? [] : [[indent, ...joined(said, span(" · ", "dim"))]];
}

/** A bar of `width` columns, filled in steps of half a column. */
export function progressBar(share: number, width: number): Line {
  const columns = Math.max(0, width);
  const halves = Math.round(Math.min(1, Math.max(0, share)) * columns * 2);
  const full = Math.floor(halves / 2);
  const filled = "━".repeat(full) + (halves % 2 === 1 ? "╸" : "");
  return [span(filled, "accent"), span("─".repeat(columns - filled.length), "dim")];
}
