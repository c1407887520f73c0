import { startBridge } from "../../app.ts";
import { ConfigError } from "../../config/config-error.ts";
import { misspeltVariables } from "../../config/read-sources.ts";
import type { Config } from "../../config/schema.ts";
import { WatchedSources } from "../../config/watched-sources.ts";
import type { LogLine } from "../../core/ports.ts";
import { Listeners } from "../../lib/listeners.ts";
import { FileWatch } from "../../ops/file-watch.ts";
import { createLogger } from "../../ops/logger.ts";
import { nodeWarning } from "../../ops/node-support.ts";
import { findServiceManager, ServiceManager } from "../../ops/service-manager.ts";
import { version } from "../../version.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { rejectWords } from "../parse-arguments.ts";
import { configFlag, settingFlags, sourcesOf } from "../setting-flags.ts";
import { aborted } from "../../lib/aborted.ts";

/** Runs the bridge. */
export const run: CliCommand = {
  usage: "[flags]",
  about:
    "Runs the bridge until it is stopped. Settings come from a file, the environment and flags; a later source wins.",
  examples: [
    "run --player.url=192.168.1.20",
    "run --config=/etc/player2mqtt.yaml --mqtt.url=mqtt://192.168.1.10",
  ],
  flags: {
    "player.url": { value: "<url>", about: "address of a single player" },
    "mqtt.url": { value: "<url>", about: "broker; without one, the embedded broker is started" },
    ...configFlag,
  },
  settings: settingFlags,
  notes: "Exit codes: 0 stopped on request, 1 fault, 2 bad usage, 78 invalid configuration.",
  async execute(given, shell) {
    rejectWords(given.words);
    const { env, stdout, signal, clock, onHangUp } = shell;
    const sources = new WatchedSources(sourcesOf(given, shell));
    const hints = misspeltVariables(env).map(
      ({ name, meant }) => `the environment variable ${name} is not used, did you mean ${meant}?`,
    );
    const config = loadWithHints(sources, hints);
    const lines = new Listeners<LogLine>();
    const log = createLogger(config.log, stdout, (line) => lines.notify(line));
    for (const hint of hints) log.warn({}, hint);
    const nodeHint = nodeWarning(process.versions.node, clock.date());
    if (nodeHint !== undefined) log.warn({ node: process.versions.node }, nodeHint);
    const surroundings = {
      log,
      load: () => sources.load(),
      onLine: (listener: (line: LogLine) => void) => lines.add(listener),
    };
    const startedAt = clock.now();
    {
      await using bridge = await startBridge(config, log, { surroundings, clock });
      const players = config.players.map(({ id }) => id);
      log.info(
        { version, broker: bridge.brokerUrl, players, http: bridge.httpUrl },
        "player2mqtt is running",
      );
      const manager = findServiceManager(env, log);
      using _manager = manager && new ServiceManager({ ...manager, health: bridge.health, clock, log });
      const reload = (): void => void bridge.reload?.();
      using _watch = new FileWatch({ known: () => sources.files, clock, onChanged: reload });
      const stopListening = onHangUp(reload);
      await Promise.race([bridge.done, aborted(signal)]);
      stopListening();
      log.info({}, "player2mqtt is stopping");
    }
    const ranForSeconds = Math.round((clock.now() - startedAt) / 1000);
    log.info({ ranForSeconds }, "player2mqtt has stopped");
    return exitCodes.done;
  },
};

/** The configuration; where it is invalid, a misspelt variable may be the reason. */
function loadWithHints(sources: WatchedSources, hints: readonly string[]): Config {
  try {
    return sources.load();
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError([...error.problems, ...hints]) : error;
  }
}
