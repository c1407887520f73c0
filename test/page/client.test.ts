import { describe, expect, it } from "vitest";
import { agoText, bytesText, clockText, momentText, spanText } from "../../page/format.ts";
import { listWindow, pagesOf, rowHeight } from "../../page/queue/list-window.ts";
import { chooseLanguage } from "../../page/language.ts";
import { idFor } from "../../page/setup/player-id.ts";
import { speak } from "../../page/texts.ts";
import { remoteKeyOf } from "../../page/remote/keys.ts";
import english from "../../page/languages/en.json" with { type: "json" };
import { plainReason } from "../../page/plain-reason.ts";
import { parsePlaces, placesAddress } from "../../page/library/places.ts";
import { parseRoute } from "../../page/route.ts";
import { isGood, markOf, outcomeText } from "../../page/outcome-text.ts";
import { changed, greeted, initialState, published, sampled } from "../../page/state.ts";
import type { CommandView, Hello, PlayerView } from "../../src/extensions/page/wire.ts";

const player = { id: "den", identity: { name: "Den" }, commands: [] } as unknown as PlayerView;
const hello: Hello = {
  now: 5000,
  forgeryToken: "t",
  canSignOut: false,
  bridge: { version: "1" } as Hello["bridge"],
  players: [player, { ...player, id: "attic" }],
  samples: { everySeconds: 5, messagesPerMinute: [1], latencyMs: { den: [2] } },
  check: null,
};

describe("the state of the page", () => {
  it("begins with the first message, and determines the offset of the browser's clock", () => {
    expect(greeted(hello, 4000)).toMatchObject({ link: "live", clockOffsetMs: 1000, players: hello.players });
  });

  it("changes only the parts that differ", () => {
    const before = greeted(hello, 0);
    const commands: readonly CommandView[] = [];
    const after = changed(before, { players: { den: { commands } } });
    expect(after.players[0]).toEqual({ ...player, commands });
    expect(after.players[1]).toBe(before.players[1]);
    expect(changed(before, { check: { state: "idle", areas: [], reason: "" } }).players).toBe(before.players);
  });

  it("removes and adds players", () => {
    const after = changed(greeted(hello, 0), { removed: ["den"], added: [{ ...player, id: "cellar" }] });
    expect(after.players.map(({ id }) => id)).toEqual(["attic", "cellar"]);
  });

  it("keeps five minutes of samples, of the present players", () => {
    let state = greeted(hello, 0);
    for (let count = 0; count < 100; count++) {
      state = sampled(state, { messagesPerMinute: count, latencyMs: { attic: count } });
    }
    expect(state.samples.messagesPerMinute).toHaveLength(60);
    expect(state.samples.latencyMs["den"]).toBeUndefined();
    expect(state.samples.latencyMs["attic"]?.at(-1)).toBe(99);
  });

  it("counts the changes of a topic, but not its first value", () => {
    const first = published(initialState, { a: "1", b: "2" });
    const second = published(first, { a: "3", b: null, c: "4" });
    expect([...second.topics]).toEqual([
      ["a", { value: "3", changes: 1 }],
      ["c", { value: "4", changes: 1 }],
    ]);
  });
});

describe("a long list", () => {
  it.each([
    [0, 20_000, 0, 16],
    [1000 * rowHeight, 20_000, 992, 1016],
    [20_000 * rowHeight, 20_000, 19_992, 20_000],
    [0, 3, 0, 3],
    [99 * rowHeight, 3, 0, 3],
  ])("at %i px of %i rows is drawn from %i to %i", (scrollTop, size, first, end) => {
    expect(listWindow(scrollTop, 8 * rowHeight, size)).toMatchObject({ first, end });
  });

  it("is no taller than a browser can draw", () => {
    expect(listWindow(0, 400, 10_000_000).totalHeight).toBeLessThanOrEqual(10_000_000);
  });

  it("is requested in whole pages", () => {
    expect(pagesOf({ first: 95, end: 205, totalHeight: 0 }, 100)).toEqual([0, 100, 200]);
    expect(pagesOf({ first: 100, end: 200, totalHeight: 0 }, 100)).toEqual([100]);
  });
});

describe("a text of the page", () => {
  it.each([
    [clockText(3723), "1:02:03"],
    [clockText(-5), "0:00"],
    [spanText(59_999), "59 secs"],
    [spanText(7_200_000), "2 hrs"],
    [agoText(59_999), "just now"],
    [agoText(180_000), "3 min ago"],
    [bytesText(17), "17 bytes"],
    [bytesText(28_500_000), "28.5 MB"],
  ])("is %s", (text, expected) => {
    expect(text).toBe(expected);
  });

  it("includes the date for a moment on another day", () => {
    const now = new Date(2026, 5, 2, 12).getTime();
    expect(momentText(now - 3_600_000, now)).toMatch(/^11/);
    expect(momentText(now - 86_400_000, now)).toContain(",");
  });

  const command: CommandView = {
    number: 1,
    command: "audio/output",
    request: "usb",
    outcome: "applied",
    tag: "USB",
    reason: undefined,
    durationMs: 41,
    at: 0,
  };
  const option = { tag: "USB", name: "Converter", isEnabled: true, hasIcon: false };
  const audio = { output: { current: "USB", options: [option] } } as unknown as PlayerView["audio"];

  const none = { current: undefined, options: [] };
  const setting = { title: "", group: "" } as const;
  const device: PlayerView["device"] = {
    presets: [],
    apps: [{ package: "org.example.radio", label: "Web radio" }],
    brightness: null,
    knob: null,
    knobColors: none,
    shows: null,
    showable: [],
    meters: { current: 0, options: [{ index: 1, title: "Night blue" }] },
    spectrum: none,
    settings: [
      { ...setting, tag: "gain", title: "Verstärkung", kind: "list", options: [{ index: 2, title: "High" }] },
      { ...setting, tag: "upsampling", title: "Upsampling", kind: "switch", isOn: true },
      { ...setting, tag: "balance", title: "Balance", kind: "range", min: -10, max: 10, level: 0 },
    ],
  };

  it.each([
    ["superseded", "is-calm"],
    ["skipped", "is-calm"],
    ["unchanged", "is-good"],
    ["expired", "is-bad"],
  ] as const)("shows %s as %s", (outcome, tone) => {
    expect(markOf(outcome).tone).toBe(tone);
  });

  it.each([
    ["answer.unreachable", "ECONNREFUSED", "Its address accepts no connection."],
    ["answer.unreachable", "EHOSTUNREACH", "Nothing answers at its address."],
    ["answer.unreachable", { text: "", code: "answer.no-connection" }, "Nothing answers at its address."],
    ["answer.unreachable", "ENOTFOUND", "Its name is not known in the network."],
    ["answer.slow", 3000, "It is connected, but takes too long to answer."],
    ["answer.http-status", 500, "It answers, but not as a player should."],
  ])("says in plain words why a request failed: %s %s", (failureCode, reason, text) => {
    const presence = { failureCode, failureValues: { reason } } as unknown as PlayerView["presence"];
    expect(plainReason(presence)).toBe(text);
  });

  it.each([
    [{}, "Output Converter: applied in 41 ms", true],
    [{ outcome: "unchanged" }, "Output Converter: already set", true],
    [{ outcome: "failed", reason: "HTTP status 500" }, "Output Converter: failed, HTTP status 500", false],
    [{ outcome: "rejected", tag: undefined, request: "X" }, "Output X: rejected", false],
    [{ outcome: "superseded", command: "audio/input" }, "Input USB: replaced by a newer command", false],
    [
      { outcome: "expired", command: "refresh", request: "" },
      "Refresh: expired before the player was free",
      false,
    ],
    [{ command: "video/playback", request: "pause" }, "Pause the video: applied in 41 ms", true],
    [{ command: "mute", request: "on" }, "Mute: applied in 41 ms", true],
    [{ command: "screen", request: "TOGGLE" }, "Screen on or off: applied in 41 ms", true],
    [{ command: "volume", request: "30" }, "Volume 30%: applied in 41 ms", true],
    [{ command: "volume", request: "+5" }, "Volume +5%: applied in 41 ms", true],
    [{ command: "volume", request: "loud" }, "Volume loud: applied in 41 ms", true],
    [{ command: "video/position", request: "97" }, "Video position 1:37: applied in 41 ms", true],
    [{ command: "music/queue", request: "0" }, "Queue entry 1: applied in 41 ms", true],
    [{ command: "key", request: "Key.Up" }, "Key Up: applied in 41 ms", true],
    [{ command: "key", request: "Number_7" }, "Key 7: applied in 41 ms", true],
    [{ command: "app", request: "org.example.radio" }, "App Web radio: applied in 41 ms", true],
    [{ command: "display/meters", request: "1" }, "Level meters Night blue: applied in 41 ms", true],
    [{ command: "settings", request: "gain 2" }, "Setting Verstärkung High: applied in 41 ms", true],
    [{ command: "settings", request: "upsampling off" }, "Setting Upsampling off: applied in 41 ms", true],
    [{ command: "settings", request: "balance -3" }, "Setting Balance -3: applied in 41 ms", true],
    [{ command: "settings", request: "tone 1" }, "Setting tone 1: applied in 41 ms", true],
    [
      { command: "preset", request: "Film night", durationMs: 12_500 },
      "Preset Film night: applied in 12 secs",
      true,
    ],
    [{ command: "from/tomorrow", request: "x" }, "from/tomorrow x: applied in 41 ms", true],
  ] as const)("describes the outcome of a command: %j", (change, text, good) => {
    const told = { ...command, ...change };
    const offered = told.command === "audio/input" ? null : audio;
    expect([outcomeText(told, { audio: offered, video: null, device }), isGood(told)]).toEqual([text, good]);
  });
});

describe("the language of the page", () => {
  it.each([
    [["de-AT", "en"], { language: "de", tag: "de-AT" }],
    [["is-IS", "fr-CA"], { language: "fr", tag: "fr-CA" }],
    [["zh-Hant-TW"], { language: "zh", tag: "zh-Hant-TW" }],
    [["en-US", "de"], { language: "en", tag: "en-US" }],
    [["is", "constructor"], { language: "en", tag: "en" }],
    [[], { language: "en", tag: "en" }],
  ])("for a browser that wants %j is %j", (wanted, chosen) => {
    expect(chooseLanguage(wanted)).toEqual(chosen);
  });
});

describe("an address of the page", () => {
  it.each([
    ["", { view: "overview" }],
    ["#/check", { view: "check" }],
    ["#/players/den", { view: "player", playerId: "den", tab: "now", place: "" }],
    ["#/players/a%2Fb/queue", { view: "player", playerId: "a/b", tab: "queue", place: "" }],
    ["#/players/den/nonsense", { view: "player", playerId: "den", tab: "now", place: "" }],
    ["#/players/%E0%A4%A", { view: "overview" }],
  ])("%s shows %j", (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
  });

  it("names a place in the library, whatever its titles are", () => {
    const opened = [
      { list: "albums", narrowed: ["artist", "a b"], title: "title=&#?/%" },
      { list: "tracks", narrowed: ["album", "7"], title: "" },
    ] as const;
    const route = parseRoute(`#/players/den/library?${placesAddress("artists", "x & y", opened)}`);
    if (route.view !== "player") throw new Error("another view");
    expect(route).toMatchObject({ playerId: "den", tab: "library" });
    expect(parsePlaces(route.place, ["albums", "artists"])).toEqual(["artists", "x & y", opened]);
    // A list that this player lacks, and what nobody has written.
    expect(parsePlaces(route.place, ["films"])[0]).toBe("films");
    expect(parsePlaces("a=b&title=c&list=%zz", [])).toEqual(["albums", "", []]);
  });
});

describe("a key of the keyboard", () => {
  it.each([
    ["ArrowUp", "Up"],
    ["Enter", "Ok"],
    ["Escape", "Back"],
    ["0", "Number_0"],
    ["x", undefined],
  ])("%s presses %s", (pressed, key) => {
    expect(remoteKeyOf(pressed)).toBe(key);
  });
});

describe("the id for a name", () => {
  it.each([
    ["Living room", [], "living-room"],
    ["Küche", [], "kuche"],
    ["Séjour n° 2", ["sejour-n-2"], "sejour-n-2-2"],
    ["Weiß", [], "weiss"],
    ["客厅", [], "sim-1"],
    ["Bridge", [], "sim-1"],
  ])("of %j, where %j are taken, is %j", (name, taken, id) => {
    expect(idFor(name, "sim-1", taken)).toBe(id);
  });

  it("writes umlauts as German does, on a German page", () => {
    speak(english, "de-AT");
    expect(idFor("Küche Öl", "sim-1", [])).toBe("kueche-oel");
    speak(english, "en-GB");
  });
});
