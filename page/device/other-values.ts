import { supportOf } from "../player.ts";
import {
  asFields,
  type Choices,
  choices,
  type Level,
  numberOf,
  parseText,
  text,
  textOf,
  type Values,
} from "../values.ts";

/** How a value is shown and set. */
export type Widget =
  | { readonly kind: "switch" | "text" }
  | { readonly kind: "menu"; readonly choices: Choices }
  | { readonly kind: "slider"; readonly level: Level };

interface OtherProperty {
  readonly topic: string;
  readonly title: string;
  readonly shown: string;
  readonly unit: string;
  readonly widget: Widget;
}

/** Topics that have a place of their own, or are nothing to look at. Any other property is shown as the player describes it. */
const placed: ReadonlySet<string> = new Set(
  [
    "audio/input audio/output mute group sleep power power/waking volume volume/level volume/restriction",
    "video/state video/title video/duration video/position video/resolution video/fps video/codec video/output",
    "video/range video/audio-track video/subtitle video/play-mode video/zoom video/playlist/current",
    "video/picture video/backdrop music/state music/source music/pass-through music/position music/duration",
    "music/mode music/actions music/picture music/queue/total music/title music/artist music/album music/format",
    "sound/bit-perfect sound/dac-filter sound/upsampling sound/master-clock sound/equalizer sound/cd-autoplay",
    "display/brightness display/knob display/knob-color display/meters display/spectrum display/show",
  ].flatMap((topics) => topics.split(" ")),
);

/** A player's own settings have a panel of their own. */
const isPlaced = (topic: string): boolean => placed.has(topic) || topic.startsWith("settings/");

/** Values that are read as they are. */
const readable: ReadonlySet<string> = new Set(["text", "number", "flag", "choice"]);

/** The properties of a description, of any version, that have no place of their own and a value now. */
export function otherProperties(description: string, values: Values): readonly OtherProperty[] {
  const properties = asFields(asFields(parseText(description))["properties"]);
  return Object.entries(properties).flatMap(([topic, described]) => {
    const { title, kind, unit, range, set, rangeTopic, options } = asFields(described);
    const shown = text(values, topic as Parameters<typeof text>[1]);
    if (isPlaced(topic) || !readable.has(textOf(kind)) || shown === "") return [];
    const widget = widgetOf(topic, textOf(kind), shown, set, {
      range: range ?? parseText(text(values, textOf(rangeTopic) as Parameters<typeof text>[1])),
      hasOptions: textOf(options) === `${topic}/options`,
      values,
    });
    return [{ topic, title: textOf(title), shown, unit: textOf(unit), widget }];
  });
}

interface Surroundings {
  readonly range: unknown;
  readonly hasOptions: boolean;
  readonly values: Values;
}

function widgetOf(
  topic: string,
  kind: string,
  shown: string,
  set: unknown,
  { range, hasOptions, values }: Surroundings,
): Widget {
  if (set === undefined || supportOf(values, topic) === "denied") return { kind: "text" };
  if (kind === "flag") return { kind: "switch" };
  const { words } = asFields(set);
  if (Array.isArray(words)) {
    const options = words.map((word) => {
      const value = textOf(word);
      return { value, title: value, isEnabled: true, hasPicture: false };
    });
    return { kind: "menu", choices: { current: shown, options } };
  }
  if (hasOptions) return { kind: "menu", choices: choices(values, topic as Parameters<typeof choices>[1]) };
  const [min, max] = [numberOf(asFields(range)["min"]), numberOf(asFields(range)["max"])];
  if (kind !== "number" || min === undefined || max === undefined) return { kind: "text" };
  return { kind: "slider", level: { level: numberOf(shown), min, max } };
}
