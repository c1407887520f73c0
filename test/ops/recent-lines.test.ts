import { describe, expect, it } from "vitest";
import type { LogLine } from "../../src/core/ports.ts";
import { RecentLines } from "../../src/ops/recent-lines.ts";

function line(player: string, message = ""): LogLine {
  return { time: "t", level: "info", player, message, details: "" };
}

describe("the last log lines", () => {
  it("of a player are its own, newest first", () => {
    const lines = new RecentLines();
    const { player: _, ...ofNobody } = line("den", "three");
    for (const one of [line("den", "one"), line("attic", "two"), ofNobody, line("den", "four")])
      lines.add(one);
    expect(lines.of("den").map(({ message }) => message)).toEqual(["four", "one"]);
    expect(lines.of("study")).toEqual([]);
  });

  it("do not grow with a noisy player", () => {
    const lines = new RecentLines();
    for (let count = 0; count < 100; count++) lines.add(line("den", `line ${count}`));
    const messages = lines.of("den").map(({ message }) => message);
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([40, "line 99", "line 60"]);
  });

  it("do not grow with players that come and go", () => {
    const lines = new RecentLines();
    lines.add(line("den"));
    for (let count = 0; count < 1999; count++) lines.add(line(`player-${count}`));
    lines.add(line("den", "again"));
    lines.add(line("one-more"));
    expect(lines.of("player-0")).toEqual([]);
    expect([lines.of("player-1").length, lines.of("den").length]).toEqual([1, 2]);
  });
});
