import { stringify } from "yaml";
import { askModel } from "../../device/ask-model.ts";
import { findPlayers, type FoundPlayer } from "../../tools/finder/find-players.ts";
import { suggestEntry } from "../../tools/finder/suggest-entry.ts";
import { ways } from "../../tools/finder/ways.ts";
import { systemClock } from "../../lib/clock.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { rejectWords, wholeNumberOf } from "../parse-arguments.ts";
import { defaultPort } from "../simulator-options.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

const defaultSeconds = 4;

/** Finds the players of the network. */
export const discover: CliCommand = {
  usage: "[flags]",
  about: `Looks for players on the networks of this machine, and prints what it found and the configuration to paste.
A player that sleeps is not found.`,
  examples: ["discover", "discover --seconds 10 --json"],
  flags: {
    seconds: { value: "<n>", about: `how long to listen for answers; ${defaultSeconds} if not given` },
    port: { value: "<port>", about: `where players listen; ${defaultPort} if not given` },
    json: { about: "prints the entries as JSON" },
  },
  settings: [],
  notes: "Exit codes: 0 something was found, 1 nothing was, 2 bad usage.",
  async execute(given, { stdout, stderr, signal }) {
    rejectWords(given.words);
    const seconds = wholeNumberOf(given, "seconds", { least: 1, most: 120 }) ?? defaultSeconds;
    const port = wholeNumberOf(given, "port", { least: 1, most: 65_535 }) ?? defaultPort;
    const isJson = given.flags.has("json");
    stderr.write(`Listening for ${seconds} ${seconds === 1 ? "second" : "seconds"} …\n`);
    const found = await findPlayers(
      { ways, clock: systemClock, listenMs: seconds * 1000, port, confirm: askModel },
      signal,
    );
    const entries = found.map(suggestEntry);
    if (isJson) stdout.write(`${JSON.stringify(entries, undefined, 2)}\n`);
    else if (found.length > 0) stdout.write(`${describe(found)}\n${stringify({ players: entries })}`);
    if (found.length > 0) return exitCodes.done;
    stderr.write(`${nothingFound}\n`);
    return exitCodes.fault;
  },
};

const nothingFound = `No player answered. Wake it up; be on the same network as the player, without a guest network or a
container's own network in between (docker run --network host). An address that is known needs no search: PLAYER_URL.`;

function describe(found: readonly FoundPlayer[]): string {
  const lines = found.map(({ url, mac, model, ways: by }) => {
    const about = [model.model ?? "a player that does not tell its model", model.firmware, mac].filter(
      Boolean,
    );
    return escapeText(`${url}  ${about.join(", ")}  (${by.join(", ")})`);
  });
  return `${lines.join("\n")}\n\nFor config/local.yaml:\n`;
}
