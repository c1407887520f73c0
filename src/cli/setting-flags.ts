import { settingNames } from "../config/schema.ts";
import type { Flags } from "./cli-command.ts";

/** Every setting is a flag. */
export const settingFlags: readonly string[] = settingNames().filter((name) => name !== "config");

/** The flag for the configuration file. */
export const configFlag: Flags = {
  config: { value: "<file>", about: "the configuration file, instead of config/local.yaml" },
};

/** The flags of a command that only talks to the broker. */
export const brokerFlags: Flags = {
  "mqtt.url": { value: "<url>", about: "the broker, instead of the one of the configuration" },
  ...configFlag,
};
