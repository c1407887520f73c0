import { shownBrokerUrl } from "../broker-client.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { followTopics } from "../follow-topics.ts";
import { playerWord } from "../parse-arguments.ts";
import { brokerFlags, loadWithoutPlayers } from "../setting-flags.ts";
import { createViewer } from "../../tools/terminal-view/create-viewer.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

export const watch: CliCommand = {
  words: ["[player]"],
  about: `Shows the state of all players, or of one: on a terminal as a live view, in a pipe as lines of topic and payload.
It reads from the broker and needs no configured player.`,
  examples: ["watch", "watch living-room --mqtt.url=mqtt://192.168.1.10", "watch study | grep audio/output"],
  flags: brokerFlags,
  notes: "Keys: q or Ctrl-C quits. NO_COLOR=1 turns colors off.",
  async execute(given, shell) {
    const playerId = playerWord(given.words);
    const config = loadWithoutPlayers(given, shell);
    const subject = { base: config.mqtt.baseTopic, broker: shownBrokerUrl(config), playerId, hints: [] };
    const viewer = createViewer(subject, shell, shell.clock);
    const unknown = new AbortController();
    let problem: string | undefined;
    await using _link = followTopics(viewer, config, playerId, shell.clock, (text) => {
      problem = text;
      unknown.abort();
    });
    await viewer.run(AbortSignal.any([shell.signal, unknown.signal]));
    if (problem === undefined) return exitCodes.done;
    shell.stderr.write(`${escapeText(problem)}\n`);
    return exitCodes.fault;
  },
};
