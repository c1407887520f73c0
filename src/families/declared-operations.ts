import type { Call, Reply } from "../core/controls/call.ts";
import { DeviceError } from "../core/errors.ts";
import type { Answer } from "../core/resources/player.ts";
import type { PlayerSetting } from "../core/resources/settings.ts";
import { cutText } from "../lib/cut-text.ts";
import { type Phrase, translatable } from "../lib/phrase.ts";
import { bodyOf } from "./http/body-of.ts";
import type { PathGetter } from "./http/get-path.ts";
import { parseJson } from "./http/parse-json.ts";

/** What a player has and its family does not know, as its owner has declared it. */
export interface DeclaredOperation {
  readonly name: string;
  readonly title?: string | undefined;
  readonly kind: "switch" | "number" | "choice" | "text";
  /** `pointer` is the place of the value in the JSON that the player answers (RFC 6901). */
  readonly read: { readonly path: string; readonly pointer: string };
  /** What can only be read has none. */
  readonly set?: DeclaredSetter | undefined;
}

interface DeclaredSetter {
  /** With `{value}` in the place of what is sent. */
  readonly path: string;
  /** The value to send for each word. */
  readonly words?: Readonly<Record<string, string>> | undefined;
  readonly range?: { readonly min: number; readonly max: number } | undefined;
}

/** What an answer may have in a place that is shown. */
type Told = string | number | boolean;

/** What players send and take for a switch whose words are not declared. */
const switchWords = { off: "0", on: "1" };
const longestText = 500;

/** Reads what each operation says now. Throws DeviceError if none of them says anything. */
export async function readDeclared(
  device: PathGetter,
  operations: readonly DeclaredOperation[],
  signal: AbortSignal,
): Promise<Answer> {
  const value = await readOperations(device, operations, signal);
  const [problem] = value.map((setting) => setting.problem);
  if (problem !== undefined && value.every((setting) => setting.problem !== undefined))
    throw new DeviceError("malformed", problem);
  const isPartial = value.some((setting) => setting.isMissed);
  return { kind: "reading", reading: { resource: "declared", value }, isPartial };
}

/** The same with a problem for each that says nothing. Operations of one path share an answer. */
export async function readOperations(
  device: PathGetter,
  operations: readonly DeclaredOperation[],
  signal: AbortSignal,
): Promise<readonly PlayerSetting[]> {
  const answers = new Map<string, Fetched>();
  const settings: PlayerSetting[] = [];
  for (const operation of operations) {
    const { path, pointer } = operation.read;
    const fetched = answers.get(path) ?? (await fetchJson(device, path, signal));
    answers.set(path, fetched);
    const told = "problem" in fetched ? fetched : valueAt(fetched.json, pointer);
    settings.push("problem" in told ? unreadable(operation, told) : settingOf(operation, told.value));
  }
  return settings;
}

/** Sends what is declared for a value. Whether it had an effect is shown by the next read. */
export async function setDeclared(
  device: PathGetter,
  operations: readonly DeclaredOperation[],
  { handle, value }: Extract<Call, { readonly handle: string; readonly value: number }>,
  signal: AbortSignal,
): Promise<Reply> {
  const operation = operations.find(({ name }) => name === handle);
  const set = operation?.set;
  if (operation === undefined || set === undefined) return { kind: "unsupported" };
  const words = wordsOf(operation);
  const text = words === undefined ? String(value) : words[value]?.[1];
  if (text === undefined) return { kind: "unsupported" };
  const path = set.path.replace("{value}", encodeURIComponent(text));
  const answer = await device.get(path, signal, { acts: true });
  return bodyOf(answer) === undefined ? { kind: "refused", reason: noSuchPath(set.path) } : { kind: "done" };
}

type Fetched = { readonly json: unknown } | Problem;

interface Problem {
  readonly problem: Phrase;
  readonly isMissed?: true;
}

async function fetchJson(device: PathGetter, path: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const body = bodyOf(await device.get(path, signal));
    return body === undefined ? { problem: noSuchPath(path) } : { json: parseJson(body, false) };
  } catch (error) {
    if (!(error instanceof DeviceError) || !error.answered) throw error;
    return { problem: error.phrase, isMissed: true };
  }
}

function noSuchPath(path: string): Phrase {
  return translatable("operation.no-path", "the player has nothing at {path}", { path });
}

function valueAt(json: unknown, pointer: string): { readonly value: Told } | Problem {
  const steps = pointer.split("/").slice(1);
  const value = steps.reduce<unknown>((parent, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof parent === "object" && parent !== null && Object.hasOwn(parent, key)
      ? (parent as Readonly<Record<string, unknown>>)[key]
      : undefined;
  }, json);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? { value }
    : {
        problem: translatable("operation.no-value", "the answer has no value at {pointer}", {
          pointer: pointer || '""',
        }),
      };
}

/** The word and what is sent for it, by the place of the word; undefined where there are no words. */
function wordsOf({ kind, set }: DeclaredOperation): readonly (readonly [string, string])[] | undefined {
  if (kind === "choice") return Object.entries(set?.words ?? {});
  if (kind !== "switch") return undefined;
  const { off, on } = { ...switchWords, ...set?.words };
  return [
    ["off", off],
    ["on", on],
  ];
}

/** The place of the word that is told, by itself or as it is sent. */
function placeOf(operation: DeclaredOperation, told: Told): number | undefined {
  const words = wordsOf(operation) ?? [];
  const text = String(told);
  const found = [
    words.findIndex(([, sent]) => sent === text),
    words.findIndex(([word]) => word.toLowerCase() === text.toLowerCase()),
  ];
  const place = found.find((place) => place >= 0);
  return operation.kind === "switch" && typeof told === "boolean" ? (place ?? Number(told)) : place;
}

function settingOf(operation: DeclaredOperation, told: Told): PlayerSetting {
  const { kind } = operation;
  if (kind === "text") return withValue(operation, cutText(String(told), longestText));
  if (kind === "number") {
    const level = typeof told === "string" && told.trim() === "" ? Number.NaN : Number(told);
    const { min = level, max = level } = operation.set?.range ?? {};
    return level >= min && level <= max
      ? withValue(operation, level)
      : unreadable(operation, unexpected(told));
  }
  const place = placeOf(operation, told);
  return place === undefined ? unreadable(operation, unexpected(told)) : withValue(operation, place);
}

function unexpected(told: Told): Problem {
  const value = JSON.stringify(typeof told === "string" ? cutText(told, 80) : told);
  return {
    problem: translatable("operation.unexpected", "the answer has {value}, which is not declared", { value }),
  };
}

function unreadable(operation: DeclaredOperation, problem: Problem): PlayerSetting {
  return { ...withValue(operation, undefined), ...problem };
}

/** The setting with a text, a number or the place of a word; without any if that is not known. */
function withValue(operation: DeclaredOperation, value: string | number | undefined): PlayerSetting {
  const { name, title = name, kind, set } = operation;
  const common = { tag: name, title, group: "", handle: name, isDeclared: true } as const;
  const number = typeof value === "number" ? value : undefined;
  if (set === undefined || kind === "text") {
    const word = number === undefined ? undefined : wordsOf(operation)?.[number]?.[0];
    return { ...common, kind: "fact", valueKind: factKinds[kind], value: String(word ?? value ?? "") };
  }
  switch (kind) {
    case "switch":
      return { ...common, kind: "switch", isOn: number === undefined ? undefined : number === 1 };
    case "number": {
      const { min, max } = set.range ?? { min: 0, max: 0 };
      return { ...common, kind: "range", level: number, min, max };
    }
    case "choice": {
      const options = (wordsOf(operation) ?? []).map(([title], index) => ({ index, title }));
      return { ...common, kind: "list", options, current: number };
    }
  }
}

const factKinds = { switch: "flag", number: "number", choice: "text", text: "text" } as const;
