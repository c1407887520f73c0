import { stringify } from "yaml";
import { findPlayers, type FoundPlayer } from "../../tools/finder/find-players.ts";
import { suggestEntry } from "../../tools/finder/suggest-entry.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { wholeNumberOf } from "../parse-arguments.ts";
import { configFlag, sourcesWithMakes, warnOfBroken } from "../setting-flags.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

const defaultSeconds = 4;

export const discover: CliCommand = {
  about: `Searches the networks of this machine for players, and prints them with the configuration to paste.
Sleeping players are not found.`,
  examples: ["discover", "discover --seconds 10 --json"],
  flags: {
    seconds: { value: "<n>", about: `how long to listen for answers; default ${defaultSeconds}` },
    port: { value: "<port>", about: "port of the players, if it is not the usual one" },
    json: { about: "print the entries as JSON" },
    ...configFlag,
  },
  notes: "Exit codes: 0 players found, 1 none found, 2 bad usage.",
  async execute(given, shell) {
    const { stdout, stderr, signal, clock } = shell;
    const seconds = wholeNumberOf(given, "seconds", { min: 1, max: 120 }) ?? defaultSeconds;
    const port = wholeNumberOf(given, "port", { min: 1, max: 65_535 });
    const isJson = given.flags.has("json");
    const { makes } = await sourcesWithMakes(given, shell);
    warnOfBroken(makes, shell);
    const { families } = makes;
    stderr.write(`Listening for ${seconds} ${seconds === 1 ? "second" : "seconds"} …\n`);
    const found = await findPlayers(
      { families, clock, listenMs: seconds * 1000, ...(port !== undefined && { port }) },
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

const nothingFound = `No player answered. Wake the player, and use the same network, without a guest network or a container network in
between (docker run --network host). If you know the address, set PLAYER_URL instead.`;

function describe(found: readonly FoundPlayer[]): string {
  const lines = found.map(({ url, mac, model, ways: by }) => {
    const about = [model.model ?? "unknown model", model.firmware, mac].filter(Boolean);
    return escapeText(`${url}  ${about.join(", ")}  (${by.join(", ")})`);
  });
  return `${lines.join("\n")}\n\nFor config/local.yaml:\n`;
}
