import { expect, it } from "vitest";
import { controlNames, controls, type ControlName } from "../../src/core/controls/table.ts";
import { families } from "../../src/families/index.ts";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import type { SimulatorClock } from "../../simulator/clock.ts";
import type { RouteName } from "../../simulator/bluos/routes.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { conformance as wiim } from "../families/wiim/conformance.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged, type BridgedPlayer } from "../support/bridge/bridged.ts";

/** How one control is tried with each possible end. */
interface Trial {
  readonly control: ControlName;
  /** A value that the player takes, and the end of the same command once more. */
  readonly takes: string;
  readonly again: "unchanged" | "applied";
  /** A value that is refused before anything is sent. */
  readonly refuses: string;
  /** The request that makes the change: the player refuses it, and `takes` fails. */
  readonly by: string;
  /** The operations that a player without the control lacks. */
  readonly needs: readonly string[];
}

/** A trial of a control of a player with these operations. */
function trialWith<Operation extends string>() {
  return (
    control: ControlName,
    [takes, again]: readonly [takes: string, again: Trial["again"]],
    refuses: string,
    by: Operation,
    ...needs: readonly Operation[]
  ): Trial => ({ control, takes, again, refuses, by, needs: needs.length === 0 ? [by] : needs });
}

const trial = trialWith<OperationName>();
const bluosTrial = trialWith<RouteName>();

interface Tried extends BridgedPlayer {
  readonly behaviors: { add(text: string): Disposable & { readonly hits: number } };
}

/** The player that is tried, and those that belong to it. */
interface House extends AsyncDisposable {
  readonly sim: Tried;
  readonly players: readonly Tried[];
}

function houseOf(...players: readonly [Tried, ...Tried[]]): House {
  return {
    sim: players[0],
    players,
    async [Symbol.asyncDispose]() {
      for (const player of players) await player[Symbol.asyncDispose]();
    },
  };
}

/** A kind of player: how it begins, how it refuses a request or ignores it, and its controls. */
interface Kind {
  readonly family: string;
  readonly start: (clock: Partial<SimulatorClock>) => Promise<House>;
  readonly refusal: string;
  /** Its rules are about seconds: time passes there by itself. */
  readonly isPaced: boolean;
  readonly trials: readonly Trial[];
}

const zidooKind = (preset: "cinema" | "studio", trials: readonly Trial[]): Kind => ({
  family: "zidoo",
  isPaced: false,
  start: async (clock) => houseOf(await startSimulator({ ...clock, preset })),
  refusal: "status:805",
  trials,
});

/** A primary with a member, and a player that it may add. */
async function startBluosGroup(clock: Partial<SimulatorClock>): Promise<House> {
  const quick = { ...clock, bufferMs: 20, groupLagMs: 20 };
  const den = await startBluos(quick);
  const other = (name: string, mac: string) =>
    startBluos({ ...quick, network: den.player.network, name, mac });
  const [attic, cellar] = [
    await other("Attic", "02:b1:05:00:01:01"),
    await other("Cellar", "02:b1:05:00:01:02"),
  ];
  attic.player.master = den.player.address;
  den.player.slaves = [attic.player.address];
  // Two requests are held, one is its own, and one may be the proof of a group at another player.
  const most = { mostAtOnce: 4 };
  return houseOf(Object.assign(den, most), Object.assign(attic, most), Object.assign(cellar, most));
}

const bluosTrials: readonly Trial[] = [
  bluosTrial("volume", ["60", "unchanged"], "140", "Volume"),
  bluosTrial("volume/level", ["40", "unchanged"], "101", "Volume"),
  bluosTrial("mute", ["on", "unchanged"], "maybe", "Volume"),
  bluosTrial("sleep", ["30", "unchanged"], "9999", "Sleep"),
  bluosTrial("music/position", ["60", "applied"], "9000", "Play"),
  bluosTrial("music/mode", ["single", "unchanged"], "backwards", "Repeat"),
  bluosTrial("music/shuffle", ["on", "unchanged"], "maybe", "Shuffle"),
  bluosTrial("music/repeat", ["all", "unchanged"], "twice", "Repeat"),
  bluosTrial("music/queue", ["3", "unchanged"], "99", "Play", "Playlist"),
  bluosTrial("music/playback", ["pause", "unchanged"], "fly", "Pause"),
  bluosTrial("group/volume", ["50", "unchanged"], "140", "Volume"),
  bluosTrial("group/mute", ["on", "unchanged"], "maybe", "Volume"),
  bluosTrial("group", ["add cellar", "unchanged"], "add nobody", "AddSlave"),
  // What else can play comes last.
  bluosTrial("audio/input", ["arc-1", "unchanged"], "TAPE", "Play", "RadioBrowse"),
  bluosTrial("music/preset", ["Harbour FM", "applied"], "Nothing", "Preset", "Presets"),
  bluosTrial("play", ["http://radio.example/x.mp3", "applied"], "x.mp3", "Play"),
];

/** Each control once; power is last, since the player is off then. */
const kinds: Readonly<Record<string, Kind>> = {
  cinema: zidooKind("cinema", [
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
  ]),
  studio: zidooKind("studio", [
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
    trial("sound/dac-filter", ["Sharp", "unchanged"], "Blunt", "setPcmFilter", "getXlrOutputPcmFilterList"),
    trial(
      "sound/upsampling",
      ["Twice", "unchanged"],
      "Thrice",
      "setXlrOutputUpsampling",
      "getXlrOutputUpSamplingList",
    ),
    trial("sound/master-clock", ["1", "unchanged"], "9", "setInputMasterClock", "getMasterClockList"),
    trial("sound/cd-autoplay", ["on", "unchanged"], "maybe", "setCDAutoPlay", "getSystemSettings"),
    trial("settings", ["gain High", "unchanged"], "gain Loud", "setGain", "getSystemSettings"),
    trial("play", ["/music/one.flac", "applied"], "one.flac", "openFile"),
    trial("library/play", ["album 703", "applied"], "album", "playMusic"),
    trial("screen", ["off", "applied"], "dim", "sendkey", "sendkey", "setPowerOption"),
    trial("power", ["standby", "unchanged"], "explode", "setPowerOption", "getPowerOption"),
  ]),
  "BluOS player": {
    family: "bluos",
    start: startBluosGroup,
    isPaced: true,
    refusal: "error:no",
    trials: bluosTrials,
  },
};

/**
 * A player that works with BluOS has no screen. It restarts and has its settings at other ports, and plays what was browsed
 * before: each has a test of its own. A make that is a table is tried by the kit.
 */
const elsewhere: Readonly<Record<string, readonly ControlName[]>> = {
  bluos: ["library/play", "power", "screen", "settings"],
  wiim: [...new Set([...wiim.commands.map(([control]) => control), ...wiim.unproven]), "screen"],
};

const args = { "controls.experimental": "true", "publish.settings": '["gain"]', "device.offlineAfter": "1" };
const unscheduled = Object.fromEntries(
  ["audio", "video", "playlist", "queue", "state"].map((name) => [`poll.${name}`, ""]),
);
const all = Object.entries(kinds);
const table = (rows: readonly Trial[], ends: (one: Trial) => readonly unknown[]) =>
  Object.fromEntries(rows.map((one) => [one.control, ends(one)]));

it.each(families)("every control of the family $name is tried", ({ name, calls }) => {
  const tried = all.flatMap(([, kind]) =>
    kind.family === name ? kind.trials.map(({ control }) => control) : [],
  );
  const owned = new Set(calls);
  const had = controlNames.filter((control) => controls[control].operations.some((call) => owned.has(call)));
  expect([...tried, ...(elsewhere[name] ?? [])].toSorted()).toEqual(had.toSorted());
});

it("every control is one that a family has, or that makes a request of its owner", () => {
  const owned = new Set(families.flatMap(({ calls }) => calls));
  const nobodys = controlNames.filter((name) => !controls[name].operations.some((call) => owned.has(call)));
  expect(nobodys).toEqual(["raw"]);
});

/** Tries each control of a kind, and returns what is true of it. */
async function tryAll(
  { start, isPaced, trials }: Kind,
  faults: readonly string[],
  attempt: (one: Trial, sim: Tried, bridged: Bridged, pass: () => Promise<void>) => Promise<unknown[]>,
): Promise<Record<string, readonly unknown[]>> {
  const clock = fastClock(isPaced ? 50 : 20);
  let time = 1_000_000;
  await using house = await start(isPaced ? clock : { now: () => time });
  const { sim, players } = house;
  for (const fault of faults) sim.behaviors.add(fault);
  await using bridged = await Bridged.settled(players, {
    args: { ...args, ...(isPaced && unscheduled) },
    clock,
  });
  const hasSettings = faults.length === 0 && trials.some(({ control }) => control === "settings");
  if (hasSettings) await bridged.waitFor("settings/gain", "Middle");
  const pass = async (): Promise<void> => {
    if (isPaced) await clock.sleep(1100, new AbortController().signal);
    else time += 1000;
  };
  const ended: Record<string, readonly unknown[]> = {};
  for (const one of trials) ended[one.control] = await attempt(one, sim, bridged, pass);
  return ended;
}

it.each(all)("a command to a %s is failed, applied, unchanged or rejected", async (_name, kind) => {
  const ended = await tryAll(kind, [], async ({ control, takes, refuses, by }, sim, bridged, pass) => {
    const outcomes: string[] = [];
    {
      using _fault = sim.behaviors.add(`${kind.refusal}@${by}`);
      outcomes.push((await bridged.set(control, takes)).outcome);
    }
    for (const value of [takes, takes, refuses]) {
      // What is opened again is recognized by its lower position.
      await pass();
      outcomes.push((await bridged.set(control, value)).outcome);
    }
    return outcomes;
  });
  expect(ended).toEqual(table(kind.trials, ({ again }) => ["failed", "applied", again, "rejected"]));
});

it.each(all)("a command that a %s cannot take is rejected, and sent once at most", async (_name, kind) => {
  const lacks = [...new Set(kind.trials.flatMap(({ needs }) => needs))].map((need) => `http:404@${need}`);
  const ended = await tryAll(kind, lacks, async ({ control, takes, by }, sim, bridged) => {
    const asked = sim.traffic.count(by);
    await bridged.set(control, takes);
    const { outcome, reason } = await bridged.set(control, takes);
    return [
      outcome,
      /^this player (has no|cannot)|it offers nothing$/.test(reason ?? ""),
      sim.traffic.count(by) - asked < 2,
    ];
  });
  expect(ended).toEqual(table(kind.trials, () => ["rejected", true, true]));
});
