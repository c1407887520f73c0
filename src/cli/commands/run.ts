import { type BridgeOverrides, type RunningBridge, startBridge } from "../../app.ts";
import type { HostProcess } from "../../app/app-context.ts";
import { ConfigEditor } from "../../config/edit/config-editor.ts";
import { ConfigError, tryLoad } from "../../config/config-error.ts";
import type { Config } from "../../config/schema.ts";
import { describeUnused, unusedVariables } from "../../config/unused-variables.ts";
import { WatchedSources } from "../../config/watched-sources.ts";
import { BrokerError } from "../../core/errors.ts";
import type { Log } from "../../core/ports.ts";
import { FileWatch } from "../../ops/file-watch.ts";
import { nodeWarning } from "../../lib/node-support.ts";
import { findServiceManager, ServiceManager } from "../../ops/service-manager.ts";
import { version } from "../../version.ts";
import type { Arguments, CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Shell } from "../shell.ts";
import { startLog } from "../start-log.ts";
import { configFlag, sourcesWithMakes } from "../setting-flags.ts";
import { aborted } from "../../lib/aborted.ts";

export const run: CliCommand = {
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
  notes: "Exit codes: 0 stopped on request, 1 fault, 2 bad usage, 78 invalid configuration.",
  async execute(given, shell) {
    const startedAt = shell.clock.now();
    // Before a bridge runs and between two, nothing has to be read again, but the process is to go on.
    shell.onHangUp(() => {});
    let ended = await runBridge(given, shell, true);
    while (ended.isRestarted) ended = await runBridge(given, shell, false);
    const ranForSeconds = Math.round((shell.clock.now() - startedAt) / 1000);
    ended.log.info({ ranForSeconds }, "player2mqtt has stopped");
    return exitCodes.done;
  },
};

/** The end of a bridge; a restart takes the settings as they are then. */
interface Ended {
  readonly isRestarted: boolean;
  readonly log: Log;
}

/** Runs a bridge until the process is stopped, or the page restarts it. */
async function runBridge(given: Arguments, shell: Shell, mayEnd: boolean): Promise<Ended> {
  const { env, signal, clock, onHangUp } = shell;
  const files = { ...(await sourcesWithMakes(given, shell)), requirePlayers: "without-page" } as const;
  const [sources, editor] = [new WatchedSources(files), new ConfigEditor(files)];
  const { families, loaded, broken } = files.makes;
  const hints = describeUnused(unusedVariables(env));
  const config = tryLoad(() => sources.load());
  // A misspelled variable may be the reason.
  if (config instanceof ConfigError) throw new ConfigError([...config.problems, ...hints]);
  const logging = startLog(config.log, shell.stdout);
  const { log } = logging;
  for (const hint of hints) log.warn({}, hint);
  for (const [make, file] of loaded) log.info({ make, file }, "a make of your own was loaded");
  for (const { file, line, reason } of broken) log.warn({ file, line, reason }, "a make was skipped");
  const nodeHint = nodeWarning(process.versions.node, clock.date());
  if (nodeHint !== undefined) log.warn({ node: process.versions.node }, nodeHint);
  const restart = new AbortController();
  const hostProcess = {
    ...logging,
    load: () => sources.load(),
    // systemd names several, separated by colons.
    stateFolder: env["STATE_DIRECTORY"]?.split(":")[0] || undefined,
    setUp: { editor, restart: () => restart.abort() },
  };
  await using bridge = await startOrSetUp(
    config,
    log,
    { hostProcess, clock, families },
    mayEnd && !needsSetUp(config),
  );
  const players = config.players.map(({ id }) => id);
  log.info({ version, broker: bridge.brokerUrl, players, http: bridge.httpUrl }, "player2mqtt is running");
  if (needsSetUp(config)) log.warn({}, setUpHint(bridge.httpUrl));
  const manager = findServiceManager(env, log);
  using _manager = manager && new ServiceManager({ ...manager, health: bridge.health, clock, log });
  const reload = (): void => void bridge.reload?.();
  using _watch = new FileWatch({ known: () => sources.files, clock, onChanged: reload });
  const stopListening = onHangUp(reload);
  await Promise.race([bridge.done, aborted(signal), aborted(restart.signal)]);
  stopListening();
  const isRestarted = restart.signal.aborted && !signal.aborted;
  log.info({}, isRestarted ? "player2mqtt is restarting" : "player2mqtt is stopping");
  return { isRestarted, log };
}

function needsSetUp({ players, findsPlayers }: Config): boolean {
  return players.length === 0 && !findsPlayers;
}

function setUpHint(page: string | undefined): string {
  const where = page === undefined ? "the page, as soon as its port is free (http.port)" : `${page}/#/setup`;
  return (
    `no player is configured yet: open ${where} in a browser to set up the bridge. ` +
    "A browser on another machine, or outside of a container, needs HTTP_HOST=0.0.0.0 and HTTP_TOKEN; " +
    "without a browser set PLAYER_URL, or PLAYERS=auto"
  );
}

/** Before set-up and after a restart from the page, a port that is in use must not end the program: somebody looks at the page. */
async function startOrSetUp(
  config: Config,
  log: Log,
  overrides: BridgeOverrides & { readonly hostProcess: SetUpProcess },
  mayEnd: boolean,
): Promise<RunningBridge> {
  try {
    return await startBridge(config, log, overrides);
  } catch (error) {
    if (!(error instanceof BrokerError) || mayEnd) throw error;
    log.warn({ reason: error.message }, "the embedded broker uses another port, so that it can be set up");
    const { hostProcess } = overrides;
    const portNote = `${error.message} Until then it uses another port, and the next start of the program will fail.`;
    const setUp = { ...hostProcess.setUp, portNote };
    const other = { ...config, broker: { ...config.broker, port: 0 } };
    return startBridge(other, log, { ...overrides, hostProcess: { ...hostProcess, setUp } });
  }
}

type SetUpProcess = HostProcess & Required<Pick<HostProcess, "setUp">>;
