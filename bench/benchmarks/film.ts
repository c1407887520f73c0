import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/free-port.ts";
import { atMost, type Benchmark, progress } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { startProgram } from "../support/programs.ts";
import { baseOf, builtProgram, startSubject } from "../support/subjects.ts";

/*
 * Messages published while a film plays with default settings, extrapolated to an hour. The player is the program's own
 * simulator, which answers every operation. Its music is paused, and its film is longer than the window.
 */

const countedMs = 200_000;
/** By then the start is over, and Home Assistant has all announcements. */
const settleMs = 15_000;
const hourMs = 3_600_000;

/** Messages and bytes in an hour. */
export const film: Benchmark = {
  name: "film",
  about: "messages and bytes published in an hour in which a film plays",
  run: async (workshop, pace) => {
    await using broker = await startBroker();
    const port = await freePort();
    await using _player = startProgram(process.execPath, [builtProgram(), "simulate", "--port", `${port}`]);
    const base = baseOf("bridge");
    const heard = new Map<string, { messages: number; bytes: number }>();
    await using observer = await Observer.connect(broker.port, ["#"], ({ topic, payload }) => {
      const { messages, bytes } = heard.get(topic) ?? { messages: 0, bytes: 0 };
      heard.set(topic, { messages: messages + 1, bytes: bytes + topic.length + payload.byteLength });
    });
    await using _bridge = startSubject(workshop, "bridge", {
      players: [`127.0.0.1:${port}`],
      brokerPort: broker.port,
    });
    await sleep(settleMs / 2);
    observer.send(`${base}/p0/music/playback/set`, "pause");
    await sleep(settleMs / 2);
    const state = heard.get(`${base}/p0/video/state`);
    if (state === undefined) throw new Error("the bridge told nothing of the film");
    heard.clear();
    const ms = pace.isQuick ? countedMs / 3 : countedMs;
    progress(`counting for ${Math.round(ms / 1000)} s`);
    await sleep(ms);
    const perHour = hourMs / ms;
    const inAnHour = (count: number): number => Math.round(count * perHour);
    const all = [...heard.values()];
    const messages = inAnHour(all.reduce((sum, one) => sum + one.messages, 0));
    const kb = (all.reduce((sum, one) => sum + one.bytes, 0) * perHour) / 1024;
    return {
      tables: [
        {
          title: `In an hour, as counted in ${Math.round(ms / 1000)} s: ${messages} messages, ${kb.toFixed(0)} KB with their topics`,
          columns: ["topic", "messages in an hour", "KB"],
          rows: [...heard]
            .toSorted(([, a], [, b]) => b.messages - a.messages)
            .map(([topic, one]) => [
              topic.replace(base, "player2mqtt"),
              `${inAnHour(one.messages)}`,
              ((one.bytes * perHour) / 1024).toFixed(1),
            ]),
        },
      ],
      goals: [atMost(8, "messages in an hour", 800, messages), atMost(8, "KB in an hour", 150, kb)],
    };
  },
};
