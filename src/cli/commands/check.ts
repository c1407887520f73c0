import { ConfigError } from "../../config/config-error.ts";
import { type ConfigSources, loadConfig } from "../../config/load.ts";
import { misspeltVariables } from "../../config/read-sources.ts";
import { CheckReport } from "../../tools/doctor/check-report.ts";
import { examine, type Patient } from "../../tools/doctor/examine.ts";
import { thisWorld } from "../../tools/doctor/world.ts";
import { version } from "../../version.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { rejectWords, settingsOf } from "../parse-arguments.ts";
import { configFlag, settingFlags } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";
import { CheckLines, CheckTable, type CheckView } from "../../tools/terminal-view/check-view.ts";
import { isLive } from "../../tools/terminal-view/create-viewer.ts";
import { span } from "../../tools/terminal-view/line.ts";
import { paint, paletteFor } from "../../tools/terminal-view/palette.ts";

/** The shape of what --json prints: grows with its next number when something in it changes its meaning. */
const reportFormat = 1;

/** The doctor. */
export const check: CliCommand = {
  usage: "[flags]",
  about: `Looks at everything the bridge needs, from the configuration over the broker to each player: what is well, what is
not, and what to do about it. It changes nothing and disturbs nobody, also while the bridge runs.`,
  examples: ["check", "check --config=/etc/player2mqtt.yaml", "check --json | jq '.areas[].findings[]'"],
  flags: {
    json: { about: "JSON when it is done, instead of a table: docs/operations.md describes it" },
    ...configFlag,
  },
  settings: settingFlags,
  notes: "Exit codes: 0 nothing is broken, 1 something is, 2 bad usage, 78 a bad configuration.",
  async execute(given, shell) {
    rejectWords(given.words, "check");
    const { env, cwd, signal, stdout } = shell;
    const args = settingsOf(given, [...settingFlags, "config"]);
    const patient = { ...load({ args, env, cwd }), misspelt: misspeltVariables(env) };
    const isJson = given.flags.has("json");
    const view = isJson ? undefined : createView(shell);
    const report = new CheckReport();
    const at = thisWorld.clock.date().toISOString();
    const startedAt = thisWorld.clock.now();
    await examine(
      patient,
      thisWorld,
      (event) => {
        report.take(event);
        view?.take(event, report.areas);
      },
      signal,
    );
    const durationMs = Math.round(thisWorld.clock.now() - startedAt);
    const { counts, areas, isWell } = report;
    if (isJson) {
      const shown = { format: reportFormat, version, at, durationMs, isWell, counts, areas };
      stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    } else {
      stdout.write(`${summary(report, shell)}\n`);
    }
    if (patient.problems.length > 0) return exitCodes.configuration;
    return isWell ? exitCodes.done : exitCodes.fault;
  },
};

/** The configuration, or what is wrong with it; without players, the broker can be looked at all the same. */
function load(sources: ConfigSources): Patient {
  try {
    return { config: loadConfig(sources), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: loadWithoutPlayers(sources), problems: error.problems };
  }
}

function loadWithoutPlayers(sources: ConfigSources): Patient["config"] {
  try {
    return loadConfig({ ...sources, requirePlayers: false });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return undefined;
  }
}

function createView(shell: Shell): CheckView {
  return isLive(shell) ? new CheckTable(shell.stdout, paletteFor(shell.env)) : new CheckLines(shell.stdout);
}

function summary({ counts, isWell }: CheckReport, shell: Shell): string {
  const parts = [
    counts.fault > 0 && `${counts.fault} ${counts.fault === 1 ? "thing is" : "things are"} broken`,
    counts.warning > 0 && `${counts.warning} ${counts.warning === 1 ? "warning" : "warnings"}`,
    `${counts.good} well`,
  ].filter((part) => part !== false);
  const text =
    isWell && counts.warning === 0
      ? `All is well: ${counts.good} things were looked at.`
      : `${parts.join(", ")}.`;
  if (!isLive(shell)) return text;
  return paint([span(text, isWell ? "good" : "bad")], paletteFor(shell.env));
}
