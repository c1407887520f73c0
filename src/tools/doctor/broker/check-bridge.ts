import { readRecord } from "../../../core/topics/bridge-record.ts";
import type { IncomingMessage } from "../../../core/topics/message.ts";
import { asObject, asText, type Json, type JsonObject } from "../../../core/resources/json.ts";
import { bridgeNameOf, ownerOf, type Shard } from "../../../core/fleet.ts";
import { type BridgeName, bridgeTopic, parseBridgeTopic } from "../../../core/topics/topics.ts";
import { type Finding, good, note, warning } from "../finding.ts";
import { type Phrase, say } from "../../../lib/phrase.ts";

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

const theBridge = say("bridge.this", "the bridge");
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
  const title = shard.count === 1 ? theBridge : own;
  if (states.length > flickers) {
    yield warning(
      "bridge",
      say(
        "bridge.flickers",
        "{bridge} changed its state {count} times during the check: two bridges may disconnect each other",
        { bridge: title, count: states.length },
      ),
      shard.count === 1
        ? say("advice.own-client-id", "give each bridge its own mqtt.clientId and mqtt.baseTopic")
        : say("advice.own-shard", "give each bridge of the fleet its own fleet.shardIndex"),
    );
  } else if (isOnline(states)) {
    yield good("bridge", runningText(title, info));
  } else {
    const text =
      states.at(-1) === "offline"
        ? say("bridge.offline", "{bridge} is not running now", { bridge: title })
        : say("bridge.never", "{bridge} has not connected yet", { bridge: title });
    yield note(
      "bridge",
      text,
      say(
        "advice.bridge-right",
        "if it is running, this user lacks the right to see it: topic read {base}/{bridge}/#",
        { base, bridge: own },
      ),
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

/** Reports which bridges of the fleet are online; nobody polls the players of one that is not. */
function checkFleet(seen: ReadonlyMap<BridgeName, Seen>): Finding {
  const away = [...seen].filter(([, { states }]) => !isOnline(states)).map(([name]) => name);
  if (away.length === 0)
    return good(
      "fleet",
      say("fleet.online", "all {count} bridges of the fleet are online", { count: seen.size }),
    );
  return warning(
    "fleet",
    say("fleet.partly", "{online} of {count} bridges of the fleet are online; offline: {offline}", {
      online: seen.size - away.length,
      count: seen.size,
      offline: listed(away),
    }),
    say(
      "advice.fleet-start",
      "start them, or set fleet.shardCount to the number of bridges: nobody polls their players",
    ),
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
    say(
      "client-id.other",
      "the running bridge has another client id, '{clientId}', so it uses another configuration",
      { clientId: otherId },
    ),
    say("advice.own-base", "give each bridge its own mqtt.baseTopic, or restart the running one"),
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
  const names = { players: listed(missing) };
  yield count === 1
    ? warning(
        "players",
        say("players.unknown", "the running bridge does not know {players}", names),
        say("advice.restart", "it uses another configuration: restart it"),
      )
    : warning(
        "players",
        say("players.unknown-to-fleet", "no bridge of the fleet knows {players}", names),
        say("advice.restart-fleet", "they use another configuration: restart them"),
      );
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? " …" : ""}`;
}

function runningText(bridge: string | Phrase, info: JsonObject | undefined): Phrase {
  const version = asText(info?.["version"]);
  const startedAt = asText(info?.["startedAt"]);
  const clientId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  if (version === undefined || startedAt === undefined)
    return say("bridge.runs", "{bridge} runs", { bridge });
  const since = `${startedAt.slice(0, 19).replace("T", " ")} UTC`;
  return clientId === undefined
    ? say("bridge.runs-since", "{bridge} runs: version {version}, since {since}", { bridge, version, since })
    : say("bridge.runs-as", "{bridge} runs: version {version}, since {since}, as {clientId}", {
        bridge,
        version,
        since,
        clientId,
      });
}

function textOf({ payload }: IncomingMessage): string {
  return Buffer.from(payload).toString();
}

export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
