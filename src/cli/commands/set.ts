import {
  calledNames,
  type CommandTarget,
  commandTargets,
  problemOf,
  wishFor,
} from "../../core/controls/command.ts";
import { type ControlName, controlsCalled } from "../../core/controls/table.ts";
import { properties } from "../../core/resources/player.ts";
import type { PropertyFacts } from "../../core/resources/property.ts";
import { BrokerError } from "../../core/errors.ts";
import { toPhrase } from "../../lib/phrase.ts";
import { type CliCommand, columns } from "../cli-command.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { describeOutcome, isSuccess } from "../../tools/terminal-view/outcome-text.ts";
import { didYouMean, playerWord } from "../parse-arguments.ts";
import type { Shell } from "../shell.ts";
import { setAndWait, type SetRequest, targetForms } from "../set-and-wait.ts";
import { brokerFlags, loadWithoutPlayers } from "../setting-flags.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

export const set: CliCommand = {
  words: ["<player>", "<control>", "<value>"],
  explainsMoreWords: true,
  about: `Sets a control of a player and prints the outcome: an input or output by tag or name, the volume, the power and more;
refresh reads the whole state again. The command is sent to the bridge, which must be running.`,
  examples: [
    "set living-room output HDMI2",
    "set study input 'CD transport' --mqtt.url=mqtt://192.168.1.10",
    "set study volume +5",
    "set living-room video/playback pause",
    "set living-room key 'Home 1500 Down Ok'",
    "set living-room preset 'Film night'",
    "set living-room raw /Status",
    "set living-room refresh",
  ],
  flags: brokerFlags,
  notes: `Controls by topic; the last level is enough. playback and position are those of the film or the music, whichever plays.

What a player shows:
${controlsThat("value")}

Its own settings:
${controlsThat("setting")}

What it does:
${controlsThat("action")}

Exit codes: 0 applied or unchanged, 1 not applied, 2 bad usage, 78 invalid configuration.`,
  async execute(given, shell) {
    const request = readRequest(given.words);
    const tell = (output: Shell["stdout"], text: string): void =>
      void output.write(`${escapeText(`${request.playerId}: ${text}`)}\n`);
    try {
      const report = await setAndWait(request, loadWithoutPlayers(given, shell), shell);
      tell(isSuccess(report) ? shell.stdout : shell.stderr, describeOutcome(report));
      const { response } = report;
      const answer = typeof response === "string" ? response : JSON.stringify(response, undefined, 2);
      if (response !== undefined) shell.stdout.write(`${answer.split("\n").map(escapeText).join("\n")}\n`);
      return isSuccess(report) ? exitCodes.done : exitCodes.fault;
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      tell(shell.stderr, error.message);
      return exitCodes.fault;
    }
  },
};

/** The controls that set a value, set a setting or only act, each with what it takes. */
function controlsThat(kind: "value" | "setting" | "action"): string {
  const declared: Readonly<Partial<Record<string, PropertyFacts>>> = properties;
  const kindOf = (name: CommandTarget): typeof kind => {
    const category = name === "settings" ? "setting" : declared[name]?.category;
    if (category === "setting") return "setting";
    return declared[name] === undefined ? "action" : "value";
  };
  const names = commandTargets.filter((name) => kindOf(name) === kind);
  return columns(names.map((name) => [name, expectedBy(name)]));
}

function expectedBy(name: CommandTarget): string {
  return toPhrase(targetForms[name].expected).text;
}

function readRequest([playerId, called, value, ...rest]: readonly string[]): SetRequest {
  if (playerId === undefined || called === undefined) {
    throw new UsageError(
      `set needs a player, a control and a value, such as: set living-room output HDMI2. Controls: ${commandTargets.join(", ")}`,
    );
  }
  playerWord([playerId]);
  if (called === "refresh") {
    if (value !== undefined) throw new UsageError(`refresh takes no value: set ${playerId} refresh`);
    return { playerId, name: called, value: "" };
  }
  const name = called === "preset" || called === "announce" ? called : controlOf(called);
  const expected = expectedBy(name);
  if (value === undefined) throw new UsageError(`${name} needs a value: ${expected}`);
  if (rest.length > 0) {
    const whole = [value, ...rest].join(" ");
    throw new UsageError(
      `a value with spaces needs quotes: set ${playerId} ${called} ${JSON.stringify(whole)}`,
    );
  }
  if (value.trim() === "") throw new UsageError(`the value is empty: expected ${expected}`);
  // The bridge alone knows the names of the presets.
  if (problemOf(wishFor(name, value.trim())) !== undefined) {
    throw new UsageError(`${name} cannot be set to ${JSON.stringify(value)}: expected ${expected}`);
  }
  const isShared = controlsCalled(called).length > 1;
  return { playerId, name, ...(isShared && { called }), value: value.trim() };
}

/** A control by its name, or by its last level; one of several that end so, which take the same. */
function controlOf(called: string): ControlName {
  const [name] = controlsCalled(called);
  if (name === undefined) {
    const hint = didYouMean(called, calledNames, `expected one of ${commandTargets.join(", ")}`);
    throw new UsageError(`${JSON.stringify(called)} cannot be set: ${hint}`);
  }
  return name;
}
