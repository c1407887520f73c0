import type { Clock } from "../../lib/clock.ts";
import { AccessControl, type AccessRules } from "./access.ts";
import { Answers, type HideSecrets } from "./answers.ts";
import type { BrokerWatch } from "./broker-watch.ts";
import { PageCommands } from "./commands.ts";
import { DoctorRun, type Examine } from "./doctor-run.ts";
import type { PageWorld } from "./page-bridge.ts";
import { builtPage, type PageFiles, readPageFiles } from "./page-files.ts";
import { PageHub } from "./page-hub.ts";
import { Pictures } from "./pictures.ts";

/** What the page works with. */
export interface PageOptions {
  readonly world: PageWorld;
  readonly broker: BrokerWatch;
  readonly rules: AccessRules;
  readonly clock: Clock;
  readonly hideSecrets: HideSecrets;
  /** The doctor, where there is one. */
  readonly examine?: Examine | undefined;
  /** Where the built page lies. */
  readonly folder?: string | undefined;
}

/** What stands behind the page: it follows the bridge from the beginning, so that who looks later sees what was. */
export class Page implements Disposable {
  readonly world: PageWorld;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly hub: PageHub;
  readonly commands: PageCommands;
  readonly pictures: Pictures;
  readonly answers: Answers;
  readonly doctor: DoctorRun | undefined;
  readonly #folder: string;
  readonly #ends: readonly (() => void)[];
  #files: PageFiles | undefined;

  constructor({ world, broker, rules, clock, hideSecrets, examine, folder = builtPage }: PageOptions) {
    const startedAt = clock.date().getTime();
    this.world = world;
    this.clock = clock;
    this.#folder = folder;
    this.control = new AccessControl(rules);
    this.commands = new PageCommands(clock);
    this.pictures = new Pictures(world.devices, clock);
    this.answers = new Answers(world.devices, hideSecrets);
    this.doctor = examine === undefined ? undefined : new DoctorRun(examine, () => this.hub.checkChanged());
    this.hub = new PageHub({
      world,
      clock,
      about: () => {
        const { version, baseTopic, findsPlayers } = world;
        const { broker: now, warnings } = broker;
        return { version, baseTopic, findsPlayers, startedAt, broker: now, warnings };
      },
      check: () => this.doctor?.check ?? null,
    });
    this.#ends = [
      broker.listen(() => this.hub.bridgeChanged()),
      world.bridge.observe((news) => {
        if (news.kind === "settled") this.commands.settled(news.asked, news.outcome);
      }),
    ];
  }

  /** What the build made, read when somebody looks for the first time. */
  get files(): PageFiles {
    return (this.#files ??= readPageFiles(this.#folder));
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
    this.doctor?.[Symbol.dispose]();
    this.hub[Symbol.dispose]();
  }
}
