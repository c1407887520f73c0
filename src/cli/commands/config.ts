import { stringify } from "yaml";
import { configJsonSchema, describeChanges, describeConfig } from "../../config/describe.ts";
import { loadConfig } from "../../config/load.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { configFlag, sourcesWithMakes } from "../setting-flags.ts";

export const config: CliCommand = {
  about: `Prints the effective configuration from file, environment and flags, with secrets hidden. If it is invalid, all problems
are printed and the exit code is 78.`,
  examples: ["config", "config --changed", "config --json", "config --schema > player2mqtt.schema.json"],
  flags: {
    json: { about: "JSON instead of YAML" },
    changed: { about: "only the settings that differ from their defaults" },
    schema: { about: "the JSON Schema of a configuration file instead" },
    ...configFlag,
  },
  async execute(given, shell) {
    const isSchema = given.flags.has("schema");
    const describe = given.flags.has("changed") ? describeChanges : describeConfig;
    const shown = isSchema ? configJsonSchema() : describe(loadConfig(await sourcesWithMakes(given, shell)));
    const isJson = isSchema || given.flags.has("json");
    shell.stdout.write(
      isJson ? `${JSON.stringify(shown, null, 2)}\n` : stringify(shown, { aliasDuplicateObjects: false }),
    );
    return exitCodes.done;
  },
};
