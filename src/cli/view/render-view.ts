import { fitLine, type Line, span, spread } from "./line.ts";
import { paint, type Palette } from "./palette.ts";
import { type Detail, renderPlayer } from "./render-player.ts";
import { renderHints } from "./render-hints.ts";
import { playersInOrder, type ViewState } from "./view-state.ts";

/** The room there is on the terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How the room is used. */
interface Layout {
  readonly detail: Detail;
  readonly outcomes: number;
  /** Whether a blank line follows each player. */
  readonly isAiry: boolean;
  readonly hints: number;
}

/** What is tried in turn until it all fits: the hints go before the players lose what makes them alive. */
const layouts: readonly Layout[] = [
  { detail: "full", outcomes: 3, isAiry: true, hints: Infinity },
  { detail: "full", outcomes: 1, isAiry: true, hints: Infinity },
  { detail: "full", outcomes: 1, isAiry: false, hints: Infinity },
  { detail: "compact", outcomes: 1, isAiry: true, hints: Infinity },
  { detail: "compact", outcomes: 1, isAiry: false, hints: Infinity },
  { detail: "compact", outcomes: 1, isAiry: false, hints: 1 },
  { detail: "line", outcomes: 0, isAiry: false, hints: Infinity },
  { detail: "line", outcomes: 0, isAiry: false, hints: 1 },
  { detail: "line", outcomes: 0, isAiry: false, hints: 0 },
];

/** The whole screen: exactly as many lines as it has rows, none wider than its columns. */
export function renderView(
  state: ViewState,
  now: number,
  { columns, rows }: Size,
  palette: Palette,
): string[] {
  const head = renderHead(state, columns);
  const foot: Line[] = [[span(" q", "strong"), span(" quits", "dim")]];
  const room = Math.max(0, rows - head.length - foot.length);
  const body = renderBody(state, now, columns, room);
  const padding = Array.from({ length: Math.max(0, room - body.length) }, (): Line => []);
  return [...head, ...body, ...padding, ...foot]
    .slice(0, rows)
    .map((line) => paint(fitLine(line, columns), palette));
}

function renderBody(state: ViewState, now: number, columns: number, room: number): Line[] {
  const players = playersInOrder(state);
  const isCurrent = state.link.kind === "connected" && state.bridge.state === "online";
  const notes = state.notes.map((note): Line => [span(" ! ", "warn"), span(note, "dim")]);
  let body: Line[] = [];
  for (const { detail, outcomes, isAiry, hints } of layouts) {
    const glance = { now, width: columns, outcomes, isCurrent };
    const gap: Line[] = isAiry ? [[]] : [];
    const blocks = players.map((player) => [...renderPlayer(player, glance, detail), ...gap]);
    const shownHints = renderHints(state.hints.slice(0, hints), columns);
    const above = [...(players.length === 0 ? renderNobody(state) : blocks.flat()), ...notes];
    body = [...above, ...(isAiry || shownHints.length === 0 ? [] : [[]]), ...shownHints];
    if (body.length <= room) return body;
  }
  const hidden = body.length - room + 1;
  return [...body.slice(0, Math.max(0, room - 1)), [span(`   … and ${hidden} more`, "dim")]];
}

function renderHead(state: ViewState, columns: number): Line[] {
  const { page } = state;
  const invitation: Line[] =
    page === undefined
      ? []
      : [[span(" Open ", "strong"), span(page, "accent"), span(" in a browser", "strong")]];
  return [...renderStatus(state, columns), ...invitation, []];
}

function renderStatus({ base, bridge, broker, link }: ViewState, columns: number): Line[] {
  const version = bridge.version === "" ? "" : ` ${bridge.version}`;
  const left = [span(" player2mqtt", "strong"), span(`${version}  ${broker}  ${base}/`, "dim")];
  if (link.kind === "connecting") return [spread(left, [span("○ connecting ", "warn")], columns)];
  if (link.kind === "lost") {
    const right = [span("● no broker ", "bad")];
    return [spread(left, right, columns), [span(` ${link.reason}: trying again`, "bad")]];
  }
  const isOnline = bridge.state === "online";
  const right = [span("● ", isOnline ? "good" : "bad"), span(`bridge ${bridge.state || "not seen"} `)];
  return [spread(left, right, columns)];
}

function renderNobody({ base, bridge, link, playerId }: ViewState): Line[] {
  if (link.kind !== "connected") return [];
  if (playerId !== undefined && bridge.playerIds.length > 0 && !bridge.playerIds.includes(playerId)) {
    const known = bridge.playerIds.join(", ");
    return [[span(` The bridge has no player "${playerId}". It has ${known}.`)]];
  }
  const waiting =
    bridge.state === ""
      ? `Nothing was said below ${base}/ yet. Is the bridge running?`
      : "Waiting for the players.";
  return [[span(` ${waiting}`, "dim")]];
}
