import { type Parsed, parseJson } from "./parse-text.ts";
import type { ReadText } from "./read-text.ts";
import { auto, settings, variableName } from "./schema.ts";
import type { Setting } from "./sections.ts";

/** What one source says about one setting: a value, or why there is none. */
export type Given = Parsed & {
  readonly name: string;
  /** Where it was written: a file, a variable, a flag. */
  readonly source: string;
};

/** Whether it asks for whoever is found on the network. */
export function isAuto(given: Given): boolean {
  return given.name === "players" && "value" in given && given.value === auto;
}

/** What the flags say. */
export function givenByFlags(args: Readonly<Record<string, string>>): Given[] {
  return Object.entries(args)
    .filter(([name]) => name !== "config")
    .map(([name, text]) => ({ name, source: `--${name}`, ...parseValue(settings.get(name), text) }));
}

/** What the environment says; a variable that is empty says nothing. */
export function givenByEnvironment(env: NodeJS.ProcessEnv, readText: ReadText): Given[] {
  return [...settings].flatMap(([name, setting]) => {
    const variable = variableName(name);
    const text = env[variable] ?? "";
    const path = setting.secret === undefined ? "" : (env[`${variable}_FILE`] ?? "");
    const source = path === "" ? variable : `${variable}_FILE`;
    if (text !== "" && path !== "") {
      return [{ name, source, fault: `cannot be given together with ${variable}: wanted one of them` }];
    }
    const read = path === "" ? { value: text } : readSecret(path, readText);
    if ("fault" in read) return [{ name, source, ...read }];
    return read.value === "" ? [] : [{ name, source, ...parseValue(setting, read.value) }];
  });
}

function readSecret(path: string, readText: ReadText): Parsed<string> {
  const read = readText(path) ?? { fault: `cannot read ${path}: no such file` };
  // Editors and `echo` end a file with a line break that is not part of the secret.
  return "fault" in read ? read : { value: read.value.replace(/\r?\n$/, "") };
}

/** Text is what it says where a text is wanted, else the number, the truth value or the list that it spells. */
function parseValue(setting: Setting | undefined, text: string): Parsed {
  if (setting === undefined || setting.shape().safeParse(text, { jitless: true }).success)
    return { value: text };
  const spelled = parseJson(text);
  return "fault" in spelled && !Array.isArray(setting.default) ? { value: text } : spelled;
}
