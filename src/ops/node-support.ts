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

/** Why a version of Node should not be used on a date; undefined if it still gets security fixes. */
export function nodeWarning(version: string, date: Date): string | undefined {
  const major = version.split(".")[0] ?? "";
  const lastFix = lastFixOf[major];
  const today = date.toISOString().slice(0, 10);
  if (lastFix === undefined || today <= lastFix) return undefined;
  const supported = Object.keys(lastFixOf).filter((other) => today <= (lastFixOf[other] ?? ""));
  const remedy = supported.length === 0 ? "a newer version" : `Node ${supported.join(", ")} or newer`;
  return `Node ${major} has had no security fixes since ${lastFix}: use ${remedy}`;
}
