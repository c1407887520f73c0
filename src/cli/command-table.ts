import type { CliCommand } from "./cli-command.ts";

/** A command by its name; what it needs is loaded when it is wanted, so that the start stays quick. */
interface TableRow {
  readonly summary: string;
  readonly load: () => Promise<CliCommand>;
}

/** Every command, in the order of the help: a new command is a new row. */
export const commandTable: ReadonlyMap<string, TableRow> = new Map<string, TableRow>([
  [
    "run",
    {
      summary: "Runs the bridge. The default.",
      load: async () => (await import("./commands/run.ts")).run,
    },
  ],
  [
    "demo",
    {
      summary: "Shows it all at once: broker, simulated players, bridge and live view. Needs nothing.",
      load: async () => (await import("./commands/demo.ts")).demo,
    },
  ],
  [
    "watch",
    {
      summary: "Shows what the players do, live; piped, one line for each message.",
      load: async () => (await import("./commands/watch.ts")).watch,
    },
  ],
  [
    "set",
    {
      summary:
        "Sets something of a player: an input, the volume, what it plays, power; and says how that went.",
      load: async () => (await import("./commands/set.ts")).set,
    },
  ],
  [
    "health",
    {
      summary: "Asks the running bridge how it is; for health checks of containers.",
      load: async () => (await import("./commands/health.ts")).health,
    },
  ],
  [
    "check",
    {
      summary: "Looks at configuration, broker and players: what is well, what is not, and what to do.",
      load: async () => (await import("./commands/check.ts")).check,
    },
  ],
  [
    "config",
    {
      summary: "Shows the effective configuration, secrets hidden, or its JSON Schema.",
      load: async () => (await import("./commands/config.ts")).config,
    },
  ],
  [
    "discover",
    {
      summary: "Finds the players of the network, and prints the configuration to paste.",
      load: async () => (await import("./commands/discover.ts")).discover,
    },
  ],
  [
    "record",
    {
      summary:
        "Writes what a player answers to a file that is safe to show; simulate --replay is that player.",
      load: async () => (await import("./commands/record.ts")).record,
    },
  ],
  [
    "simulate",
    {
      summary: "Runs a simulated player, with faults if wanted.",
      load: async () => (await import("./commands/simulate.ts")).simulate,
    },
  ],
]);
