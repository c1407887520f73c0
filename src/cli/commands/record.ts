import { existsSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadConfig } from "../../config/load.ts";
import type { PlayerConfig } from "../../config/players.ts";
import { DeviceError } from "../../core/errors.ts";
import { systemClock } from "../../lib/clock.ts";
import { LeakError, recordPlayer } from "../../tools/recorder/record-player.ts";
import type { Recording } from "../../tools/recorder/recording.ts";
import { version } from "../../version.ts";
import type { Arguments, CliCommand } from "../cli-command.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { didYouMean, rejectWords, valueOf } from "../parse-arguments.ts";
import { configFlag, loadWithoutPlayers, settingFlags, sourcesOf } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

/** A queue of some hundred entries, and all else there is. */
const mostBodyBytes = 500_000;

/** A player in a file. */
export const record: CliCommand = {
  usage: "<player> [flags]",
  about: `Asks a player everything that only reads, and writes its answers to a file that can be attached to a public report:
addresses, MACs, host names, folders, serials and keys are replaced, each by the same stand-in everywhere. The player is
one of the configuration, by its id, or any by its address. "simulate --replay" is that player from then on.`,
  examples: [
    "record living-room",
    "record 192.168.1.20 --hide-titles",
    "record study --out study.json --whole",
  ],
  flags: {
    out: {
      value: "<file>",
      about: "where to write it; <player>.recording.json if not given, - is the output",
    },
    "hide-titles": { about: "replaces titles, artists, albums and names of files, too" },
    whole: { about: "keeps lists of any length; without it, a queue of thousands is cut" },
    ...configFlag,
  },
  settings: settingFlags,
  notes: "Exit codes: 0 it is written, 1 the player does not answer, 2 bad usage, 78 a bad configuration.",
  async execute(given, shell) {
    const [wanted, ...rest] = given.words;
    rejectWords(rest);
    if (wanted === undefined) throw new UsageError("record needs a player: its id, or its address");
    const player = findPlayer(wanted, given, shell);
    const { stdout, stderr, cwd, signal } = shell;
    const out = valueOf(given, "out") ?? `${player.id}.recording.json`;
    // Said before a player is asked for nothing; whoever comes in between is noticed when it is written.
    if (out !== "-") checkPlace(resolve(cwd, out));
    try {
      const recording = await recordPlayer(
        {
          device: {
            url: player.url,
            pathPrefix: player.pathPrefix,
            psk: player.psk,
            timeoutMs: player.device.timeoutMs,
            maxBodyBytes: player.device.maxBodyBytes,
            queue: { ...player.queue, maxPayloadBytes: mostBodyBytes },
          },
          gapMs: player.device.gapMs,
          clock: systemClock,
          onProgress: (path) => {
            if (stderr.isTTY === true) stderr.write(`\r\u001B[K${escapeText(path)} …`);
          },
          hidesTitles: given.flags.has("hide-titles"),
          mostBodyBytes: given.flags.has("whole") ? Number.POSITIVE_INFINITY : mostBodyBytes,
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
      if (!(error instanceof DeviceError || error instanceof LeakError)) throw error;
      stderr.write(`${escapeText(`Cannot record ${wanted}: ${error.message}`)}\n`);
      return exitCodes.fault;
    }
  },
};

/** A player of the configuration, or one that is told by its address alone. */
function findPlayer(wanted: string, given: Arguments, shell: Shell): PlayerConfig {
  const { players } = loadWithoutPlayers(given, shell);
  const configured = players.find(({ id }) => id === wanted);
  if (configured !== undefined) return configured;
  if (!/[.:]/.test(wanted)) {
    const ids = players.map(({ id }) => id);
    const hint = didYouMean(
      wanted,
      ids,
      ids.length === 0 ? "none is configured" : `there are ${ids.join(", ")}`,
    );
    throw new UsageError(
      `${JSON.stringify(wanted)} is no player of the configuration and no address: ${hint}`,
    );
  }
  const { args, cwd } = sourcesOf(given, shell);
  const alone = { ...args, players: "[]", "player.url": wanted };
  const { players: found } = loadConfig({ args: alone, env: {}, cwd });
  const [player] = found;
  if (player === undefined) throw new UsageError(`${JSON.stringify(wanted)} is no address of a player`);
  return player;
}

function checkPlace(path: string): void {
  if (existsSync(path)) throw cannotWrite(path, "it is there already");
  if (!existsSync(dirname(path))) throw cannotWrite(path, "there is no such folder");
}

/** Writes a file that is not there yet: nobody's recording is lost. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
    throw cannotWrite(path, code === "EEXIST" ? "it is there already" : String(code));
  }
}

function cannotWrite(path: string, why: string): UsageError {
  return new UsageError(`Cannot write ${path}: ${why}. --out names another file`);
}

function summary({ operations, replaced, notes, titlesHidden }: Recording, out: string): string {
  const answered = operations.filter(({ samples }) => samples.some((sample) => !("fault" in sample)));
  const count = Object.values(replaced).reduce((sum, each) => sum + each, 0);
  const titles = titlesHidden ? "" : " Titles are in it: --hide-titles replaces them, too.";
  return [
    ...(out === "-" ? [] : [`${out}: ${answered.length} operations, ${count} secrets replaced.${titles}`]),
    ...notes.map((note) => `note: ${note}`),
    ...(out === "-"
      ? []
      : ["Look it over before you give it away: what a player may hold, nobody knows in full."]),
  ]
    .map((line) => `${escapeText(line)}\n`)
    .join("");
}
