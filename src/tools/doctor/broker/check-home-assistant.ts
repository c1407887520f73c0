import {
  announcementFilters,
  birthTopic,
  deviceTopic,
  mediaPlayerTopic,
} from "../../../extensions/home-assistant/discovery/discovery-topics.ts";
import { identityOfId } from "../../../extensions/home-assistant/discovery/identity.ts";
import { recogniseOwn } from "../../../extensions/home-assistant/discovery/recognise.ts";
import type { IncomingMessage } from "../../../core/topics/message.ts";
import { fault, type Finding, good, note, skipped, warning } from "../finding.ts";
import type { BrokerProbe } from "./broker-probe.ts";
import { isRefusal, named } from "./check-rights.ts";

/** Two clients with the bridge's credentials; the reader has subscribed to `homeAssistantFilters` already. */
export interface HomeAssistantBench {
  readonly writer: BrokerProbe;
  readonly reader: BrokerProbe;
  readonly refused: readonly string[];
  readonly base: string;
  readonly prefix: string;
  readonly hasMediaPlayers: boolean;
  readonly playerIds: readonly string[];
  readonly token: string;
  /** Whether the broker sends what was announced to who subscribes with a wildcard. */
  readonly isShownToWildcards: boolean;
}

/** What the bridge listens to of Home Assistant. */
export function homeAssistantFilters(prefix: string): string[] {
  return [...announcementFilters(prefix), birthTopic(prefix)];
}

/** Whether players can be announced to Home Assistant, whether they are, and whether it was heard. */
export async function* checkHomeAssistant(bench: HomeAssistantBench): AsyncGenerator<Finding, void> {
  const { prefix, refused, reader } = bench;
  if (refused.length > 0) {
    yield fault(
      "discovery",
      `the broker refuses the subscription to ${named(refused)}`,
      `give the user the right to read it (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false`,
    );
  } else {
    yield await checkAnnouncing(bench);
  }
  yield checkAnnounced(bench);
  const birth = reader.messages.findLast(({ topic }) => topic === birthTopic(prefix));
  const state = birth === undefined ? undefined : Buffer.from(birth.payload).toString();
  if (state === "online") yield good("birth", "Home Assistant says that it is online");
  else if (state === "offline") {
    yield warning(
      "birth",
      "Home Assistant says that it is offline",
      "start it, or look at its MQTT integration",
    );
  } else {
    yield note(
      "birth",
      `nothing lies on ${birthTopic(prefix)}, which is usual: Home Assistant says so when it starts, and does not retain it`,
    );
  }
}

/** An empty message on a topic of nobody's: it leaves nothing, and Home Assistant has nothing to do about it. */
async function checkAnnouncing(bench: HomeAssistantBench): Promise<Finding> {
  const { writer, reader, base, prefix, token, hasMediaPlayers } = bench;
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
      `the broker does not let us publish on ${prefix}/device/+/config: players cannot be announced`,
      `give the user the right: topic readwrite ${prefix}/device/+/config (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false`,
    );
  }
  const heard = await Promise.all(topics.map((topic) => reader.heard((message) => message.topic === topic)));
  if (heard.every((message) => message !== undefined)) return good("discovery", "players can be announced");
  return warning(
    "discovery",
    `what is published on ${prefix}/device/+/config does not come back: the right to write or to read is missing`,
    `give the user both: topic readwrite ${prefix}/device/+/config (docs/acl.example.conf), or set HOMEASSISTANT_ENABLED=false`,
  );
}

function checkAnnounced({ reader, base, playerIds, isShownToWildcards }: HomeAssistantBench): Finding {
  const announced = announcedIds(reader.messages, base);
  const missing = playerIds.filter((id) => !announced.has(id));
  if (missing.length === 0) return good("announced", `${howMany(playerIds.length)} announced`);
  if (!isShownToWildcards) {
    return skipped("announced", "not looked for: the broker sends wildcards nothing that is retained");
  }
  return note(
    "announced",
    `not announced yet: ${named(missing)}`,
    "a player is announced when the bridge has run and the player has answered once",
  );
}

function announcedIds(messages: readonly IncomingMessage[], base: string): Set<string> {
  const own = messages.map(({ payload }) => recogniseOwn(Buffer.from(payload).toString()));
  return new Set(own.flatMap((each) => (each?.id !== undefined && each.base === base ? [each.id] : [])));
}

function howMany(count: number): string {
  return count === 1 ? "the player is" : `all ${count} players are`;
}
