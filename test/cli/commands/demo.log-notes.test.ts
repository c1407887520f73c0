import { describe, expect, it } from "vitest";
import { LogNotes } from "../../../src/cli/commands/demo.ts";
import type { ViewEvent } from "../../../src/tools/terminal-view/view-state.ts";
import { createLogger } from "../../../src/ops/logger.ts";

describe("LogNotes", () => {
  it("brings the log into the view, also what was said before there was one", () => {
    const notes = new LogNotes();
    const log = createLogger({ level: "warn", format: "json" }, notes);
    const told: ViewEvent[] = [];
    log.info({}, "too much detail");
    log.warn({ player: "study", reason: "timeout" }, "player is offline");
    notes.attach({ show: (event) => told.push(event), run: async () => {} });
    log.error({}, "no more room");
    expect(told).toEqual([
      { kind: "note", text: "study: player is offline (timeout)" },
      { kind: "note", text: "no more room" },
    ]);
  });
});
