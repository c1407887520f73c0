import { type ChoiceList, selectedOption } from "../resources/choice-list.ts";
import type { Brightness } from "../resources/display.ts";
import type { Handle } from "../resources/resource.ts";
import { parseAmount } from "./amount.ts";
import type { Call } from "./call.ts";
import { findOption, unknownOption } from "./choose.ts";
import {
  type Control,
  defineControl,
  failed,
  oneOf,
  outOfRange,
  rejected,
  unchanged,
  unknown,
} from "./control.ts";
import { act, actBlindly } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { type Phrase, say } from "../../lib/phrase.ts";

type BrightnessName = "screenBrightness" | "knobBrightness";
type StyleName = "knobColors" | "meterStyles" | "spectrumStyles";

export const displayBrightness = brightnessControl("screenBrightness", "setScreenBrightness");

export const knobLight = brightnessControl("knobBrightness", "setKnobBrightness");

export const knobColor = styleControl(
  "knobColors",
  "setKnobColor",
  say("word.knob-colour", "colour of the knob"),
);

export const meterStyle = styleControl(
  "meterStyles",
  "setMeterStyle",
  say("word.meter-style", "style of the meters"),
);

export const spectrumStyle = styleControl(
  "spectrumStyles",
  "setSpectrumStyle",
  say("word.spectrum-style", "style of the spectrum"),
);

const displayWord = oneOf("meters", "spectrum");

/** Shows the meters or the spectrum. No answer reports what is shown, so nothing is read back. */
export const displayShow = defineControl({
  capability: "meters and spectrum",
  field: "value",
  expected: "meters or spectrum",
  resource: ["meterStyles", "spectrumStyles"],
  operations: ["showOnDisplay"],
  needed: ["meterStyles", "spectrumStyles"],
  read: displayWord,
  decide: (what, { resources }) =>
    resources[what === "meters" ? "meterStyles" : "spectrumStyles"].support === "unsupported"
      ? rejected(
          what === "meters"
            ? say("display.no-meters", "the player has no meters")
            : say("display.no-spectrum", "the player has no spectrum"),
        )
      : actBlindly([{ afterMs: 0, call: { operation: "showOnDisplay", what } }]),
});

function brightnessControl(
  resource: BrightnessName,
  operation: Extract<Call, { readonly level: number; readonly handle: Handle }>["operation"],
): Control {
  const valueOf = ({ player }: KnownPlayer): Brightness | undefined => player[resource];
  const isScreen = resource === "screenBrightness";
  const name = isScreen ? "brightness of the screen" : "brightness of the knob";
  const unreported = isScreen
    ? say("unreported.screen", "the player has not reported the brightness of the screen")
    : say("unreported.knob", "the player has not reported the brightness of the knob");
  return defineControl({
    capability: name,
    field: "value",
    expected: "a number in the player's own range, or a step such as +10",
    resource,
    operations: [operation],
    fresh: [resource],
    read: parseAmount,
    isStep: ({ isRelative }) => isRelative,
    decide: ({ isRelative, value }, session) => {
      const brightness = valueOf(session);
      if (brightness === undefined) return failed(unreported);
      const { level: before, min, max, handle } = brightness;
      const from = isRelative ? before : 0;
      if (from === undefined) return failed(unreported);
      if (!isRelative && (value < min || value > max)) return outOfRange(value, min, max);
      // A step stops at the end of the range.
      const level = Math.min(max, Math.max(min, Math.round(from + value)));
      if (level === before) return unchanged;
      return act(
        { operation, level, handle },
        {
          proof: resource,
          isShown: (later) => valueOf(later)?.level === level,
          shown: (later) =>
            say("shown.brightness", "brightness {level}", { level: valueOf(later)?.level ?? unknown }),
        },
      );
    },
  });
}

function styleControl(
  resource: StyleName,
  operation: Extract<Call, { readonly index: number; readonly handle: Handle }>["operation"],
  noun: Phrase,
): Control {
  const listOf = ({ player }: KnownPlayer): ChoiceList | undefined => player[resource];
  return defineControl({
    capability: noun.text,
    field: "value",
    expected: "the index or the title of one of the options",
    resource,
    operations: [operation],
    fresh: [resource],
    read: (request) => request,
    decide: (request, session) => {
      const list = listOf(session);
      if (list === undefined)
        return failed(
          say("unreported.options", "the player has not reported what it offers as {noun}", { noun }),
        );
      const found = findOption(list.options, request);
      if (found === undefined) return unknownOption(noun, request, list.options);
      const { index } = found;
      if (list.current === index) return unchanged;
      return act(
        { operation, index, handle: list.handle },
        {
          proof: resource,
          isShown: (later) => listOf(later)?.current === index,
          shown: (later) => shownOption(listOf(later)),
        },
      );
    },
  });
}

function shownOption(list: ChoiceList | undefined): string | Phrase {
  return (list && selectedOption(list)?.title) ?? say("shown.other-option", "another option");
}
