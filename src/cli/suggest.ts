import { asList, asObject, asText, type Json, type JsonObject, parseObject } from "../core/resources/json.ts";
import { isPlayerId } from "../core/topics/topics.ts";
import { readKept } from "./broker-client.ts";
import type { Arguments, CliCommand, Flag } from "./cli-command.ts";
import { parseArguments } from "./parse-arguments.ts";
import { loadWithoutPlayers } from "./setting-flags.ts";
import type { Shell } from "./shell.ts";

/** Somebody waits for a suggestion, so a silent broker gets no more time than this. */
const longestMs = 3000;
/** Retained messages arrive at once. */
const replayMs = 300;

/** What a player's description says of what can be set, by topic. */
type Settable = Readonly<Record<string, { readonly values: readonly Json[]; readonly options: string }>>;

interface Program {
  readonly commands: ReadonlyMap<string, () => Promise<CliCommand>>;
  readonly flagsOf: (command: CliCommand) => Promise<ReadonlyMap<string, Pick<Flag, "value">>>;
}

/** The words that may stand in place of the last one, which is being written. The scripts of `completion` ask for them. */
export async function suggest(
  words: readonly string[],
  program: Program,
  shell: Shell,
): Promise<readonly string[]> {
  const begun = words.at(-1) ?? "";
  const [name = "", ...before] = words.slice(0, -1);
  const all = await candidates(program, { name, before, begun }, shell);
  return [...new Set(all)].filter((one) => one.startsWith(begun) && !/\p{Cc}/u.test(one));
}

/** A command, the words and flags after it, and the beginning of the next one. */
interface Line {
  readonly name: string;
  readonly before: readonly string[];
  readonly begun: string;
}

async function candidates(
  { commands, flagsOf }: Program,
  { name, before, begun }: Line,
  shell: Shell,
): Promise<readonly string[]> {
  if (name === "" || (name === "help" && before.length === 0)) return [...commands.keys(), "help"];
  const command = await commands.get(name)?.();
  if (command === undefined) return [];
  const flags = await flagsOf(command);
  if (begun.startsWith("-")) return [...flags.keys(), "help"].map((flag) => `--${flag}`);
  try {
    const given = parseArguments(before, flags);
    const [id, target] = given.words;
    const place = command.words?.[given.words.length] ?? "";
    if (place.includes("player")) return await playersAt(given, shell);
    if (name !== "set" || id === undefined || !isPlayerId(id)) return [];
    const { settable, options } = await described(id, given, shell);
    if (target === undefined) return Object.keys(settable);
    return given.words.length > 2 ? [] : valuesOf(target, settable, options);
  } catch {
    // Without a broker, or with a flag that is wrong, there is nothing to suggest.
    return [];
  }
}

async function playersAt(given: Arguments, shell: Shell): Promise<readonly string[]> {
  const kept = await keptBelow(["+/info"], given, shell);
  return [...kept.keys()]
    .map((leaf) => leaf.slice(0, -"/info".length))
    .filter((id) => !id.startsWith("bridge"));
}

async function described(
  id: string,
  given: Arguments,
  shell: Shell,
): Promise<{ readonly settable: Settable; readonly options: ReadonlyMap<string, string> }> {
  const filters = ["description", "+/options", "+/+/options"].map((leaf) => `${id}/${leaf}`);
  const kept = await keptBelow(filters, given, shell);
  const options = new Map([...kept].map(([leaf, text]) => [leaf.slice(id.length + 1), text]));
  const { properties, actions } = parseObject(options.get("description")) ?? {};
  const settable = [
    ...rowsOf(properties).map(([leaf, property]) => [leaf, asObject(property["set"]), property] as const),
    ...rowsOf(actions).map(([leaf, action]) => [leaf, action, action] as const),
  ].flatMap(([leaf, set, own]) => {
    if (set === undefined) return [];
    const values = [...asList(set["words"]), ...asList(set["examples"])];
    return [[leaf, { values, options: asText(own["options"]) ?? "" }] as const];
  });
  return { settable: Object.fromEntries(settable), options };
}

function rowsOf(all: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return Object.entries(asObject(all) ?? {}).map(([leaf, row]) => [leaf, asObject(row) ?? {}]);
}

function valuesOf(
  target: string,
  settable: Settable,
  topics: ReadonlyMap<string, string>,
): readonly string[] {
  const leaf = Object.keys(settable).find((one) => one === target || one.endsWith(`/${target}`));
  const { values = [], options = "" } = leaf === undefined ? {} : (settable[leaf] ?? {});
  const listed = parseObject(`{"options":${topics.get(options) || "[]"}}`)?.["options"];
  const own = asList(listed).map((one) => asObject(one)?.["value"]);
  return [...values, ...own].filter((one) => typeof one === "string" || typeof one === "number").map(String);
}

/** Retained messages below the base topic, by the rest of their topics. */
async function keptBelow(
  filters: readonly string[],
  given: Arguments,
  shell: Shell,
): Promise<ReadonlyMap<string, string>> {
  const config = loadWithoutPlayers(given, shell);
  const base = `${config.mqtt.baseTopic}/`;
  const wanted = filters.map((filter) => `${base}${filter}`);
  const kept = await readKept(wanted, config, shell, { connectMs: longestMs, forMs: replayMs });
  return new Map([...kept].map(([topic, text]) => [topic.slice(base.length), text]));
}
