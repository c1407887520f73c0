import { ConfigError, tryLoad } from "../../config/config-error.ts";
import { type ConfigSources, loadConfig } from "../../config/load.ts";
import { unusedVariables } from "../../config/unused-variables.ts";
import type { Makes } from "../../families/polled/load-makes.ts";
import { CheckReport } from "../../tools/doctor/check-report.ts";
import { examine, type ExamineOptions } from "../../tools/doctor/examine.ts";
import { machineWith } from "../../tools/probe/environment.ts";
import { version } from "../../version.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { playersOfBridge } from "../players-of-bridge.ts";
import { configFlag, sourcesWithMakes } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";
import { type ShowReport, showAsLines, showAsTable } from "../../tools/terminal-view/check-view.ts";
import { isLive } from "../../tools/terminal-view/create-viewer.ts";
import { paint, paletteFor, span } from "../../tools/terminal-view/line.ts";

/** The format of the output of --json. The number increases when the meaning of a field changes. */
const reportFormat = 1;

export const check: CliCommand = {
  about: `Checks everything the bridge needs: the configuration, the broker, Home Assistant and each player. It reports what
is wrong and how to fix it. It changes nothing at broker and players, and can run beside the bridge.`,
  examples: ["check", "check --config=/etc/player2mqtt.yaml", "check --json | jq '.areas[].findings[]'"],
  flags: {
    json: { about: "print JSON at the end instead of a table: see docs/operations.md" },
    ...configFlag,
  },
  notes: "Exit codes: 0 no faults, 1 at least one fault, 2 bad usage, 78 bad configuration.",
  async execute(given, shell) {
    const { env, signal, stdout } = shell;
    const sources = await sourcesWithMakes(given, shell);
    const { families, broken } = sources.makes;
    const machine = machineWith(families);
    const examined = { ...(await load(sources, shell)), unused: unusedVariables(env), broken };
    const isJson = given.flags.has("json");
    const show = isJson ? () => {} : showFor(shell);
    const report = new CheckReport();
    const at = machine.clock.date().toISOString();
    const startedAt = machine.clock.now();
    await examine(
      examined,
      machine,
      (event) => {
        report.take(event);
        show(report);
      },
      signal,
    );
    const durationMs = Math.round(machine.clock.now() - startedAt);
    const { counts, areas, isWell } = report;
    if (isJson) {
      const shown = { format: reportFormat, version, at, durationMs, isWell, counts, areas };
      stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    } else {
      stdout.write(`${summary(report, shell)}\n`);
    }
    if (examined.problems.length > 0) return exitCodes.configuration;
    return isWell ? exitCodes.done : exitCodes.fault;
  },
};

/** Loads the configuration or its problems. Without players, those of a bridge that runs are checked, or the broker alone. */
async function load(
  sources: ConfigSources & { readonly makes: Makes },
  shell: Shell,
): Promise<ExamineOptions> {
  const config = tryLoad(() => loadConfig(sources));
  if (!(config instanceof ConfigError)) return { config, problems: [] };
  const { problems } = config;
  const rest = tryLoad(() => loadConfig({ ...sources, requirePlayers: false }));
  if (rest instanceof ConfigError) return { config: undefined, problems };
  const names = new Set(["auto", ...sources.makes.families.map(({ name }) => name)]);
  // A make of the owner of that bridge may not be here.
  const players = (await playersOfBridge(rest, shell)).filter(({ family }) => names.has(family));
  if (players.length === 0) return { config: rest, problems };
  return { config: { ...rest, players }, problems: [], isOfBridge: true };
}

function showFor(shell: Shell): ShowReport {
  return isLive(shell) ? showAsTable(shell.stdout, paletteFor(shell.env)) : showAsLines(shell.stdout);
}

function summary({ counts, isWell }: CheckReport, shell: Shell): string {
  const parts = [
    counts.fault > 0 && `${counts.fault} ${counts.fault === 1 ? "fault" : "faults"}`,
    counts.warning > 0 && `${counts.warning} ${counts.warning === 1 ? "warning" : "warnings"}`,
    `${counts.good} passed`,
  ].filter((part) => part !== false);
  const text = isWell && counts.warning === 0 ? `All ${counts.good} checks passed.` : `${parts.join(", ")}.`;
  if (!isLive(shell)) return text;
  return paint([span(text, isWell ? "good" : "bad")], paletteFor(shell.env));
}
