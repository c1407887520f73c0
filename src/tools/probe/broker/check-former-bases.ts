import { readRecord } from "../../../core/topics/bridge-record.ts";
import { asText, parseObject } from "../../../core/resources/json.ts";
import {
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  infoPagesFilter,
  parseBridgeTopic,
  splitTopic,
} from "../../../core/topics/topics.ts";
import { identityOfId } from "../../../extensions/home-assistant/discovery/identity.ts";
import { formerBase } from "../../../extensions/home-assistant/former-bases.ts";
import { translatable } from "../../../lib/phrase.ts";
import { type Finding, note } from "../finding.ts";
import type { Arrival } from "./broker-probe.ts";
import { named } from "./check-rights.ts";

interface FormerBasesCheck {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly playerIds: readonly string[];
}

/** The base topics of other bridges of this name, by their announcements. */
export function formerBasesIn(messages: readonly Arrival[], base: string, bridge: string): string[] {
  return [...new Set(messages.flatMap(({ topic, text }) => formerBase(topic, text, base, bridge) ?? []))];
}

export function formerBaseFilters(base: string, bridge: BridgeName): string[] {
  return [bridgeStates(base), `${base}/+/info`, infoPagesFilter(base, bridge)];
}

/** Lists base topics at which the bridge may have been before, and whether it clears them. */
export function* checkFormerBases(
  messages: readonly Arrival[],
  { base, bridge, playerIds }: FormerBasesCheck,
): Generator<Finding, void> {
  const own = new Set(identitiesIn(messages, base).values());
  for (const former of formerBasesIn(messages, base, bridge)) {
    const there = identitiesIn(messages, former);
    const isSure = (id: string): boolean => own.has(there.get(id) ?? "");
    // The identity of a player without a MAC follows from the base topic.
    const isLikely = (id: string): boolean =>
      playerIds.includes(id) && there.get(id) === identityOfId(former, id);
    const found = [...there.keys()].filter((id) => isSure(id) || isLikely(id));
    if (found.length === 0) continue;
    const states = messages.filter(({ topic }) => isBridgeState(former, topic));
    const last = new Map(states.map(({ topic, text }) => [topic, text]));
    const pages = new Map(
      messages.flatMap(({ topic, text }) => {
        const { bridge: name, leaf, page = 0 } = parseBridgeTopic(former, topic) ?? {};
        return name === bridge && leaf === "info" ? [[page, text] as const] : [];
      }),
    );
    const isWhole = readRecord(pages)?.players.every(isSure) === true;
    yield note(
      "former-base",
      translatable("former-base.found", "below {base} are topics of the same players: {players}", {
        base: former,
        players: named(found),
      }),
      [...last.values()].includes("online")
        ? translatable(
            "advice.former-base-online",
            "a bridge runs there, too: each player needs one bridge only",
          )
        : isWhole && last.get(bridgeTopic(former, "state", bridge)) === "offline"
          ? translatable("advice.former-base-own", "the bridge clears them when none has run there for a day")
          : translatable(
              "advice.former-base-left",
              "not all of them are certain to be of this bridge, which leaves those; to clear all, with the broker's address: mosquitto_sub -t '{base}/#' --remove-retained -W 5",
              { base: former },
            ),
    );
  }
}

function identitiesIn(messages: readonly Arrival[], base: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { topic, text } of messages) {
    const { id, leaf } = splitTopic(base, topic) ?? {};
    const identity = leaf === "info" ? asText(parseObject(text)?.["identity"]) : undefined;
    if (id !== undefined && identity !== undefined) found.set(id, identity);
  }
  return found;
}

function isBridgeState(base: string, topic: string): boolean {
  return parseBridgeTopic(base, topic)?.leaf === "state";
}
