import * as z from "zod";
import { parseStep, stepWords } from "../core/controls/preset.ts";
import { once } from "../lib/once.ts";
import { closest } from "../lib/closest.ts";
import { isReservedKey } from "../core/topics/topics.ts";

const expectedPresets =
  'presets by name, each a list of commands, such as {"Film night": ["wake", "input TV", "volume 30"]}';
const expectedSteps = "a list of 1 to 32 commands, such as [wake, input TV, volume 30]";
const expectedPreset = `${expectedSteps}, or an object with steps and onFailure`;
const expectedName = "a name of 1 to 64 characters";
const maxPresets = 64;

const step = once(() =>
  z.string("a command such as volume 30").superRefine((text, context) => {
    const parsed = parseStep(text);
    if (!("problem" in parsed)) return;
    const meant = parsed.unknownWord === undefined ? undefined : closest(parsed.unknownWord, stepWords);
    const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
    context.addIssue({ code: "custom", message: `a command: ${parsed.problem}${hint}` });
  }),
);

const steps = once(() => z.array(step(), expectedSteps).min(1, expectedSteps).max(32, expectedSteps));

const preset = once(() =>
  z.union(
    [
      steps(),
      z.strictObject(
        { steps: steps(), onFailure: z.enum(["stop", "continue"], "one of stop, continue").optional() },
        expectedPreset,
      ),
    ],
    expectedPreset,
  ),
);

const named = once(() =>
  z
    .record(z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,64}$/u, expectedName), preset(), expectedPresets)
    .superRefine((value, context) => {
      const names = Object.keys(value).map((name) => name.toLowerCase());
      const twin = Object.keys(value).find((name, index) => names.indexOf(name.toLowerCase()) < index);
      if (twin !== undefined) {
        const message = `unique: another preset has the name ${JSON.stringify(twin)} in other case`;
        context.addIssue({ code: "custom", message, path: [twin] });
      }
      if (names.length > maxPresets) {
        context.addIssue({ code: "custom", message: `at most ${maxPresets} presets` });
      }
    }),
);

/** zod leaves out what is named `__proto__`, so such names are refused before it looks. */
export const presets = once(() =>
  z.preprocess((value, context) => {
    const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
    const reserved = names.find(isReservedKey);
    if (reserved !== undefined) {
      const message = "allowed below this name, which JavaScript reserves: choose another one";
      context.addIssue({ code: "custom", message, path: [reserved] });
    }
    return value;
  }, named()),
);
