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
    eqId: 1,
    name: `Input ${place + 1}`,
    enable: enabled,
    sourceType,
    configName: name,
  }));
  return { status: "200", eqSourceList };
}
