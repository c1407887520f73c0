import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  parseRecording,
  RecordingError,
  type ReplayedPlayer,
} from "../../simulator/replay/parse-recording.ts";
import { type ReplayOptions, startReplay } from "../../simulator/replay/start-replay.ts";
import type { Arguments } from "./cli-command.ts";
import { type ExitCode, exitCodes, ListenError, UsageError } from "./exit-codes.ts";
import type { Shell } from "./shell.ts";
import { aborted } from "../lib/aborted.ts";
import { commonOptionsOf, defaultMake } from "./simulated-makes.ts";
import { reachable } from "../../simulator/simulated-make.ts";
import { escapeText } from "../tools/terminal-view/escape-text.ts";

/** Twice the size of a recording of the longest queue. */
const largestBytes = 128 * 2 ** 20;
const withReplay = new Set(["replay", "port", "host", "verbose"]);

export async function replayRecording(
  file: string,
  given: Arguments,
  { program, cwd, stdout, signal }: Shell,
): Promise<ExitCode> {
  const other = [...given.flags.keys()].find((name) => !withReplay.has(name));
  if (other !== undefined)
    throw new UsageError(`--replay and --${other} cannot be combined: a recording cannot be changed`);
  const recording = readRecording(resolve(cwd, file));
  const { host, port } = commonOptionsOf(given, defaultMake);
  const isVerbose = given.flags.has("verbose");
  const onRequest: ReplayOptions["onRequest"] = (target, status) => {
    if (isVerbose) stdout.write(`${escapeText(`${target} ${status ?? "no answer"}`)}\n`);
  };
  await using replay = await startReplay({ recording, host, port, onRequest }).catch((error: unknown) => {
    throw new ListenError(host, port, error);
  });
  const address = reachable(replay.url);
  stdout.write(`The recorded player listens on ${address}\n`);
  for (const note of recording.notes) stdout.write(`${escapeText(`note: ${note}`)}\n`);
  stdout.write(`To use it: PLAYER_URL=${address} ${program}\n`);
  await aborted(signal);
  return exitCodes.done;
}

/** Throws UsageError for what is none. */
export function readRecording(path: string): ReplayedPlayer {
  try {
    const { size } = statSync(path);
    if (size > largestBytes)
      throw new RecordingError(`it has ${size} bytes, at most ${largestBytes} are allowed`);
    return parseRecording(readFileSync(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "no such file" : message;
    throw new UsageError(`Cannot replay ${path}: ${reason}`, { cause: error });
  }
}
