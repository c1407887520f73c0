import type { Selector } from "../../core/resources/audio.ts";
import { describeOutcome, isSuccess } from "./outcome-text.ts";
import { agoText, clockText, spanText } from "./durations.ts";
import { joined, type Line, margin, type Span, span, spread, wrapped } from "./line.ts";
import {
  type RenderContext,
  type OptionView,
  type PlayerView,
  positionNow,
  type SelectorView,
} from "./player-view.ts";
import { renderVideo, videoMarks } from "./render-video.ts";

/** How much is shown of each player: everything, a few lines, or one line. */
export type Detail = "full" | "compact" | "line";

/** The lines about one player. */
export function renderPlayer(player: PlayerView, context: RenderContext, detail: Detail): Line[] {
  const { selectors } = player;
  switch (detail) {
    case "full":
      return [
        renderTitle(player, context),
        ...renderVideo(player, context),
        ...renderMusic(player, context),
        ...renderSelector("input", selectors.input, context),
        ...renderSelector("output", selectors.output, context),
        ...renderOutcomes(player, context),
      ];
    case "compact":
      return [
        renderTitle(player, context),
        ...renderVideo(player, context).slice(0, 2),
        ...renderMusic(player, context),
        ...renderRoute(selectors),
        ...renderOutcomes(player, context),
      ];
    case "line":
      return [renderOverview(player, context)];
  }
}

function renderTitle({ id, name, model, availability, changedAt }: PlayerView, context: RenderContext): Line {
  const others = [...(name === id ? [] : [id]), ...(model === "" ? [] : [model])];
  const left = [span(" "), span(name, "strong"), span(`  ${others.join(" · ")} `, "dim")];
  const since = changedAt === undefined ? "" : ` for ${spanText(context.now - changedAt)}`;
  const word = availability === "" ? "not seen" : availability;
  const state = context.isCurrent ? span(` ${word}${since} `) : span(` was ${word} `, "dim");
  return spread(left, [span(" "), statusMark(availability, context), state], context.width, span("─", "dim"));
}

/** The mark is neutral while bridge or broker is offline, since the player's own state is unknown then. */
function statusMark(availability: string, { isCurrent }: RenderContext): Span {
  if (!isCurrent || availability === "") return span("○", "dim");
  return availability === "online" ? span("●", "good") : span("●", "bad");
}

function renderMusic({ music }: PlayerView, { width }: RenderContext): Line[] {
  const { title, artist, album, total, current } = music;
  if (title === "") return total === 0 ? [] : [[margin, span(`◦ music queue of ${total}`, "dim")]];
  const track = artist === "" ? title : `${artist} – ${title}`;
  const left = [margin, span("♫ ", "accent"), span(track, "strong"), span(album && `  ${album}`, "dim")];
  const place = current === undefined ? `${total} queued ` : `${current + 1} of ${total} `;
  return [spread(left, total === 0 ? [] : [span(place, "dim")], width)];
}

function renderOutcomes({ outcomes }: PlayerView, context: RenderContext): Line[] {
  return outcomes
    .slice(0, context.outcomes)
    .map(({ report, at }) => [
      margin,
      isSuccess(report) ? span("✓ ", "good") : span("✗ ", "bad"),
      span(describeOutcome(report)),
      span(` · ${agoText(context.now - at)}`, "dim"),
    ]);
}

function renderOverview(player: PlayerView, context: RenderContext): Line {
  const { name, availability, video, music, selectors } = player;
  const seconds = positionNow(player, context);
  const videoMark = videoMarks.get(video.state);
  const title = videoMark === undefined ? music.title : video.title;
  const parts: Line[] = [
    title === "" ? [] : [videoMark ?? span("♫", "accent"), span(` ${title}`)],
    videoMark === undefined || seconds === undefined ? [] : [span(clockText(seconds), "dim")],
    selectors.output.name === "" ? [] : [span(selectors.output.name, "accent")],
  ];
  const head = [span(" "), statusMark(availability, context), span(` ${name}  `, "strong")];
  return [...head, ...joined(parts, span(" · ", "dim"))];
}

/** All options, with the selected one marked. */
function renderSelector(
  selector: Selector,
  { tag, options }: SelectorView,
  { width }: RenderContext,
): Line[] {
  const label = selector.padEnd(7);
  const words = options.map((option) => renderOption(option, option.tag === tag));
  // The margin and a free column at the right edge.
  const lines = wrapped(words, width - label.length - 4, span(" "));
  return lines.map((line, place) => [
    margin,
    span(place === 0 ? label : " ".repeat(label.length), "dim"),
    ...line,
  ]);
}

/** The selected input and output. */
function renderRoute({ input, output }: PlayerView["selectors"]): Line[] {
  const ends = [input, output].filter(({ options }) => options.length > 0);
  const route = joined(
    ends.map(({ name }) => [span(name || "nothing", "accent")]),
    span(" → ", "dim"),
  );
  return route.length === 0 ? [] : [[margin, ...route]];
}

function renderOption({ name, isEnabled }: OptionView, isCurrent: boolean): Line {
  if (isCurrent) return [span(`● ${name}`, "accent")];
  return isEnabled ? [span(`  ${name}`)] : [span(`  ${name} (off)`, "dim")];
}
