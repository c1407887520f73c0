import * as z from "zod";
import type { LogDestination } from "../ops/logger.ts";
import type { Viewer } from "../tools/terminal-view/viewer.ts";

const entryShape = z.object({
  msg: z.string(),
  player: z.string().optional(),
  reason: z.string().optional(),
});

/** Takes the bridge's log lines, as JSON, into a view, where lines of their own would tear the picture. */
export class LogNotes implements LogDestination {
  #viewer: Viewer | undefined;
  #waiting: string[] = [];

  write(line: string): void {
    const text = noteText(line);
    if (this.#viewer === undefined) this.#waiting.push(text);
    else this.#viewer.tell({ kind: "note", text });
  }

  /** Shows what was said so far, and from now on what is said. */
  attach(viewer: Viewer): void {
    this.#viewer = viewer;
    for (const text of this.#waiting.splice(0)) viewer.tell({ kind: "note", text });
  }
}

function noteText(line: string): string {
  const { msg, player, reason } = entryShape.parse(JSON.parse(line));
  return `${player === undefined ? "" : `${player}: `}${msg}${reason === undefined ? "" : ` (${reason})`}`;
}
