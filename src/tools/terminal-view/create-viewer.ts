import type { Clock } from "../../lib/clock.ts";
import type { Shell } from "../../cli/shell.ts";
import { LiveView } from "./live-view.ts";
import { paletteFor } from "./palette.ts";
import { PlainLines } from "./plain-lines.ts";
import { newViewState, type ViewState } from "./view-state.ts";
import type { Viewer } from "./viewer.ts";

/** Whether somebody looks at the output on a terminal that can be drawn on. */
export function isLive({ env, stdout }: Shell): boolean {
  return stdout.isTTY === true && env["TERM"] !== "dumb";
}

/** The live view on a terminal, plain lines elsewhere. */
export function createViewer(
  subject: Pick<ViewState, "base" | "broker" | "playerId" | "hints" | "page">,
  shell: Shell,
  clock: Clock,
): Viewer {
  if (!isLive(shell)) {
    return new PlainLines({ messages: shell.stdout, remarks: shell.stderr, broker: subject.broker });
  }
  return new LiveView(newViewState(subject), {
    output: shell.stdout,
    keyboard: shell.stdin,
    palette: paletteFor(shell.env),
    clock,
  });
}
