/** A brightness; models differ in the range. */
export interface Light {
  level: number;
  readonly max: number;
}

/** A list of styles, and the name of the operation that selects one: it differs between models. */
export interface Styles {
  current: number;
  readonly titles: readonly string[];
  readonly setter: string;
}

export interface Display {
  readonly screen: Light;
  readonly knob: Light;
  readonly colors: Styles;
  readonly meters: Styles;
  readonly spectrum: Styles;
  /** What the sides show: from 1 on they do, and -1 is a side that was never ready. */
  readonly sides: { vuDisplayMode: number; spDisplayMode: number };
  /** Whether it accepts another brightness of the knob, but keeps the old one. */
  ignoresKnob: boolean;
}

/** A display whose screen goes up to this brightness, and whose meters and spectrum are set by these operations. */
export function newDisplay(
  max = 115,
  meterSetter = "setVUMode",
  spectrumSetter = "setSpPlayModeList",
): Display {
  return {
    screen: { level: 80, max },
    knob: { level: 128, max: 255 },
    colors: { current: 1, titles: ["Off", "Ice", "Amber", "Amber"], setter: "setKnobLightColor" },
    meters: { current: 0, titles: ["Walnut", "Night blue", "2031"], setter: meterSetter },
    spectrum: { current: 2, titles: ["Bars", "Wave", "Ring"], setter: spectrumSetter },
    sides: { vuDisplayMode: -1, spDisplayMode: -1 },
    ignoresKnob: false,
  };
}
