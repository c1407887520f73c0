import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { ReconfigurableExtension } from "../../bridge/extension.ts";
import type { LogLine } from "../../core/ports.ts";
import type { ChangedTopic } from "../../core/topics/render.ts";
import type { Settled } from "../../core/topics/result.ts";
import type { Clock } from "../../lib/clock.ts";
import { AccessControl, type AccessRules, type Role } from "./access.ts";
import type { HideSecrets } from "./answers.ts";
import type { BrokerWatch } from "./broker-watch.ts";
import { PageCommands } from "./commands.ts";
import { deniedToGuests } from "./guests.ts";
import { DoctorRun, type Examine } from "./doctor-run.ts";
import type { PagePlayer, PageServices } from "./page-bridge.ts";
import { builtPage, type PageFiles, readPageFiles } from "./page-files.ts";
import { PageHub, type Rooms } from "./page-hub.ts";
import type { DiagnosticsView } from "./response-views.ts";
import { resourceOf } from "./mcp/readable-player.ts";
import { Pictures } from "./pictures.ts";
import type { SetUp } from "./set-up-views.ts";
import { SecretChecks } from "../../lib/secret-checks.ts";

interface PageOptions {
  readonly services: PageServices;
  readonly broker: BrokerWatch;
  readonly rules: AccessRules;
  /** Controls that guests may not set, besides those that outlast their visit. */
  readonly guestDenies: readonly string[];
  readonly clock: Clock;
  readonly hideSecrets: HideSecrets;
  /** The last log lines of a player, newest first; without it there are none. */
  readonly linesOf?: ((playerId: string) => readonly LogLine[]) | undefined;
  /** The last attempts to send on what was heard and seen, newest first. */
  readonly attempts: () => readonly (DiagnosticsView["sent"][number] & { readonly player: string })[];
  readonly examine?: Examine | undefined;
  readonly setUp?: SetUp | undefined;
  readonly folder?: string | undefined;
  /** Whether language models are answered. */
  readonly hasMcp: boolean;
}

/** The server side of the page. It follows the bridge from the start, so a page opened later shows the history, too. */
export class Page implements ReconfigurableExtension<Rooms> {
  readonly options: PageOptions;
  readonly control: AccessControl;
  readonly #tokenChecks: SecretChecks;
  readonly hub: PageHub;
  readonly commands: PageCommands;
  readonly deniedToGuests: ReadonlySet<string>;
  readonly pictures: Pictures;
  readonly doctor: DoctorRun | undefined;
  readonly #unlisten: () => void;
  #files: PageFiles | undefined;
  #mcp: McpHttpHandler | undefined;

  constructor(options: PageOptions) {
    const { services, broker, rules, clock, examine, setUp } = options;
    const startedAt = clock.date().getTime();
    this.options = options;
    this.control = new AccessControl(rules);
    this.deniedToGuests = deniedToGuests(options.guestDenies);
    this.#tokenChecks = new SecretChecks(clock);
    this.commands = new PageCommands(clock);
    this.pictures = new Pictures(services.devices, clock);
    this.doctor = examine === undefined ? undefined : new DoctorRun(examine, () => this.hub.checkChanged());
    this.hub = new PageHub({
      services,
      clock,
      about: () => {
        const { version, baseTopic, findsPlayers, needsSetUp } = services;
        const { broker: now, notes } = broker;
        const setUpState = setUp === undefined ? "impossible" : needsSetUp ? "needed" : "possible";
        return { version, baseTopic, findsPlayers, setUp: setUpState, startedAt, broker: now, notes };
      },
      check: () => this.doctor?.check ?? null,
    });
    this.#unlisten = broker.listen(() => this.hub.bridgeChanged());
  }

  get files(): PageFiles {
    return (this.#files ??= readPageFiles(this.options.folder ?? builtPage));
  }

  /** Whose token it is. A right one never waits behind the guesses of others; wrong ones wait for each other. */
  async roleOfToken(
    given: string,
    connection: object,
    signal: AbortSignal,
  ): Promise<Role | "wrong" | "too-many"> {
    const role = this.control.roleOf(given);
    if (role !== undefined) return role;
    const result = await this.#tokenChecks.check(() => false, connection, signal);
    return result === "too-many" ? "too-many" : "wrong";
  }

  /** Loaded when the first language model asks. */
  async mcp(): Promise<McpHttpHandler> {
    const { mcpHandler } = await import("./mcp/mcp-server.ts");
    return (this.#mcp ??= mcpHandler({ services: this.options.services, commands: this.commands }));
  }

  reconfigure(rooms: Rooms): boolean {
    this.hub.roomsChanged(rooms);
    return true;
  }

  arranged(): void {
    this.hub.arranged();
    this.#mcp?.notify.resourcesChanged();
    this.#mcp?.notify.toolsChanged();
  }

  changed(player: PagePlayer, topics: readonly ChangedTopic[]): void {
    this.hub.changed(player, topics);
    if (this.#mcp === undefined || topics.length === 0) return;
    this.#mcp.notify.resourceUpdated(resourceOf(player.id));
    if (topics.some(({ leaf }) => leaf === "description")) this.#mcp.notify.toolsChanged();
  }

  settled(player: PagePlayer, { command, outcome }: Settled): void {
    this.commands.settled(command, outcome);
    this.hub.settled(player, command, outcome);
  }

  /** Ends all streams: open pages would keep the server running. */
  stop(): void {
    this.#unlisten();
    this.doctor?.[Symbol.dispose]();
    this.hub[Symbol.dispose]();
    void this.#mcp?.close();
  }
}
