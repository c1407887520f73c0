import { expect, it } from "vitest";
import { controlNames, controls, type ControlName } from "../../src/core/controls/table.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";
import type { OperationName } from "../../src/tools/simulator/zidoo/operations.ts";
import type { PresetName } from "../../src/tools/simulator/zidoo/presets.ts";
import { startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import type { Result } from "../support/bridge/recording-broker.ts";
import { until } from "../support/bridge/until.ts";

/** How one control is tried with each possible end. */
interface Trial {
  readonly control: ControlName;
  /** A value that the player takes, and the end of the same command once more. */
  readonly takes: string;
  readonly again: "unchanged" | "applied";
  /** A value that is refused before anything is sent. */
  readonly refuses: string;
  /** The request that makes the change: the player refuses it, and `takes` fails. */
  readonly by: OperationName;
  /** The operations that a player without the control lacks. */
  readonly needs: readonly OperationName[];
}

const trial = (
  control: ControlName,
  [takes, again]: readonly [takes: string, again: Trial["again"]],
  refuses: string,
  by: OperationName,
  ...needs: readonly OperationName[]
): Trial => ({ control, takes, again, refuses, by, needs: needs.length === 0 ? [by] : needs });

/** Each control once; power is last, since the player is off then. */
const trials: Partial<Record<PresetName, readonly Trial[]>> = {
  cinema: [
    trial("audio/input", ["BT", "unchanged"], "TAPE", "setInputList", "getInputAndOutputList"),
    trial("audio/output", ["HDMI2", "unchanged"], "USB", "setOutInputList", "getInputAndOutputList"),
    trial("video/zoom", ["Fill", "unchanged"], "Panorama", "setZoom", "getZoomList"),
    trial("video/play-mode", ["Once", "unchanged"], "Twice", "setPlayMode", "getPlayModeList"),
    trial("video/audio-track", ["1", "unchanged"], "9", "setAudio", "getAudioList"),
    trial("video/subtitle", ["off", "unchanged"], "9", "setSubtitle", "getSubtitleList"),
    trial("video/position", ["90", "applied"], "9000", "seekVideo", "getPlayStatus"),
    trial("video/playback", ["pause", "unchanged"], "fly", "changeStatus", "getPlayStatus"),
    trial("video/playlist", ["1", "unchanged"], "9", "playVideo", "getPlaylist"),
    trial("volume", ["60", "unchanged"], "140", "changeVolume"),
    trial("volume/level", ["3", "unchanged"], "16", "changeVolume"),
    trial("app", ["Web radio", "applied"], "Launcher", "openApp", "getApps"),
    trial("key", ["Up", "applied"], "?", "sendkey"),
  ],
  studio: [
    trial("music/position", ["60", "applied"], "9000", "seekMusic", "getState"),
    trial("music/mode", ["single", "unchanged"], "backwards", "setLoopMode", "getState"),
    trial("music/playback", ["pause", "unchanged"], "stop", "playOrPause", "getState"),
    trial("music/queue", ["3", "unchanged"], "99", "playQueueMusic", "getPlayQueue"),
    trial("mute", ["on", "unchanged"], "maybe", "setMuteVolume", "getState"),
    trial("display/brightness", ["200", "unchanged"], "256", "setScreenBrightness", "getScreenBrightness"),
    trial("display/knob", ["10", "unchanged"], "256", "setKnobBrightness", "getKnobBrightness"),
    trial("display/knob-color", ["Off", "unchanged"], "Pink", "setKnobLightColor", "getKnobLightColorList"),
    trial("display/meters", ["Night blue", "unchanged"], "Teak", "setVUModeList", "getVUModeList"),
    trial("display/spectrum", ["Bars", "unchanged"], "Dots", "setSpMode", "getSpPlayModeList"),
    trial(
      "display/show",
      ["meters", "unchanged"],
      "cover",
      "changVUDisplay",
      "getVUModeList",
      "getSpPlayModeList",
    ),
    trial("settings", ["gain High", "unchanged"], "gain Loud", "setGain", "getSystemSettings"),
    trial("play", ["/music/one.flac", "applied"], "one.flac", "openFile"),
    trial("library/play", ["album 703", "applied"], "album", "playMusic"),
    trial("screen", ["off", "applied"], "dim", "sendkey", "sendkey", "setPowerOption"),
    trial("power", ["standby", "unchanged"], "explode", "setPowerOption", "getPowerOption"),
  ],
};

const args = {
  "controls.experimental": "true",
  "publish.settings": '["gain"]',
  "device.offlineAfter": "1",
};
const all = Object.entries(trials) as unknown as readonly (readonly [PresetName, readonly Trial[]])[];
const table = (rows: readonly Trial[], ends: (one: Trial) => readonly unknown[]) =>
  Object.fromEntries(rows.map((one) => [one.control, ends(one)]));

it("every control of the family is tried", () => {
  const tried = all.flatMap(([, rows]) => rows.map(({ control }) => control));
  const owned = new Set(zidoo.calls);
  const had = controlNames.filter((name) => controls[name].operations.some((call) => owned.has(call)));
  expect(tried.toSorted()).toEqual(had.toSorted());
});

it.each(all)("a command to a %s is failed, applied, unchanged or rejected", async (preset, rows) => {
  let time = 1_000_000;
  await using sim = await startSimulator({ preset, now: () => time });
  // A failed "power" takes thirty seconds.
  await using bridged = await Bridged.settled(sim, { args, speed: 20 });
  if (preset === "studio") await bridged.waitFor("settings/gain", "Middle");
  const ended: Record<string, readonly string[]> = {};
  for (const { control, takes, refuses, by } of rows) {
    const fault = sim.behaviours.add(`status:805@${by}`);
    const outcomes = [(await bridged.set(control, takes)).outcome];
    fault.remove();
    for (const value of [takes, takes, refuses]) {
      // A film that is opened again is recognised by its lower position.
      time += 1000;
      outcomes.push((await bridged.set(control, value)).outcome);
    }
    ended[control] = outcomes;
  }
  expect(ended).toEqual(table(rows, ({ again }) => ["failed", "applied", again, "rejected"]));
});

it.each(all)("a command that a %s cannot take is rejected, and sent once at most", async (preset, rows) => {
  await using sim = await startSimulator({ preset, now: () => 1_000_000 });
  for (const name of new Set(rows.flatMap(({ needs }) => needs))) sim.behaviours.add(`http:404@${name}`);
  await using bridged = await Bridged.settled(sim, { args, speed: 20 });
  const ended: Record<string, readonly unknown[]> = {};
  for (const { control, takes, by } of rows) {
    const asked = sim.traffic.count(by);
    await bridged.set(control, takes);
    const { outcome, reason } = await bridged.set(control, takes);
    ended[control] = [
      outcome,
      /^this player (has no|cannot)/.test(reason ?? ""),
      sim.traffic.count(by) - asked < 2,
    ];
  }
  expect(ended).toEqual(table(rows, () => ["rejected", true, true]));
});

it.each(all)("a command to a %s that stays silent too long is expired", async (preset, rows) => {
  await using sim = await startSimulator({ preset, now: () => 1_000_000 });
  await using bridged = await Bridged.settled(sim, {
    args: { ...args, "commands.deadlineMs": "1000", "device.timeoutMs": "500" },
  });
  const before = bridged.subscriber.results.length;
  const hanging = sim.behaviours.add("hang*1");
  await until(() => hanging.hits === 1);
  for (const { control, takes } of rows)
    await bridged.subscriber.send(`player2mqtt/den/${control}/set`, takes);
  const results = (): readonly Result[] => bridged.subscriber.results.slice(before);
  await until(() => results().length === rows.length);
  expect(Object.fromEntries(results().map(({ command, outcome }) => [command, [outcome]]))).toEqual(
    table(rows, () => ["expired"]),
  );
});
