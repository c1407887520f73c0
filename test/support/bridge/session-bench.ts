import { getEventListeners } from "node:events";
import { zidooRules } from "../../../src/families/zidoo/rules.ts";
import type { LibraryRules } from "../../../src/bridge/library.ts";
import { PlayerSession } from "../../../src/bridge/player-session.ts";
import { runSession } from "../../../src/bridge/run-session.ts";
import type { PlayerPort } from "../../../src/core/ports.ts";
import { type Command, type CommandTarget, wishFor } from "../../../src/core/controls/command.ts";
import type { SessionPolicy } from "../../../src/core/session/session.ts";
import { refreshedResourceNames } from "../../../src/core/resources/player.ts";
import { Counters } from "../../../src/core/session/counters.ts";
import { FakeClock } from "../fake-clock.ts";
import { bySchedule } from "../by-schedule.ts";
import { MemoryLog } from "./memory-log.ts";
import { RecordingBroker } from "./recording-broker.ts";
import { ScriptedPlayer } from "./scripted-player.ts";

const policy: SessionPolicy = {
  gapMs: 150,
  offlineAfter: 3,
  backoff: { firstMs: 1000, maxMs: 30_000 },
  phase: 0,
  idleFactor: 1,
  positionIntervalMs: 5000,
  rules: zidooRules,
  pace: bySchedule,
};

type BenchChange = Partial<SessionPolicy> & {
  readonly inboxSize?: number;
  readonly library?: LibraryRules;
  readonly sleepOff?: boolean;
};

type CommandFields = Partial<
  Omit<Command, "target" | "request" | "parsed"> & { readonly target: CommandTarget }
>;

/** One player's loop with all its dependencies under the control of a test. */
export class SessionBench implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly player = new ScriptedPlayer();
  readonly broker: RecordingBroker;
  readonly log = new MemoryLog();
  readonly counters = new Counters();
  readonly options: ConstructorParameters<typeof PlayerSession>[0];
  readonly session: PlayerSession;
  readonly ended: Promise<unknown>;
  readonly #stop = new AbortController();

  /** `open` makes another player than the scripted one; `world`: what runs of the bridge share. */
  constructor(
    change: BenchChange = {},
    open?: (clock: FakeClock) => PlayerPort,
    world: Partial<Pick<SessionBench, "clock" | "broker">> = {},
  ) {
    const { inboxSize = 8, library, sleepOff = false, ...rules } = change;
    this.clock = world.clock ?? new FakeClock();
    this.broker = world.broker ?? new RecordingBroker();
    this.options = {
      target: { base: "base", id: "den", name: "Den", address: "http://den:9529" },
      broker: this.broker,
      clock: this.clock,
      log: this.log,
      counters: this.counters,
      policy: { ...policy, ...rules },
      inboxSize,
      sleepOff,
      ...(library !== undefined && { library }),
      deadlineMs: 5000,
      startDelayMs: 0,
      longestStepMs: 5000,
    };
    this.session = new PlayerSession(this.options);
    const { clock, session } = this;
    const { signal } = this.#stop;
    const loop = runSession({ session, player: open?.(clock) ?? this.player, clock }, signal);
    this.ended = Promise.all([loop, session.runRoutines(signal)]);
    this.ended.catch(() => {});
  }

  /** A bench whose player has answered every poll once. */
  static async settled(change: BenchChange = {}): Promise<SessionBench> {
    const bench = new SessionBench(change);
    await bench.clock.advance(2000 + (2 + refreshedResourceNames.length) * (change.gapMs ?? policy.gapMs));
    bench.player.requests.length = 0;
    bench.broker.messages.length = 0;
    bench.log.lines.length = 0;
    return bench;
  }

  /** Sends a command; omitted fields have the usual values. */
  send(request: string, { target = "audio/input", ...change }: CommandFields = {}): void {
    const receivedAt = this.clock.now();
    this.session.offer({
      ...wishFor(target, request),
      transaction: undefined,
      replyTo: undefined,
      receivedAt,
      expiresAt: receivedAt + 5000,
      ...change,
    });
  }

  refresh(change: CommandFields = {}): void {
    this.send("", { target: "refresh", ...change });
  }

  /** The outcomes in short form: "TV applied". */
  get outcomes(): string[] {
    return this.broker.results.map(({ request, outcome }) => `${request} ${outcome}`.trim());
  }

  /** How many listeners the signal has that stops the loop. */
  get listeners(): number {
    return getEventListeners(this.#stop.signal, "abort").length;
  }

  stop(): void {
    this.#stop.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.clock.advance(2000);
    await this.ended.catch(() => {});
  }
}
