import { type Simulator, startSimulator } from "../../../simulator/wiim/start-simulator.ts";
import type { PresetName } from "../../../simulator/wiim/presets.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { wiim } from "../../../src/families/wiim/family.ts";
import type { Conformance } from "../../../src/cli/conformance/conformance.ts";

/** A loopback address for each player, since all tell their queue on the same port. */
let hosts = 0;

/** How a WiiM player is tried, at the addresses of one test. */
export const conformanceAt = (net: string, preset: PresetName = "pro") => ({
  ...conformance,
  start: (clock: Clock) => {
    hosts += 1;
    return startSimulator({
      ...clock,
      preset,
      trailsForMs: 6000,
      bootMs: 1000,
      host: `${net}.${hosts}`,
      upnpPort: 49_152,
    });
  },
});

export const conformance = {
  family: wiim,
  hands: {
    "the volume": [({ player }) => (player.level = 17), "volume", "17"],
    "the mute": [({ player }) => (player.isMuted = true), "mute", "on"],
    "the sound": [({ player }) => (player.isMuted = false), "mute", "off"],
    "the entry that plays": [({ player }) => player.playTrack(3), "music/queue", /"current":3/],
    "the next track": [({ player }) => player.playTrack(1), "music/title", "Tide Table"],
    "a pause": [({ player }) => player.pause(), "music/state", "paused"],
    "the order": [({ player }) => (player.loop = 2), "music/shuffle", "on"],
    "the end of a pause": [({ player }) => player.resume(), "music/state", "playing"],
    "the equalizer": [({ player }) => (player.isEqualized = true), "sound/equalizer", "Flat"],
    "the output": [({ player }) => (player.output = "3"), "audio/output", "3"],
  },
  changeSource: ({ player }) => player.selectInput("bluetooth"),
  commands: [
    ["volume", "30", ({ player }) => player.level === 30],
    ["volume/level", "31", ({ player }) => player.level === 31],
    ["mute", "on", ({ player }) => player.isMuted],
    ["mute", "off", ({ player }) => !player.isMuted],
    ["audio/input", "optical", ({ player }) => player.mode === 43],
    ["audio/output", "Line out", ({ player }) => player.output === "2"],
    ["sound/equalizer", "off", ({ player }) => !player.isEqualized],
    ["sound/equalizer", "R&B", ({ player }) => player.isEqualized && player.equalizer === "R&B"],
    ["play", "http://radio.example.net/a?b=1&c=2", ({ player }) => player.station?.endsWith("&c=2") === true],
    ["music/playback", "stop", ({ player }) => player.state === "stop"],
    ["music/playback", "play", ({ player }) => player.state === "play" && player.mode === 32],
    ["music/playback", "pause", ({ player }) => player.state === "pause"],
    ["music/playback", "play", ({ player }) => player.state === "play"],
    ["music/playback", "next", ({ player }) => player.index === 2],
    ["music/queue", "0", ({ player }) => player.index === 0],
    ["music/queue", "2", ({ player }) => player.index === 2],
    ["music/position", "60", ({ player }) => player.seconds >= 60],
    // While a song plays, whose position shows that it is ignored.
    ["music/preset", "Harbour Radio", ({ player }) => player.station !== undefined],
    ["music/playback", "stop", ({ player }) => player.state === "stop"],
    ["music/playback", "play", ({ player }) => player.state === "play" && player.mode === 32],
    ["music/shuffle", "off", ({ player }) => player.loop === 0],
    ["music/repeat", "one", ({ player }) => player.loop === 1],
    ["music/mode", "shuffle", ({ player }) => player.loop === 3],
  ],
  ignores: "ignores",
  // Groups need another player, and a restart ends this one.
  unproven: ["group", "group/volume", "group/mute", "power"],
  refusals: [
    ["audio/input", "line-in", "unknown@setPlayerCmd_switchmode*1"],
    ["audio/output", "Optical", "failed@setNewAudioOutputHardwareMode*1"],
    ["audio/output", "Optical", "unknown@setNewAudioOutputHardwareMode*1"],
    ["sound/equalizer", "Rock", "failed@EQLoad*1"],
    ["music/preset", "2", "unknown@MCUKeyShortClick*1"],
    ["play", "http://radio.example.net/x", "ignores@setPlayerCmd_play*1"],
  ],
  unshown: ["group/volume", "group/mute"],
} satisfies Omit<Conformance<Simulator>, "start">;
