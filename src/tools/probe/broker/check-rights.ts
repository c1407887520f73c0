import {
  commandFilters,
  commandTopics,
  pagesFilter,
  playerTopic,
  probeIdOf,
} from "../../../core/topics/topics.ts";
import { fault, type Finding, good, note, skipped, warning } from "../finding.ts";
import type { BrokerProbe, Outcome } from "./broker-probe.ts";
import { type Phrase, type PhraseValue, translatable } from "../../../lib/phrase.ts";

/** Two clients with the bridge's credentials, and the topics to try. */
export interface RightsProbes {
  readonly writer: BrokerProbe;
  readonly reader: BrokerProbe;
  readonly base: string;
  readonly token: string;
  readonly playerIds: readonly string[];
}

/** The most topics named in one sentence; the rest is counted. */
const maxNamed = 3;

/** Probes are published without retain, on topics that nobody subscribes to and that have no meaning. */
export async function* checkRights(probes: RightsProbes): AsyncGenerator<Finding, void> {
  const { base } = probes;
  const refused = await refusedWrites(probes);
  if (refused.length > 0) {
    yield fault(
      "write",
      translatable("write.refused", "the broker refuses messages on {topics}", { topics: named(refused) }),
      rightAdvice(`topic write ${base}/#`),
    );
  } else {
    const isReported = probes.writer.info.protocol === 5;
    yield isReported
      ? good("write", translatable("write.granted", "this user may publish below {base}/", { base }))
      : skipped(
          "write",
          translatable(
            "write.unreported",
            "MQTT 3.1.1 does not report whether messages below {base}/ are accepted",
            { base },
          ),
        );
  }
  yield await checkCommands(probes, refused.length === 0);
  if (refused.length === 0) yield* checkCorrections(probes);
}

/** Tries one topic of the bridge and one of each player: rights may be given one by one. */
async function refusedWrites({ writer, base, token, playerIds }: RightsProbes): Promise<string[]> {
  const topics = [`${base}/bridge/check/${token}`, ...playerIds.map((id) => `${base}/${id}/check/${token}`)];
  const refused: string[] = [];
  const atOnce = Math.min(writer.info.limits.receiveMaximum, 20);
  for (let from = 0; from < topics.length; from += atOnce) {
    const part = topics.slice(from, from + atOnce);
    const outcomes = await Promise.all(part.map((topic) => writer.publish(topic, "")));
    refused.push(...part.filter((_topic, index) => isRefusal(outcomes[index])));
    // One refusal closed the connection for all; which one it was is unknown.
    if (outcomes.some((outcome) => outcome.kind === "cut")) break;
  }
  return refused.map((topic) => topic.slice(0, -`/check/${token}`.length).concat("/#"));
}

/** Checks whether commands can arrive: all subscriptions of the bridge, and a message that has to come back. */
async function checkCommands(
  { writer, reader, base, token, playerIds }: RightsProbes,
  mayWrite: boolean,
): Promise<Finding> {
  const filters = [...commandFilters(base, "+"), ...playerIds.map((id) => pagesFilter(base, id))];
  const advice = rightAdvice(`topic read ${base}/+/+/set, topic read ${base}/+/+/+/set`);
  const refused = await reader.subscribe(filters, false);
  if (refused.length > 0) {
    return fault(
      "commands",
      translatable("subscription.refused", "the broker refuses the subscription to {topics}", {
        topics: named(refused),
      }),
      advice,
    );
  }
  if (!mayWrite)
    return good(
      "commands",
      translatable("commands.granted", "{count} subscriptions are granted", { count: filters.length }),
    );
  // Below the bridge's own name they would prove nothing: it may read everything there.
  const probeId = probeIdOf(token);
  const probes = commandTopics(base, probeId);
  await reader.subscribe(commandFilters(base, probeId), false);
  await Promise.all(probes.map((topic) => writer.publish(topic, "")));
  const lost = await reader.unreceived(probes);
  if (lost.length === 0)
    return good(
      "commands",
      translatable("commands.arrive", "commands arrive: subscriptions are granted, and a probe came back"),
    );
  return warning(
    "commands",
    translatable(
      "commands.lost",
      "subscriptions are granted, but messages on {topics} do not arrive: the right to read may be missing (Mosquitto grants every subscription, but then sends nothing)",
      { topics: named(lost) },
    ),
    translatable(
      "advice.maybe-false",
      "{advice}. If you give rights player by player, this may be a false alarm",
      { advice },
    ),
  );
}

/** Checks whether the bridge hears what others write on the availability of its players: else it cannot correct that. */
async function* checkCorrections({
  writer,
  reader,
  base,
  token,
}: RightsProbes): AsyncGenerator<Finding, void> {
  const id = probeIdOf(token);
  const topic = playerTopic(base, id, "availability");
  await reader.subscribe([topic], false);
  await writer.publish(topic, "");
  const lost = await reader.unreceived([topic]);
  if (lost.length === 0) return;
  yield note(
    "corrections",
    translatable(
      "corrections.lost",
      "what others write on the availability of a player is not corrected: the bridge may not read it",
    ),
    rightAdvice(`topic read ${base}/+/availability`),
  );
}

/** What to do about a missing right, in the words of Mosquitto's file. */
export function rightAdvice(right: string): Phrase {
  return translatable("advice.right", "give the user the right: {right} (docs/acl.example.conf)", { right });
}

export function isRefusal(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "refused" || outcome?.kind === "cut";
}

export function named(all: readonly string[]): PhraseValue {
  const topics = all.slice(0, maxNamed).join(", ");
  const count = all.length - maxNamed;
  return count > 0 ? translatable("topics.more", "{topics} and {count} more", { topics, count }) : topics;
}
