import { commandTopics, longestPlayerId, pagesFilter } from "../../../core/topics/topics.ts";
import { fault, type Finding, good, skipped, warning } from "../finding.ts";
import type { BrokerProbe, Outcome } from "./broker-probe.ts";

/** Two clients with the bridge's credentials, and what they need to know. */
export interface RightsBench {
  readonly writer: BrokerProbe;
  readonly reader: BrokerProbe;
  readonly base: string;
  readonly token: string;
  readonly playerIds: readonly string[];
}

/** Topics named in one sentence; the rest is counted. */
const mostNamed = 3;

/**
 * Tries the rights on the bridge's topics: probes are published, not retained, where nobody listens, and nothing is
 * ever said on a topic that means something.
 */
export async function* checkRights(bench: RightsBench): AsyncGenerator<Finding, void> {
  const { base } = bench;
  const refused = await refusedWrites(bench);
  if (refused.length > 0) {
    yield fault(
      "write",
      `the broker does not let us publish on ${named(refused)}`,
      `give the user the right to write: topic write ${base}/# (docs/acl.example.conf)`,
    );
  } else {
    const isTold = bench.writer.info.protocol === 5;
    yield isTold
      ? good("write", `we may publish below ${base}/`)
      : skipped("write", `MQTT 3.1.1 does not tell whether a message below ${base}/ was taken`);
  }
  yield await checkCommands(bench, refused.length === 0);
}

/** One topic of the bridge, and one of each player: rights may be given one by one. */
async function refusedWrites({ writer, base, token, playerIds }: RightsBench): Promise<string[]> {
  const topics = [`${base}/bridge/check/${token}`, ...playerIds.map((id) => `${base}/${id}/check/${token}`)];
  const refused: string[] = [];
  const atOnce = Math.min(writer.info.limits.receiveMaximum, 20);
  for (let from = 0; from < topics.length; from += atOnce) {
    const part = topics.slice(from, from + atOnce);
    const outcomes = await Promise.all(part.map((topic) => writer.publish(topic, "")));
    refused.push(...part.filter((_topic, index) => isRefusal(outcomes[index])));
    // One refusal cut the others off as well: which one it was, nobody says.
    if (outcomes.some((outcome) => outcome.kind === "cut")) break;
  }
  return refused.map((topic) => topic.slice(0, -`/check/${token}`.length).concat("/#"));
}

/** Whether commands can arrive: every subscription of the bridge, and a message that comes through. */
async function checkCommands(
  { writer, reader, base, token, playerIds }: RightsBench,
  mayWrite: boolean,
): Promise<Finding> {
  const filters = playerIds.flatMap((id) => [...commandTopics(base, id), pagesFilter(base, id)]);
  const advice = `give the user the right to read: topic read ${base}/+/+/set and ${base}/+/+/+/set (docs/acl.example.conf)`;
  const refused = await reader.subscribe(filters.map((filter) => ({ filter, wantsRetained: false })));
  if (refused.length > 0) {
    return fault("commands", `the broker refuses the subscription to ${named(refused)}`, advice);
  }
  if (!mayWrite) return good("commands", `${filters.length} subscriptions are granted`);
  // No player's id is so long, so nobody takes these for a command. The bridge's own name would be no proof: it may read
  // whatever is said below that.
  const probes = commandTopics(base, token.padEnd(longestPlayerId + 1, "-"));
  await reader.subscribe(probes.map((filter) => ({ filter, wantsRetained: false })));
  await Promise.all(probes.map((topic) => writer.publish(topic, "")));
  const heard = await Promise.all(probes.map((topic) => reader.heard((message) => message.topic === topic)));
  const lost = probes.filter((_topic, index) => heard[index] === undefined);
  if (lost.length === 0)
    return good("commands", "commands can arrive: subscriptions are granted, and a probe came through");
  return warning(
    "commands",
    `subscriptions are granted, but what is sent on ${named(lost)} does not arrive: the right to read may be missing (Mosquitto grants every subscription, and sends nothing)`,
    `${advice}. If rights are given player by player, this may be all right`,
  );
}

/** Whether the broker clearly did not want a message. */
export function isRefusal(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "refused" || outcome?.kind === "cut";
}

/** Topics for a sentence. */
export function named(topics: readonly string[]): string {
  const more = topics.length - mostNamed;
  return `${topics.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
