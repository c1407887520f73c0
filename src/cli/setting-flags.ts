import { type ConfigSources, loadConfig, makesFolderIn } from "../config/load.ts";
import { type Config, settings } from "../config/schema.ts";
import { families } from "../families/index.ts";
import { describeBroken, loadMakes, type Makes } from "../families/polled/load-makes.ts";
import { escapeText } from "../tools/terminal-view/escape-text.ts";
import type { Arguments, Flags } from "./cli-command.ts";
import type { Shell } from "./shell.ts";

export const settingFlags: readonly string[] = [...settings.keys()];

export const configFlag: Flags = {
  config: { value: "<file>", about: "configuration file to use instead of config/local.yaml" },
};

export const brokerFlags: Flags = {
  "mqtt.url": { value: "<url>", about: "broker to use instead of the configured one" },
  ...configFlag,
};

export function sourcesOf({ flags }: Arguments, { env, cwd }: Shell): ConfigSources {
  const names = [...flags.keys()].filter((name) => name === "config" || settingFlags.includes(name));
  const args = Object.fromEntries(names.map((name) => [name, flags.get(name)?.at(-1) ?? ""]));
  return { args, env, cwd };
}

/** The same with the makes of the owner. */
export async function sourcesWithMakes(
  given: Arguments,
  shell: Shell,
): Promise<ConfigSources & { readonly makes: Makes }> {
  const sources = sourcesOf(given, shell);
  return { ...sources, makes: await loadMakes(makesFolderIn(sources), families) };
}

/** Says which makes are skipped, where no log does. */
export function warnOfBroken({ broken, problem }: Makes, { stderr }: Pick<Shell, "stderr">): void {
  if (problem !== undefined) stderr.write(`${escapeText(`makes.folder: ${problem}`)}\n`);
  for (const make of broken) stderr.write(`${escapeText(`skipped the make ${describeBroken(make)}`)}\n`);
}

/** For commands that ask no player: which makes there are does not matter to them. */
export function loadWithoutPlayers(given: Arguments, shell: Shell): Config {
  return loadConfig({ ...sourcesOf(given, shell), requirePlayers: false });
}
