import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError, tryLoad } from "../config-error.ts";
import { type ConfigEdit, describeEdit, EditError } from "./config-edit.ts";
import { ConfigFile, revisionOf } from "./config-file.ts";
import { schemaLine } from "../describe.ts";
import { editYaml } from "./edit-yaml.ts";
import { type ConfigSources, loadConfig, loadWithPlaces, type PlacedConfig } from "../load.ts";
import { valueAt } from "../problems.ts";
import { configPaths, defaultsVariable } from "../read-sources.ts";
import { type Config, settings } from "../schema.ts";
import { compareConfigs, type ConfigDifference, isOverridable, viewConfig } from "./view-settings.ts";
import { stringify } from "yaml";

export type Candidate =
  | { readonly kind: "valid"; readonly config: Config; readonly text: string }
  /** The file has changed since it was read, or would have these problems at the start. */
  | { readonly kind: "stale" | "invalid"; readonly problems: readonly string[] }
  /** The file cannot be written: what to put where by hand. */
  | { readonly kind: "unwritable"; readonly problems: readonly string[]; readonly instructions: string };

export type Written =
  | Exclude<Candidate, { readonly kind: "valid" }>
  /** The system refused to write, as with a full disk. */
  | { readonly kind: "failed"; readonly problems: readonly string[] }
  | {
      readonly kind: "written";
      readonly how: "replaced" | "in-place";
      readonly keptLastGood: boolean;
      readonly config: Config;
    };

const newFile = `${schemaLine}
# Written by the set-up page. Change it by hand as you like: the page keeps comments and order.

`;

const staleText =
  "the configuration file has changed since this page read it: look at the new settings, then repeat the change";

const noLastGood = "there is no earlier configuration";

export class ConfigEditor {
  readonly #sources: Omit<ConfigSources, "readFile">;

  constructor(sources: Omit<ConfigSources, "readFile">) {
    this.#sources = sources;
  }

  get file() {
    const file = this.#find();
    const { text, lastGood } = file;
    return {
      name: file.name,
      exists: text !== undefined,
      // An edit of another revision is refused.
      revision: revisionOf(text),
      unwritable: file.unwritable,
      hasLastGood: lastGood !== undefined && lastGood !== text,
      // Defaults of the environment, such as the options of the App, which the file overrides.
      hasDefaults: (this.#sources.env[defaultsVariable] ?? "") !== "",
    };
  }

  /** The configuration that the sources give now, and the source of each setting; throws ConfigError. */
  load(): PlacedConfig {
    return loadWithPlaces(this.#sources);
  }

  /** The configuration with other values for some settings, whatever sets them now; throws ConfigError. */
  loadWith(values: Readonly<Record<string, string>>): Config {
    const { args } = this.#sources;
    return loadConfig({ ...this.#sources, args: { ...args, ...values }, requirePlayers: false });
  }

  check(edits: readonly ConfigEdit[], revision: string): Candidate {
    return this.#candidate(this.#find(), edits, revision);
  }

  save(edits: readonly ConfigEdit[], revision: string): Written {
    const file = this.#find();
    const candidate = this.#candidate(file, edits, revision);
    return candidate.kind === "valid" ? this.#write(file, candidate) : candidate;
  }

  /** The changes that going back would make; problems if the last good file is missing or no longer valid. */
  lookBack(): { readonly differences: readonly ConfigDifference[]; readonly problems: readonly string[] } {
    const { lastGood, text } = this.#find();
    if (lastGood === undefined) return { differences: [], problems: [noLastGood] };
    const then = this.#validated(lastGood);
    if (then.kind !== "valid") return { differences: [], problems: then.problems };
    const now = this.#validated(text ?? "");
    // A file that cannot be used has nothing to compare with.
    if (now.kind !== "valid") return { differences: [], problems: [] };
    return { differences: compareConfigs(now.config, then.config), problems: [] };
  }

  /** Exchanges the file and the last good one, so going back can be undone in the same way. */
  goBack(revision: string): Written {
    const file = this.#find();
    const { text, lastGood, unwritable } = file;
    if (revisionOf(text) !== revision) return { kind: "stale", problems: [staleText] };
    if (lastGood === undefined) return { kind: "invalid", problems: [noLastGood] };
    if (unwritable !== undefined) {
      const instructions = `Copy ${file.name}.last-good over ${file.name}.`;
      return { kind: "unwritable", problems: [unwritable], instructions };
    }
    const candidate = this.#validated(lastGood);
    return candidate.kind === "valid" ? this.#write(file, candidate) : candidate;
  }

  #find(): ConfigFile {
    const { args, env, cwd } = this.#sources;
    const paths = configPaths(args["config"] ?? "", env["CONFIG_FILE"] ?? "");
    const name = paths.find((path) => existsSync(resolve(cwd, path))) ?? paths[0] ?? "";
    return new ConfigFile(name, resolve(cwd, name));
  }

  #candidate(file: ConfigFile, edits: readonly ConfigEdit[], revision: string): Candidate {
    const { text, name, unwritable } = file;
    if (revisionOf(text) !== revision) return { kind: "stale", problems: [staleText] };
    try {
      for (const edit of edits) refuseCode(edit, name);
      const placed = tryLoad(() => this.load());
      let all = edits;
      // While a source is invalid, the edits may be what corrects it.
      if (!(placed instanceof ConfigError)) {
        for (const edit of edits) refuseFixed(edit, placed, name);
        all = [...playersTakenOver(edits, placed), ...edits];
      }
      if (unwritable !== undefined) {
        return {
          kind: "unwritable",
          problems: [unwritable],
          instructions: all.map((edit) => explain(edit, name)).join("\n\n"),
        };
      }
      return this.#validated(editYaml(text ?? newFile, all));
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      return { kind: "invalid", problems: [error.message] };
    }
  }

  #validated(text: string): Candidate {
    const path = resolve(this.#sources.cwd, this.#find().name);
    const readFile = (asked: string): string => (asked === path ? text : readFileSync(asked, "utf8"));
    const config = tryLoad(() => loadConfig({ ...this.#sources, readFile }));
    if (config instanceof ConfigError) return { kind: "invalid", problems: config.problems };
    return { kind: "valid", config, text };
  }

  #write(file: ConfigFile, { text, config }: Extract<Candidate, { readonly kind: "valid" }>): Written {
    const before = file.text;
    try {
      const wasGood = before !== undefined && this.#validated(before).kind === "valid";
      const keptLastGood = wasGood && file.keepLastGood(before);
      return { kind: "written", how: file.write(text), keptLastGood, config };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "failed", problems: [`${file.name} could not be written: ${reason}`] };
    }
  }
}

/** A file that lists players replaces the list among the defaults, so it begins with a copy of that. */
function playersTakenOver(
  edits: readonly ConfigEdit[],
  { places, defaults = {} }: PlacedConfig,
): ConfigEdit[] {
  const value = valueAt(defaults, ["players"]);
  const isOverridden = places.get("players") !== defaultsVariable;
  if (isOverridden || !Array.isArray(value) || edits.every((edit) => "name" in edit)) return [];
  return [{ kind: "set", name: "players", value }];
}

/** Setting the bridge up in a browser must not let anyone run programs on its machine. */
function refuseCode(edit: ConfigEdit, file: string): void {
  if ("name" in edit && edit.name.startsWith("makes."))
    throw new EditError(`${edit.name} names code that the bridge runs: write it into ${file} by hand`);
}

/** Refuses what the file cannot change, because the environment or a flag sets it. */
function refuseFixed(edit: ConfigEdit, placed: PlacedConfig, file: string): void {
  const { name, place } = setNow(edit, placed, file);
  if (isOverridable(place, file)) return;
  throw new EditError(`${name} is set by ${place}, which wins over ${file}: change it there`);
}

function setNow(edit: ConfigEdit, placed: PlacedConfig, file: string) {
  if ("name" in edit && edit.name !== "players")
    return { name: edit.name, place: placed.places.get(edit.name) };
  const { players, listFixedBy } = viewConfig(placed, file);
  const fixed = "id" in edit && players.find(({ id, isFixed }) => id === edit.id && isFixed);
  if (!fixed) return { name: "players", place: listFixedBy ?? undefined };
  return { name: `player ${fixed.id}`, place: fixed.source };
}

const secretHere = "<your secret>";

/** Says what to write into a configuration file that the bridge cannot write. Contains no secrets. */
function explain(edit: ConfigEdit, file: string): string {
  switch (edit.kind) {
    case "add-player":
      return `Add to ${file}:\n\n${stringify({ players: [nested(edit.values)] })}`;
    case "change-player":
      return `In ${file}, at the player ${edit.id}:\n\n${stringify(nested(edit.values))}`;
    case "set":
      return `Write into ${file}:\n\n${stringify(nested({ [edit.name]: edit.value }))}`;
    case "remove-player":
    case "unset":
      return `In ${file}: ${describeEdit(edit)}.`;
  }
}

/** Dotted keys as nested objects. */
function nested(values: Readonly<Record<string, unknown>>): object {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    if (path === "players" && Array.isArray(value)) {
      root[path] = value.map((player: Readonly<Record<string, unknown>>) => nested(player));
      continue;
    }
    const isSecret = path === "psk" || settings.get(path)?.secret === "value";
    const [section = "", key] = path.split(".");
    const shown = isSecret ? secretHere : value;
    root[section] = key === undefined ? shown : { ...(root[section] as object | undefined), [key]: shown };
  }
  return root;
}
