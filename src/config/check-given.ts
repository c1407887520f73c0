import type * as z from "zod";
import type { Given } from "./given.ts";
import { openPlayerKeys, playerShape } from "./players.ts";
import { settings } from "./schema.ts";
import { sections } from "./sections.ts";
import { describeUnknown, shownKey } from "./unknown.ts";

/** A given value as its shape reads it, or all that is wrong with it. */
type Checked = { readonly value: unknown } | { readonly problems: readonly string[] };

/** Holds what one source says against the shape of its setting. */
export function checkGiven(given: Given): Checked {
  const { name, source } = given;
  if ("fault" in given) return { problems: [`${name} (${source}): ${given.fault}`] };
  const setting = settings.get(name);
  if (setting === undefined) {
    return { problems: [`${shownKey(name)} (${source}): ${describeUnknown(name, [...settings.keys()])}`] };
  }
  const { error, data } = setting.shape().safeParse(given.value, { jitless: true });
  if (error === undefined) return { value: data };
  return { problems: error.issues.flatMap((issue) => describeIssue(issue, name, source, given.value)) };
}

function describeIssue(issue: z.core.$ZodIssue, name: string, source: string, root: unknown): string[] {
  const { path, message } = issue;
  if (issue.code === "invalid_union") {
    // What was meant is the choice that fits as a whole: whatever is wrong is wrong inside.
    const meant = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0));
    if (meant !== undefined) return meant.flatMap((inner) => describeIssue(inner, name, source, root));
  }
  if (issue.code === "unrecognized_keys") {
    const known = keysKnownAt(path);
    return issue.keys.map(
      (key) => `${pathName(name, [...path, shownKey(key)])} (${source}): ${describeUnknown(key, known)}`,
    );
  }
  const value = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], root);
  const shown = isOpen(name, path) ? show(value) : "the value";
  const misfit = value === undefined ? `is missing: wanted ${message}` : `${shown} is not ${message}`;
  return [`${pathName(name, path)} (${source}): ${misfit}`];
}

type Path = readonly PropertyKey[];

function pathName(name: string, path: Path): string {
  return path.reduce<string>(
    (name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}.${String(key)}`),
    name,
  );
}

/** Of a player only settings and plain facts: where an object was wanted, a slip of the pen may hide a secret. */
function isOpen(name: string, [, key, override]: Path): boolean {
  if (name !== "players") return settings.get(name)?.secret === undefined;
  return override !== undefined || openPlayerKeys.some((open) => open === key);
}

function keysKnownAt([, key]: Path): string[] {
  return Object.keys(
    Object.entries(sections).find(([section]) => section === key)?.[1] ?? playerShape().shape,
  );
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
