/** The versions of MQTT that are spoken: 5, and 4 as the wire calls 3.1.1. */
export type ProtocolVersion = 5 | 4;

/** How an attempt to connect ended, as far as it says something about the version. */
export type Attempt = "accepted" | "version-refused" | "closed-early" | "other";

/** Which version to try, and what was learnt so far. */
export interface ProtocolChoice {
  readonly version: ProtocolVersion;
  readonly isFixed: boolean;
  /** Attempts in a row that were closed before an answer: some brokers say no to a version in that way. */
  readonly closedEarly: number;
}

/** A version that worked before is doubted only after so many silent ends. */
const doubtAfter = 2;

/** Starts with the fixed version, or with MQTT 5. */
export function firstChoice(protocol: "auto" | "5" | "4"): ProtocolChoice {
  return { version: protocol === "4" ? 4 : 5, isFixed: protocol !== "auto", closedEarly: 0 };
}

/** The choice for the next attempt: what worked is kept, what was refused is not tried again at once. */
export function nextChoice(choice: ProtocolChoice, attempt: Attempt): ProtocolChoice {
  switch (attempt) {
    case "accepted":
      return { ...choice, closedEarly: 0 };
    case "version-refused":
      return choice.isFixed ? choice : other(choice);
    case "closed-early": {
      const closedEarly = choice.closedEarly + 1;
      return choice.isFixed || closedEarly < doubtAfter ? { ...choice, closedEarly } : other(choice);
    }
    case "other":
      return choice;
  }
}

function other(choice: ProtocolChoice): ProtocolChoice {
  return { ...choice, version: choice.version === 5 ? 4 : 5, closedEarly: 0 };
}
