import {
  announcementFilters,
  birthTopic,
  bridgeDiscoveryTopic,
  deviceTopic,
  mediaPlayerTopic,
} from "../../../extensions/home-assistant/discovery/discovery-topics.ts";
import { identityOfId } from "../../../extensions/home-assistant/discovery/identity.ts";
import { recognizeOwn } from "../../../extensions/home-assistant/discovery/recognize.ts";
import { fault, type Finding, good, note, skipped, warning } from "../finding.ts";
import type { Arrival } from "./broker-probe.ts";
import { isRefusal, named, rightAdvice, type RightsProbes } from "./check-rights.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

/** Two clients with the bridge's credentials; the reader has subscribed to `homeAssistantFilters` already. */
interface DiscoveryProbes extends RightsProbes {
  readonly refused: readonly string[];
  readonly prefix: string;
  readonly hasMediaPlayers: boolean;
  readonly isShownToWildcards: boolean;
}

export function homeAssistantFilters(prefix: string): string[] {
  return [...announcementFilters(prefix), birthTopic(prefix)];
}

export async function* checkHomeAssistant(probes: DiscoveryProbes): AsyncGenerator<Finding, void> {
  const { prefix, refused, reader } = probes;
  if (refused.length > 0) {
    yield fault(
      "discovery",
      translatable("subscription.refused", "the broker refuses the subscription to {topics}", {
        topics: named(refused),
      }),
      translatable(
        "advice.discovery-read",
        "give the user the right to read it (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false",
      ),
    );
  } else {
    yield await checkAnnouncing(probes);
    yield* checkBridgeAnnouncing(probes);
  }
  yield checkAnnounced(probes);
  const state = reader.messages.findLast(({ topic }) => topic === birthTopic(prefix))?.text;
  if (state === "online") yield good("birth", translatable("birth.online", "Home Assistant is online"));
  else if (state === "offline") {
    yield warning(
      "birth",
      translatable("birth.offline", "Home Assistant reports that it is offline"),
      translatable("advice.start-home-assistant", "start it, or look at its MQTT integration"),
    );
  } else {
    yield note(
      "birth",
      translatable(
        "birth.none",
        "no retained message on {topic}; this is normal, since Home Assistant publishes it without retain when it starts",
        { topic: birthTopic(prefix) },
      ),
    );
  }
}

/** Publishes an empty message on the topic of no device: it leaves nothing behind, and Home Assistant ignores it. */
async function checkAnnouncing(probes: DiscoveryProbes): Promise<Finding> {
  const { writer, reader, base, prefix, token, hasMediaPlayers } = probes;
  const identity = identityOfId(base, `check-${token}`);
  const topics = [
    deviceTopic(prefix, identity),
    ...(hasMediaPlayers ? [mediaPlayerTopic(prefix, identity)] : []),
  ];
  const outcomes = await Promise.all(topics.map((topic) => writer.publish(topic, "", true)));
  const unwanted = topics.filter((_topic, index) => isRefusal(outcomes[index]));
  if (unwanted.length > 0) {
    return fault(
      "discovery",
      translatable(
        "discovery.refused",
        "the broker refuses messages on {prefix}/device/+/config: players cannot be announced",
        { prefix },
      ),
      translatable(
        "advice.discovery-write",
        "give the user the right: topic readwrite {prefix}/device/+/config (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false",
        { prefix },
      ),
    );
  }
  if ((await reader.unreceived(topics)).length === 0)
    return good("discovery", translatable("discovery.possible", "players can be announced"));
  return warning(
    "discovery",
    translatable(
      "discovery.lost",
      "messages on {prefix}/device/+/config do not come back: the right to write or to read is missing",
      { prefix },
    ),
    translatable(
      "advice.discovery-both",
      "give the user both: topic readwrite {prefix}/device/+/config (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false",
      { prefix },
    ),
  );
}

/** The integration player2mqtt finds the bridge by a topic that is not below the base topic. */
async function* checkBridgeAnnouncing({
  writer,
  reader,
  base,
  token,
}: DiscoveryProbes): AsyncGenerator<Finding, void> {
  const topic = bridgeDiscoveryTopic(base, `check-${token}`);
  await reader.subscribe([topic], false);
  const outcome = await writer.publish(topic, "", true);
  if (isRefusal(outcome)) {
    yield warning(
      "integration",
      translatable(
        "integration.refused",
        "the broker refuses messages on player2mqtt-discovery/+: Home Assistant does not discover the bridge",
      ),
      rightAdvice("topic write player2mqtt-discovery/+"),
    );
  } else if (!(await reader.receives(topic))) {
    yield note(
      "integration",
      translatable(
        "integration.unread",
        "what others write on player2mqtt-discovery/+ is not corrected: the bridge may not read it",
      ),
      rightAdvice("topic read player2mqtt-discovery/+"),
    );
  }
}

function checkAnnounced({ reader, base, playerIds, isShownToWildcards }: DiscoveryProbes): Finding {
  const announced = announcedIds(reader.messages, base);
  const missing = playerIds.filter((id) => !announced.has(id));
  if (missing.length === 0) return good("announced", allAnnounced(playerIds.length));
  if (!isShownToWildcards) {
    return skipped(
      "announced",
      translatable(
        "not-checked.no-wildcards",
        "not checked: the broker sends no retained messages to wildcard subscriptions",
      ),
    );
  }
  return note(
    "announced",
    translatable("announced.missing", "not announced yet: {players}", { players: named(missing) }),
    translatable(
      "advice.announced",
      "a player is announced when the bridge runs and the player has answered once",
    ),
  );
}

function announcedIds(messages: readonly Arrival[], base: string): Set<string> {
  const own = messages.map(({ text }) => recognizeOwn(text));
  return new Set(own.flatMap((each) => (each?.id !== undefined && each.base === base ? [each.id] : [])));
}

function allAnnounced(count: number): Phrase {
  return count === 1
    ? translatable("announced.one", "the player is announced")
    : translatable("announced.all", "all {count} players are announced", { count });
}
