import { clockText } from "./durations.ts";
import { type RenderContext, type PlayerView, positionNow } from "./player-view.ts";
import { joined, type Line, lineWidth, margin, type Span, span, spread } from "./line.ts";

/** The mark before the title by state. */
export const videoMarks: ReadonlyMap<string, Span> = new Map([
  ["playing", span("▶", "good")],
  ["paused", span("‖", "warn")],
]);

const indent = span("     ");

/** The video of a player: title, progress, then formats. */
export function renderVideo(player: PlayerView, context: RenderContext): Line[] {
  const { state, title, resolution, fps, codec, output, audioTrack, subtitle } = player.video;
  const mark = videoMarks.get(state);
  if (mark === undefined) {
    return state === "" || state === "unsupported" ? [] : [[margin, span(`◦ video ${state}`, "dim")]];
  }
  return [
    spread([margin, mark, span(` ${title || "(no title)"}`, "strong")], renderEntry(player), context.width),
    renderProgress(player, context),
    ...facts([resolution, fps && `${fps} fps`, codec, output && `out ${output}`]),
    ...facts([audioTrack && `sound ${audioTrack}`, subtitle && `subtitle ${subtitle}`]),
  ];
}

/** The position in the playlist, with its title if that differs from the video's. */
function renderEntry({ playlist, video }: PlayerView): Line {
  const { title, currentIndex, size } = playlist;
  const name = title === video.title ? "" : title;
  const place = size > 0 ? `${currentIndex + 1} of ${size}` : "";
  const text = [name, place].filter((part) => part !== "").join("  ");
  return text === "" ? [] : [span(`${text} `, "dim")];
}

function renderProgress(player: PlayerView, context: RenderContext): Line {
  const { durationSeconds } = player.video;
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
