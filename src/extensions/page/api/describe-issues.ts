import type * as z from "zod";

/** More problems than these help nobody. */
const mostShown = 5;

/** Says what is wrong with a part of a request, and what was expected. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  place: "path" | "query" | "body",
): string {
  return issues
    .slice(0, mostShown)
    .map(({ path, message }) => `${place}${pathText(path)}: ${message}`)
    .join("; ");
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
}
