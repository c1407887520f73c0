import type { TimedCall } from "./call.ts";
import { actBlindly } from "./effect.ts";
import { defineControl, rejected } from "./control.ts";
import { say } from "../../lib/phrase.ts";

const maxKeys = 32;
const longestPauseMs = 10_000;
/** Players merge key presses that follow faster than this. */
const betweenKeysMs = 200;

/** Presses keys of the remote control, one after another, with pauses on request. */
export const key = defineControl({
  capability: "remote control",
  field: "value",
  expected: `a key such as Up or Key.Up, or up to ${maxKeys} of them with pauses in milliseconds between: Up 500 Ok`,
  operations: ["sendKey"],
  read: readKeys,
  isStep: () => true,
  takesMs: (calls) => calls.reduce((ms, { afterMs }) => ms + afterMs, 0),
  // Nothing shows how far a key turns the volume up, so no ceiling could be kept.
  decide: (calls, { maxVolumePercent }) =>
    maxVolumePercent < 100 && calls.some(isVolumeUp)
      ? rejected(
          say("key.ceiling", "controls.maxVolume is set: turn the volume up by volume or volume/level"),
        )
      : actBlindly(calls),
});

function isVolumeUp({ call }: TimedCall): boolean {
  return call.operation === "sendKey" && /^Key\.vol(ume)?[._]?(up|add|plus|inc)/i.test(call.key);
}

/** Parses words and numbers, as text or as a JSON list. */
function readKeys(request: string): readonly TimedCall[] | undefined {
  const words = request.startsWith("[") ? listOf(request) : request.split(/[\s,]+/);
  const calls: TimedCall[] = [];
  let pauseMs: number | undefined;
  for (const word of words) {
    if (/^\d{1,6}$/.test(word)) {
      pauseMs = (pauseMs ?? 0) + Number(word);
      if (pauseMs > longestPauseMs) return undefined;
      continue;
    }
    const name = /^(?:Key\.)?([A-Za-z][\w.]{0,39})$/.exec(word)?.[1];
    if (name === undefined) return undefined;
    const afterMs = calls.length === 0 ? 0 : (pauseMs ?? betweenKeysMs);
    calls.push({ afterMs, call: { operation: "sendKey", key: `Key.${name}` } });
    pauseMs = undefined;
  }
  return calls.length > 0 && calls.length <= maxKeys ? calls : undefined;
}

function listOf(request: string): readonly string[] {
  try {
    return (JSON.parse(request) as readonly unknown[]).map(String);
  } catch {
    return [];
  }
}
