/** The day after which a major version of Node gets no more security fixes, by the Node project's schedule. */
const lastFixOf: Readonly<Record<string, string>> = {
  20: "2026-04-30",
  21: "2024-06-01",
  22: "2027-04-30",
  23: "2025-06-01",
  24: "2028-04-30",
  25: "2026-06-01",
  26: "2029-04-30",
};

/** A version of Node without security fixes, and the major versions that still get them. */
export interface UnfixedNode {
  readonly major: string;
  readonly lastFix: string;
  readonly supported: readonly string[];
}

/** Whether a version of Node gets no more security fixes on a date. */
export function unfixedNode(version: string, date: Date): UnfixedNode | undefined {
  const major = version.split(".")[0] ?? "";
  const lastFix = lastFixOf[major];
  const today = date.toISOString().slice(0, 10);
  if (lastFix === undefined || today <= lastFix) return undefined;
  return {
    major,
    lastFix,
    supported: Object.keys(lastFixOf).filter((other) => today <= (lastFixOf[other] ?? "")),
  };
}

/** Why a version of Node should not be used on a date; undefined if it still gets security fixes. */
export function nodeWarning(version: string, date: Date): string | undefined {
  const unfixed = unfixedNode(version, date);
  if (unfixed === undefined) return undefined;
  const { major, lastFix, supported } = unfixed;
  const remedy = supported.length === 0 ? "a newer version" : `Node ${supported.join(", ")} or newer`;
  return `Node ${major} has had no security fixes since ${lastFix}: use ${remedy}`;
}
