import type { CliCommand } from "../cli-command.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";

/** What each shell runs when somebody presses Tab: the words so far follow the two dashes. */
const scripts: Readonly<Record<string, (program: string) => string>> = {
  bash: (program) => `_player2mqtt() {
  local IFS=$'\\n'
  COMPREPLY=($(${program} completion suggest -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | while read -r word; do printf '%q\\n' "$word"; done))
}
complete -F _player2mqtt player2mqtt
`,
  zsh: (program) => `#compdef player2mqtt
_player2mqtt() {
  local -a found
  found=("\${(@f)$(${program} completion suggest -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  [[ -n "$found[1]" ]] && compadd -- "\${found[@]}"
}
compdef _player2mqtt player2mqtt
`,
  fish: (program) =>
    `complete -c player2mqtt -f -a '(${program} completion suggest -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'\n`,
};

export const completion: CliCommand = {
  words: ["<bash|zsh|fish>"],
  about: `Prints a script for your shell that completes commands, players, controls and values. Players, controls and values are those
that the bridge tells at the broker.`,
  examples: ["completion bash >> ~/.bashrc", "completion zsh > ~/.zfunc/_player2mqtt"],
  flags: {},
  async execute({ words: [kind = ""] }, { program, stdout }) {
    const script = Object.hasOwn(scripts, kind) ? scripts[kind] : undefined;
    if (script === undefined)
      throw new UsageError(`completion needs one of ${Object.keys(scripts).join(", ")}`);
    stdout.write(script(program));
    return exitCodes.done;
  },
};
