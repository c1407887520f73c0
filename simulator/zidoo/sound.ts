/** What is switched on between source and output, and what the output says of itself. */
export interface SoundSwitches {
  dspActive: boolean;
  eqActive: boolean;
  subActive: boolean;
  /** The rate that everything is converted to; undefined leaves it as it is. */
  outputRateHz: number | undefined;
  /** Profiles by the tag of their input. */
  readonly profiles: Map<string, { name: string; enabled: boolean }>;
}

export function newSound(): SoundSwitches {
  return {
    dspActive: false,
    eqActive: false,
    subActive: false,
    outputRateHz: undefined,
    profiles: new Map([
      ["XMOS", { name: "Study desk", enabled: true }],
      ["BT", { name: "Loud", enabled: true }],
      ["EARC", { name: "Study desk", enabled: false }],
    ]),
  };
}

/** The part of getState about processing. */
export function switchesBody({ dspActive, eqActive, subActive }: SoundSwitches): object {
  return {
    mqaMode: 0,
    hasDspSetting: true,
    hasEQSetting: true,
    hasSubSetting: true,
    dspActive,
    eqActive,
    subActive,
  };
}

/** The answer of getDSPSourceInList, whose status is a text. */
export function profilesBody({ profiles }: SoundSwitches): object {
  const eqSourceList = Array.from(profiles, ([sourceType, { name, enabled }], place) => ({
    id: place + 1,
    eqId: configs.find((config) => config.name === name)?.id ?? 1,
    name: `Input ${place + 1}`,
    enable: enabled,
    sourceType,
    configName: name,
  }));
  return { status: "200", eqSourceList };
}

/** The profiles that can be chosen for an input. Ids have gaps. */
const configs = [
  { id: 1, name: "Study desk", enableEQ: true, balance: 0 },
  { id: 3, name: "Loud", enableEQ: true, balance: 0 },
  { id: 4, name: "Late at night", enableEQ: false, balance: -2 },
].map((config) => ({ ...config, isDSP: true, eqType: 0, type: 0, unit: 0 }));

export function configsBody(): object {
  return { status: "200", limit: 20, offset: 0, isHasDrcNew: true, dspConfig: configs };
}

/** One profile; undefined if there is none with this id. */
export function configBody(_sound: SoundSwitches, query: URLSearchParams): object | undefined {
  const dspConfig = configs.find(({ id }) => String(id) === (query.get("id") ?? "1"));
  return dspConfig && { status: "200", dspConfig };
}

export function soundPresetsBody(): object {
  return { status: 200, list: ["Flat", "Chamber", "Club"].map((name, id) => ({ id, name })) };
}
