import type { TimedCall } from "./call.ts";
import { actAllBlindly } from "./effect.ts";
import { defineControl, quote, rejected } from "./control.ts";
import { translatable } from "../../lib/phrase.ts";

const maxKeys = 32;
const longestPauseMs = 10_000;
/** Players merge key presses that follow faster than this. */
const betweenKeysMs = 200;

/** The keys of the maker's list (its document of the remote control, and integrations that owners use). */
const knownKeys = [
  "Up Down Left Right Ok Select Back Cancel Home Menu PopMenu Info Star Pound Dash Mouse Pip Screenshot",
  "MediaPlay MediaPlay.Pause MediaPause MediaStop MediaNext MediaPrev MediaForward MediaBackward",
  "Mute VolumeUp VolumeDown Audio Subtitle Repeat Record Resolution PageUP PageDown light",
  "movie music photo file Power Poweroff PowerOn PowerOn.Poweroff PowerOn.Standby PowerOn.Reboot",
  "Number_0 Number_1 Number_2 Number_3 Number_4 Number_5 Number_6 Number_7 Number_8 Number_9",
  "UserDefine_A UserDefine_B UserDefine_C UserDefine_D",
].flatMap((line) => line.split(" "));
const canonicalKeys = new Map(knownKeys.map((name) => [name.toLowerCase(), name]));
/** Models differ in their apps, inputs and outputs. */
const groupedKey = /^(?:APP|OUT|DAC|Screen)\.\w+$/;

export const key = defineControl({
  title: "Key",
  names: { de: "Taste", fr: "Touche", zh: "按键" },
  about:
    "a key of the remote control (`Up`, `Key.Up`), or up to 32 of them, also as a JSON list, with pauses in milliseconds: `Home 500 Down Ok`. An unknown name is rejected",
  examples: ["Up", "Down", "Left", "Right", "Ok", "Home", "Return"],
  expected: `a key such as Up or Key.Up, or up to ${maxKeys} of them with pauses in milliseconds between: Up 500 Ok`,
  operations: ["sendKey"],
  read: readKeys,
  isStep: () => true,
  takesMs: ({ calls }) => calls.reduce((ms, { afterMs }) => ms + afterMs, 0),
  decide: ({ calls, names }, { config }) => {
    // Nothing shows how far a key turns the volume up, so no ceiling could be kept.
    if (config.maxVolumePercent < 100 && names.some((name) => volumeUp.test(name)))
      return rejected(
        translatable(
          "key.ceiling",
          "volume keys are disabled while controls.maxVolume is set; use volume/set",
        ),
      );
    const unknown = names.find((name) => !isKnown(name));
    // Players confirm a key that they do not have.
    if (unknown !== undefined)
      return rejected(
        translatable("key.unknown", "unknown key: {key}. Examples: Up, Ok, Home, Menu, MediaPlay, VolumeUp", {
          key: quote(unknown),
        }),
      );
    return actAllBlindly(calls);
  },
});

const volumeUp = /^vol(ume)?[._]?(up|add|plus|inc)/i;

function isKnown(name: string): boolean {
  return canonicalKeys.has(name.toLowerCase()) || groupedKey.test(name);
}

interface Keys {
  readonly calls: readonly TimedCall[];
  readonly names: readonly string[];
}

/** Parses words and numbers, as text or as a JSON list. */
function readKeys(request: string): Keys | undefined {
  const words = request.startsWith("[") ? listOf(request) : request.split(/[\s,]+/);
  const calls: TimedCall[] = [];
  const names: string[] = [];
  let pauseMs: number | undefined;
  for (const word of words) {
    if (/^\d{1,6}$/.test(word)) {
      pauseMs = (pauseMs ?? 0) + Number(word);
      if (pauseMs > longestPauseMs) return undefined;
      continue;
    }
    const given = /^(?:Key\.)?([A-Za-z][\w.]{0,39})$/.exec(word)?.[1];
    if (given === undefined) return undefined;
    const name = canonicalKeys.get(given.toLowerCase()) ?? given;
    const afterMs = calls.length === 0 ? 0 : (pauseMs ?? betweenKeysMs);
    calls.push({ afterMs, call: { operation: "sendKey", key: `Key.${name}` } });
    names.push(name);
    pauseMs = undefined;
  }
  return calls.length > 0 && calls.length <= maxKeys ? { calls, names } : undefined;
}

function listOf(request: string): readonly string[] {
  try {
    return (JSON.parse(request) as readonly unknown[]).map(String);
  } catch {
    return [];
  }
}
