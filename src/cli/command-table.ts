import type { CliCommand } from "./cli-command.ts";

/** How each command is loaded: only when it is called, to keep the start fast. */
const loaders = {
  run: async () => (await import("./commands/run.ts")).run,
  demo: async () => (await import("./commands/demo.ts")).demo,
  watch: async () => (await import("./commands/watch.ts")).watch,
  set: async () => (await import("./commands/set.ts")).set,
  history: async () => (await import("./commands/history.ts")).history,
  login: async () => (await import("./commands/login.ts")).login,
  health: async () => (await import("./commands/health.ts")).health,
  check: async () => (await import("./commands/check.ts")).check,
  completion: async () => (await import("./commands/completion.ts")).completion,
  config: async () => (await import("./commands/config.ts")).config,
  credentials: async () => (await import("./commands/credentials.ts")).credentials,
  discover: async () => (await import("./commands/discover.ts")).discover,
  make: async () => (await import("./commands/make.ts")).make,
  record: async () => (await import("./commands/record.ts")).record,
  simulate: async () => (await import("./commands/simulate.ts")).simulate,
} as const satisfies Readonly<Record<string, () => Promise<CliCommand>>>;

export type CommandName = keyof typeof loaders;

export const commandTable: ReadonlyMap<string, () => Promise<CliCommand>> = new Map(Object.entries(loaders));
