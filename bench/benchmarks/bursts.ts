import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Benchmark, type Report, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { type Heard, Observer } from "../support/observer.ts";
import type { Workshop } from "../support/programs.ts";
import { percentile } from "../support/statistics.ts";
import { ensureRuns, players, startRig, until } from "../support/subjects.ts";

/*
 * Many commands at once: somebody turns a knob at a player, then a program that has gone wrong floods it. Its topics are as
 * late as without them, and so are other players' commands.
 */

const base = "bridge";
const tags = ["XMOS", "BT", "SPDIF", "RCA"] as const;
const burst = { commands: 50, ms: 20_000, changes: 10 } as const;
const flood = { commands: 50_000, ms: 5000, waves: 500, others: 20 } as const;
/** Without a burst, as goal 1 has it. */
const noticedMs = 1500;
const mostLaterMs = 1000;

export const bursts: Benchmark = {
  name: "bursts",
  about: "topics in a burst of 50 commands, and other players' commands in a flood of 50,000",
  run: (workshop) => measureBursts(workshop),
};

export async function measureBursts(workshop: Workshop): Promise<Report> {
  await using broker = await startBroker();
  const seen = new Map<string, Heard>();
  let losses = 0;
  const heard = ["music/title", "audio/input"].map((leaf) => `${base}/+/${leaf}`);
  await using observer = await Observer.connect(broker.port, [...heard, `${base}/bridge/state`], (one) => {
    seen.set(one.topic, one);
    if (one.topic === `${base}/bridge/state` && one.payload.toString() !== "online") losses += 1;
  });
  await using flooder = await Observer.connect(broker.port, [], () => {});
  await using rig = await startRig(workshop, "bridge", {
    players: players("audio", 10),
    doing: "music",
    brokerPort: broker.port,
    reads: [],
    base,
  });
  const untilShown = async (leaf: string, payload: string): Promise<number> => {
    const message = (): Heard | undefined => seen.get(`${base}/${leaf}`);
    await until(() => message()?.payload.toString() === payload, `${leaf} is ${payload}`);
    return message()?.atMs ?? Number.NaN;
  };
  const command = (player: number, count: number): string => {
    const tag = tags[count % tags.length] ?? "";
    observer.send(`${base}/p${player}/audio/input/set`, tag);
    return tag;
  };
  await until(() => seen.has(`${base}/p9/music/title`), "all players are shown");
  // Until they are announced, changes wait behind their announcements.
  await sleep(10_000);

  const sendBurst = async (): Promise<void> => {
    for (let count = 0; count < burst.commands; count++) {
      command(0, count);
      await sleep(burst.ms / burst.commands);
    }
  };
  const noticed: number[] = [];
  const changeByHand = async (): Promise<void> => {
    for (let count = 0; count < burst.changes; count++) {
      const since = performance.now();
      const [made] = await rig.players.change([Object.keys(rig.players.addresses)[0] ?? ""], "track");
      noticed.push((await untilShown("p0/music/title", made?.value ?? "")) - since);
      await sleep(Math.max(0, since + burst.ms / burst.changes - performance.now()));
    }
  };
  await Promise.all([sendBurst(), changeByHand()]);

  const others: Promise<number>[] = [];
  for (let wave = 0; wave < flood.waves; wave++) {
    for (let sent = 0; sent < flood.commands / flood.waves; sent++)
      flooder.send(`${base}/p0/audio/input/set`, "XMOS");
    const count = wave / (flood.waves / flood.others);
    if (Number.isInteger(count)) {
      const [player, since] = [1 + (count % 9), performance.now()];
      const shown = untilShown(`p${player}/audio/input`, command(player, 1 + Math.floor(count / 9)));
      others.push(shown.then((atMs) => atMs - since));
    }
    await sleep(flood.ms / flood.waves);
  }
  const answered = await Promise.all(others);
  ensureRuns(rig);

  const row = (what: string, times: readonly number[]): string[] => [
    what,
    short(percentile(times, 50)),
    short(Math.max(...times)),
  ];
  return {
    tables: [
      {
        title: "Milliseconds",
        columns: ["", "p50", "longest"],
        rows: [
          row("change by hand, while 50 commands come in 20 s", noticed),
          row("another player's command, while 50,000 come in 5 s", answered),
        ],
      },
    ],
    goals: [
      atMost(11, "a change by hand in a burst", noticedMs + mostLaterMs, Math.max(...noticed), " ms"),
      atMost(11, "another player's command in a flood", mostLaterMs, Math.max(...answered), " ms"),
      atMost(11, "connections lost in a flood", 0, losses),
    ],
  };
}
