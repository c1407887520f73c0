import { closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ConfigSources, loadConfig } from "../../config/load.ts";
import type { PlayerConfig } from "../../config/players.ts";
import { DeviceError } from "../../core/errors.ts";
import { reachOf } from "../../families/profile-of.ts";
import { familiesNamed } from "../../families/recognize.ts";
import { codeOf } from "../../lib/code-of.ts";
import { LeakError, recordPlayer } from "../../tools/recorder/record-player.ts";
import type { Recording } from "../../tools/recorder/recording.ts";
import { version } from "../../version.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { didYouMean, valueOf } from "../parse-arguments.ts";
import { configFlag, sourcesWithMakes, warnOfBroken } from "../setting-flags.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

/** Enough for a queue of some hundred entries and all other answers. */
const maxBodyBytes = 500_000;

export const record: CliCommand = {
  words: ["<player>"],
  about: `Sends a player all read-only requests and writes the answers to a file that you can attach to a public
report: addresses, MACs, host names, folders, serials and keys are replaced by pseudonyms. Name a configured player by its
id, or any player by its address. "simulate --replay" simulates that player from the file.`,
  examples: [
    "record living-room",
    "record 192.168.1.20 --hide-titles",
    "record study --out study.json --whole",
  ],
  flags: {
    out: {
      value: "<file>",
      about: "the file to write; <player>.recording.json by default, - for standard output",
    },
    "hide-titles": { about: "also replace titles, artists, albums and file names" },
    library: {
      about: "also record two entries of each list of its library; this makes some players hang for minutes",
    },
    whole: { about: "keep lists of any length; by default, a queue of thousands is cut" },
    ...configFlag,
  },
  notes:
    "Exit codes: 0 recorded, 1 the player does not answer or the file cannot be written, 2 bad usage, 78 bad configuration.",
  async execute(given, shell) {
    const [named] = given.words;
    if (named === undefined) throw new UsageError("record needs a player: its id or its address");
    const sources = await sourcesWithMakes(given, shell);
    warnOfBroken(sources.makes, shell);
    const player = findPlayer(named, sources);
    const { stdout, stderr, cwd, signal } = shell;
    const out = valueOf(given, "out") ?? `${player.id}.recording.json`;
    // Checked before the player is asked, and again when the file is written.
    if (out !== "-") checkPlace(resolve(cwd, out));
    try {
      const recording = await recordPlayer(
        {
          families: familiesNamed(player.family, sources.makes.families),
          device: reachOf(player, maxBodyBytes),
          gapMs: player.device.gapMs,
          clock: shell.clock,
          onProgress: (path) => {
            if (stderr.isTTY === true) stderr.write(`\r\u001B[K${escapeText(path)} …`);
          },
          readsLibrary: given.flags.has("library"),
          hidesTitles: given.flags.has("hide-titles"),
          maxBodyBytes: given.flags.has("whole") ? Number.POSITIVE_INFINITY : maxBodyBytes,
          version,
        },
        signal,
      );
      if (stderr.isTTY === true) stderr.write("\r\u001B[K");
      const text = `${JSON.stringify(recording, undefined, 2)}\n`;
      if (out === "-") stdout.write(text);
      else writeNew(resolve(cwd, out), text);
      stderr.write(summary(recording, out));
      return exitCodes.done;
    } catch (error) {
      if (signal.aborted) return exitCodes.done;
      const isExpected =
        error instanceof DeviceError || error instanceof LeakError || error instanceof WriteError;
      if (!isExpected) throw error;
      stderr.write(`${escapeText(`Cannot record ${named}: ${error.message}`)}\n`);
      return exitCodes.fault;
    }
  },
};

/** A configured player, or one that is given by its address alone. */
function findPlayer(named: string, sources: ConfigSources): PlayerConfig {
  const { players } = loadConfig({ ...sources, requirePlayers: false });
  const configured = players.find(({ id }) => id === named);
  if (configured !== undefined) return configured;
  if (!/[.:]/.test(named)) {
    const ids = players.map(({ id }) => id);
    const hint = didYouMean(
      named,
      ids,
      ids.length === 0 ? "no player is configured" : `configured are ${ids.join(", ")}`,
    );
    throw new UsageError(`${JSON.stringify(named)} is neither a configured player nor an address: ${hint}`);
  }
  const alone = { ...sources.args, players: "[]", "player.url": named };
  const [player] = loadConfig({ ...sources, args: alone, env: {} }).players;
  if (player === undefined) throw new UsageError(`${JSON.stringify(named)} is not a player's address`);
  return player;
}

function checkPlace(path: string): void {
  if (existsSync(path)) throw cannotWrite(path, "the file exists");
  if (!existsSync(dirname(path))) throw cannotWrite(path, "the folder does not exist");
}

class WriteError extends Error {
  override readonly name = "WriteError";
}

/** Writes a new file; never over another one, and never a part of it. */
function writeNew(path: string, text: string): void {
  let file: number;
  try {
    file = openSync(path, "wx");
  } catch (error) {
    throw codeOf(error) === "EEXIST" ? cannotWrite(path, "the file exists") : writeError(path, error);
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw writeError(path, error);
  } finally {
    closeSync(file);
  }
}

function writeError(path: string, error: unknown): WriteError {
  const code = codeOf(error);
  return new WriteError(`cannot write ${path}: ${code === "ENOSPC" ? "the disk is full" : String(code)}`);
}

function cannotWrite(path: string, why: string): UsageError {
  return new UsageError(`Cannot write ${path}: ${why}. Choose another file with --out`);
}

function summary({ operations, replaced, notes, titlesHidden }: Recording, out: string): string {
  const answered = operations.filter(({ samples }) => samples.some((sample) => !("fault" in sample)));
  const count = Object.values(replaced).reduce((sum, each) => sum + each, 0);
  const titles = titlesHidden ? "" : " It contains titles; --hide-titles replaces them, too.";
  return [
    ...(out === "-" ? [] : [`${out}: ${answered.length} operations, ${count} secrets replaced.${titles}`]),
    ...notes.map((note) => `note: ${note}`),
    ...(out === "-" ? [] : ["Review the file before you share it: not every secret can be recognized."]),
  ]
    .map((line) => `${escapeText(line)}\n`)
    .join("");
}
