/** The supported versions of MQTT: 5, and 4, which is the number of 3.1.1 on the wire. */
export type ProtocolVersion = 5 | 4;

/** How an attempt to connect ended, as far as the version is concerned. */
export type Attempt = "accepted" | "version-refused" | "closed-early" | "other";

export interface ProtocolChoice {
  readonly version: ProtocolVersion;
  /** The last version that worked; MQTT 5 until one did. */
  readonly preferred: ProtocolVersion;
  readonly isFixed: boolean;
  /** Consecutive attempts that were closed before an answer: some brokers refuse a version in that way. */
  readonly closedEarly: number;
}

/** Try the other version after this many early closes: a single one happens whenever a broker restarts. */
const switchAfter = 2;

export function firstChoice(protocol: "auto" | "5" | "4"): ProtocolChoice {
  const version = protocol === "4" ? 4 : 5;
  return { version, preferred: version, isFixed: protocol !== "auto", closedEarly: 0 };
}

/** If both versions fail, the version was not the cause: a proxy whose broker is down must not make us give up MQTT 5. */
export function nextChoice(choice: ProtocolChoice, attempt: Attempt): ProtocolChoice {
  if (choice.isFixed) return choice;
  if (attempt === "accepted") return { ...choice, preferred: choice.version, closedEarly: 0 };
  const closedEarly = attempt === "closed-early" ? choice.closedEarly + 1 : 0;
  const shouldSwitch = attempt === "version-refused" || closedEarly >= switchAfter;
  return shouldSwitch && !isDetour(choice)
    ? { ...choice, version: choice.version === 5 ? 4 : 5, closedEarly: 0 }
    : { ...choice, version: choice.preferred, closedEarly: isDetour(choice) ? 0 : closedEarly };
}

/** Whether the version is not the preferred one; such an attempt is made without a pause. */
export function isDetour({ version, preferred }: ProtocolChoice): boolean {
  return version !== preferred;
}
