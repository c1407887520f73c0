import { describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/session/session.ts";
import { audio, brightness, entry, ownSettings, routing } from "../../core/sample-player.ts";
import { after, answered, failed, having } from "../../core/samples.ts";
import { sessionWith } from "../../core/session-with.ts";
import {
  birth,
  byMac,
  deviceOf,
  nothingKnown,
  restartBench,
  settledBench,
  startBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, withFirmware } from "../../home-assistant/players.ts";
import {
  born,
  connect,
  delivers,
  hears,
  lose,
  overwrites,
  refuses,
  shows,
  type Step,
  type Stories,
  takesAtMost,
  toldBy,
} from "../../home-assistant/told-by.ts";

const withoutVideo = having(everything, { video: { support: "unsupported" } });
const videoUnknown = having(everything, { video: { support: "unknown" } });
const unread = { support: "unknown", triedAt: Number.NEGATIVE_INFINITY } as const;
const half = sessionWith(having(everything, { apps: unread }), { availability: "online" });

const { player } = everything;
const { subtitles: _subtitles, audioTracks: _audioTracks, ...withoutTracks } = player;
const begun = { ...everything, player: withoutTracks };
const subtitled = after(begun, [10, answered("subtitles")]);
const halfRead = { ...subtitled, player: { ...withoutTracks, subtitles: [{ index: 1, title: "Suomi" }] } };
const read = after(halfRead, [20, failed("audioTracks", "malformed")]);
const numbers = (max: number, most: number, level: number): Step => {
  const settings = ownSettings.map((one) => (one.kind === "range" ? { ...one, max: most, level } : one));
  const changed = { ...player, screenBrightness: { ...brightness, max, level }, settings };
  return shows(sessionWith(everything, { settingTags: ["balance"], player: changed }));
};
const settings = (settingTags: readonly string[], change: object = {}): Step => {
  const changed = ownSettings.map((one) => (one.tag === "gain" ? { ...one, ...change } : one));
  return shows(sessionWith(everything, { settingTags, player: { ...player, settings: changed } }));
};
const addresses = {
  cover: player.music?.track.picture,
  poster: player.filmArt?.picture,
  backdrop: player.filmArt?.backdrop,
};
const picture = (name: keyof typeof addresses, type: "image/png" | "image/jpeg"): Step => {
  const got = { address: addresses[name] ?? "", picture: { type, bytes: new Uint8Array(8) }, lastType: type };
  return shows(sessionWith(everything, { maxPictureBytes: 1000, requestedPictures: { [name]: got } }));
};
const xlr = entry("XLR");
const usb = entry("USB", { enabled: false });
const inputs = (...input: Parameters<typeof routing>): Session => ({
  ...everything,
  player: { ...player, audio: { ...audio(), input: routing(...input) } },
});

const announced: Stories = {
  "is announced again once for all birth messages within a moment, then tells all states": [
    { 0: [born, born], 1: born },
    "1.5 bridge as it was, 1.5 player as it was, 1.5 film as it was, 2.5 states as it was",
  ],
  "is not for a birth message that is retained, one of others, or a will": [
    {
      0: [
        hears(birth, "online", { retain: true }),
        hears(birth, "offline"),
        hears("elsewhere/status", "online"),
      ],
    },
    "",
  ],
  "is announced again a while after somebody deleted it, as it is by then, at most once a minute": [
    { 0: hears(byMac, ""), 1: shows(withFirmware("v2")), 6: hears(byMac, "") },
    "5 player v2, 65 player as it was, 2 × Home Assistant discovery message was deleted",
  ],
  "replaces the late announcement of another member of the fleet, at most once a minute": [
    { 0: overwrites("/bridge/state", "/bridge-b/state"), 2: overwrites("/bridge/state", "/bridge-b/state") },
    "2 player as it was, 62 player as it was",
  ],
  "replaces what another program wrote once Home Assistant has taken that in, and no echo of its own": [
    { 0: overwrites("v1", "v1"), 5: [hears(byMac, "{}"), hears(deviceOf("other"), "{}")] },
    "8 player as it was",
  ],
  "does not fight with another program for ever": [
    Object.fromEntries(Array.from({ length: 120 }, (_, second) => [second, hears(byMac, "{}")])),
    "3 player as it was, 6 player as it was, 9 player as it was, another client keeps writing this topic of ours",
  ],
  "is left to another bridge that has it, too, which is reported once": [
    { 0: overwrites('"player2mqtt/', '"home/'), 1: overwrites('"player2mqtt/', '"home/') },
    "another program announces the same device",
  ],
  "is announced again at most every two seconds, and the last change wins": [
    Object.fromEntries(
      Array.from({ length: 40 }, (_, place) => [place / 10, shows(withFirmware(`v${place}`))]),
    ),
    "0 player v0, 2 player v19, 4 player v39",
  ],
  "is announced no more when it has become too large, until it fits again": [
    {
      0: [takesAtMost(1000), shows(withFirmware("v2"))],
      1: hears(byMac, ""),
      20: [takesAtMost(100_000), shows()],
    },
    "0 player too large, 20 player as it was",
  ],
  "stays while nothing changes, also where it would be too large now": [
    { 0: [takesAtMost(1000), born] },
    "2.5 states as it was",
  ],
  "is not announced again to a broker that kept it": [{ 0: lose, 1: connect }, "3 about as it was"],
  "loses its video when it has none, and gets it back": [
    { 0: shows(withoutVideo), 10: shows() },
    "0 player v1 removing, 0 film gone, 2 player v1, 10 player v1, 10 film as it was",
  ],
  "follows the entries of its inputs, a disabled one while it is the current one": [
    {
      0: shows(inputs([xlr, usb], "XLR")),
      10: shows(inputs([xlr, usb], "USB")),
      20: shows(inputs([entry("XLR", { displayName: "Amplifier" }), usb], "USB")),
      30: shows(inputs([entry("XLR", { displayName: "Amplifier" }), usb], "XLR")),
    },
    "0 player v1, 2 player v1, 10 player v1, 20 player v1, 22 player v1, 30 player v1, 32 player v1",
  ],
  "follows the lists of a film once both are known or one has failed": [
    { 0: shows(begun), 10: shows(halfRead), 20: shows(read) },
    "20 film",
  ],
  "follows the ranges of numbers and settings, not their levels": [
    { 0: numbers(100, 10, 1), 10: numbers(100, 10, 2), 20: numbers(90, 10, 2), 30: numbers(90, 9, 2) },
    "0 player v1, 20 player v1, 30 player v1",
  ],
  "follows its allowed settings, their titles and options, not their values": [
    {
      0: settings(["gain", "balance"]),
      10: settings(["gain", "balance"], { current: 1 }),
      20: settings(["gain", "balance"], { title: "Gain" }),
      30: settings(["balance"]),
    },
    "0 player v1, 20 player v1, 30 player v1 removing, 32 player v1",
  ],
  "follows the types of its pictures": [
    {
      0: picture("cover", "image/png"),
      10: picture("cover", "image/jpeg"),
      20: picture("poster", "image/png"),
      30: picture("poster", "image/jpeg"),
      40: picture("backdrop", "image/png"),
      50: picture("backdrop", "image/jpeg"),
    },
    "0 player v1, 10 player v1, 20 player v1, 30 player v1, 40 player v1, 50 player v1",
  ],
  "is stopped with all that was to be done": [
    {
      0: [born, hears(byMac, "{}"), shows(withoutVideo), ({ homeAssistant }) => homeAssistant.stop()],
      1: [born, hears(byMac, ""), shows()],
    },
    "0 player v1 removing, 0 film gone, Home Assistant discovery message was deleted",
  ],
};

/** A bridge that begins. */
const unknown: Stories = {
  "follows the bridge, once its families are known": [
    { 0: [shows(nothingKnown), born, connect], 5: shows() },
    "2 about, 2 bridge, 5 states, 5 player v1, 5 film, player is announced",
  ],
  "waits until the broker has delivered all that it retains": [
    { 0: ({ homeAssistant }) => homeAssistant.connected(), 1.5: delivers, 3: delivers, 4.5: delivers },
    "6.5 about, 6.5 bridge",
  ],
  "counts as announced once the broker has taken an announcement, however often it refused one": [
    { 0: connect, 10: [shows(), refuses], 70: [shows(withFirmware("v2")), refuses], 130: shows() },
    "2 about, 2 bridge, 10 states, 10 player v1, 10 film, 70 player v2, 130 player v1, player is announced",
  ],
  "goes without a family that does not answer for ten seconds, which follows": [
    { 0: connect, 5: shows(videoUnknown), 30: shows() },
    "2 about, 2 bridge, 5 states, 15 player v1, 30 player v1, 30 film, player is announced",
  ],
  "is announced as soon as it was asked for everything": [
    { 0: connect, 5: shows(half), 35: shows() },
    "2 about, 2 bridge, 5 states, 35 player v1, 35 film, player is announced",
  ],
  "is announced a minute after it is there, whatever it was not asked for": [
    { 0: connect, 5: shows(half) },
    "2 about, 2 bridge, 5 states, 65 player v1, 65 film, player is announced",
  ],
  "is not announced with a payload that is too large, which the link to the broker reports": [
    { 0: connect, 5: [takesAtMost(1000), shows()] },
    "2 about, 2 bridge, 5 states, 5 player too large, 5 film too large, 5 player too large, 5 film too large",
  ],
};

const forMediaPlayers: Stories = {
  "gets players as long as they have video": [
    { 0: connect, 5: shows(), 10: shows(withoutVideo), 20: shows() },
    "2 about, 2 bridge, 5 states, 5 player v1, 5 film, 5 media player v1, 10 player v1 removing, 10 film gone, 10 media player gone, 12 player v1, 20 player v1, 20 film as it was, 20 media player as it was, player is announced",
  ],
  "gets none whose video is unknown or missing": [
    { 0: connect, 5: shows(videoUnknown), 20: shows(withoutVideo) },
    "2 about, 2 bridge, 5 states, 15 player v1, player is announced",
  ],
};

const again: Stories = {
  "is not announced again as it was": [{ 0: shows() }, "0 states as it was, player is announced"],
  "stays announced while it is off": [{ 0: shows(nothingKnown) }, "player is announced"],
};

describe("Home Assistant is told in time:", () => {
  it.each(Object.entries(announced))("a player that is announced %s", async (_, [story, told]) => {
    expect(await toldBy(await settledBench(), story)).toBe(told);
  });

  it.each(Object.entries(unknown))("a new player %s", async (_, [story, told]) => {
    expect(await toldBy(startBench(), story)).toBe(told);
  });

  it.each(Object.entries(again))(
    "a player that an earlier run has announced %s",
    async (_, [story, told]) => {
      expect(await toldBy(await restartBench(await settledBench()), story)).toBe(told);
    },
  );

  it.each(Object.entries(forMediaPlayers))("mqtt_media_player %s", async (_, [story, told]) => {
    expect(await toldBy(startBench({ hasMediaPlayers: true }), story)).toBe(told);
  });
});
