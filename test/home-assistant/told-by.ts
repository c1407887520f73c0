import { incoming } from "../support/bridge/incoming.ts";
import {
  about,
  birth,
  type BenchOptions,
  type BenchPlayer,
  byMac,
  deviceOf,
  type DiscoveryBench,
  end,
  restartBench,
  seconds,
} from "./discovery-bench.ts";
import { everything } from "./players.ts";

/** Something that happens; a restart gives the bench of the next run. */
export type Step = (bench: DiscoveryBench) => unknown;
/** Steps by the second at which they happen. */
type Story = Readonly<Record<number, Step | readonly Step[]>>;
export type Stories = Readonly<Record<string, readonly [story: Story, told: string, options?: BenchOptions]>>;

/** "player", "film", "media player" or "bridge"; before it the prefix, and after it the identity, if they are unusual. */
function nameOf(topic: string): string | undefined {
  if (topic.startsWith(about)) return `about${topic.slice(about.length)}`;
  if (topic === "player2mqtt/cinema/availability") return "states";
  const [, prefix, kind, film, identity = ""] =
    /^(.+)\/(device|media_player)\/(film_)?player2mqtt_(.+)\/config$/.exec(topic) ?? [];
  if (prefix === undefined) return undefined;
  const what = film === undefined ? kind?.replace("_", " ").replace("device", "player") : "film";
  const name =
    identity === "bridge" ? identity : [what, identity === "800a805e0053" ? [] : identity].flat().join(" ");
  return prefix === "homeassistant" ? name : `${prefix}: ${name}`;
}

/** The firmware, name and id in an announcement, if it has unusual ones, and whether it removes entities. */
function contentOf(payload: string): string[] {
  const found = [
    /"sw_version":"(v\d+)"/,
    /"name":"((?!Cinema|player2mqtt)[^"]+)","(?:connections|manufacturer|via_device)/,
    /"player2mqtt\/((?!cinema|bridge)[\w-]+)\//,
  ].flatMap((pattern) => pattern.exec(payload)?.[1] ?? []);
  return [...found, /:\{"platform":"\w+"\}/.test(payload) ? "removing" : []].flat();
}

/**
 * What is announced in the course of a story and three minutes after it: when, and whether it is the same as before or what is unusual about it; then the log.
 * The availability stands for all states of the player.
 */
export async function toldBy(first: DiscoveryBench, story: Story): Promise<string> {
  let bench = first;
  const { broker, clock } = bench;
  const begin = clock.now();
  const told: string[] = [];
  bench.log.lines.splice(0);
  const lines = [bench.log.lines];
  const own = new Map(broker.retained);
  broker.listen(({ topic, payload, isTooLarge = false }) => {
    const name = nameOf(topic);
    if (name === undefined) return;
    const isSame = payload === own.get(topic);
    if (payload !== "") own.set(topic, payload);
    const content = payload === "" ? [isTooLarge ? "too large" : "gone"] : contentOf(payload);
    told.push([(clock.now() - begin) / 1000, name, isSame ? "as it was" : content].flat().join(" "));
  });
  const inOrder = Object.entries(story).toSorted(([one], [other]) => Number(one) - Number(other));
  for (const [at, steps] of inOrder) {
    await clock.advance(begin + seconds(Number(at)) - clock.now());
    for (const step of [steps].flat()) {
      const next = await step(bench);
      if (typeof next !== "object") continue;
      bench = next as DiscoveryBench;
      lines.push(bench.log.lines);
    }
  }
  await clock.advance(seconds(180));
  end(bench);
  const logged = new Map<string, number>();
  for (const { message } of lines.flat()) {
    const short = message.split(/[:;]| to Home Assistant/)[0] ?? "";
    logged.set(short, (logged.get(short) ?? 0) + 1);
  }
  const counted = Array.from(logged, ([text, count]) => (count > 1 ? `${count} × ${text}` : text));
  return [...told, ...counted].join(", ");
}

export const connect: Step = (bench) => bench.connect();
export const hears =
  (topic: string, payload: string, change: Parameters<typeof incoming>[2] = {}): Step =>
  ({ homeAssistant }) =>
    homeAssistant.received(incoming(topic, payload, change));
export const delivers = hears(deviceOf("other"), "{}", { retain: true });
export const born = hears(birth, "online");
/** Another client writes a change of the player's own announcement. */
export const overwrites =
  (from: string, to: string): Step =>
  ({ broker, homeAssistant }) =>
    homeAssistant.received(incoming(byMac, (broker.retained.get(byMac) ?? "").replaceAll(from, to)));
export const lose: Step = ({ homeAssistant }) => homeAssistant.disconnected();
export const refuses: Step = ({ homeAssistant }) => homeAssistant.refused(byMac);
export const shows =
  (session = everything): Step =>
  ({ publish }) =>
    publish("cinema", session);
export const takesAtMost =
  (bytes: number): Step =>
  ({ broker }) =>
    (broker.maxPayloadBytes = bytes);

export const restarts =
  (change: BenchOptions = {}): Step =>
  (bench) =>
    restartBench(bench, change);
export const arranges =
  (...players: readonly BenchPlayer[]): Step =>
  (bench) =>
    bench.arrange(players);
