/* The parts of wire.ts that say what can be set, and to what. */
import * as z from "zod";
import { powerWords } from "../../core/resources/power.ts";

const choiceView = z.object({ index: z.number(), title: z.string() });

export const choicesView = z.object({
  current: z.number().optional().describe("The index of the selected one; missing if it is not reported."),
  options: z
    .array(choiceView)
    .describe("Empty where the player does not list them; those of a film also without one."),
});

export const controlsView = z.object({
  support: z
    .record(z.string(), z.enum(["supported", "unsupported", "unknown", "off"]))
    .describe("By control, as in the topic `info`: off needs a setting, unknown was not tried yet."),
  power: z
    .array(z.enum(powerWords))
    .describe("The words of power/set that make sense; on needs a known MAC address or a plug."),
  volume: z.number().nullable().describe("Per cent; null if the player does not allow setting it."),
  noVolume: z
    .enum(["unreported", "locked", "disabled"])
    .nullable()
    .describe("Why the volume cannot be set; null if it can, or while that is unknown."),
  sleepMinutes: z.number().nullable().describe("What is left of the sleep timer; null while it is off."),
  isMuted: z.boolean().nullable().describe("Null if the player cannot be muted."),
});

export const levelView = z.object({
  level: z.number().optional().describe("Missing if the player does not report it."),
  min: z.number(),
  max: z.number(),
});

const settingNames = {
  tag: z.string().describe("The name in the topics and in commands."),
  title: z.string().describe("The player's own name of it; the tag if it has none."),
  group: z.string().describe("The player's own name of the group that it belongs to; empty if it has none."),
  warning: z.string().optional().describe("What the player asks before it is switched on or changed."),
};

const sliderTexts = {
  text: z.string().optional().describe("The player's own text of the level, such as 1 dB."),
  titles: z
    .tuple([z.string(), z.string()])
    .readonly()
    .optional()
    .describe("The player's own texts of both ends."),
};

export const settingView = z.discriminatedUnion("kind", [
  z.object({ ...settingNames, kind: z.literal("switch"), isOn: z.boolean().optional() }),
  z.object({ ...settingNames, kind: z.literal("list"), ...choicesView.shape }),
  z.object({ ...settingNames, kind: z.literal("range"), ...levelView.shape, ...sliderTexts }),
]);

export const deviceView = z.object({
  presets: z.array(z.string()).describe("The names of the presets, in the order of the configuration."),
  apps: z.array(z.object({ package: z.string(), label: z.string() })),
  brightness: levelView.nullable().describe("Of the screen; null where the player does not report it."),
  knob: levelView.nullable().describe("The brightness of the light around the knob."),
  knobColors: choicesView,
  meters: choicesView.describe("The styles of the level meters."),
  spectrum: choicesView.describe("The styles of the spectrum."),
  shows: z
    .enum(["off", "meters", "spectrum"])
    .nullable()
    .describe("What the display shows; null where the player does not report it."),
  showable: z
    .array(z.enum(["off", "meters", "spectrum"]))
    .readonly()
    .describe("What the display can show."),
  settings: z.array(settingView).describe("The allowed settings of the player's own settings tree."),
});
