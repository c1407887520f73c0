import { setTimeout as sleep } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { ownerOf } from "../../src/core/fleet.ts";
import { startMosquitto } from "../../test/support/start-mosquitto.ts";
import { atMost, type Benchmark, progress, short } from "../support/bench.ts";
import { base, Bridges, measureUse, PollCount, type Reads, spreadOf } from "../support/bridges.ts";
import { GoPlayers } from "../support/go-players.ts";
import { Observer } from "../support/observer.ts";
import { players as playersOf, until } from "../support/subjects.ts";

/*
 * 10,000 players on four bridges, all on one machine: one bridge is killed and started again, and a fifth is added.
 * Scaled down, since two cores run everything: queues of three entries, answers without delay, nine of ten players at
 * rest, and the gentle pace with 10,000 players. Everything else is as by default, Mosquitto's limits included.
 */

const shards = 4;
const killed = 1;
/** One of so many players plays music. */
const playingShare = 10;
/** The pause of a service manager before it starts what has died. */
const restartAfterMs = 5000;
const receivedTopic = "$SYS/broker/messages/received";
/** After its first answer, a player counts as active for two minutes. */
const restAfterMs = 125_000;

const takeOverLimitMs = 300_000;

/** Messages that the broker received until it was quiet again. */
interface Burst {
  readonly messages: number;
  readonly ms: number;
}

/** Players beyond one process. */
export const fleet: Benchmark = {
  name: "fleet",
  about: "10,000 players on four bridges, one killed and one added; takes a quarter of an hour",
  document: "docs/fleet.md",
  run: async (workshop, { isQuick }) => {
    const count = isQuick ? 1000 : 10_000;
    const pace = isQuick ? "normal" : "gentle";
    const windowMs = isQuick ? 20_000 : 60_000;
    await using broker = await startMosquitto({ config: ["set_tcp_nodelay true", "sys_interval 1"] });
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
    const configure = (shardCount: number): void => {
      const config = {
        mqtt: { url: broker.url },
        fleet: { shardCount },
        poll: { pace },
        players: addresses.map(([id, address]) => ({ id, url: `http://${address}` })),
      };
      writeFileSync(file, JSON.stringify(config));
    };
    configure(shards);

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
    for (let index = 0; index < shards; index++) await bridges.start(index);
    await until(() => online.size === count, "all players are online", 600_000);
    const onlineMs = performance.now() - startedAt;
    progress(`all players are online after ${short(onlineMs / 1000)} s`);
    const atStart = await traffic.calm();
    progress(`${atStart.messages} messages in ${short(atStart.ms / 1000)} s`);
    await sleep(Math.max(0, onlineMs + restAfterMs - (performance.now() - startedAt)));

    const before = traffic.received;
    await polls.start();
    const pids = [...bridges.pids, broker.pid, ...groups.map(({ pid }) => pid)];
    const use = await measureUse(pids, windowMs);
    const { meant: undisturbed } = await polls.read(() => true);
    const messagesPerMinute = ((traffic.received - before) / windowMs) * 60_000;
    progress(`${undisturbed.lost} polls of ${short(undisturbed.due)} lost`);

    /** Waits until the players of this bridge of so many are polled by it. */
    const takeOver = async (index: number, of: number): Promise<{ meant: Reads; others: Reads }> => {
      const isMeant = (player: string): boolean => ownerOf(player, of) === `bridge-${index}`;
      let reads = await polls.read(isMeant);
      for (const since = performance.now(); reads.meant.takenOverMs.includes(0); ) {
        if (performance.now() - since > takeOverLimitMs) throw new Error(`bridge-${index} lacks players`);
        // Each look takes the players' time.
        await sleep(2000);
        reads = await polls.read(isMeant);
      }
      progress(`bridge-${index} has its players after ${spreadOf(reads.meant.takenOverMs)} s`);
      return reads;
    };
    traffic.mark();
    await polls.start();
    await bridges.kill(killed);
    await sleep(restartAfterMs);
    await bridges.start(killed);
    const restarted = await takeOver(killed, shards);
    const atRestart = await traffic.calm();

    traffic.mark();
    await polls.start();
    configure(shards + 1);
    await bridges.start(shards);
    const added = await takeOver(shards, shards + 1);
    const atAddition = await traffic.calm();

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
    const bursts: readonly (readonly [string, Burst])[] = [
      [`start of ${shards} bridges`, atStart],
      ["start of the killed bridge", atRestart],
      ["a fifth bridge", atAddition],
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
            row(
              `bridge killed, started again after ${restartAfterMs / 1000} s: its players`,
              restarted.meant,
            ),
            row("meanwhile the others", restarted.others),
            row("fifth bridge added: players that move", added.meant),
            row("meanwhile the others", added.others),
          ],
        },
        {
          title: "CPU and memory while undisturbed; the peak is that of the start",
          columns: [
            "",
            ...Array.from({ length: shards }, (_, index) => `bridge-${index}`),
            "broker",
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
          title: "Messages to the broker",
          columns: ["", "messages", "seconds"],
          rows: [
            ["undisturbed, a minute", short(messagesPerMinute), "60"],
            ...bursts.map(([what, { messages, ms }]) => [what, `${messages}`, short(ms / 1000)]),
          ],
        },
      ],
      goals: [
        atMost(9, "polls lost, undisturbed", 0, undisturbed.lost),
        atMost(9, "polls lost by others while a bridge is down", 0, restarted.others.lost),
        atMost(9, "polls lost by others while one is added", 0, added.others.lost),
      ],
    };
  },
};

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
    const [stepMs, quietSteps, limitMs] = [2000, 15, 400_000];
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
