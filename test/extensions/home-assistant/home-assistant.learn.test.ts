import { expect, it } from "vitest";
import { render } from "../../../src/core/topics/render.ts";
import type { RoutingEntry } from "../../../src/core/resources/audio.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { audio, brightness, entry, ownSettings, routing } from "../../core/sample-player.ts";
import { after, answered, failed } from "../../core/samples.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { everything, unannounced } from "../../home-assistant/players.ts";
import { sessionWith } from "../../core/session-with.ts";

/** Returns for each state whether it affects the announcement of the previous one. */
function following(): (next: Session) => boolean {
  let state: Session | undefined;
  const target = {
    base: "b",
    id: "cinema",
    name: "Cinema",
    address: "",
    maxPayloadBytes: 100_000,
    largestPayloadBytes: 100_000,
  };
  const announcement = unannounced(
    {
      clock: new FakeClock(),
      open: () => {
        throw new Error("nothing is announced here");
      },
    },
    () => state ?? everything,
  );
  return (next) => {
    const topics = render(target, state, next);
    state = next;
    // Apply it first, as writing the payload would have done.
    return announcement.isAffectedBy(topics);
  };
}

it.each(["input", "output"] as const)(
  "a change of the entries of the %s affects the announcement, a change of the selection does not",
  (selector) => {
    const affects = following();
    const isNews = (entries: readonly RoutingEntry[], current: string): boolean =>
      affects({
        ...everything,
        player: { ...everything.player, audio: { ...audio(), [selector]: routing(entries, current) } },
      });
    const usb = entry("USB", { enabled: false });
    expect(isNews([entry("XLR"), entry("RCA"), usb], "XLR")).toBe(true);
    isNews([entry("XLR"), entry("RCA"), usb], "RCA");
    expect(isNews([entry("XLR"), entry("RCA"), usb], "XLR")).toBe(false);
    // A disabled entry is offered while it is the current one.
    expect(isNews([entry("XLR"), entry("RCA"), usb], "USB")).toBe(true);
    expect(isNews([entry("XLR"), usb], "USB")).toBe(true);
    expect(isNews([entry("XLR", { displayName: "Amplifier" }), usb], "USB")).toBe(true);
  },
);

it("the lists of a film affect the announcement once both are known or one has failed", () => {
  const isNews = following();
  const { subtitles: _subtitles, audioTracks: _audioTracks, ...others } = everything.player;
  const begun = { ...everything, player: others };
  expect(isNews(begun)).toBe(true);
  const half = after(begun, [10, answered("subtitles")]);
  isNews(half);
  expect(isNews(half)).toBe(false);
  const whole = after(half, [20, failed("audioTracks", "malformed")]);
  expect(isNews(whole)).toBe(true);
  isNews(whole);
  expect(isNews({ ...whole, player: { ...whole.player, subtitles: [{ index: 1, title: "Suomi" }] } })).toBe(
    true,
  );
});

it("the range of a number or a setting affects the announcement, its level does not", () => {
  const affects = following();
  const isNews = (max: number, most: number, level: number): boolean => {
    const screenBrightness = { ...brightness, max, level };
    const settings = ownSettings.map((one) => (one.kind === "range" ? { ...one, max: most, level } : one));
    const player = { ...everything.player, screenBrightness, settings };
    return affects(sessionWith(everything, { settingTags: ["balance"], player }));
  };
  expect([isNews(100, 10, 1), isNews(100, 10, 2), isNews(90, 10, 2), isNews(90, 9, 2)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it.each([
  ["cover", everything.player.music?.track.picture],
  ["poster", everything.player.filmArt?.picture],
  ["backdrop", everything.player.filmArt?.backdrop],
])("the type of the %s affects the announcement", (name, address = "") => {
  const isNews = following();
  const shown = (type: "image/png" | "image/jpeg"): Session =>
    sessionWith(everything, {
      maxPictureBytes: 1000,
      requestedPictures: { [name]: { address, picture: { type, bytes: new Uint8Array(8) }, lastType: type } },
    });
  expect(isNews(shown("image/png"))).toBe(true);
  const before = shown("image/png");
  isNews(before);
  expect(isNews(before)).toBe(false);
  expect(isNews(shown("image/jpeg"))).toBe(true);
});
