import * as z from "zod";
import type { LogDestination } from "../../ops/logger.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { followTopics } from "../follow-topics.ts";
import { wholeNumberOf } from "../parse-arguments.ts";
import { defaultPlayers, demoHints, demoPlayers, startDemo } from "../start-demo.ts";
import { createViewer, isLive } from "../../tools/terminal-view/create-viewer.ts";
import type { Viewer } from "../../tools/terminal-view/view-state.ts";

export const demo: CliCommand = {
  about: `Starts simulated players, a broker on the loopback interface and the bridge between them, and shows the state here and
on a web page, with commands to try in another terminal. One player is off, one waits in set-up to be found. It ignores any
configuration, and set-up writes a file that is thrown away.`,
  examples: ["demo", "demo --players 2", "demo | grep audio/output"],
  flags: {
    players: {
      value: "<count>",
      about: `number of players, 0 (to set up) to ${demoPlayers.length}; default ${defaultPlayers}`,
    },
  },
  notes: "Keys: q or Ctrl-C quits. NO_COLOR=1 turns colors off.",
  async execute(given, shell) {
    const count = wholeNumberOf(given, "players", { min: 0, max: demoPlayers.length });
    const players = demoPlayers.slice(0, count ?? defaultPlayers);
    const notes = new LogNotes();
    await using running = await startDemo(players, notes);
    const { config, port, bridge, done } = running;
    const hints = demoHints(shell.program, port);
    const page = bridge.httpUrl;
    if (!isLive(shell)) {
      if (page !== undefined) shell.stdout.write(`Open ${page} in a browser.\n\n`);
      shell.stdout.write(`Try this in another terminal:\n${hints.map((hint) => `  ${hint}\n`).join("")}\n`);
    }
    const subject = {
      base: config.mqtt.baseTopic,
      broker: bridge.brokerUrl,
      playerId: undefined,
      hints,
      page,
    };
    const viewer = createViewer(subject, shell, shell.clock);
    notes.attach(viewer);
    await using _link = followTopics(viewer, config, undefined, shell.clock);
    await Promise.race([viewer.run(shell.signal), done]);
    return exitCodes.done;
  },
};

/** As pino numbers its levels. */
const warningLevel = 40;

const entryShape = z.object({
  level: z.number(),
  msg: z.string(),
  player: z.string().optional(),
  reason: z.string().optional(),
});

/** Shows the bridge's warnings, which are JSON, as notes in a view: printed, they would break its layout. */
export class LogNotes implements LogDestination {
  #viewer: Viewer | undefined;
  #waiting: string[] = [];

  write(line: string): void {
    const { level, ...entry } = entryShape.parse(JSON.parse(line));
    if (level < warningLevel) return;
    const text = noteText(entry);
    if (this.#viewer === undefined) this.#waiting.push(text);
    else this.#viewer.show({ kind: "note", text });
  }

  attach(viewer: Viewer): void {
    this.#viewer = viewer;
    for (const text of this.#waiting.splice(0)) viewer.show({ kind: "note", text });
  }
}

function noteText({ msg, player, reason }: Omit<z.infer<typeof entryShape>, "level">): string {
  return `${player === undefined ? "" : `${player}: `}${msg}${reason === undefined ? "" : ` (${reason})`}`;
}
