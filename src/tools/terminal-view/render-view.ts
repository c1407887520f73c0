import stringWidth from "string-width";
import { fitLine, type Line, margin, paint, type Palette, span, spread } from "./line.ts";
import { type Detail, renderPlayer } from "./render-player.ts";
import type { Screen } from "./screen.ts";
import { isFollowed, listedIds, playersInOrder, type ViewState } from "./view-state.ts";

interface Layout {
  readonly detail: Detail;
  readonly outcomes: number;
  readonly isAiry: boolean;
  readonly hints: number;
}

/** Layouts to try in turn until everything fits. */
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

export function renderView(
  state: ViewState,
  now: number,
  { columns, rows }: Screen["size"],
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
  const isConnected = state.link.kind === "connected";
  const notes = state.notes.map((note): Line => [span(" ! ", "warn"), span(note, "dim")]);
  let body: Line[] = [];
  for (const { detail, outcomes, isAiry, hints } of layouts) {
    const gap: Line[] = isAiry ? [[]] : [];
    const blocks = players.map((player) => {
      const isCurrent = isConnected && isFollowed(state, player.id);
      return [...renderPlayer(player, { now, width: columns, outcomes, isCurrent }, detail), ...gap];
    });
    const shownHints = renderHints(state.hints.slice(0, hints), columns);
    const above = [...(players.length === 0 ? renderNobody(state) : blocks.flat()), ...notes];
    body = [...above, ...(isAiry || shownHints.length === 0 ? [] : [[]]), ...shownHints];
    if (body.length <= room) return body;
  }
  const hidden = body.length - room + 1;
  return [...body.slice(0, Math.max(0, room - 1)), [span(`   … and ${hidden} more`, "dim")]];
}

function renderHead(state: ViewState, columns: number): Line[] {
  const { page, remark } = state;
  const invitation: Line[] =
    page === undefined
      ? []
      : [[span(" Open ", "strong"), span(page, "accent"), span(" in a browser", "strong")]];
  const remarks: Line[] = remark === undefined ? [] : [[span(` ${remark}`, "dim")]];
  return [...renderStatus(state, columns), ...invitation, ...remarks, []];
}

function renderStatus({ base, bridges, broker, link }: ViewState, columns: number): Line[] {
  const all = [...bridges.values()];
  const versions = [...new Set(all.map(({ version }) => version))].filter((version) => version !== "");
  const version = versions.length === 0 ? "" : ` ${versions.join("/")}`;
  const left = [span(" player2mqtt", "strong"), span(`${version}  ${broker}  ${base}/`, "dim")];
  if (link.kind === "connecting") return [spread(left, [span("○ connecting ", "warn")], columns)];
  if (link.kind === "lost") {
    const right = [span("● no broker ", "bad")];
    return [spread(left, right, columns), [span(` ${link.reason}, retrying`, "bad")]];
  }
  const online = all.filter(({ state }) => state === "online").length;
  const isOnline = online > 0 && online === all.length;
  const text =
    all.length > 1 ? `${online} of ${all.length} bridges online` : `bridge ${all[0]?.state || "unknown"}`;
  const right = [span("● ", isOnline ? "good" : "bad"), span(`${text} `)];
  return [spread(left, right, columns)];
}

function renderNobody(state: ViewState): Line[] {
  const { base, bridges, link, playerId } = state;
  if (link.kind !== "connected") return [];
  const listed = listedIds(state);
  if (playerId !== undefined && listed.length > 0 && !listed.includes(playerId)) {
    return [[span(` The bridge has no player "${playerId}". It has ${listed.join(", ")}.`)]];
  }
  const waiting =
    bridges.size === 0
      ? `No messages below ${base}/ yet. Is the bridge running?`
      : "Waiting for the players.";
  return [[span(` ${waiting}`, "dim")]];
}

/** Commands to try next, wrapped so that they can be copied. */
function renderHints(hints: readonly string[], columns: number): Line[] {
  if (hints.length === 0) return [];
  const lines = hints.flatMap((hint) => breakCommand(hint, columns - margin.text.length - 1));
  return [
    [span(" Try this in another terminal:", "strong")],
    ...lines.map((line): Line => [margin, span(line, "accent")]),
  ];
}

/** Wraps a command with a backslash at the end of each line. */
function breakCommand(command: string, width: number): string[] {
  if (stringWidth(command) <= width) return [command];
  const lines: string[] = [];
  let current = "";
  for (const word of command.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && stringWidth(longer) > width - 2) {
      lines.push(`${current} \\`);
      current = `  ${word}`;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}
