import { type CliCommand, columns } from "./cli-command.ts";
import { commandTable } from "./command-table.ts";

export function programHelp(program: string): string {
  const commands = [...commandTable].map(([name, { summary }]) => [name, summary] as const);
  return `player2mqtt connects network media players to MQTT.

Usage: ${program} [command] [flags]

Commands:
${columns(commands)}

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
