import { type ConfigSources, loadConfig } from "../config/load.ts";
import { type Config, settings } from "../config/schema.ts";
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

export function loadWithoutPlayers(given: Arguments, shell: Shell): Config {
  return loadConfig({ ...sourcesOf(given, shell), requirePlayers: false });
}
