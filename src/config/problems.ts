import type * as z from "zod";
import { closest } from "../lib/closest.ts";
import { cutText } from "../lib/cut-text.ts";
import { openPlayerKeys, playerShape } from "./players.ts";
import { settings, variableName } from "./schema.ts";
import { sections } from "./sections.ts";

export interface Problem {
  readonly name: string;
  readonly source: string;
  readonly text: string;
}

type Path = readonly PropertyKey[];

/** Translates a validation issue for the author of the settings; `settings` is the nested object that was validated. */
export function describeIssue(issue: z.core.$ZodIssue, source: string, settings: unknown): Problem[] {
  const { path, message } = issue;
  if (issue.code === "invalid_union") {
    // The alternative whose outer form fits is the one that was meant, so problems inside it are reported.
    const meant = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0));
    if (meant !== undefined) {
      return meant.flatMap((inner) =>
        describeIssue({ ...inner, path: [...path, ...inner.path] }, source, settings),
      );
    }
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => describeUnknown([...path, key], source));
  }
  const value = valueAt(settings, path);
  const shown = isOpen(path) ? show(value) : "the value";
  // A list of players belongs to `players`; `player` is a section for a single one.
  const isPlayers = path.length === 1 && path[0] === "player";
  const isBare = issue.code === "invalid_type" && issue.expected === "string" && !isContainer(value);
  const hint = isPlayers ? ", did you mean players?" : isBare ? `: write it in quotes, ${quoted(path)}` : "";
  const text = value === undefined ? `is missing: expected ${message}` : `${shown} is not ${message}${hint}`;
  return [{ name: nameOf(path), source, text }];
}

/** Settings that no longer exist, and what to write instead. */
const replaced: Readonly<Record<string, string>> = {
  "fleet.shardCount": "remove it: the members of a fleet find each other at fleet.url",
  "fleet.shardIndex":
    "write fleet.member instead, a name of its own for each bridge, or auto for the host name",
  "fleet.graceMs":
    "write fleet.leaseMs instead, which is counted from the last write of a member in the store",
};

/** The problems of variables of settings that no longer exist. */
export function replacedVariables(env: NodeJS.ProcessEnv): Problem[] {
  return Object.keys(replaced).flatMap((name) => {
    const variable = variableName(name);
    return (env[variable] ?? "") === "" ? [] : [describeUnknown(name.split("."), variable)];
  });
}

export function describeUnknown(path: Path, source: string): Problem {
  const advice = Object.hasOwn(replaced, nameOf(path)) ? replaced[nameOf(path)] : undefined;
  if (advice !== undefined) return { name: nameOf(path), source, text: `unknown setting, ${advice}` };
  const parent = path.slice(0, -1);
  const known = knownBelow(parent);
  const meant = synonymOf(path, known) ?? closest(nameOf(path), known) ?? settingOf(path);
  // YAML reads `psk:secret`, with its space missing, as a key.
  const name = nameOf(path).replace(/[^\w.$[\]-].*/s, "…");
  const hint = meant === undefined ? ": see docs/configuration.md" : `, did you mean ${meant}?`;
  return { name, source, text: `unknown setting${hint}` };
}

const otherWords: Readonly<Record<string, readonly string[]>> = {
  url: ["host", "hostname", "ip", "address", "server", "broker"],
  username: ["user", "login"],
  password: ["pass", "passwd", "pwd"],
  baseTopic: ["topic", "base", "base_topic", "topic_prefix"],
  prefix: ["discovery_prefix", "discovery_topic"],
  enabled: ["discovery", "enable"],
  token: ["api_key", "auth_token"],
  players: ["devices"],
};

/** The setting that is meant by a word that other programs use for it. */
export function synonymOf(path: Path, known: readonly string[]): string | undefined {
  const word = String(path.at(-1)).toLowerCase();
  const meant = Object.keys(otherWords).find((name) => otherWords[name]?.includes(word));
  return known.find((name) => name === nameOf([...path.slice(0, -1), meant ?? ""]));
}

/** The setting of this name if it belongs into a section. */
function settingOf(path: Path): string | undefined {
  const found = [...settings.keys()].filter((name) => name.endsWith(`.${String(path.at(-1))}`));
  return path.length === 1 && found.length === 1 ? found[0] : undefined;
}

export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}

function nameOf([first, ...rest]: Path): string {
  return rest.reduce<string>(
    (name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}.${String(key)}`),
    String(first),
  );
}

function knownBelow(path: Path): readonly string[] {
  const [section, , overridden] = path;
  if (section === undefined) return [...Object.keys(sections), "players"];
  if (section !== "players") return [...settings.keys()];
  const keys =
    overridden === undefined ? playerShape().shape : (sections[overridden as keyof typeof sections] ?? {});
  return Object.keys(keys).map((key) => nameOf([...path, key]));
}

/** Whether a value may be shown. If an object was expected, a typo may expose a secret. */
function isOpen(path: Path): boolean {
  const [section, key, field, override] = path;
  if (section === "players") return override !== undefined || openPlayerKeys.some((open) => open === field);
  return key !== undefined && settings.get(`${String(section)}.${String(key)}`)?.secret === undefined;
}

function isContainer(value: unknown): boolean {
  return typeof value === "object";
}

function quoted(path: Path): string {
  return `such as ${String(path.at(-1))}: "…"`;
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${cutText(value, 80)}…` : value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
