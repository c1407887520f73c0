import { type Brightness, displayModes } from "../resources/display.ts";
import type { DisplayMode } from "../resources/music.ts";
import type { Handle } from "../resources/resource.ts";
import { parseAmount, targetLevel } from "./amount.ts";
import type { Call } from "./call.ts";
import { type Control, defineControl, failed, oneOf, rejected, unchanged, unknown } from "./control.ts";
import { act, actAll, actBlindly } from "./effect.ts";
import { type KnownPlayer, operationSupport } from "./known-player.ts";
import { translatable } from "../../lib/phrase.ts";

type BrightnessName = "screenBrightness" | "knobBrightness";

/** The most calls until a side shows: from "never shown", the first one only makes it ready. */
const mostToggles = 3;
/** The state may trail a toggle by a moment, and one too many would undo it. */
const toggleAgainAfterMs = 1500;
const shownForMs = 7000;

/** Shows the meters, the spectrum, or neither. The player only has a toggle for each side, which drops the other. */
const displayShow = defineControl({
  ...oneOf("off", "meters", "spectrum"),
  wordsFor: displayModes,
  about:
    "`off`, `meters` or `spectrum`. Players have toggles alone: at most three are sent, none for what shows already",
  resource: ["meterStyles", "spectrumStyles"],
  operations: ["showOnDisplay"],
  fresh: ["music"],
  needed: ["meterStyles", "spectrumStyles"],
  worksWithout: (session) =>
    session.player.music?.display !== undefined &&
    operationSupport(session, "showOnDisplay") !== "unsupported",
  takesMs: () => shownForMs,
  decide: (mode, session) => {
    const shown = shownMode(session);
    if (shown === mode) return unchanged;
    if (mode !== "off" && !displayModes(session).includes(mode)) {
      return rejected(
        mode === "meters"
          ? translatable("display.no-meters", "the player has no meters")
          : translatable("display.no-spectrum", "the player has no spectrum"),
      );
    }
    const side = mode === "off" ? shown : mode;
    if (side === undefined || side === "off") {
      return failed(translatable("unreported.display", "the player has not reported what its display shows"));
    }
    const call = { operation: "showOnDisplay", side } as const;
    // Old firmware does not report what it shows.
    if (shown === undefined) return actBlindly(call);
    const again = { afterMs: toggleAgainAfterMs, call, needsReading: true } as const;
    return actAll([{ afterMs: 0, call }, ...Array.from({ length: mostToggles - 1 }, () => again)], {
      proof: "music",
      pollForMs: shownForMs,
      isShown: (later) => shownMode(later) === mode,
      shown: (later) => shownMode(later) ?? unknown,
    });
  },
});

function shownMode({ player }: KnownPlayer): DisplayMode | undefined {
  return player.music?.display;
}

function brightnessControl(
  resource: BrightnessName,
  operation: Extract<Call, { readonly level: number; readonly handle: Handle }>["operation"],
): Control {
  const valueOf = ({ player }: KnownPlayer): Brightness | undefined => player[resource];
  const isScreen = resource === "screenBrightness";
  const unreported = failed(
    isScreen
      ? translatable("unreported.screen", "the player has not reported the brightness of the screen")
      : translatable("unreported.knob", "the player has not reported the brightness of the knob"),
  );
  return defineControl({
    expected: "a number in the player's own range, or a step such as +10",
    about: "a number in the range, or a step such as `+10`, which stops at the end of the range",
    examples: ["+10", "-10"],
    resource,
    operations: [operation],
    fresh: [resource],
    read: parseAmount,
    isStep: ({ isRelative }) => isRelative,
    decide: (amount, session) => {
      const brightness = valueOf(session);
      if (brightness === undefined) return unreported;
      const level = targetLevel(amount, brightness, unreported);
      if (typeof level !== "number") return level;
      if (level === brightness.level) return unchanged;
      return act(
        { operation, level, handle: brightness.handle },
        {
          proof: resource,
          isShown: (later) => valueOf(later)?.level === level,
          shown: (later) =>
            translatable("shown.brightness", "brightness {level}", {
              level: valueOf(later)?.level ?? unknown,
            }),
        },
      );
    },
  });
}

export const controlsOfDisplay = {
  "display/brightness": brightnessControl("screenBrightness", "setScreenBrightness"),
  "display/knob": brightnessControl("knobBrightness", "setKnobBrightness"),
  "display/show": displayShow,
};
