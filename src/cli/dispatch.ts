import { ConfigError } from "../config/config-error.ts";
import { BrokerError } from "../core/errors.ts";
import { codeOf } from "../lib/code-of.ts";
import { version } from "../version.ts";
import type { CliCommand } from "./cli-command.ts";
import { commandTable } from "./command-table.ts";
import { type ExitCode, exitCodes, ListenError, UsageError } from "./exit-codes.ts";
import { commandHelp, programHelp } from "./help-text.ts";
import { didYouMean, parseArguments } from "./parse-arguments.ts";
import type { Shell } from "./shell.ts";
import { escapeText } from "../tools/terminal-view/escape-text.ts";

/** Runs a command; prints errors that one sentence explains. */
export async function dispatch(args: readonly string[], shell: Shell): Promise<ExitCode> {
  const [first = "", ...rest] = args;
  // Flags without a command belong to the default command.
  const [name, given] = first === "" || first.startsWith("-") ? ["run", args] : [first, rest];
  try {
    if (first === "--version") return print(shell, `${version}\n`);
    if (first === "--help" || first === "-h") return print(shell, programHelp(shell.program));
    if (first === "help") return await help(rest, shell);
    if (first === "completion" && rest[0] === "suggest") {
      const { suggest } = await import("./suggest.ts");
      const found = await suggest(
        rest.slice(rest.indexOf("--") + 1),
        { commands: commandTable, flagsOf },
        shell,
      );
      return print(shell, found.map((word) => `${word}\n`).join(""));
    }
    const command = await find(name);
    if (asksForHelp(given)) return print(shell, commandHelp(shell.program, name, command));
    const parsed = parseArguments(given, await flagsOf(command));
    rejectMoreWords(command, parsed.words);
    return await command.execute(parsed, shell);
  } catch (error) {
    return explain(error, name, shell);
  }
}

async function help(words: readonly string[], shell: Shell): Promise<ExitCode> {
  const name = words.find((word) => !word.startsWith("-"));
  if (name === undefined) return print(shell, programHelp(shell.program));
  return print(shell, commandHelp(shell.program, name, await find(name)));
}

async function find(name: string): Promise<CliCommand> {
  const load = commandTable.get(name);
  if (load !== undefined) return load();
  const names = [...commandTable.keys()];
  throw new UsageError(
    `Unknown command ${JSON.stringify(name)}: ${didYouMean(name, [...names, "help"], `commands are ${names.join(", ")}`)}`,
  );
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === "--help" || arg === "-h");
}

function rejectMoreWords({ words = [], explainsMoreWords }: CliCommand, given: readonly string[]): void {
  const word = given[words.length];
  if (word === undefined || explainsMoreWords) return;
  throw new UsageError(`Unexpected argument ${JSON.stringify(word)}`);
}

async function flagsOf({ flags }: CliCommand) {
  // Loaded already, with a command that takes settings.
  const settings = "config" in flags ? (await import("./setting-flags.ts")).settingFlags : [];
  return new Map([
    ...settings.map((name) => [name, { value: "<value>" }] as const),
    ...Object.entries(flags).map(
      ([name, { value }]) => [name, value === undefined ? {} : { value }] as const,
    ),
  ]);
}

function print({ stdout }: Shell, text: string): ExitCode {
  stdout.write(text);
  return exitCodes.done;
}

function explain(error: unknown, name: string, { stderr, program }: Shell): ExitCode {
  if (error instanceof UsageError) {
    const example = commandTable.has(name) ? `${program} help ${name}` : `${program} --help`;
    stderr.write(`${escapeLines(error.message)}\n${example} explains its usage.\n`);
    return exitCodes.usage;
  }
  if (error instanceof ConfigError || error instanceof BrokerError || error instanceof ListenError) {
    stderr.write(`${escapeLines(error.message)}\n`);
    return error instanceof ConfigError ? exitCodes.configuration : exitCodes.fault;
  }
  throw error;
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

/** Explains an error that is due to a limit of open files; undefined for any other error. */
export function outOfFiles(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case "EMFILE":
      return (
        "Too many open files or connections for this process (EMFILE). Raise its limit: " +
        "LimitNOFILE= of the systemd unit, ulimits: nofile: of the container, or ulimit -n of the shell."
      );
    case "ENFILE":
      return "Too many open files or connections on this machine (ENFILE). Find out which process has them open, or raise fs.file-max.";
    default:
      return undefined;
  }
}
