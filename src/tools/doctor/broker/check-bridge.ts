import { readRecord } from "../../../core/topics/bridge-record.ts";
import type { IncomingMessage } from "../../../core/topics/message.ts";
import { asObject, asText, type Json, type JsonObject } from "../../../core/resources/json.ts";
import { bridgeNameOf, ownerOf, type Shard } from "../../../core/fleet.ts";
import { type BridgeName, bridgeTopic, parseBridgeTopic } from "../../../core/topics/topics.ts";
import { type Finding, good, note, warning } from "../finding.ts";

/** The part of the configuration that is compared with the running bridge. */
export interface BridgeClues {
  readonly base: string;
  readonly clientId: string;
  readonly shard: Shard;
  readonly playerIds: readonly string[];
}

/** One bridge as its topics at the broker show it. */
interface Seen {
  /** All values of its state topic during the check, oldest first. */
  readonly states: readonly string[];
  readonly info: JsonObject | undefined;
  readonly players: readonly string[];
}

/** More changes of state than a restart causes. */
const flickers = 3;
/** Bridges and players named in one sentence. */
const maxNamed = 5;

/** The bridges of the fleet, or the one that is alone. */
export function bridgesOf({ count }: Shard): BridgeName[] {
  return Array.from({ length: count }, (_, index) => bridgeNameOf({ count, index }));
}

/** Checks which bridges run with this base topic, by their topics alone. */
export function* checkBridge(
  messages: readonly IncomingMessage[],
  { base, clientId, shard, playerIds }: BridgeClues,
): Generator<Finding, void> {
  const own = bridgeNameOf(shard);
  const seen = new Map(bridgesOf(shard).map((name) => [name, look(messages, base, name)]));
  const { states, info } = seen.get(own) ?? { states: [], info: undefined };
  const title = shard.count === 1 ? "the bridge" : own;
  if (states.length > flickers) {
    yield warning(
      "bridge",
      `${title} changed its state ${states.length} times during the check: two bridges may disconnect each other`,
      shard.count === 1
        ? "give each bridge its own mqtt.clientId and mqtt.baseTopic"
        : "give each bridge of the fleet its own fleet.shardIndex",
    );
  } else if (isOnline(states)) {
    yield good("bridge", runningText(title, info));
  } else {
    const text = states.at(-1) === "offline" ? `${title} is not running now` : noneYet(title);
    yield note(
      "bridge",
      text,
      `if it is running, this user lacks the right to see it: topic read ${base}/${own}/#`,
    );
  }
  if (shard.count > 1) yield checkFleet(seen);
  if (isOnline(states)) yield* checkClientId(info, clientId, shard);
  yield* checkPlayers(seen, playerIds, shard);
}

function look(messages: readonly IncomingMessage[], base: string, bridge: BridgeName): Seen {
  const pages = new Map<number, string>();
  for (const message of messages) {
    const arrival = parseBridgeTopic(base, message.topic);
    if (arrival?.bridge === bridge && arrival.leaf === "info") pages.set(arrival.page, textOf(message));
  }
  return {
    states: messages.filter(({ topic }) => topic === bridgeTopic(base, "state", bridge)).map(textOf),
    info: parseObject(pages.get(0) ?? ""),
    players: readRecord(pages)?.players ?? [],
  };
}

function isOnline(states: readonly string[]): boolean {
  return states.at(-1) === "online";
}

function noneYet(title: string): string {
  return title === "the bridge" ? "no bridge has connected yet" : `${title} has not connected yet`;
}

/** Reports which bridges of the fleet are online; nobody polls the players of one that is not. */
function checkFleet(seen: ReadonlyMap<BridgeName, Seen>): Finding {
  const away = [...seen].filter(([, { states }]) => !isOnline(states)).map(([name]) => name);
  if (away.length === 0) return good("fleet", `all ${seen.size} bridges of the fleet are online`);
  return warning(
    "fleet",
    `${seen.size - away.length} of ${seen.size} bridges of the fleet are online; offline: ${listed(away)}`,
    "start them, or set fleet.shardCount to the number of bridges: nobody polls their players",
  );
}

function* checkClientId(
  info: JsonObject | undefined,
  clientId: string,
  { count, index }: Shard,
): Generator<Finding, void> {
  const otherId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  const ownId = count === 1 ? clientId : `${clientId}-${index}`;
  if (clientId === "" || otherId === undefined || otherId === ownId) return;
  yield warning(
    "client-id",
    `the running bridge has another client id, '${otherId}', so it uses another configuration`,
    "give each bridge its own mqtt.baseTopic, or restart the running one",
  );
}

/** Reports players that no bridge has although their bridge is online. */
function* checkPlayers(
  seen: ReadonlyMap<BridgeName, Seen>,
  playerIds: readonly string[],
  { count }: Shard,
): Generator<Finding, void> {
  const known = new Set([...seen.values()].flatMap(({ players }) => players));
  const missing = playerIds.filter((id) => {
    const owner = seen.get(ownerOf(id, count));
    return owner?.info !== undefined && isOnline(owner.states) && !known.has(id);
  });
  if (missing.length === 0) return;
  const [subject, advice] =
    count === 1
      ? ["the running bridge does not know", "it uses another configuration: restart it"]
      : ["no bridge of the fleet knows", "they use another configuration: restart them"];
  yield warning("players", `${subject} ${listed(missing)}`, advice);
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? " …" : ""}`;
}

function runningText(title: string, info: JsonObject | undefined): string {
  const version = asText(info?.["version"]);
  const startedAt = asText(info?.["startedAt"]);
  const clientId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  const parts = [
    version !== undefined && `version ${version}`,
    startedAt !== undefined && `since ${startedAt.slice(0, 19).replace("T", " ")} UTC`,
    clientId !== undefined && `as ${clientId}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? `${title} runs` : `${title} runs: ${parts.join(", ")}`;
}

function textOf({ payload }: IncomingMessage): string {
  return Buffer.from(payload).toString();
}

/** Parses a JSON object; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
