import { extname } from "node:path";
import type { Given } from "./given.ts";
import { type Parsed, parseJson, parseYaml } from "./parse-text.ts";
import type { ReadText } from "./read-text.ts";
import { settings } from "./schema.ts";
import { sections } from "./sections.ts";
import { describeUnknown, shownKey } from "./unknown.ts";

const parsers: ReadonlyMap<string, (text: string) => Parsed> = new Map([
  [".yaml", parseYaml],
  [".yml", parseYaml],
  [".json", parseJson],
  [".json5", parseJson],
]);

/** The endings that say how a configuration file is written. */
export const fileEndings: readonly string[] = [...parsers.keys()];

/** What the configuration file says: the one of the flag, else of the variable, else the one at the usual place. */
export function givenByFile(flag: string, variable: string, readText: ReadText): Given[] {
  const path = flag === "" ? variable : flag;
  if (path !== "") {
    const askedBy = flag === "" ? "CONFIG_FILE" : "--config";
    return givenByText(path, askedBy, readText(path) ?? { fault: `cannot read ${path}: no such file` });
  }
  for (const path of fileEndings.map((ending) => `config/local${ending}`)) {
    const read = readText(path);
    if (read !== undefined) return givenByText(path, path, read);
  }
  return [];
}

function givenByText(path: string, askedBy: string, read: Parsed<string>): Given[] {
  if ("fault" in read) return [{ name: "config", source: askedBy, ...read }];
  const parse = parsers.get(extname(path).toLowerCase());
  if (parse === undefined) {
    const fault = `cannot read ${path}: wanted a name that ends in one of ${fileEndings.join(", ")}`;
    return [{ name: "config", source: askedBy, fault }];
  }
  const parsed = parse(read.value);
  if ("fault" in parsed) return [{ name: "config", source: path, ...parsed }];
  // A file of nothing but comments is null to YAML.
  const content = parsed.value ?? {};
  if (!isObject(content)) return [{ name: "config", source: path, fault: "is not an object of settings" }];
  return Object.entries(content).flatMap(([key, value]) => givenByKey(path, key, value));
}

/** A key without a value, as YAML reads one whose values are all commented out, says nothing. */
function givenByKey(source: string, key: string, value: unknown): Given[] {
  if (key !== "players" && !Object.hasOwn(sections, key)) {
    const fault = describeUnknown(key, [...Object.keys(sections), "players"]);
    return [{ name: shownKey(key), source, fault }];
  }
  if (value === null) return [];
  if (key === "players") return [{ name: key, source, value }];
  if (!isObject(value))
    return [{ name: key, source, fault: "is not a section: wanted an object of settings" }];
  return Object.entries(value)
    .map(([leaf, value]) => ({ name: `${key}.${leaf}`, source, value }))
    .filter(({ name, value }) => value !== null || !settings.has(name));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
