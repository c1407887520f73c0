import { loadConfig } from "../../config/load.ts";
import type { Selector } from "../../core/player.ts";
import { isPlayerId } from "../../core/topics.ts";
import { systemClock } from "../../lib/clock.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeOutcome, isSuccess } from "../outcome-text.ts";
import { didYouMean, settingsOf } from "../parse-arguments.ts";
import { type Selection, selectAndWait } from "../select-and-wait.ts";
import { brokerFlags, settingFlags } from "../setting-flags.ts";
import { UsageError } from "../usage-error.ts";
import { escapeText } from "../view/escape-text.ts";

const selectors = ["input", "output"] as const satisfies readonly Selector[];

/** Selects an input or output. */
export const set: CliCommand = {
  usage: "<player> input|output <tag or name> [flags]",
  about: `Selects an input or output of a player, by its tag or its name, and prints the outcome. It asks the bridge to do
so, which has to be running.`,
  examples: ["set living-room output HDMI2", "set study input 'CD transport' --mqtt.url=mqtt://192.168.1.10"],
  flags: brokerFlags,
  settings: settingFlags,
  notes: "Exit codes: 0 it is selected, 1 it is not, 2 bad usage, 78 a bad configuration.",
  async execute(given, { env, cwd, stdout, stderr, signal }) {
    const selection = readSelection(given.words);
    const args = settingsOf(given, [...settingFlags, "config"]);
    const config = loadConfig({ args, env, cwd, requirePlayers: false });
    const end = await selectAndWait(selection, config, systemClock, signal);
    const isDone = end.kind === "outcome" && isSuccess(end.report);
    const text = end.kind === "outcome" ? describeOutcome(end.report) : end.problem;
    (isDone ? stdout : stderr).write(`${escapeText(`${selection.playerId}: ${text}`)}\n`);
    return isDone ? exitCodes.done : exitCodes.fault;
  },
};

function readSelection([playerId, selector, wanted, ...rest]: readonly string[]): Selection {
  if (playerId === undefined || selector === undefined || wanted === undefined) {
    throw new UsageError("set needs a player, input or output, and a tag: set living-room output HDMI2");
  }
  if (!isPlayerId(playerId)) {
    throw new UsageError(
      `${JSON.stringify(playerId)} is no player's id: wanted 1 to 32 of a-z, 0-9, _ and -`,
    );
  }
  const known = selectors.find((candidate) => candidate === selector);
  if (known === undefined) {
    const hint = didYouMean(selector, selectors, `wanted ${selectors.join(" or ")}`);
    throw new UsageError(`${JSON.stringify(selector)} cannot be set: ${hint}`);
  }
  if (rest.length > 0) {
    const name = [wanted, ...rest].join(" ");
    throw new UsageError(`a name with spaces needs quotes: set ${playerId} ${known} ${JSON.stringify(name)}`);
  }
  if (wanted.trim() === "") throw new UsageError("the tag is empty: wanted a tag or a name");
  return { playerId, selector: known, wanted };
}
