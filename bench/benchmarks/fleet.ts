import { setTimeout as sleep } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { startNats } from "../../test/support/start-nats.ts";
import { startMosquitto } from "../../test/support/start-mosquitto.ts";
import { atMost, type Benchmark, type GoalCheck, progress, short } from "../support/bench.ts";
import { base, bridgeOf, Bridges, measureUse, PollCount, type Reads, spreadOf } from "../support/bridges.ts";
import { GoPlayers } from "../support/go-players.ts";
import { Observer } from "../support/observer.ts";
import { players as playersOf, until } from "../support/subjects.ts";

/*
 * 10,000 players on four bridges, all on one machine: one bridge is killed for good, one is frozen until the others have
 * its players, and wakes.
 * Scaled down, since two cores run everything: queues of three entries, answers without delay, nine of ten players at
 * rest, and the gentle pace with 10,000 players. Everything else is as by default, Mosquitto's limits included.
 */

const size = 4;
const [killed, frozen] = [1, 2];
/** One of so many players plays music. */
const playingShare = 10;
const receivedTopic = "$SYS/broker/messages/received";
/** After its first answer, a player counts as active for two minutes. */
const restAfterMs = 125_000;

const takeOverLimitMs = 600_000;

/** Messages that the broker received until it was quiet again. */
interface Burst {
  readonly messages: number;
  readonly ms: number;
}

/** The polls while something changed, of the players that move and of the others, and the messages. */
interface Change {
  readonly meant: Reads;
  readonly others: Reads;
  readonly burst: Burst;
}

/** Players beyond one process. */
export const fleet: Benchmark = {
  name: "fleet",
  about: "10,000 players on four bridges, one killed and one frozen; takes ten minutes",
  run: async (workshop, { isQuick }) => {
    const count = isQuick ? 1000 : 10_000;
    const pace = isQuick ? "normal" : "gentle";
    const windowMs = isQuick ? 20_000 : 60_000;
    await using broker = await startMosquitto({
      config: ["set_tcp_nodelay true", "sys_interval 1", "max_queued_messages 0"],
    });
    await using store = await startNats();
    // A process may have twenty thousand files open, and each player needs two.
    await using lower = await GoPlayers.start(workshop, playersOf("audio", count / 2, { queue: 3 }));
    await using upper = await GoPlayers.start(
      workshop,
      playersOf("audio", count / 2, { queue: 3, first: count / 2 }),
    );
    const groups = [lower, upper];
    const addresses = groups.flatMap((group) => Object.entries(group.addresses));
    const playing = new Set<string>();
    for (const group of groups) {
      const some = Object.keys(group.addresses).filter((_name, number) => number % playingShare === 0);
      await group.change(some, "music");
      for (const name of some) playing.add(name);
    }
    const polls = new PollCount(groups, playing, pace);
    const file = workshop.write("json", "");
    const config = {
      mqtt: { url: broker.url },
      fleet: { url: store.url },
      poll: { pace },
      players: addresses.map(([id, address]) => ({ id, url: address })),
    };
    writeFileSync(file, JSON.stringify(config));

    const traffic = new Traffic(count / playingShare);
    const online = new Set<string>();
    const topics = [receivedTopic, `${base}/+/availability`];
    await using _observer = await Observer.connect(broker.port, topics, ({ topic, payload }) => {
      if (topic === receivedTopic) traffic.received = Number(payload.toString());
      else if (payload.toString() === "online") online.add(topic);
      else online.delete(topic);
    });
    await using bridges = new Bridges(file);
    const startedAt = performance.now();
    traffic.mark();
    for (let index = 0; index < size; index++) await bridges.start(index);
    await until(() => online.size === count, "all players are online", 1_200_000);
    const onlineMs = performance.now() - startedAt;
    // The first one to be there may have taken what it hands over now.
    await until(() => bridges.areReady(), "each bridge has its players", 1_200_000);
    progress(`all players are online after ${short(onlineMs / 1000)} s`);
    const atStart = await traffic.calm();
    progress(`${atStart.messages} messages in ${short(atStart.ms / 1000)} s`);
    await sleep(Math.max(0, onlineMs + restAfterMs - (performance.now() - startedAt)));

    const before = traffic.received;
    await polls.start();
    const pids = [...bridges.pids, broker.pid, store.pid, ...groups.map(({ pid }) => pid)];
    const use = await measureUse(pids, windowMs);
    const { meant: undisturbed } = await polls.read(() => true);
    const messagesPerMinute = ((traffic.received - before) / windowMs) * 60_000;
    progress(`${undisturbed.lost} polls of ${short(undisturbed.due)} lost`);

    /** Waits until each of these players was polled by another bridge than before. */
    const takeOver = async (isMeant: (player: string) => boolean): Promise<Change> => {
      let reads = await polls.read(isMeant);
      for (const since = performance.now(); reads.meant.takenOverMs.includes(0); ) {
        if (performance.now() - since > takeOverLimitMs) throw new Error("some players are not taken over");
        // Each look takes the players' time.
        await sleep(2000);
        reads = await polls.read(isMeant);
      }
      progress(`taken over after ${spreadOf(reads.meant.takenOverMs)} s`);
      return { ...reads, burst: await traffic.calm() };
    };
    const change = async (isMeant: (player: string) => boolean, act: () => unknown): Promise<Change> => {
      traffic.mark();
      await polls.start();
      await act();
      return takeOver(isMeant);
    };
    const all = [...Array(size).keys()];
    const left = all.filter((index) => index !== killed);
    const died = await change(
      (player) => bridgeOf(player, all) === killed,
      () => bridges.kill(killed),
    );
    const isFrozens = (player: string): boolean => bridgeOf(player, left) === frozen;
    const stoodStill = await change(isFrozens, () => bridges.signal(frozen, "SIGSTOP"));
    const woke = await change(isFrozens, () => bridges.signal(frozen, "SIGCONT"));

    const row = (
      what: string,
      { players: some, due, made, lost, longestMs, takenOverMs }: Reads,
    ): string[] => [
      what,
      `${some}`,
      `${Math.round(due)}`,
      `${made}`,
      `${lost}`,
      spreadOf(longestMs),
      takenOverMs.every((ms) => ms > 0) ? spreadOf(takenOverMs) : "",
    ];
    const changes = [
      ["bridge killed for good: its players", died],
      ["bridge frozen: its players", stoodStill],
      ["the frozen bridge wakes: its players", woke],
    ] as const;
    const bursts: readonly (readonly [string, Burst])[] = [
      [`start of ${size} bridges`, atStart],
      ...changes.map(([what, { burst }]) => [what.replace(/:.*/, ""), burst] as const),
    ];
    return {
      tables: [
        {
          title: `Polls of ${count} players, one of ${playingShare} playing, \`poll.pace: ${pace}\``,
          columns: [
            "",
            "players",
            "due",
            "made",
            "lost",
            "not polled for, s: p50, p99, most",
            "first poll by the new bridge after, s: p50, p99, most",
          ],
          rows: [
            row(`undisturbed for ${windowMs / 1000} s`, undisturbed),
            ...changes.flatMap(([what, { meant, others }]) => [
              row(what, meant),
              row("meanwhile the others", others),
            ]),
          ],
        },
        {
          title: "CPU and memory while undisturbed; the peak is that of the start",
          columns: [
            "",
            ...Array.from({ length: size }, (_, index) => `bridge-${index}`),
            "broker",
            "store",
            "players",
            "players",
          ],
          rows: [
            ["of a core", ...use.map(({ percent }) => `${short(percent)} %`)],
            ["waited for a core", ...use.map(({ waitedPercent }) => `${short(waitedPercent)} %`)],
            ["memory, MB", ...use.map(({ mb }) => short(mb))],
            ["at most, MB", ...use.map(({ peakMb }) => short(peakMb))],
          ],
        },
        {
          title: "Messages to the broker until it is quiet, for a minute at most",
          columns: ["", "messages", "seconds"],
          rows: [
            ["undisturbed, a minute", short(messagesPerMinute), "60"],
            ...bursts.map(([what, { messages, ms }]) => [what, `${messages}`, short(ms / 1000)]),
          ],
        },
      ],
      goals: [
        atMost(9, "polls lost, undisturbed", 0, undisturbed.lost),
        ...changes.map(([what, { others }]) =>
          atMost(9, `polls lost by others, ${what.replace(/:.*/, "")}`, 0, others.lost),
        ),
        takenOver("first poll after a bridge was killed: all", 15_000, died),
        takenOver("first poll after a bridge was frozen: all", 15_000, stoodStill),
      ],
    };
  },
};

/** Each player that is taken may add ten milliseconds. */
function takenOver(what: string, limitMs: number, { meant }: Change): GoalCheck {
  return atMost(9, what, limitMs + 10 * meant.players, Math.max(...meant.takenOverMs), "ms");
}

/** Messages that the broker receives. */
class Traffic {
  received = 0;
  readonly #usualPerSecond: number;
  #since = 0;
  #before = 0;

  constructor(playing: number) {
    // Each player that plays publishes its position every five seconds; twice that is still quiet.
    this.#usualPerSecond = (2 * playing) / 5;
  }

  mark(): void {
    this.#since = performance.now();
    this.#before = this.received;
  }

  /** Waits until little is published for a while; what came until then. */
  async calm(): Promise<Burst> {
    // A bridge that starts reads for a while before it publishes what it has read.
    const [stepMs, quietSteps, limitMs] = [2000, 15, 60_000];
    const until = performance.now() + limitMs;
    let burst: Burst = { messages: this.received - this.#before, ms: performance.now() - this.#since };
    for (let quiet = 0; quiet < quietSteps && performance.now() < until; ) {
      const before = this.received;
      await sleep(stepMs);
      const isQuiet = this.received - before < (this.#usualPerSecond * stepMs) / 1000;
      quiet = isQuiet ? quiet + 1 : 0;
      if (!isQuiet) burst = { messages: this.received - this.#before, ms: performance.now() - this.#since };
    }
    return burst;
  }
}
