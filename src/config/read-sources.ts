import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import JSON5 from "json5";
import { LineCounter, parseDocument, type YAMLError } from "yaml";
import { mapValues } from "./map-values.ts";
import { describeIssue, describeUnknown, type Problem, replacedVariables, valueAt } from "./problems.ts";
import { auto, coerce, fileShape, settings, variableName } from "./schema.ts";
import { sections } from "./sections.ts";

interface Source {
  readonly places: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** A source that cannot be read. The message never quotes its content, which may contain secrets. */
class UnreadableError extends Error {}

type ReadText = (path: string) => string | undefined;

export function createReadText(
  cwd: string,
  readFile: (path: string) => string = (path) => readFileSync(path, "utf8"),
): ReadText {
  return (path) => {
    try {
      return readFile(resolve(cwd, path));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      // Docker creates a folder if a mounted file does not exist.
      throw new UnreadableError(`cannot read ${path}: ${code === "EISDIR" ? "it is a folder" : message}`);
    }
  };
}

const parsers: ReadonlyMap<string, (text: string) => unknown> = new Map([
  [".yaml", parseYaml],
  [".yml", parseYaml],
  [".json", parseJson],
  [".json5", parseJson],
]);

export const fileEndings: readonly string[] = [...parsers.keys()];

/** The paths of the configuration file, the first existing one counts; the flag wins over the variable. */
export function configPaths(flag: string, variable: string): readonly string[] {
  const given = flag === "" ? variable : flag;
  return given === "" ? fileEndings.map((ending) => `config/local${ending}`) : [given];
}

/** The variable with settings as JSON that even the configuration file overrides. */
export const defaultsVariable = "CONFIG_DEFAULTS";

export function readDefaults(text: string): ReturnType<typeof readConfigFile> {
  try {
    return checkFile(defaultsVariable, text === "" ? {} : parseJson(text));
  } catch (error) {
    return unreadable(defaultsVariable, error);
  }
}

/** Reads the configuration file from the flag, else from the variable, else from the default path. */
export function readConfigFile(
  flag: string,
  variable: string,
  readText: ReadText,
): Source & { readonly settings: object } {
  const givenPath = flag === "" ? variable : flag;
  const givenBy = flag === "" ? "CONFIG_FILE" : "--config";
  let source = givenBy;
  try {
    for (const path of configPaths(flag, variable)) {
      source = givenPath === "" ? path : givenBy;
      const text = readText(path);
      if (text === undefined) continue;
      const parse = parsers.get(extname(path).toLowerCase());
      if (parse === undefined) {
        throw new UnreadableError(`cannot read ${path}: the name must end in ${fileEndings.join(", ")}`);
      }
      source = path;
      return checkFile(path, parse(text));
    }
    if (givenPath !== "") throw new UnreadableError(`cannot read ${givenPath}: no such file`);
    return { settings: {}, places: new Map(), problems: [] };
  } catch (error) {
    return unreadable(source, error);
  }
}

function unreadable(source: string, error: unknown): ReturnType<typeof readConfigFile> {
  if (!(error instanceof UnreadableError)) throw error;
  return { settings: {}, places: new Map(), problems: [{ name: "config", source, text: error.message }] };
}

/** Stricter than convict, which converts text to numbers and reports unknown keys without a hint. */
function checkFile(source: string, content: unknown): ReturnType<typeof readConfigFile> {
  // YAML reads a file that contains only comments as null.
  const given = withoutUnset(content ?? {});
  if (given === undefined) throw new UnreadableError("is not an object of settings");
  const issues = fileShape(given).safeParse(given, { jitless: true }).error?.issues ?? [];
  const invalid = new Set(issues.map(({ path: [section, key] }) => `${String(section)}.${String(key)}`));
  const names = [...settings.keys()].filter(
    (name) => valueAt(given, name.split(".")) !== undefined && !invalid.has(name),
  );
  const players = valueAt(given, ["players"]);
  return {
    settings: {
      // convict throws a TypeError on an unexpected object, so it gets valid values only.
      ...mapValues(sections, (leaves, section) => {
        const valid = Object.keys(leaves).filter((key) => names.includes(`${section}.${key}`));
        return Object.fromEntries(valid.map((key) => [key, valueAt(given, [section, key])]));
      }),
      // Conflicts between players are reported even if the list itself is invalid.
      ...((Array.isArray(players) || players === auto) && { players }),
    },
    places: new Map(names.map((name) => [name, source])),
    problems: issues.flatMap((issue) => describeIssue(issue, source, given)),
  };
}

/** Removes keys whose values in YAML are all commented out; undefined if the content is not an object. */
function withoutUnset(content: unknown, prefix = ""): object | undefined {
  if (!isObject(content)) return undefined;
  const entries = Object.entries(content)
    .filter(([key, value]) => value !== null || !(settings.has(prefix + key) || Object.hasOwn(sections, key)))
    .map(([key, value]) => [key, prefix === "" ? (withoutUnset(value, `${key}.`) ?? value) : value] as const);
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads variables, and files that those such as MQTT_PASSWORD_FILE name. Empty ones count as unset. */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  readText: ReadText,
): Source & { readonly variables: NodeJS.ProcessEnv } {
  const variables: NodeJS.ProcessEnv = {};
  const places = new Map<string, string>();
  const problems = replacedVariables(env);
  for (const [name, { secret }] of settings) {
    const variable = variableName(name);
    const path = secret === undefined ? "" : (env[`${variable}_FILE`] ?? "");
    const source = path === "" ? variable : `${variable}_FILE`;
    try {
      const given = env[variable] ?? "";
      // A blank at the end of a line of .env is not seen; in a password it may be meant.
      const value = secret === "value" ? given : given.trim();
      if (value !== "" && path !== "") {
        throw new UnreadableError(`cannot be combined with ${variable}: expected one of them`);
      }
      const text = path === "" ? value : readSecret(path, readText);
      if (text === "") continue;
      variables[variable] = text;
      places.set(name, source);
      problems.push(...checkText(name, source, text));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      problems.push({ name, source, text: error.message });
    }
  }
  return { variables, places, problems };
}

function readSecret(path: string, readText: ReadText): string {
  const text = readText(path);
  if (text === undefined) throw new UnreadableError(`cannot read ${path}: no such file`);
  // Editors and `echo` append a line break that is not part of the secret.
  return text.replace(/\r?\n$/, "");
}

export function readFlags(args: Readonly<Record<string, string>>): Source {
  const given = Object.entries(args).filter(([name]) => name !== "config");
  return {
    places: new Map(given.filter(([name]) => settings.has(name)).map(([name]) => [name, `--${name}`])),
    problems: given.flatMap(([name, text]) => checkText(name, `--${name}`, text)),
  };
}

function checkText(name: string, source: string, text: string): Problem[] {
  const path = name.split(".");
  const shape = settings.get(name)?.shape();
  if (shape === undefined) return [describeUnknown(path, source)];
  const value = coerce(text, shape);
  const issues = shape.safeParse(value, { jitless: true }).error?.issues ?? [];
  const fault = value === text && /^\s*[[{]/.test(text) ? jsonFault(text) : undefined;
  if (issues.length > 0 && fault !== undefined) return [{ name, source, text: fault }];
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return issues.flatMap((issue) =>
    describeIssue({ ...issue, path: [...path, ...issue.path] }, source, nested),
  );
}

function parseJson(text: string): unknown {
  const fault = jsonFault(text);
  if (fault !== undefined) throw new UnreadableError(fault);
  return JSON5.parse(text);
}

function jsonFault(text: string): string | undefined {
  try {
    JSON5.parse(text);
    return undefined;
  } catch (error) {
    const { lineNumber, columnNumber } = error as { lineNumber: number; columnNumber: number };
    return `is not JSON: line ${lineNumber}, column ${columnNumber}`;
  }
}

function parseYaml(text: string): unknown {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error === undefined) return document.toJS();
    const { line, col } = lines.linePos(error.pos[0]);
    const reason = error.code.toLowerCase().replaceAll("_", " ") + nameOfKey(text, error);
    throw new UnreadableError(`is not YAML: line ${line}, column ${col} (${reason})`);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    // Some YAML errors appear only in the conversion; their message quotes the content.
    throw new UnreadableError("is not usable YAML: an alias without an anchor, or nested too deeply");
  }
}

/** The key that stands twice, if it is one of ours: a secret that lacks its colon would be shown otherwise. */
function nameOfKey(text: string, { code, pos: [start] }: Pick<YAMLError, "code" | "pos">): string {
  const key = /^[\w-]+/.exec(text.slice(start))?.[0] ?? "";
  const isOurs = [...Object.keys(sections), ...settings.keys()].some((name) => name.split(".").includes(key));
  return code === "DUPLICATE_KEY" && isOurs ? ` ${key}: write all below the first one` : "";
}
