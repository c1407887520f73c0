import { type ChoiceList, selectedOption } from "./choice-list.ts";
import type { DisplayMode, MusicState } from "./music.ts";
import {
  type Handle,
  type Level,
  numeric,
  rarelyRead,
  type Resource,
  type ResourceState,
  type TopicGroup,
} from "./resource.ts";

/** A brightness on the player's own scale, which differs between models. */
export interface Brightness extends Level {
  readonly handle: Handle;
}

const brightnessText = ({ level, max }: Brightness): string => `${level ?? "?"}/${max}`;
const levelText = numeric(({ level }: Brightness) => level);
const rangeText = ({ min, max }: Brightness): string => JSON.stringify({ min, max });
const titleText = (list: ChoiceList): string => selectedOption(list)?.title ?? "";
const optionsText = ({ options }: ChoiceList): string => JSON.stringify(options);

export const screenBrightness = {
  ...rarelyRead,
  title: "brightness of the screen",
  summary: brightnessText,
  topics: { "display/brightness": levelText, "display/brightness/range": rangeText },
} satisfies Resource<Brightness>;

export const knobBrightness = {
  ...rarelyRead,
  title: "brightness of the knob",
  summary: brightnessText,
  topics: { "display/knob": levelText, "display/knob/range": rangeText },
} satisfies Resource<Brightness>;

export const knobColors = {
  ...rarelyRead,
  title: "colors of the knob",
  topics: { "display/knob-color": titleText, "display/knob-color/options": optionsText },
} satisfies Resource<ChoiceList>;

export const meterStyles = {
  ...rarelyRead,
  title: "styles of the meters",
  topics: { "display/meters": titleText, "display/meters/options": optionsText },
} satisfies Resource<ChoiceList>;

export const spectrumStyles = {
  ...rarelyRead,
  title: "styles of the spectrum",
  topics: { "display/spectrum": titleText, "display/spectrum/options": optionsText },
} satisfies Resource<ChoiceList>;

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

const cleared = { "display/show/options": "", "display/show": "" };

export const displayShown = {
  topics: cleared,
  dependsOn: ["music.display", "meterStyles", "spectrumStyles"],
  render: (context) => {
    const { music, meterStyles, spectrumStyles } = context.player;
    const modes = displayModes(context);
    const isKnown = music?.display !== undefined || meterStyles !== undefined || spectrumStyles !== undefined;
    if (modes.length === 0) return new Map(Object.entries(cleared));
    if (!isKnown) return new Map();
    return new Map([
      ["display/show/options", JSON.stringify(modes)],
      ["display/show", music?.display ?? ""],
    ]);
  },
} satisfies TopicGroup<DisplayContext> & { readonly topics: object };
