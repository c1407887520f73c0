import * as z from "zod";
import type { LogDestination } from "../../ops/logger.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { followTopics } from "../follow-topics.ts";
import { wholeNumberOf } from "../parse-arguments.ts";
import { defaultPlayers, demoHints, demoPlayers, stagedRemark, startDemo } from "../start-demo.ts";
import { createViewer, isLive } from "../../tools/terminal-view/create-viewer.ts";
import type { Viewer, ViewEvent } from "../../tools/terminal-view/view-state.ts";

export const demo: CliCommand = {
  about: `Starts simulated players, a broker on the loopback interface and the bridge between them, and shows the state here and
on a web page, with commands to try in another terminal. One player is off, one waits in set-up to be found. It ignores any
configuration, takes other ports where 1883 or 8099 is taken, and set-up writes a file that is thrown away.`,
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
    const remark = stagedRemark(players);
    if (!isLive(shell)) {
      if (page !== undefined) shell.stdout.write(`Open ${page} in a browser.\n\n`);
      if (remark !== undefined) shell.stdout.write(`${remark}\n\n`);
      shell.stdout.write(`Try this in another terminal:\n${hints.map((hint) => `  ${hint}\n`).join("")}\n`);
    }
    const subject = {
      base: config.mqtt.baseTopic,
      broker: bridge.brokerUrl,
      playerId: undefined,
      hints,
      page,
      remark,
    };
    const viewer = createViewer(subject, shell, shell.clock);
    notes.attach(viewer);
    const follower = isLive(shell) ? viewer : new SettledInfos(viewer, shell.clock);
    await using _link = followTopics(follower, config, undefined, shell.clock);
    await Promise.race([follower.run(shell.signal), done]);
    return exitCodes.done;
  },
};

/** What a player supports shows one by one as it is read. Printed, it would be dozens of long lines. */
const settledMs = 2000;

/** Holds a player's `info` back until it has not changed for a while. */
export class SettledInfos implements Viewer {
  readonly #viewer: Viewer;
  readonly #timers: NamedTimers;

  constructor(viewer: Viewer, clock: Clock) {
    this.#viewer = viewer;
    this.#timers = new NamedTimers(clock);
  }

  show(event: ViewEvent): void {
    if (event.kind !== "message" || !/(?<!\/bridge)\/info$/.test(event.topic)) this.#viewer.show(event);
    else this.#timers.after(event.topic, settledMs, () => this.#viewer.show(event));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#viewer.run(signal);
    this.#timers.cancelAll();
  }
}

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
