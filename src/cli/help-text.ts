import { type CliCommand, columns } from "./cli-command.ts";
import type { CommandName } from "./command-table.ts";

const summaries: Readonly<Record<CommandName, string>> = {
  run: "Run the bridge (default).",
  demo: "Run a demo with broker, simulated players, bridge and live view. Needs no setup.",
  watch: "Show the players live; in a pipe, one line per message.",
  set: "Set a control of a player, such as input, volume, playback or power, and print the outcome.",
  history: "Print what was watched and played, and what is under way.",
  login: "Log the bridge in at Trakt, which then gets what is watched.",
  health: "Check the health of the running bridge, for container health checks.",
  check: "Check configuration, broker and players, and suggest what to fix.",
  completion: "Print a script that completes commands, players, controls and values in your shell.",
  config: "Print the effective configuration without secrets, or its JSON Schema.",
  credentials: "Create passwords for a broker and a token for the page; docker-compose.yml uses it.",
  discover: "Find players on the network and print the configuration to paste.",
  make: "try a make of your own, by a simulated player, a recording or a real player",
  record: "Record the answers of a player without secrets; simulate --replay plays them back.",
  simulate: "Run a simulated player, with faults on request.",
};

export function programHelp(program: string): string {
  return `player2mqtt connects network media players to MQTT.

Usage: ${program} [command] [flags]

Commands:
${columns(Object.entries(summaries))}

Examples:
  ${program} demo
  PLAYER_URL=192.168.1.20 ${program}

${program} help <command> explains a command.
  --version    print the version
  -h, --help   print this help
`;
}

export function commandHelp(program: string, name: string, command: CliCommand): string {
  const flags = Object.entries(command.flags).map(
    ([flag, { value, about }]) => [value === undefined ? `--${flag}` : `--${flag} ${value}`, about] as const,
  );
  const settings = "config" in command.flags ? [["--<setting> <value>", settingsHint] as const] : [];
  const parts = [
    `Usage: ${[program, name, ...(command.words ?? []), "[flags]"].join(" ")}`,
    folded(command.about.replaceAll("\n", " ")),
    `Examples:\n${command.examples.map((example) => `  ${program} ${example}`).join("\n")}`,
    `Flags:\n${columns([...flags, ...settings, ["-h, --help", "print this help"]])}`,
    ...(command.notes === undefined ? [] : [folded(command.notes)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const settingsHint = "any setting, such as --mqtt.url mqtt://192.168.1.10; see docs/configuration.md";

function folded(text: string): string {
  return text.replace(/(?=.{121})(.{1,120}) /g, "$1\n");
}
