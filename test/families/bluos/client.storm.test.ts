import { expect, it } from "vitest";
import type { PresetName } from "../../../simulator/bluos/presets.ts";
import type { SimulatedPlayer } from "../../../simulator/bluos/simulated-player.ts";
import { type Simulator, startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { Random } from "../../chaos/random.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { bridgeWith, clock, pass } from "./bridge-with.ts";
import { noteRequests, shortestGapMs } from "./note-requests.ts";

// Storms of faults, users and commands, made at random from a seed: afterwards every topic is true, every command has had one
// outcome, and the rules of the maker were kept. What is expected is written from docs/topics.md and the simulated player alone.

const models: Readonly<Record<string, PresetName>> = { den: "node", attic: "speaker", cellar: "fixed" };
const ids = Object.keys(models);

const faults = [
  "slow:150*3",
  "slow:900*1",
  "reset*2",
  "hang*1",
  "truncated*2",
  "html*2",
  "empty*1",
  "error:busy*2",
  "notFound*1",
  "newToken*2",
  "spinning*2",
  "bomb*1",
  "deep*1",
  "otherRoot*2",
  "http:500*2",
  "oversized*1",
  "redirect:http://127.0.0.1:1/*1",
  "ignores*1",
] as const;

const wishes = [
  ["music/playback", ["play", "pause", "stop", "next", "previous", "rewind"]],
  ["music/mode", ["list", "single", "shuffle"]],
  ["music/repeat", ["off", "one", "all"]],
  ["music/queue", ["2", "99"]],
  ["music/preset", ["Harbour FM", "Evening list"]],
  ["audio/input", ["arc-1", "spdif-1", "analog-1"]],
  ["volume", ["20", "+5", "-5", "101"]],
  ["mute", ["on", "off"]],
  ["sleep", ["30", "0"]],
  ["group", ["join den", "join attic", "leave", "add cellar"]],
] as const;

/** What somebody does at the player itself. */
const uses: readonly ((player: SimulatedPlayer, random: Random) => void)[] = [
  ({ leader }) => leader.pause(),
  ({ leader }) => leader.resume(),
  ({ leader }, random) => leader.playQueue(random.between(0, 11)),
  (player, random) => {
    player.level = random.between(0, 100);
    player.changed();
  },
  (player) => {
    player.isMuted = !player.isMuted;
    player.changed();
  },
  ({ leader }) => {
    leader.queue = leader.queue.slice(0, 5);
    leader.pid += 1;
    leader.playQueue(0);
  },
  ({ leader }) => {
    const [input] = leader.inputs;
    if (input !== undefined) leader.select({ kind: "input", input });
  },
];

it.each([2026, 77, 4711])(
  "every topic is true again after storm %i, each command has one outcome, and no resource was asked twice within a second",
  async (seed) => {
    const random = new Random(seed);
    const gapsOf = noteRequests(clock);
    const [first, ...others] = ids;
    if (first === undefined) throw new Error("nobody is there");
    const quick = { ...clock, bufferMs: 200, groupLagMs: 400, queueSize: 12 };
    const den = opened(await startSimulator({ ...quick, preset: models[first] ?? "node" }));
    const players = new Map<string, Simulator>([[first, den]]);
    for (const id of others) {
      const preset = models[id] ?? "node";
      players.set(id, opened(await startSimulator({ ...quick, preset, network: den.player.network })));
    }
    for (const { player } of players.values()) {
      player.queue = player.queue.map((track) => ({ ...track, seconds: 86_400 }));
      player.changed();
    }
    const { held, log, subscriber } = await bridgeWith(Object.fromEntries(players), {}, { family: "bluos" });
    const shown = (id: string, leaf: string): string => held(id, leaf) ?? "";
    await until(() => ids.every((id) => shown(id, "group") !== ""));

    const sent: string[] = [];
    for (let act = 0; act < 70; act += 1) {
      const id = random.pick(ids);
      const simulator = players.get(id) ?? den;
      const kind = random.between(0, 99);
      if (kind < 35) simulator.behaviors.add(random.pick(faults));
      else if (kind < 60) random.pick(uses)(simulator.player, random);
      else if (kind < 64) {
        await simulator.sleep();
        await pass(random.between(100, 1500));
        await simulator.wake();
      } else if (kind < 67) {
        simulator.cutPower();
        await pass(random.between(100, 2500));
        await simulator.wake();
      } else {
        const [control, requests] = random.pick(wishes);
        const transaction = `${seed}-${act}`;
        sent.push(transaction);
        await subscriber.send(
          `player2mqtt/${id}/${control}/set`,
          JSON.stringify({ value: random.pick(requests), transaction }),
        );
      }
      await pass(random.between(50, 350));
    }
    for (const { behaviors } of players.values()) behaviors.clear();
    await until(
      () => subscriber.results.filter(({ command }) => command !== "refresh").length >= sent.length,
      60_000,
    );
    // What failed would be read again within a minute.
    for (const id of ids) await subscriber.send(`player2mqtt/${id}/refresh/set`, "");
    await until(() => {
      expect(Object.fromEntries(ids.map((id) => [id, shownOf(id, shown)]))).toEqual(
        Object.fromEntries(ids.map((id) => [id, truthOf(id, players)])),
      );
      return true;
    }, 45_000);
    const ended = subscriber.results.map(({ transaction }) => transaction).filter((one) => one !== undefined);
    expect(ended).toHaveLength(sent.length);
    expect(new Set(ended)).toEqual(new Set(sent));
    for (const [id, { url }] of players) {
      for (const operation of ["Status", "SyncStatus", "Playlist", "Presets", "RadioBrowse"]) {
        const short = gapsOf(url, operation).filter((gap) => gap < shortestGapMs);
        expect([id, operation, short]).toEqual([id, operation, []]);
      }
    }
    expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  },
);

/** The topics that are compared, as they are published. */
function shownOf(id: string, shown: (id: string, leaf: string) => string): Readonly<Record<string, unknown>> {
  const { role, members } = JSON.parse(shown(id, "group") || "{}") as { role?: string; members?: string[] };
  return {
    availability: shown(id, "availability"),
    state: shown(id, "music/state"),
    title: shown(id, "music/title"),
    volume: shown(id, "volume"),
    mute: shown(id, "mute"),
    sleep: shown(id, "sleep"),
    input: shown(id, "audio/input"),
    repeat: shown(id, "music/repeat"),
    role,
    members: members?.toSorted(),
  };
}

/** The same from the state of the simulated player. */
function truthOf(id: string, players: ReadonlyMap<string, Simulator>): Readonly<Record<string, unknown>> {
  const player = players.get(id)?.player;
  if (player === undefined) throw new Error(`there is no ${id}`);
  const { leader } = player;
  const { heard } = leader;
  const idOf = (address: string): string =>
    [...players].find(([, { player: one }]) => one.address === address)?.[0] ?? address;
  const isInput = heard?.kind === "input";
  const role = player.slaves.length > 0 ? "primary" : "secondary";
  const isAlone = player.slaves.length === 0 && player.master === undefined;
  return {
    availability: "online",
    state: leader.isPlaying
      ? isInput
        ? "unknown"
        : "playing"
      : leader.state === "pause"
        ? "paused"
        : "idle",
    title:
      heard?.kind === "queue"
        ? (leader.track?.title ?? "")
        : heard?.kind === "stream"
          ? heard.lines[1] || heard.lines[0]
          : isInput
            ? shownName(heard.input)
            : "",
    volume: player.isFixed ? "" : String(player.level),
    mute: player.isMuted ? "on" : "off",
    sleep: leader.sleepMinutes === 0 ? "" : String(leader.sleepMinutes),
    // A member of a group lists its own inputs alone.
    input: isInput && player.inputs.includes(heard.input) ? (heard.input.typeIndex ?? heard.input.id) : "",
    repeat: heard?.kind === "queue" ? (["all", "one", "off"][leader.repeat] ?? "") : "",
    role: isAlone ? "none" : role,
    members: isAlone
      ? []
      : [player.address, ...(player.master === undefined ? [] : [player.master]), ...player.slaves]
          .map(idOf)
          .toSorted(),
  };
}

function shownName({
  text,
  inputType,
}: {
  readonly text?: string | undefined;
  readonly inputType: string;
}): string {
  return text ?? inputType;
}
