import type { Names } from "../names.ts";
import type { ChoiceList } from "./choice-list.ts";
import type { DisplayMode, MusicState } from "./music.ts";
import { choice, number, options, part, type Property, wordOptions } from "./property.ts";
import {
  type Handle,
  type Level,
  rarelyRead,
  renderTopics,
  type Resource,
  type ResourceState,
  type PropertyGroup,
  type Topics,
} from "./resource.ts";

/** A brightness on the player's own scale, which differs between models. */
export interface Brightness extends Level {
  readonly handle: Handle;
}

const brightnessText = ({ level, max }: Brightness): string => `${level ?? "?"}/${max}`;

function brightness(title: string, names: Names): Property<Brightness> {
  return number(
    title,
    { names, sample: "60", category: "setting", about: "on the player's own scale" },
    ({ level }: Brightness) => level,
  );
}

const range = part(
  "range",
  { sample: '{"min":0,"max":115}', about: "JSON: `min`, `max`, as the player reports them" },
  ({ min, max }: Brightness) => JSON.stringify({ min, max }),
);

export const screenBrightness = {
  ...rarelyRead,
  summary: brightnessText,
  topics: {
    "display/brightness": brightness("Screen brightness", {
      de: "Helligkeit des Displays",
      fr: "Luminosité de l’écran",
      zh: "屏幕亮度",
    }),
    "display/brightness/range": range,
  },
} satisfies Resource<Brightness>;

export const knobBrightness = {
  ...rarelyRead,
  summary: brightnessText,
  topics: {
    "display/knob": brightness("Knob brightness", {
      de: "Helligkeit des Drehknopfs",
      fr: "Luminosité du bouton",
      zh: "旋钮亮度",
    }),
    "display/knob/range": range,
  },
} satisfies Resource<Brightness>;

export interface DisplayContext {
  readonly player: {
    readonly music?: MusicState;
    readonly meterStyles?: ChoiceList;
    readonly spectrumStyles?: ChoiceList;
  };
  readonly resources: { readonly meterStyles: ResourceState; readonly spectrumStyles: ResourceState };
}

const styles = { meters: "meterStyles", spectrum: "spectrumStyles" } as const;

/** What the display can show. A player that reports what it shows, but has no lists of styles, may have both. */
export function displayModes({ player, resources }: DisplayContext): readonly DisplayMode[] {
  const isReported = player.music?.display !== undefined;
  const sides = (["meters", "spectrum"] as const).filter(
    (side) => resources[styles[side]].support !== "unsupported",
  );
  const shown: readonly DisplayMode[] = sides.length === 0 && isReported ? ["meters", "spectrum"] : sides;
  // Only a side that is known to show can be switched off.
  return isReported ? ["off", ...shown] : shown;
}

function isDisplayKnown({ player: { music, meterStyles, spectrumStyles } }: DisplayContext): boolean {
  return music?.display !== undefined || meterStyles !== undefined || spectrumStyles !== undefined;
}

export interface Shown {
  readonly mode: DisplayMode | undefined;
  readonly modes: readonly DisplayMode[];
}

const shownTopics = {
  "display/show/options": options(
    { sample: '[{"value":"off","title":"off"}]', about: " of what it can show" },
    ({ modes }) => wordOptions(modes),
  ),
  "display/show": choice(
    "Display shows",
    {
      names: { de: "Display zeigt", fr: "L’écran affiche", zh: "屏幕显示" },
      words: ["off", "meters", "spectrum"],
      sample: "meters",
      category: "setting",
      about:
        "what the display shows beside covers and titles: `off`, `meters`, `spectrum`, noticed like the music; empty where the player does not report it",
    },
    ({ mode }) => mode,
  ),
} satisfies Topics<Shown>;

export const displayShown = {
  topics: shownTopics,
  dependsOn: ["music.display", "meterStyles", "spectrumStyles"],
  isOffered: (context) => isDisplayKnown(context) && displayModes(context).length > 0,
  render: (context, limits) => {
    const modes = displayModes(context);
    const shown =
      isDisplayKnown(context) && modes.length > 0
        ? { mode: context.player.music?.display, modes }
        : undefined;
    const support = modes.length === 0 ? "unsupported" : "unknown";
    return renderTopics(shownTopics, shown, support, context, limits);
  },
} satisfies PropertyGroup<DisplayContext>;
