import { describe, expect, it, onTestFinished } from "vitest";
import { agoText, bytesText, clockText, momentText, spanText } from "../../page/format.ts";
import { plainReason } from "../../page/plain-reason.ts";
import english from "../../page/languages/en.json" with { type: "json" };
import german from "../../page/languages/de.json" with { type: "json" };
import { isGood, lostText, markOf, outcomeText } from "../../page/outcome-text.ts";
import { speak } from "../../page/texts.ts";
import type { CommandView } from "../../src/extensions/page/wire.ts";

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

  it("is written as usual in its language", () => {
    onTestFinished(() => speak(english, "en-GB"));
    speak(german, "de-DE");
    expect([bytesText(28_500_000), spanText(240_000)]).toEqual(["28,5 MB", "4 Min."]);
  });

  it("includes the date for a moment on another day", () => {
    const now = new Date(2026, 5, 2, 12).getTime();
    expect(momentText(now - 3_600_000, now)).toMatch(/^11/);
    expect(momentText(now - 13 * 3_600_000, now)).toContain(",");
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
  const topics = {
    "audio/output/options": JSON.stringify([{ value: "USB", title: "Converter" }]),
    "app/options": JSON.stringify([{ value: "org.example.radio", title: "Web radio" }]),
    "video/subtitle/options": JSON.stringify([{ value: "2", title: "Deutsch" }]),
    "display/meters/options": JSON.stringify([{ value: "Night blue", title: "Night blue" }]),
    "settings/gain/title": "Verstärkung",
    "settings/gain/options": JSON.stringify([{ value: "High", title: "High" }]),
    "settings/upsampling/title": "Upsampling",
    "settings/upsampling/options": JSON.stringify([{ value: "off", title: "off" }]),
    "settings/balance/title": "Balance",
    "settings/balance/range": JSON.stringify({ min: -10, max: 10 }),
  };

  it.each([
    ["superseded", "is-calm"],
    ["skipped", "is-calm"],
    ["unchanged", "is-good"],
    ["expired", "is-bad"],
  ] as const)("shows %s as %s", (outcome, tone) => {
    expect(markOf(outcome).tone).toBe(tone);
  });

  it("says what of what played does not come back", () => {
    // In the words of any language.
    expect(lostText(["queue", "film"])).toMatch(/^Does not come back: \S.*, \S.*$/);
    expect(lostText()).toBe("");
  });

  it.each([
    ["answer.unreachable", "ECONNREFUSED", "Its address accepts no connection."],
    ["answer.unreachable", "EHOSTUNREACH", "Nothing answers at its address."],
    ["answer.unreachable", { text: "", code: "answer.no-connection" }, "Nothing answers at its address."],
    ["answer.unreachable", "ENOTFOUND", "Its name is not known in the network."],
    ["answer.slow", 3000, "It is connected, but takes too long to answer."],
    ["answer.http-status", 500, "It answers, but not as a player should."],
  ])("says in plain words why a request failed: %s %s", (code, reason, text) => {
    expect(plainReason({ failure: { text: "", code, values: { reason } } })).toBe(text);
  });

  it.each([
    [{}, "Output Converter: done", true],
    [{ outcome: "unchanged" }, "Output Converter: already set", true],
    [{ outcome: "failed", reason: "HTTP status 500" }, "Output Converter: failed, HTTP status 500", false],
    [{ outcome: "rejected", tag: undefined, request: "X" }, "Output X: not possible", false],
    [{ outcome: "superseded", command: "audio/input" }, "Input USB: replaced by a newer one", false],
    [
      { outcome: "expired", command: "refresh", request: "" },
      "Refresh: the player was busy for too long",
      false,
    ],
    [{ command: "video/playback", request: "pause" }, "Pause the video: done", true],
    [{ command: "mute", request: "on" }, "Mute: done", true],
    [{ command: "group", request: "join kitchen" }, "Play along with kitchen: done", true],
    [{ command: "group", request: "leave" }, "Leave the group: done", true],
    [{ command: "screen", request: "TOGGLE" }, "Screen on or off: done", true],
    [{ command: "volume", request: "30" }, "Volume 30%: done", true],
    [{ command: "volume", request: "+5" }, "Volume +5%: done", true],
    [{ command: "volume", request: "loud" }, "Volume loud: done", true],
    [{ command: "video/position", request: "97" }, "Video position 1:37: done", true],
    [{ command: "music/queue", request: "0" }, "Queue entry 1: done", true],
    [{ command: "key", request: "Key.Up" }, "Key Up: done", true],
    [{ command: "key", request: "Number_7" }, "Key 7: done", true],
    [{ command: "app", request: "org.example.radio" }, "App Web radio: done", true],
    [{ command: "display/meters", request: "Night blue" }, "Meter style Night blue: done", true],
    [{ command: "settings", request: "gain High" }, "Setting Verstärkung High: done", true],
    [{ command: "settings", request: "upsampling off" }, "Setting Upsampling off: done", true],
    [{ command: "settings", request: "balance -3" }, "Setting Balance -3: done", true],
    [{ command: "settings", request: "tone 1" }, "Setting tone 1: done", true],
    [{ command: "preset", request: "Film night", durationMs: 12_500 }, "Preset Film night: done", true],
    [{ command: "from/tomorrow", request: "x" }, "from/tomorrow x: done", true],
    [{ command: "video/subtitle", request: "0" }, "Subtitle Off: done", true],
    [{ command: "video/subtitle", request: "2" }, "Subtitle Deutsch: done", true],
    [{ command: "sleep", request: "0" }, "Sleep timer off: done", true],
    [{ command: "sleep", request: "90" }, "Sleep timer 90 mins: done", true],
    [{ command: "sleep", request: "soon" }, "Sleep timer soon: done", true],
    [{ command: "play", request: "http://radio.example/1" }, "Play http://radio.example/1: done", true],
    [
      { command: "play", request: '{"address":"http://radio.example/1","title":"One"}' },
      "Play One: done",
      true,
    ],
    [{ command: "library/play", request: "tracks 7" }, "Play from library: done", true],
    [{ command: "announce", request: '{"address":"http://a/b"}' }, "Announcement http://a/b: done", true],
  ] as const)("describes the outcome of a command: %j", (change, text, good) => {
    const told = { ...command, ...change };
    expect([outcomeText(told, { topics }), isGood(told)]).toEqual([text, good]);
  });
});
