import type { Clock } from "../../lib/clock.ts";
import type { Terminal } from "./terminal.ts";
import { LiveView } from "./live-view.ts";
import { paletteFor } from "./line.ts";
import { PlainLines } from "./plain-lines.ts";
import { newViewState, type Viewer, type ViewSubject } from "./view-state.ts";

export function isLive({ env, stdout }: Terminal): boolean {
  return stdout.isTTY === true && env["TERM"] !== "dumb";
}

/** The live view on a terminal, plain lines elsewhere. */
export function createViewer(subject: ViewSubject, terminal: Terminal, clock: Clock): Viewer {
  if (!isLive(terminal)) return new PlainLines(terminal, subject.broker);
  return new LiveView(newViewState(subject), {
    output: terminal.stdout,
    keyboard: terminal.stdin,
    palette: paletteFor(terminal.env),
    clock,
  });
}
