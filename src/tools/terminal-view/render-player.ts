import type { Selector } from "../../core/resources/audio.ts";
import { describeOutcome, isSuccess } from "./outcome-text.ts";
import { agoText, clockText, spanText } from "./durations.ts";
import { joined, type Line, margin, type Span, span, spread, wrapped } from "./line.ts";
import { type PlayerView, positionNow } from "./player-view.ts";
import { type RenderContext, renderVideo, videoMarks } from "./render-video.ts";

export type Detail = "full" | "compact" | "line";

export function renderPlayer(player: PlayerView, context: RenderContext, detail: Detail): Line[] {
  if (detail === "line") return [renderOverview(player, context)];
  const video = renderVideo(player, context);
  const selectors = [
    ...renderSelector("input", player, context),
    ...renderSelector("output", player, context),
  ];
  return [
    renderTitle(player, context),
    ...(detail === "full" ? video : video.slice(0, 2)),
    ...renderMusic(player, context),
    ...(detail === "full" ? selectors : renderRoute(player)),
    ...renderOutcomes(player, context),
  ];
}

function nameOf({ id, values }: PlayerView): string {
  return values.info?.name || id;
}

function renderTitle(player: PlayerView, context: RenderContext): Line {
  const { id, changedAt } = player;
  const { availability = "", info: { model = "" } = {} } = player.values;
  const name = nameOf(player);
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

function renderMusic({ values }: PlayerView, { width }: RenderContext): Line[] {
  const { "music/title": title = "", "music/artist": artist = "", "music/album": album = "" } = values;
  const total = values["music/queue/total"] ?? 0;
  const current = values["music/queue"]?.current;
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
  const { values } = player;
  const seconds = positionNow(player, context);
  const videoMark = videoMarks.get(values["video/state"] ?? "");
  const title = values[videoMark === undefined ? "music/title" : "video/title"] ?? "";
  const output = values["audio/output/name"] ?? "";
  const parts: Line[] = [
    title === "" ? [] : [videoMark ?? span("♫", "accent"), span(` ${title}`)],
    videoMark === undefined || seconds === undefined ? [] : [span(clockText(seconds), "dim")],
    output === "" ? [] : [span(output, "accent")],
  ];
  const head = [
    span(" "),
    statusMark(values.availability ?? "", context),
    span(` ${nameOf(player)}  `, "strong"),
  ];
  return [...head, ...joined(parts, span(" · ", "dim"))];
}

function renderSelector(selector: Selector, { values }: PlayerView, { width }: RenderContext): Line[] {
  const label = selector.padEnd(7);
  const words = (values[`audio/${selector}/options`] ?? []).map(({ tag, name, isEnabled }): Line => {
    if (tag === values[`audio/${selector}`]) return [span(`● ${name}`, "accent")];
    return isEnabled ? [span(`  ${name}`)] : [span(`  ${name} (off)`, "dim")];
  });
  // The margin and a free column at the right edge.
  const lines = wrapped(words, width - label.length - 4, span(" "));
  return lines.map((line, place) => [
    margin,
    span(place === 0 ? label : " ".repeat(label.length), "dim"),
    ...line,
  ]);
}

function renderRoute({ values }: PlayerView): Line[] {
  const ends = (["input", "output"] as const).filter(
    (end) => (values[`audio/${end}/options`] ?? []).length > 0,
  );
  const route = joined(
    ends.map((end) => [span(values[`audio/${end}/name`] || "nothing", "accent")]),
    span(" → ", "dim"),
  );
  return route.length === 0 ? [] : [[margin, ...route]];
}
