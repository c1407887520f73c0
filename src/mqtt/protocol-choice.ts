/** The versions of MQTT that are spoken: 5, and 4 as the wire calls 3.1.1. */
export type ProtocolVersion = 5 | 4;

/** How an attempt to connect ended, as far as it says something about the version. */
export type Attempt = "accepted" | "version-refused" | "closed-early" | "other";

/** Which version to try, and what was learnt so far. */
export interface ProtocolChoice {
  readonly version: ProtocolVersion;
  /** What worked last; until something did, MQTT 5. */
  readonly preferred: ProtocolVersion;
  readonly isFixed: boolean;
  /** Attempts in a row that were closed before an answer: some brokers say no to a version in that way. */
  readonly closedEarly: number;
}

/** So many silent ends are a reason to try the other version: one happens to everybody whose broker restarts. */
const doubtAfter = 2;

/** Starts with the fixed version, or with MQTT 5. */
export function firstChoice(protocol: "auto" | "5" | "4"): ProtocolChoice {
  const version = protocol === "4" ? 4 : 5;
  return { version, preferred: version, isFixed: protocol !== "auto", closedEarly: 0 };
}

/**
 * The choice for the next attempt. The other version is tried right behind one that was refused or closed, and when
 * that fails too, it was not the version's fault: a proxy whose broker is down must not make us forget MQTT 5.
 */
export function nextChoice(choice: ProtocolChoice, attempt: Attempt): ProtocolChoice {
  if (choice.isFixed) return choice;
  if (attempt === "accepted") return { ...choice, preferred: choice.version, closedEarly: 0 };
  const closedEarly = attempt === "closed-early" ? choice.closedEarly + 1 : 0;
  const isDoubtful = attempt === "version-refused" || closedEarly >= doubtAfter;
  return isDoubtful && !isDetour(choice)
    ? { ...choice, version: choice.version === 5 ? 4 : 5, closedEarly: 0 }
    : { ...choice, version: choice.preferred, closedEarly: isDetour(choice) ? 0 : closedEarly };
}

/** Whether the version is another one than usual; such an attempt is made at once. */
export function isDetour({ version, preferred }: ProtocolChoice): boolean {
  return version !== preferred;
}
