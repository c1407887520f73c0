import { describe, expect, it } from "vitest";
import { LiveView } from "../../../src/tools/terminal-view/live-view.ts";
import { colorless } from "../../../src/tools/terminal-view/line.ts";
import { PlainLines } from "../../../src/tools/terminal-view/plain-lines.ts";
import { Screen } from "../../../src/tools/terminal-view/screen.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyboard, FakeOutput } from "../../cli/fake-shell.ts";
import { household, message } from "./household.ts";

const enter = "\u001B[?1049h\u001B[?25l";
const leave = "\u001B[?25h\u001B[?1049l";

function setUp(isTTY = true) {
  const clock = new FakeClock();
  const output = new FakeOutput(true);
  const keyboard = new FakeKeyboard(isTTY);
  const stop = new AbortController();
  const view = new LiveView(household(clock.now()), { clock, output, keyboard, palette: colorless });
  const done = view.run(stop.signal);
  return { clock, output, keyboard, stop, view, done };
}

describe("LiveView", () => {
  it("takes the terminal and gives it back", async () => {
    const { output, keyboard, stop, done, clock } = setUp();
    expect(output.text.startsWith(`${enter}\u001B[2J\u001B[1;1H player2mqtt`)).toBe(true);
    expect([keyboard.isRaw, keyboard.isReading]).toEqual([true, true]);
    stop.abort();
    expect(output.text.endsWith(leave)).toBe(true);
    await done;
    expect([keyboard.isRaw, keyboard.isReading]).toEqual([false, false]);
    expect(output.text.split(leave)).toHaveLength(2);
    expect([keyboard.listenerCount("data"), output.listenerCount("resize"), clock.pending]).toEqual([
      0, 0, 0,
    ]);
  });

  it.each([
    ["q", true],
    ["\u0003", true],
    ["xyq", true],
    ["x", false],
    // A letter inside the code of another key.
    ["\u001BOq", false],
  ])("ends with %j: %s", async (keys, isEnd) => {
    const { keyboard, output, clock } = setUp();
    keyboard.type(keys);
    await clock.advance(5000);
    expect(output.text.endsWith(leave)).toBe(isEnd);
  });

  it("leaves keys alone that come from no keyboard", async () => {
    const { keyboard, done, stop } = setUp(false);
    expect(keyboard.isReading).toBe(false);
    stop.abort();
    await done;
    expect(keyboard.isRaw).toBe(false);
  });

  it("moves the position each second, and writes only what changed", async () => {
    const { clock, output } = setUp();
    output.take();
    await clock.advance(1000);
    const changes = output.take();
    expect(changes).toContain("1:01 / 4:00");
    expect(changes).not.toContain("Lighthouse");
  });

  it("shows a message at once, and a burst of messages in ten frames a second", async () => {
    const { clock, output, view } = setUp();
    await clock.advance(500);
    output.take();
    view.show(message("living-room/video/title", "Sudden"));
    await clock.advance(0);
    expect(output.take()).toContain("Sudden");
    let frames = 0;
    for (let ms = 0; ms < 1000; ms += 10) {
      view.show(message("living-room/video/title", `Title at ${ms}`));
      view.show(message("living-room/video/fps", String(ms)));
      await clock.advance(10);
      if (output.take().includes("Title at")) frames += 1;
    }
    expect(frames).toBeGreaterThanOrEqual(9);
    expect(frames).toBeLessThanOrEqual(11);
  });

  it("draws everything anew in a terminal of another size", async () => {
    const { clock, output } = setUp();
    await clock.advance(500);
    output.take();
    output.resize(60, 12);
    await clock.advance(0);
    const text = output.take();
    expect(text).toContain("\u001B[2J");
    expect(text).toContain("\u001B[12;1H q quits");
  });
});

describe("Screen", () => {
  it("clears what a shorter picture leaves behind, and is quiet after its end", () => {
    const output = new FakeOutput(true);
    const nothing = (): void => {};
    const screen = new Screen(output, new FakeKeyboard(), nothing, nothing);
    screen.show(["a", "b", "c"]);
    output.take();
    screen.show(["a"]);
    expect(output.take()).toBe("\u001B[2;1H\u001B[J");
    screen.show(["a"]);
    expect(output.take()).toBe("");
    screen[Symbol.dispose]();
    screen[Symbol.dispose]();
    screen.show(["x"]);
    expect(output.take()).toBe(leave);
  });
});

describe("PlainLines", () => {
  it("writes messages to one place and remarks to another, each fault once", () => {
    const messages = new FakeOutput();
    const remarks = new FakeOutput();
    const lines = new PlainLines({ stdout: messages, stderr: remarks }, "mqtt://b");
    lines.show({ kind: "lost", reason: "refused" });
    lines.show({ kind: "lost", reason: "refused" });
    lines.show({ kind: "connected" });
    lines.show({ kind: "message", topic: "a/b", text: '{"x":1}' });
    lines.show({ kind: "lost", reason: "refused" });
    lines.show({ kind: "note", text: "study: player is offline" });
    expect(messages.text).toBe('a/b {"x":1}\n');
    expect(remarks.text.split("\n")).toEqual([
      "no connection to mqtt://b: refused",
      "connected to mqtt://b",
      "no connection to mqtt://b: refused",
      "study: player is offline",
      "",
    ]);
  });
});
