import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { startReplay } from "../../../simulator/replay/start-replay.ts";
import { parsePlayerUrl } from "../../config/setting-shapes.ts";
import { DeviceError } from "../../core/errors.ts";
import type { Answer, ResourceName } from "../../core/resources/player.ts";
import type { Family, FamilyDevice } from "../../families/family.ts";
import { families } from "../../families/index.ts";
import { brokenBy, defaultOf, describeBroken, loadMake } from "../../families/polled/load-makes.ts";
import { optionsFor, optionsOfStranger } from "../../families/recognize.ts";
import type { Clock } from "../../lib/clock.ts";
import { cutText } from "../../lib/cut-text.ts";
import { toPhrase } from "../../lib/phrase.ts";
import { isOfCertificate } from "../../mqtt/connect-error.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import type { Arguments, CliCommand } from "../cli-command.ts";
import type { Check, Conformance, Conforming } from "../conformance/conformance.ts";
import { problemsOf } from "../conformance/conforms.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit-codes.ts";
import { readRecording } from "../replay-recording.ts";
import { configFlag, sourcesWithMakes } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";

export const make: CliCommand = {
  words: ["check|try", "<file>", "<address>"],
  about: `Tries a make of your own, which is a JavaScript file. "check" runs a simulated player of it through a whole bridge and says
what is wrong: the one in <make>.check.mjs beside the file, or what "record" has written to <make>.recording.json. Named
itself, a recording is tried with the make that it is of. "try" reads everything once from a real player, and commands nothing.`,
  examples: [
    "make check makes/hearth.mjs",
    "make check hearth.recording.json --makes.folder=makes",
    "make try makes/hearth.mjs 192.168.1.30",
  ],
  flags: configFlag,
  notes: "Exit codes: 0 nothing wrong, 1 something is wrong or missing, 2 bad usage, 78 bad configuration.",
  async execute(given, shell) {
    const [what, file, address] = given.words;
    if (what !== "check" && what !== "try") throw new UsageError("make needs a word: check or try");
    if (file === undefined) throw new UsageError(`make ${what} needs a file`);
    if (what === "check") {
      if (address !== undefined)
        throw new UsageError("make check asks no player: an address is for make try");
      return check(file, given, shell);
    }
    const url = address === undefined ? undefined : parsePlayerUrl(address);
    if (url === undefined)
      throw new UsageError("make try needs the address of a player, such as 192.168.1.30");
    const family = await makeIn(file, shell);
    return family === undefined ? exitCodes.fault : tryPlayer(family, url, shell);
  },
};

/** The make in a file; says what is wrong with it. */
async function makeIn(file: string, { cwd, stderr }: Shell): Promise<Family | undefined> {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UsageError(`Cannot read ${file}: no such file`);
  const family = await loadMake(path, families);
  if (!("reason" in family)) return family;
  stderr.write(`${escapeText(describeBroken(family))}\n`);
  return undefined;
}

async function check(file: string, given: Arguments, shell: Shell): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = shell;
  const path = resolve(cwd, file);
  const conformance = file.endsWith(".json")
    ? await conformanceOfRecording(path, given, shell)
    : await conformanceBeside(file, shell);
  if (conformance === undefined) return exitCodes.fault;
  let count = 0;
  let isStarted = false;
  const start = async (clock: Clock): Promise<Conforming> => {
    const player = await startPlayer(conformance, clock);
    isStarted = true;
    return player;
  };
  try {
    for await (const problem of problemsOf({ ...conformance, start })) {
      count += 1;
      stdout.write(`${escapeText(problem)}\n`);
      if (signal.aborted) break;
    }
  } catch (error) {
    // What the owner has written of the player fails like a make.
    let broken = await brokenBy(error, simulatorOf(path) ?? path);
    if (broken.line === undefined && isStarted) broken = await brokenBy(error, path);
    if (broken.line === undefined && isStarted) throw error;
    stderr.write(`${escapeText(describeBroken(broken))}\n`);
    return exitCodes.fault;
  }
  const { name } = conformance.family;
  stdout.write(`${name}: ${count === 0 ? "nothing is wrong" : `${count} wrong`}\n`);
  return count === 0 ? exitCodes.done : exitCodes.fault;
}

/** Starts what the owner has written of a player, which may be none. */
async function startPlayer(make: Conformance<Conforming>, clock: Clock): Promise<Conforming> {
  const player = (await make.start(clock)) as Partial<Conforming> | undefined;
  if (typeof player?.[Symbol.asyncDispose] !== "function")
    throw new TypeError("what start returns has no function [Symbol.asyncDispose], which ends the player");
  if (typeof player.url === "string" && parsePlayerUrl(player.url) !== undefined) return player as Conforming;
  await (player as Conforming)[Symbol.asyncDispose]();
  throw new TypeError("what start returns has no url, which is the player's address");
}

async function conformanceOfRecording(path: string, given: Arguments, shell: Shell) {
  const { family: name } = readRecording(path);
  const { makes } = await sourcesWithMakes(given, shell);
  const family = makes.families.find((one) => one.name === name);
  if (family === undefined)
    throw new UsageError(`The recording is of the make ${name}: name its folder with --makes.folder`);
  return recorded(family, path);
}

/** What lies beside a make: a simulated player, else a recording. */
async function conformanceBeside(file: string, shell: Shell): Promise<Conformance<Conforming> | undefined> {
  const family = await makeIn(file, shell);
  if (family === undefined) return undefined;
  const path = resolve(shell.cwd, file);
  const base = baseOf(path);
  const simulator = simulatorOf(path);
  if (simulator !== undefined) return simulated(family, simulator, shell);
  const recording = `${base}.recording.json`;
  if (existsSync(recording)) return recorded(family, recording);
  throw new UsageError(`There is nothing to try it with: neither ${base}.check.mjs nor ${recording} exists`);
}

function baseOf(path: string): string {
  return path.replace(/\.m?js$/, "");
}

function simulatorOf(path: string): string | undefined {
  return [`${baseOf(path)}.check.mjs`, `${baseOf(path)}.check.js`].find((one) => existsSync(one));
}

/** What a file says of a simulated player; says what is wrong with it. */
async function simulated(family: Family, file: string, { stderr }: Shell) {
  try {
    const trial = (await defaultOf(file)) as Check | undefined;
    if (typeof trial?.start === "function") return { ...trial, family };
    stderr.write(`${escapeText(file)}: its default export has no function start\n`);
  } catch (error) {
    stderr.write(`${escapeText(describeBroken(await brokenBy(error, file)))}\n`);
  }
  return undefined;
}

/** A recorded player does nothing: only what it tells is tried. */
function recorded(family: Family, path: string): Conformance<Conforming> {
  const recording = readRecording(path);
  return { family, start: (clock) => startReplay({ recording, now: () => clock.now() }) };
}

async function tryPlayer(family: Family, address: string, { stdout, signal }: Shell): Promise<ExitCode> {
  const options = optionsFor(optionsOfStranger(address), family);
  await using device = family.open(options);
  let isRead = true;
  for (const name of family.resources) {
    const answer = await read(device, name, signal);
    if (signal.aborted) break;
    isRead &&= answer.isRead || !family.rules.mandatory.has(name);
    stdout.write(`${escapeText(`${name}: ${answer.text}`)}\n`);
  }
  return isRead ? exitCodes.done : exitCodes.fault;
}

const longestShown = 2000;

async function read(device: FamilyDevice, name: ResourceName, signal: AbortSignal) {
  try {
    const answer = await device.read(name, signal);
    if (answer.kind !== "reading") return { isRead: false, text: whyMissing(answer) };
    return { isRead: true, text: cutText(JSON.stringify(answer.reading.value), longestShown) };
  } catch (error) {
    if (error instanceof DeviceError) {
      const hint = isOfCertificate(error.cause) ? ", which acceptsSelfSigned: true allows" : "";
      return { isRead: false, text: `no answer: ${error.message}${hint}` };
    }
    // The table itself failed, as with a field that is not there.
    return { isRead: false, text: `the make failed: ${String(error)}` };
  }
}

function whyMissing(answer: Exclude<Answer, { readonly kind: "reading" }>): string {
  switch (answer.kind) {
    case "unsupported":
      return "missing: the player lacks it, or its value is undefined";
    case "absent":
      return "missing: there is nothing to report now";
    case "refused":
    case "confused":
      return `missing: the player answers ${toPhrase(answer.reason).text}`;
    default:
      return "unchanged";
  }
}
