import { isDeepStrictEqual } from "node:util";
import { brokerUrls } from "../config/broker-url.ts";
import { ConfigError, tryLoad } from "../config/config-error.ts";
import { describeEdit } from "../config/edit/config-edit.ts";
import type { Candidate, Written } from "../config/edit/config-editor.ts";
import { type ConfigChange, describeChange, diffConfig } from "../config/diff.ts";
import { type PlayerConfig, resolvePlayer } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import { parsePlayerUrl } from "../config/setting-shapes.ts";
import { viewConfig } from "../config/edit/view-settings.ts";
import { BrokerError } from "../core/errors.ts";
import { type PlayerSetting, settingText } from "../core/resources/settings.ts";
import type { Family } from "../families/family.ts";
import { familiesNamed, optionsFor, readPlaysFilms } from "../families/recognize.ts";
import type {
  BrokerTrial,
  ConfigurationChange,
  ConfigurationDifference,
  ConfigurationResult,
  ConfigurationView,
  DiscoveryView,
  FoundPlayerView,
  OwnSettingsView,
  PlayerTrial,
  SetUp,
  TrialView,
} from "../extensions/page/set-up-views.ts";
import { readTlsFiles } from "../mqtt/tls-files.ts";
import { loadModules } from "../ops/load-modules.ts";
import { timeLimit } from "../lib/time-limit.ts";
import type { Environment } from "../tools/probe/environment.ts";
import { fault, type Finding, good } from "../tools/probe/finding.ts";
import { findPlayers, type FoundPlayer } from "../tools/finder/find-players.ts";
import { suggestEntry } from "../tools/finder/suggest-entry.ts";
import { isOtherBroker, movedSecrets } from "./moved-secrets.ts";
import type { AppContext, HostProcess } from "./app-context.ts";
import type { Reloader } from "./reloader.ts";
import { translatable } from "../lib/phrase.ts";

export interface SetUpOptions
  extends NonNullable<HostProcess["setUp"]>,
    Pick<AppContext, "isEmbedded" | "search" | "clock" | "log"> {
  readonly reloader: Reloader;
  readonly config: () => Config;
  readonly environment: Environment;
}

/** How long a player that is tried may take. */
const playerMs = 9000;
/** The answer to the request must leave before the server stops. */
const beforeRestartMs = 200;

/** Set-up in the browser: reads, checks and writes the configuration, and tries what is to be written. */
export class BridgeSetUp implements SetUp {
  readonly #options: SetUpOptions;
  #discovering: Promise<DiscoveryView> | undefined;
  /** By player: it is asked once at a time, however many pages want to know. */
  readonly #reading = new Map<string, Promise<OwnSettingsView>>();

  constructor(options: SetUpOptions) {
    this.#options = options;
  }

  view(): ConfigurationView {
    const { unwritable, ...file } = this.#options.editor.file;
    const shown = { ...file, ...(unwritable !== undefined && { unwritable }) };
    const { families } = this.#options.environment;
    const operations = families.flatMap(({ paths }) => paths?.operations ?? []);
    return { file: shown, operations, ...this.#viewSettings(file.name) };
  }

  check({ edits, revision }: ConfigurationChange): ConfigurationResult {
    const moved = movedSecrets(edits, this.#options.config());
    if (moved.length > 0) return asRefusal({ kind: "invalid", problems: moved });
    const candidate = this.#options.editor.check(edits, revision);
    if (candidate.kind !== "valid") return asRefusal(candidate);
    return { kind: "valid", problems: [], ...effectsOf(this.#changesTo(candidate.config)) };
  }

  async save({ edits, revision }: ConfigurationChange, from: string): Promise<ConfigurationResult> {
    const moved = movedSecrets(edits, this.#options.config());
    if (moved.length > 0) return asRefusal({ kind: "invalid", problems: moved });
    const written = this.#options.editor.save(edits, revision);
    return this.#apply(written, from, edits.map(describeEdit));
  }

  lookBack(): ConfigurationDifference {
    const { differences, problems } = this.#options.editor.lookBack();
    return { differences: [...differences], problems: [...problems] };
  }

  async goBack(revision: string, from: string): Promise<ConfigurationResult> {
    return this.#apply(this.#options.editor.goBack(revision), from, ["go back to the last good file"]);
  }

  restart(from: string): readonly string[] {
    const { clock, editor, log, restart } = this.#options;
    try {
      // A file that cannot be used would end the restarted bridge, and the page with it.
      readTlsFiles(editor.load().config.mqtt);
    } catch (error) {
      if (error instanceof BrokerError) return [error.message];
      if (!(error instanceof ConfigError)) throw error;
      return error.problems;
    }
    log.info({ from }, "a restart was requested on the page");
    clock.after(beforeRestartMs, restart);
    return [];
  }

  discover(): Promise<DiscoveryView> {
    this.#discovering ??= this.#discover().finally(() => {
      this.#discovering = undefined;
    });
    return this.#discovering;
  }

  async tryBroker(trial: BrokerTrial): Promise<TrialView> {
    const { editor, config, environment, isEmbedded } = this.#options;
    const candidate = tryLoad(() => editor.loadWith(this.#brokerSettings(trial)));
    if (candidate instanceof ConfigError) {
      const advice = translatable("advice.field", "correct the field");
      return asTrial(candidate.problems.map((problem) => fault("settings", withoutFlag(problem), advice)));
    }
    const present = config();
    if (trial.url === "" && isEmbedded && isDeepStrictEqual(candidate.broker, present.broker)) {
      // Its own port is open, of course.
      return asTrial([
        good(
          "embedded",
          translatable("embedded.at", "the embedded broker runs at {url}", { url: brokerUrls(present)[0] }),
        ),
      ]);
    }
    const { tryBroker } = await loadModules(() => import("../tools/probe/broker/try-broker.ts"));
    return asTrial(await tryBroker(candidate, environment, new AbortController().signal));
  }

  async tryPlayer({ url: written, psk }: PlayerTrial): Promise<TrialView> {
    const { config, environment, clock } = this.#options;
    const url = parsePlayerUrl(written);
    if (url === undefined) {
      const advice = translatable("advice.address", "write an address such as 192.168.1.20, without a path");
      return asTrial([
        fault("address", translatable("address.not-player", "that is not a player's address"), advice),
      ]);
    }
    const player = resolvePlayer(config(), { id: "new", url, ...(psk && { psk }) });
    const { tryPlayer } = await loadModules(() => import("../tools/probe/player/try-player.ts"));
    using limit = timeLimit(playerMs, clock);
    const { finding, found } = await tryPlayer(player, environment, limit.signal);
    const view = found && (await this.#viewFound({ ...found, mac: found.model.mac, ways: [] }, player.psk));
    return { ...asTrial([finding]), address: url, ...(view !== undefined && { player: view }) };
  }

  async ownSettings(id: string): Promise<OwnSettingsView | undefined> {
    const player = this.#options.config().players.find((one) => one.id === id);
    if (player === undefined) return undefined;
    const reading = this.#reading.get(id) ?? this.#readSettings(player);
    this.#reading.set(id, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(id);
    }
  }

  async #readSettings(player: PlayerConfig): Promise<OwnSettingsView> {
    const { environment, clock } = this.#options;
    const { settingsOf } = await loadModules(() => import("../tools/probe/player/try-player.ts"));
    using limit = timeLimit(playerMs, clock);
    return { settings: (await settingsOf(player, environment, limit.signal)).map(ownSetting) };
  }

  #viewSettings(file: string): Omit<ConfigurationView, "file" | "operations"> {
    const { editor, config, portNote } = this.#options;
    const placed = tryLoad(() => editor.load());
    if (placed instanceof ConfigError) {
      const view = viewConfig({ config: config(), places: new Map() }, file);
      return { problems: placed.problems, needsRestart: [], ...view };
    }
    const needsRestart = restartsIn(this.#changesTo(placed.config));
    const problems = portNote !== undefined && placed.config.mqtt.url === "" ? [portNote] : [];
    return { problems, needsRestart, ...viewConfig(placed, file) };
  }

  async #discover(): Promise<DiscoveryView> {
    const { environment, search } = this.#options;
    const { findBrokers } = await loadModules(() => import("../tools/probe/broker/find-brokers.ts"));
    const { signal } = new AbortController();
    const [players, brokers] = await Promise.all([
      findPlayers(search(), signal),
      findBrokers(environment, signal),
    ]);
    const [own] = brokerUrls(this.#options.config());
    return {
      players: await Promise.all(players.map((player) => this.#viewFound(player))),
      brokers: this.#options.isEmbedded ? brokers.filter(({ url }) => url !== own) : brokers,
    };
  }

  async #viewFound(found: FoundPlayer, psk?: string): Promise<FoundPlayerView> {
    const { url, model, ways } = found;
    const { families } = this.#options.environment;
    // Zones of one chassis share its MAC, which then is not suggested.
    const { id, name, mac } = suggestEntry(found);
    const same = this.#options
      .config()
      .players.find((player) => isAt(player, url, families) || (mac !== undefined && player.mac === mac));
    // A player dislikes requests beside those of its own loop.
    const { signal } = new AbortController();
    const playsFilms = same === undefined ? await readPlaysFilms(families, found, signal, psk) : null;
    return {
      url,
      address: shortAddress(url, families.find((family) => family.name === found.family)?.defaultPort),
      mac: mac ?? null,
      model: model.model ?? null,
      firmware: model.firmware ?? null,
      ways,
      id,
      name,
      playsFilms: playsFilms ?? null,
      configuredAs: same?.id ?? null,
    };
  }

  /** The settings of a trial. The stored password is for the configured broker alone. */
  #brokerSettings({ url, username, password, ca, cert, key }: BrokerTrial): Record<string, string> {
    const given = {
      "mqtt.username": username,
      "mqtt.password": password ?? (isOtherBroker(url, this.#options.config()) ? "" : undefined),
      "mqtt.ca": ca,
      "mqtt.cert": cert,
      "mqtt.key": key,
    };
    const set = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { "mqtt.url": url, ...Object.fromEntries(set) };
  }

  #changesTo(next: Config): readonly ConfigChange[] {
    const before = this.#options.config();
    const { players, broker } = before;
    const hasOtherPort = next.broker.port === 0 || this.#options.portNote !== undefined;
    // Neither found players nor a port that was picked are a change of the configuration.
    return diffConfig(before, {
      ...next,
      players: next.findsPlayers ? players : next.players,
      broker: hasOtherPort ? { ...next.broker, port: broker.port } : next.broker,
    });
  }

  async #apply(written: Written, from: string, edits: readonly string[]): Promise<ConfigurationResult> {
    const { log, reloader, editor } = this.#options;
    if (written.kind === "failed") {
      const { problems } = written;
      log.error({ from, problems }, "the configuration file could not be written");
      return asRefusal({ kind: "invalid", problems });
    }
    if (written.kind !== "written") return asRefusal(written);
    const effects = effectsOf(this.#changesTo(written.config));
    const file = editor.file.name;
    log.info({ from, file, edits, how: written.how }, "the configuration was changed on the page");
    const reloaded = await reloader.reload();
    if (reloaded.kind === "refused") return { kind: "invalid", problems: reloaded.problems, ...effects };
    return { kind: "saved", problems: [], ...effects };
  }
}

/** Whether a configured player has this address, which has a port. */
function isAt(player: PlayerConfig, url: string, families: readonly Family[]): boolean {
  return familiesNamed(player.family, families).some((family) => optionsFor(player, family).url === url);
}

/** An address without what is its default anyway. */
function shortAddress(url: string, defaultPort = 0): string {
  return url.endsWith(`:${defaultPort}`) && !url.includes("@")
    ? url.replace(/^http:\/\//, "").replace(/:\d+$/, "")
    : url;
}

function asRefusal(refused: Exclude<Candidate, { readonly kind: "valid" }>): ConfigurationResult {
  return { ...refused, changes: [], needsRestart: [] };
}

function effectsOf(changes: readonly ConfigChange[]) {
  return { changes: changes.map(describeChange), needsRestart: restartsIn(changes) };
}

function restartsIn(changes: readonly ConfigChange[]): string[] {
  return changes.flatMap((change) =>
    change.kind === "setting-changed" && change.needsRestart ? [change.name] : [],
  );
}

/** A setting as the player calls it, without the address at which it is set. */
function ownSetting(setting: PlayerSetting): OwnSettingsView["settings"][number] {
  const { tag, title, group, warning } = setting;
  const own = setting.kind === "range" ? setting.text : undefined;
  return { tag, title, group, warning, value: own ?? settingText(setting) };
}

function asTrial(findings: readonly Finding[]): TrialView {
  return { isUsable: findings.every(({ verdict }) => verdict !== "fault"), findings };
}

/** A trial passes its values as flags, which the reader has never seen. */
function withoutFlag(problem: string): string {
  return problem.replace(/^([\w.]+) \(--[\w.]+\)/, "$1");
}
