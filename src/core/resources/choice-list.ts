import type { Names } from "../names.ts";
import { choice, flag, type Option, options, type Property } from "./property.ts";
import { type Handle, maxAssumedAgeMs, rarelyRead, type Resource } from "./resource.ts";

export interface ListedOption {
  readonly index: number;
  readonly title: string;
  /** The address of a picture that shows what it looks like. */
  readonly picture?: string;
}

/** A list that the player offers, such as the styles of its meters. */
export interface ChoiceList {
  /** Each under a unique title. */
  readonly options: readonly ListedOption[];
  /** The index of the selected option; undefined if the player does not report it. */
  readonly current: number | undefined;
  readonly handle: Handle;
}

/** An option as its list publishes it: it is chosen by its title, since an index moves. */
export function publishedOption({ title, ...own }: ListedOption): Option & ListedOption {
  return { value: title, title, ...own };
}

export function selectedOption({ options, current }: ChoiceList): ListedOption | undefined {
  return options.find(({ index }) => index === current);
}

interface ListFacts<Leaf extends string, Setter extends string> {
  readonly leaf: Leaf;
  readonly title: string;
  readonly names: Names;
  /** The call that selects an option by its index. */
  readonly setter: Setter;
}

function titleOf(list: ChoiceList): string | undefined {
  return selectedOption(list)?.title;
}

function readRarely<Leaf extends string, Setter extends string>({ leaf, setter }: ListFacts<Leaf, Setter>) {
  const summary = (list: ChoiceList): string => titleOf(list) ?? String(list.options.length);
  return { ...rarelyRead, leaf, setter, summary };
}

const listOptions = options(
  {
    sample: '[{"value":"Classic","title":"Classic","index":0}]',
    about: ", `index`, `picture`. A duplicate or numeric title is extended by its index",
  },
  (list: ChoiceList) => list.options.map(publishedOption),
);

/** A setting with the options that the player lists. */
function listed<const Leaf extends string, const Setter extends string>(
  facts: ListFacts<Leaf, Setter>,
  sample: string,
) {
  const { leaf, title, names } = facts;
  const about = { names, sample, category: "setting", about: "title of the selected option" } as const;
  const topics = { [leaf]: choice(title, about, titleOf), [`${leaf}/options`]: listOptions };
  // A computed key is any string to the compiler.
  return { ...readRarely(facts), topics: topics as Record<Leaf | `${Leaf}/options`, Property<ChoiceList>> };
}

/** The list of a setting that is on or off. */
export const switchOptions: readonly ListedOption[] = [
  { index: 0, title: "off" },
  { index: 1, title: "on" },
];

function switched<const Leaf extends string, const Setter extends string>(facts: ListFacts<Leaf, Setter>) {
  const { leaf, title, names } = facts;
  const about = { names, sample: "off", category: "setting" } as const;
  const isOn = ({ current }: ChoiceList): boolean | undefined =>
    current === undefined ? undefined : current === 1;
  const topics = { [leaf]: flag(title, about, isOn) };
  return { ...readRarely(facts), isSwitch: true, topics: topics as Record<Leaf, Property<ChoiceList>> };
}

/** The settings that a player offers as lists, each read and set by itself. */
export const choiceLists = {
  knobColors: listed(
    {
      leaf: "display/knob-color",
      title: "Knob color",
      names: { de: "Farbe des Drehknopfs", fr: "Couleur du bouton", zh: "旋钮颜色" },
      setter: "setKnobColor",
    },
    "Blue",
  ),
  meterStyles: listed(
    {
      leaf: "display/meters",
      title: "Meter style",
      names: { de: "Stil der Pegelanzeige", fr: "Style des vumètres", zh: "电平表样式" },
      setter: "setMeterStyle",
    },
    "Classic",
  ),
  spectrumStyles: listed(
    {
      leaf: "display/spectrum",
      title: "Spectrum style",
      names: { de: "Stil des Spektrums", fr: "Style du spectre", zh: "频谱样式" },
      setter: "setSpectrumStyle",
    },
    "Bars",
  ),
  dacFilters: listed(
    {
      leaf: "sound/dac-filter",
      title: "DAC filter",
      names: { de: "DAC-Filter", fr: "Filtre du DAC", zh: "DAC 滤波器" },
      setter: "setDacFilter",
    },
    "Sharp roll-off",
  ),
  upsamplings: listed(
    {
      leaf: "sound/upsampling",
      title: "Upsampling",
      names: { de: "Upsampling", fr: "Suréchantillonnage", zh: "升频" },
      setter: "setUpsampling",
    },
    "Off",
  ),
  masterClocks: listed(
    {
      leaf: "sound/master-clock",
      title: "Master clock",
      names: { de: "Taktgeber", fr: "Horloge maître", zh: "主时钟" },
      setter: "setMasterClock",
    },
    "Internal",
  ),
  equalizers: {
    ...listed(
      {
        leaf: "sound/equalizer",
        title: "Equalizer",
        names: { de: "Equalizer", fr: "Égaliseur", zh: "均衡器" },
        setter: "setEqualizer",
      },
      "Rock",
    ),
    // It may be another one for each input.
    readEveryMs: maxAssumedAgeMs,
  },
  cdAutoplay: switched({
    leaf: "sound/cd-autoplay",
    title: "CD autoplay",
    names: { de: "Automatische CD-Wiedergabe", fr: "Lecture automatique des CD", zh: "CD 自动播放" },
    setter: "setCdAutoplay",
  }),
} satisfies Readonly<Record<string, Resource<ChoiceList>>>;

export type ChoiceListName = keyof typeof choiceLists;

/** The topic of such a setting, which is its control. */
export type ChoiceListLeaf = (typeof choiceLists)[ChoiceListName]["leaf"];

export type ChoiceListSetter = (typeof choiceLists)[ChoiceListName]["setter"];

export const choiceListNames = Object.keys(choiceLists) as readonly ChoiceListName[];

/** The options under unique titles, after some that are always there; an index that is listed twice counts once. */
export function withUniqueTitles(
  listed: readonly ListedOption[],
  always: readonly ListedOption[] = [],
): readonly ListedOption[] {
  const options = [...always];
  const taken = new Set(options.map(({ title }) => title));
  for (const option of listed) {
    const { index } = option;
    if (options.some((one) => one.index === index)) continue;
    const title = uniqueTitle(option.title, index, taken);
    taken.add(title);
    options.push({ ...option, title });
  }
  return options;
}

/** A purely numeric title would select another option by its index. */
function uniqueTitle(title: string, index: number, taken: ReadonlySet<string>): string {
  const isFree = (text: string): boolean => !/^(?:-?\d+)?$/.test(text.trim()) && !taken.has(text);
  let text = title;
  while (!isFree(text)) text = `${text.trim()} (${index})`.trim();
  return text;
}
