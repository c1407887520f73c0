import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ConfigError } from "../config-error.ts";
import { type ConfigEdit, EditError } from "./config-edit.ts";
import { ConfigFile, revisionOf } from "./config-file.ts";
import { schemaLine } from "../document.ts";
import { editYaml } from "./edit-yaml.ts";
import { explainEdits } from "./explain-edits.ts";
import { type ConfigSources, loadConfig, loadWithPlaces, type PlacedConfig } from "../load.ts";
import { configPaths } from "../read-sources.ts";
import type { Config } from "../schema.ts";
import { compareConfigs, type ConfigDifference, viewConfig } from "./view-settings.ts";

/** The file that the editor changes. */
export interface EditedFile {
  /** Its path as in messages. */
  readonly name: string;
  readonly exists: boolean;
  /** Changes with the content; an edit of another revision is refused. */
  readonly revision: string;
  /** Why it cannot be written; undefined if it can. */
  readonly unwritable: string | undefined;
  readonly hasLastGood: boolean;
}

/** Edits that would give a configuration, or why they do not. */
export type Candidate =
  | { readonly kind: "valid"; readonly config: Config; readonly text: string }
  /** The file has changed since it was read. */
  | { readonly kind: "stale"; readonly problems: readonly string[] }
  /** Problems in the words of the start. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] }
  /** The file cannot be written: what to put where by hand. */
  | { readonly kind: "unwritable"; readonly problems: readonly string[]; readonly instructions: string };

/** The result of writing the file. */
export type Written =
  | Exclude<Candidate, { readonly kind: "valid" }>
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

/** Changes the configuration file with the checks of the start. */
export class ConfigEditor {
  readonly #sources: Omit<ConfigSources, "readFile">;

  constructor(sources: Omit<ConfigSources, "readFile">) {
    this.#sources = sources;
  }

  /** Whether Home Assistant keeps the file, as options of the App, which win over what the App sets itself. */
  get isOfApp(): boolean {
    const { env } = this.#sources;
    return env["HTTP_INGRESS"] === "true" && basename(env["CONFIG_FILE"] ?? "") === "options.json";
  }

  /** The file as it is now. */
  get file(): EditedFile {
    const file = this.#find();
    const { text, lastGood } = file;
    return {
      name: this.#placeOf(file),
      exists: text !== undefined,
      revision: revisionOf(text),
      unwritable: this.#unwritable(file),
      hasLastGood: lastGood !== undefined && lastGood !== text,
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

  /** Makes the edits without writing them. */
  check(edits: readonly ConfigEdit[], revision: string): Candidate {
    return this.#candidate(this.#find(), edits, revision);
  }

  /** Writes the edits, if they give a valid configuration. */
  save(edits: readonly ConfigEdit[], revision: string): Written {
    const file = this.#find();
    const candidate = this.#candidate(file, edits, revision);
    return candidate.kind === "valid" ? this.#write(file, candidate) : candidate;
  }

  /** What going back would change; problems if the last good file is not valid any more, or there is none. */
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
    const { text, lastGood } = file;
    const unwritable = this.#unwritable(file);
    if (revisionOf(text) !== revision) return { kind: "stale", problems: [staleText] };
    if (lastGood === undefined) return { kind: "invalid", problems: [noLastGood] };
    if (unwritable !== undefined) {
      const instructions = `Copy ${file.name}.last-good over ${file.name}.`;
      return { kind: "unwritable", problems: [unwritable], instructions };
    }
    const candidate = this.#validated(lastGood);
    return candidate.kind === "valid" ? this.#write(file, candidate) : candidate;
  }

  #unwritable(file: ConfigFile): string | undefined {
    if (!this.isOfApp) return file.unwritable;
    return "Home Assistant keeps the options of this App: change them on its Configuration tab";
  }

  /** What people know the file as. */
  #placeOf({ name }: ConfigFile): string {
    return this.isOfApp ? "the App's Configuration (as YAML)" : name;
  }

  #find(): ConfigFile {
    const { args, env, cwd } = this.#sources;
    const paths = configPaths(args["config"] ?? "", env["CONFIG_FILE"] ?? "");
    const name = paths.find((path) => existsSync(resolve(cwd, path))) ?? paths[0] ?? "";
    return new ConfigFile(name, resolve(cwd, name));
  }

  #candidate(file: ConfigFile, edits: readonly ConfigEdit[], revision: string): Candidate {
    const { text, name } = file;
    if (revisionOf(text) !== revision) return { kind: "stale", problems: [staleText] };
    try {
      const placed = this.isOfApp ? undefined : this.#placedNow();
      for (const edit of edits) if (placed !== undefined) refuseFixed(edit, placed, name);
      const unwritable = this.#unwritable(file);
      if (unwritable !== undefined) {
        const instructions = explainEdits(edits, this.#placeOf(file));
        return { kind: "unwritable", problems: [unwritable], instructions };
      }
      return this.#validated(editYaml(text ?? newFile, edits));
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      return { kind: "invalid", problems: [error.message] };
    }
  }

  #validated(text: string): Candidate {
    const path = resolve(this.#sources.cwd, this.#find().name);
    const readFile = (asked: string): string => (asked === path ? text : readFileSync(asked, "utf8"));
    try {
      const { config } = loadWithPlaces({ ...this.#sources, readFile });
      return { kind: "valid", config, text };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { kind: "invalid", problems: error.problems };
    }
  }

  #write(file: ConfigFile, { text, config }: Extract<Candidate, { readonly kind: "valid" }>): Written {
    const before = file.text;
    try {
      const wasGood = before !== undefined && this.#validated(before).kind === "valid";
      const keptLastGood = wasGood && file.keepLastGood(before);
      return { kind: "written", how: file.write(text), keptLastGood, config };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "invalid", problems: [`${file.name} could not be written: ${reason}`] };
    }
  }

  /** The present configuration; undefined while a source is invalid, since the edits may be what corrects it. */
  #placedNow(): PlacedConfig | undefined {
    try {
      return this.load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return undefined;
    }
  }
}

/** Refuses what the file cannot change, because the environment or a flag sets it. */
function refuseFixed(edit: ConfigEdit, placed: PlacedConfig, file: string): void {
  const { name, place } = setNow(edit, placed, file);
  if (place === undefined || place === file) return;
  throw new EditError(`${name} is set by ${place}, which wins over ${file}: change it there`);
}

/** What an edit changes, and what sets it now. */
function setNow(edit: ConfigEdit, placed: PlacedConfig, file: string) {
  if ("name" in edit && edit.name !== "players")
    return { name: edit.name, place: placed.places.get(edit.name) };
  const { players, listFixedBy } = viewConfig(placed, file);
  const fixed = "id" in edit && players.find(({ id, isFixed }) => id === edit.id && isFixed);
  if (!fixed) return { name: "players", place: listFixedBy ?? undefined };
  return { name: `player ${fixed.id}`, place: fixed.source };
}
