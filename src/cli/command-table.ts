import type { CliCommand } from "./cli-command.ts";

/** A command, loaded when it is called to keep the start fast. */
interface TableRow {
  readonly summary: string;
  readonly load: () => Promise<CliCommand>;
}

const rows: Readonly<Record<string, TableRow>> = {
  run: {
    summary: "Run the bridge (default).",
    load: async () => (await import("./commands/run.ts")).run,
  },
  demo: {
    summary: "Run a demo with broker, simulated players, bridge and live view. Needs no setup.",
    load: async () => (await import("./commands/demo.ts")).demo,
  },
  watch: {
    summary: "Show the players live; in a pipe, one line per message.",
    load: async () => (await import("./commands/watch.ts")).watch,
  },
  set: {
    summary: "Set a control of a player, such as input, volume, playback or power, and print the outcome.",
    load: async () => (await import("./commands/set.ts")).set,
  },
  history: {
    summary: "Print what was watched and played, and what is under way.",
    load: async () => (await import("./commands/history.ts")).history,
  },
  health: {
    summary: "Check the health of the running bridge, for container health checks.",
    load: async () => (await import("./commands/health.ts")).health,
  },
  check: {
    summary: "Check configuration, broker and players, and suggest what to fix.",
    load: async () => (await import("./commands/check.ts")).check,
  },
  config: {
    summary: "Print the effective configuration without secrets, or its JSON Schema.",
    load: async () => (await import("./commands/config.ts")).config,
  },
  credentials: {
    summary: "Create passwords for a broker and a token for the page; docker-compose.yml uses it.",
    load: async () => (await import("./commands/credentials.ts")).credentials,
  },
  discover: {
    summary: "Find players on the network and print the configuration to paste.",
    load: async () => (await import("./commands/discover.ts")).discover,
  },
  record: {
    summary: "Record the answers of a player without secrets; simulate --replay plays them back.",
    load: async () => (await import("./commands/record.ts")).record,
  },
  simulate: {
    summary: "Run a simulated player, with faults on request.",
    load: async () => (await import("./commands/simulate.ts")).simulate,
  },
};

export const commandTable: ReadonlyMap<string, TableRow> = new Map(Object.entries(rows));
