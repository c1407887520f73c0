import type { Volume } from "../resources/music.ts";
import { hasNoVolume, volumeOf, volumeSource } from "../resources/video-volume.ts";
import { operationSupport } from "./known-player.ts";
import { act, type Decision } from "./effect.ts";
import { type Amount, parseAmount } from "./amount.ts";
import { type Control, defineControl, failed, outOfRange, rejected, unchanged, unknown } from "./control.ts";
import { translatable, type Phrase } from "../../lib/phrase.ts";
import { switchControl } from "./value-control.ts";

const notReported = failed(translatable("unreported.volume", "the player has not reported its volume"));

function levelAt(percent: number, { min, max }: Volume): number {
  return Math.round(min + (percent / 100) * (max - min));
}

/** The level for an amount in percent. A step always changes the level, however coarse the player's scale is. */
function levelOfPercent({ isRelative, value }: Amount, volume: Volume): number | Decision {
  if (!isRelative) return levelAt(value, volume);
  const share = (value / 100) * (volume.max - volume.min);
  const step = Math.sign(value) * Math.max(1, Math.round(Math.abs(share)));
  return stepped(volume, step);
}

/** A step stops at the end of the range. */
function stepped({ level, min, max }: Volume, step: number): number | Decision {
  return level === undefined ? notReported : Math.min(max, Math.max(min, level + step));
}

const setters = { music: "setVolume", videoVolume: "setVideoVolume" } as const;

export const volumeRestrictions = {
  locked: rejected(translatable("volume.locked", "the player reports that its volume is locked")),
  disabled: rejected(translatable("volume.disabled", "the player reports that its volume cannot be set")),
} as const;

/** The loudest level that a command may set. It is rounded down, since that is never too loud. */
export function ceilingOf({ min, max }: Pick<Volume, "min" | "max">, maxPercent: number): number {
  return maxPercent === 100 ? max : Math.floor(min + (maxPercent / 100) * (max - min));
}

export function tooLoud(range: Pick<Volume, "min" | "max">, maxPercent: number): Decision {
  return rejected(
    translatable(
      "volume.too-loud",
      "too loud: controls.maxVolume is {percent} percent, which is level {level}",
      { percent: maxPercent, level: ceilingOf(range, maxPercent) },
    ),
  );
}

function volumeControl(
  expected: string,
  about: string,
  decide: (amount: Amount, volume: Volume, maxPercent: number) => number | Decision,
): Control {
  return defineControl({
    expected,
    about,
    examples: ["+5", "-5"],
    resource: ["music", "videoVolume"],
    operations: ["setVolume", "setVideoVolume"],
    offers: (session) => {
      const source = volumeSource(session);
      if (source === undefined) return hasNoVolume(session) ? "unsupported" : "unknown";
      return operationSupport(session, setters[source]) === "unsupported" ? "unsupported" : "supported";
    },
    fresh: (session) => {
      const source = volumeSource(session);
      return source === undefined ? ["music", "videoVolume"] : [source];
    },
    read: parseAmount,
    isStep: ({ isRelative }) => isRelative,
    decide: (amount, session) => {
      const { maxVolumePercent } = session.config;
      const volume = volumeOf(session);
      const source = volumeSource(session);
      if (volume === undefined || source === undefined) return notReported;
      if (volume.restriction !== undefined) return volumeRestrictions[volume.restriction];
      const target = decide(amount, volume, maxVolumePercent);
      if (typeof target !== "number") return target;
      const ceiling = ceilingOf(volume, maxVolumePercent);
      const { level: before = Number.NEGATIVE_INFINITY } = volume;
      if (target === before) return unchanged;
      if (amount.isRelative && target > before && before >= ceiling) return tooLoud(volume, maxVolumePercent);
      // A step stops at the ceiling, as it does at the end of the range.
      const level = Math.min(target, ceiling);
      if (level === before) return unchanged;
      return act(
        { operation: setters[source], level },
        {
          proof: source,
          isShown: (shown) => volumeOf(shown)?.level === level,
          shown: (shown) =>
            translatable("shown.volume", "volume {level}", { level: volumeOf(shown)?.level ?? unknown }),
        },
      );
    },
  });
}

/** The volume in percent. An absolute value out of range is refused, never clamped; a step is clamped. */
const volumePercent = volumeControl(
  "0 to 100, or a step such as +5",
  "0 to 100, or a step such as `+5`, which stops at the end of the range or at [the loudest volume](#the-loudest-volume)",
  (amount, volume, maxPercent) => {
    const { isRelative, value } = amount;
    if (!isRelative && (value < 0 || value > 100)) return outOfRange(value, 0, 100);
    return !isRelative && value > maxPercent ? tooLoud(volume, maxPercent) : levelOfPercent(amount, volume);
  },
);

const volumeLevel = volumeControl(
  "a number in the player's own range, or a step such as +1; =-10 is a number below zero",
  "the same on the player's own scale; a sign means a step, `=-10` is a negative level",
  ({ isRelative, value }, volume, maxPercent) => {
    const { min, max } = volume;
    if (isRelative) return stepped(volume, Math.round(value));
    if (value < min || value > max) return outOfRange(value, min, max);
    const level = Math.round(value);
    return level > ceilingOf(volume, maxPercent) ? tooLoud(volume, maxPercent) : level;
  },
);

const mute = switchControl({
  resource: "music",
  operation: "setMute",
  offers: ({ player: { music } }) => {
    if (music === undefined) return "unknown";
    return music.isMuted === undefined ? "unsupported" : "supported";
  },
  current: ({ player }) => player.music?.isMuted ?? notReported,
  callFor: (isMuted) => ({ operation: "setMute", isMuted }),
  shown: ({ player }) => muteWord(player.music),
});

/** Whether something is muted, for the reason of a failure. */
export function muteWord(what: { readonly isMuted?: boolean | undefined } | undefined): Phrase {
  return what?.isMuted === true
    ? translatable("shown.muted", "mute on")
    : translatable("shown.unmuted", "mute off");
}

export const controlsOfVolume = { volume: volumePercent, "volume/level": volumeLevel, mute };
