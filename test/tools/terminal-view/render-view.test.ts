import { describe, expect, it } from "vitest";
import { colored, colorless } from "../../../src/tools/terminal-view/line.ts";
import { renderView } from "../../../src/tools/terminal-view/render-view.ts";
import { foldEvent, newViewState, type ViewState } from "../../../src/tools/terminal-view/view-state.ts";
import { household, message } from "./household.ts";

function show(state: ViewState, columns = 80, rows = 24, now = 5000): string[] {
  return renderView(state, now, { columns, rows }, colorless).map((line) => line.trimEnd());
}

describe("renderView", () => {
  it("shows a household", () => {
    expect(show(household(), 80, 24)).toMatchInlineSnapshot(`
      [
        " player2mqtt 1.0.0  mqtt://127.0.0.1:4242  player2mqtt/         ● bridge online",
        "",
        " Living room  living-room · V9 ─────────────────────────────────────── ● online",
        "   ▶ 東京 The Lighthouse                                                 1 of 3",
        "     ━━━━━━━━━━━━━━━━╸────────────────────────────────────────────  1:05 / 4:00",
        "     3840x2160 · 23.976 fps · H.265 · out 3840x2160P @ 24Hz HDR10",
        "     sound English TrueHD",
        "   input  ● Player   TV",
        "   output ● HDMI main   USB converter (off)",
        "   ✓ output HDMI applied in 4 ms · 5 s ago",
        "",
        " Study  study ─────────────────────────────────────────────────────── ● offline",
        "   ♫ Nadia Quill – Amber Ferry  Slow Harbour                            4 of 18",
        "   output   XLR",
        "   ✗ input "Radio" rejected: unknown tag · 5 s ago",
        "",
        " Try this in another terminal:",
        "   player2mqtt set living-room output HDMI2 --mqtt.url=mqtt://127.0.0.1:4242",
        "   mosquitto_sub -v",
        "",
        "",
        "",
        "",
        " q quits",
      ]
    `);
  });

  it("says where a browser shows the same, whatever room there is", () => {
    expect(show({ ...household(), page: "http://127.0.0.1:8099" }, 60, 8).slice(0, 3)).toEqual([
      " player2mqtt 1.0.0  mqtt://127.0.0.1:4242…  ● bridge online",
      " Open http://127.0.0.1:8099 in a browser",
      "",
    ]);
  });

  it("keeps what matters when there is less room", () => {
    expect(show(household(), 60, 18)).toMatchInlineSnapshot(`
      [
        " player2mqtt 1.0.0  mqtt://127.0.0.1:4242…  ● bridge online",
        "",
        " Living room  living-room · V9 ─────────────────── ● online",
        "   ▶ 東京 The Lighthouse                             1 of 3",
        "     ━━━━━━━━━━━──────────────────────────────  1:05 / 4:00",
        "   Player → HDMI main",
        "   ✓ output HDMI applied in 4 ms · 5 s ago",
        "",
        " Study  study ─────────────────────────────────── ● offline",
        "   ♫ Nadia Quill – Amber Ferry  Slow Harbour        4 of 18",
        "   nothing",
        "   ✗ input "Radio" rejected: unknown tag · 5 s ago",
        "",
        " Try this in another terminal:",
        "   player2mqtt set living-room output HDMI2 \\",
        "     --mqtt.url=mqtt://127.0.0.1:4242",
        "   mosquitto_sub -v",
        " q quits",
      ]
    `);
  });

  it("has one line for each player when there is hardly any", () => {
    expect(show(household(), 60, 9)).toMatchInlineSnapshot(`
      [
        " player2mqtt 1.0.0  mqtt://127.0.0.1:4242…  ● bridge online",
        "",
        " ● Living room  ▶ 東京 The Lighthouse · 1:05 · HDMI main",
        " ● Study  ♫ Amber Ferry",
        "",
        " Try this in another terminal:",
        "   player2mqtt set living-room output HDMI2 \\",
        "     --mqtt.url=mqtt://127.0.0.1:4242",
        " q quits",
      ]
    `);
  });

  it("says how many players it cannot show", () => {
    const many = Array.from({ length: 40 }, (_, n) => message(`p${n}/availability`, "online"));
    const state = many.reduce((view, event) => foldEvent(view, event, 0), household());
    expect(show(state, 80, 10).join("\n")).toContain("… and 36 more");
  });

  it("differs in colors only", () => {
    // oxlint-disable-next-line no-control-regex -- the colors are what it is about
    const withoutColors = (line: string): string => line.replaceAll(/\u001B\[\d+m/g, "");
    const painted = renderView(household(), 5000, { columns: 80, rows: 24 }, colored);
    expect(painted.join("")).toContain("\u001B[");
    expect(painted.map((line) => withoutColors(line).trimEnd())).toEqual(show(household()));
  });
});

describe("the state of things", () => {
  const empty = newViewState({ base: "player2mqtt", broker: "mqtt://b", playerId: "attic", hints: [] });
  const connected = foldEvent(empty, { kind: "connected" }, 0);

  it("is told when the broker or the bridge is gone, and nothing is taken for current", () => {
    const broker = show(foldEvent(household(), { kind: "lost", reason: "ECONNREFUSED" }, 0), 80, 40);
    expect(broker[0]).toMatch(/● no broker$/);
    expect(broker[1]).toBe(" ECONNREFUSED, retrying");
    expect(broker.join("\n")).toContain(" 1:00 / 4:00");
    const bridge = show(foldEvent(household(), message("bridge/state", "offline"), 0), 80, 40);
    expect(bridge[0]).toMatch(/● bridge offline$/);
    for (const lines of [broker, bridge]) expect(lines.join("\n")).toContain("○ was online");
  });

  it.each([
    ["there is no connection yet", empty, /○ connecting$/],
    ["nobody has said anything", connected, "No messages below player2mqtt/ yet."],
    ["no player has", foldEvent(connected, message("bridge/state", "online"), 0), "Waiting for the players."],
    [
      "the player is none of the bridge's",
      foldEvent(connected, message("bridge/info", '{"players":[{"id":"study"},{"id":"cellar"}]}'), 0),
      'The bridge has no player "attic". It has study, cellar.',
    ],
  ])("is told when %s", (_what, state, told) => {
    expect(show(state, 80, 6)).toContainEqual(expect.stringMatching(told));
  });

  it("has the warnings below", () => {
    expect(show(foldEvent(household(), { kind: "note", text: "study: slow" }, 0), 80, 40)).toContain(
      " ! study: slow",
    );
  });
});

describe("a player", () => {
  function playerLines(...messages: readonly (readonly [leaf: string, text: string])[]): string[] {
    const events = [
      { kind: "connected" } as const,
      message("bridge/state", "online"),
      ...messages.map(([leaf, text]) => message(`study/${leaf}`, text)),
    ];
    const start = newViewState({ base: "player2mqtt", broker: "mqtt://b", playerId: undefined, hints: [] });
    const state = events.reduce((view, event) => foldEvent(view, event, 0), start);
    return show(state, 70, 20)
      .slice(2, -1)
      .filter((line) => line !== "");
  }

  it("that went away says since when", () => {
    const lines = playerLines(["availability", "online"], ["availability", "offline"]);
    expect(lines[0]).toMatch(/^ study {3}─+ ● offline for 5 s$/);
  });

  it("of which only its music was heard is not said to be online", () => {
    const lines = playerLines(["music/title", "Song"]);
    expect(lines[0]).toMatch(/○ not seen$/);
    expect(lines[1]).toBe("   ♫ Song");
  });

  it.each([
    ["idle", ["   ◦ video idle"]],
    ["unknown", ["   ◦ video unknown"]],
    ["unsupported", []],
  ])("whose video is %s", (state, shown) => {
    expect(playerLines(["video/state", state]).slice(1)).toEqual(shown);
  });

  it("that plays a stream without an end or a title has an empty bar", () => {
    const [, title, progress] = playerLines(["video/state", "paused"]);
    expect(title).toBe("   ‖ (no title)");
    expect(progress).toMatch(/^ {5}─+ {2}–:––$/);
  });

  it("names the playlist's entry where it is not what plays", () => {
    const [, title] = playerLines(
      ["video/state", "playing"],
      ["video/title", "Trailer"],
      ["video/playlist/current", "The Film"],
    );
    expect(title).toMatch(/▶ Trailer +The Film$/);
  });

  it("has a queue even when nothing of it plays", () => {
    expect(playerLines(["music/queue/total", "7"])[1]).toBe("   ◦ music queue of 7");
    expect(playerLines(["music/queue/total", "7"], ["music/title", "Song"])[1]).toMatch(/♫ Song +7 queued$/);
    expect(playerLines(["music/queue/total", "0"])).toHaveLength(1);
  });
});
