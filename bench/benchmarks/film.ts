import { setTimeout as sleep } from "node:timers/promises";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, progress } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { Players } from "../support/players.ts";
import { baseOf, startSubject } from "../support/subjects.ts";

/* What is published while a film plays, with default settings: counted for two minutes, told for an hour. */

const countedMs = 120_000;
const hourMs = 3_600_000;

/** Messages and bytes in an hour. */
export const film: Benchmark = {
  name: "film",
  about: "messages and bytes published in an hour in which a film plays",
  run: async (workshop, pace) => {
    await using broker = await startBroker();
    await using players = await Players.start(workshop, 1, { ...quiet, queueEntries: 50, isPlaying: true });
    let [messages, bytes] = [0, 0];
    const byTopic = new Map<string, number>();
    await using _observer = await Observer.connect(broker.port, ["#"], ({ topic, payload }) => {
      messages += 1;
      bytes += topic.length + payload.byteLength;
      byTopic.set(topic, (byTopic.get(topic) ?? 0) + 1);
    });
    await using _bridge = startSubject(workshop, "bridge", {
      players: players.addresses,
      brokerPort: broker.port,
    });
    await sleep(15_000);
    [messages, bytes] = [0, 0];
    byTopic.clear();
    const ms = pace.isQuick ? countedMs / 2 : countedMs;
    progress(`counting for ${ms / 1000} s`);
    await sleep(ms);
    const perHour = hourMs / ms;
    const kb = (bytes * perHour) / 1024;
    return {
      tables: [
        {
          title: `In an hour, as counted in ${ms / 1000} s and multiplied by ${perHour}: ${messages * perHour} messages, ${kb.toFixed(0)} KB with their topics`,
          columns: ["topic", "messages in an hour"],
          rows: [...byTopic]
            .toSorted(([, a], [, b]) => b - a)
            .map(([topic, count]) => [topic.replace(baseOf("bridge"), "player2mqtt"), `${count * perHour}`]),
        },
      ],
      goals: [atMost(8, "messages in an hour", 800, messages * perHour), atMost(8, "KB in an hour", 150, kb)],
    };
  },
};
