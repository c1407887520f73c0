import { readRecord } from "../../../core/topics/bridge-record.ts";
import { asObject, asText, type JsonObject, parseObject } from "../../../core/resources/json.ts";
import { bridgeNameOf } from "../../../core/rendezvous.ts";
import { type BridgeName, bridgeTopic, parseBridgeTopic } from "../../../core/topics/topics.ts";
import type { Arrival } from "./broker-probe.ts";
import { named } from "./check-rights.ts";
import { type Finding, good, note, warning } from "../finding.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

/** The part of the configuration that is compared with the running bridge. */
export interface BridgeClues {
  readonly base: string;
  readonly clientId: string;
  /** The name of the bridge in a fleet; empty without one. */
  readonly member: string;
  readonly playerIds: readonly string[];
}

/** One bridge as its topics at the broker show it. */
interface Seen {
  /** All values of its state topic during the check, oldest first. */
  readonly states: readonly string[];
  readonly info: JsonObject | undefined;
  readonly players: readonly string[];
}

const theBridge = translatable("bridge.this", "the bridge");
/** More changes of state than a restart causes. */
const flickers = 3;

export function bridgesIn(messages: readonly Arrival[], base: string): BridgeName[] {
  return [...new Set(messages.flatMap(({ topic }) => parseBridgeTopic(base, topic)?.bridge ?? []))];
}

/** Checks which bridges run with this base topic, by their topics alone. */
export function* checkBridge(
  messages: readonly Arrival[],
  { base, clientId, member, playerIds }: BridgeClues,
): Generator<Finding, void> {
  const own = bridgeNameOf(member);
  const isMember = member !== "";
  const all = isMember ? bridgesIn(messages, base) : [own];
  const seen = new Map(all.map((name) => [name, look(messages, base, name)]));
  const { states, info } = seen.get(own) ?? { states: [], info: undefined };
  const title = isMember ? own : theBridge;
  if (states.length > flickers) {
    yield warning(
      "bridge",
      translatable(
        "bridge.flickers",
        "{bridge} changed its state {count} times during the check: two bridges may disconnect each other",
        { bridge: title, count: states.length },
      ),
      isMember
        ? translatable("advice.own-member", "give each bridge of the fleet its own fleet.member")
        : translatable("advice.own-client-id", "give each bridge its own mqtt.clientId and mqtt.baseTopic"),
    );
  } else if (isOnline(states)) {
    yield good("bridge", runningText(title, info));
  } else {
    const text =
      states.at(-1) === "offline"
        ? translatable("bridge.offline", "{bridge} is not running now", { bridge: title })
        : translatable("bridge.never", "{bridge} has not connected yet", { bridge: title });
    yield note(
      "bridge",
      text,
      translatable(
        "advice.bridge-right",
        "if it is running, this user lacks the right to see it: topic read {base}/{bridge}/#",
        { base, bridge: own },
      ),
    );
  }
  if (isMember && seen.size > 0) yield checkFleet(seen);
  if (isOnline(states)) yield* checkClientId(info, clientId, member);
  yield* checkPlayers(seen, playerIds, isMember);
}

function look(messages: readonly Arrival[], base: string, bridge: BridgeName): Seen {
  const pages = new Map<number, string>();
  for (const { topic, text } of messages) {
    const arrival = parseBridgeTopic(base, topic);
    if (arrival?.bridge === bridge && arrival.leaf === "info") pages.set(arrival.page, text);
  }
  const stateTopic = bridgeTopic(base, "state", bridge);
  return {
    states: messages.filter(({ topic }) => topic === stateTopic).map(({ text }) => text),
    info: parseObject(pages.get(0)),
    players: readRecord(pages)?.players ?? [],
  };
}

function isOnline(states: readonly string[]): boolean {
  return states.at(-1) === "online";
}

/** Reports which bridges of the fleet are online; one that is offline and still has players has died. */
function checkFleet(seen: ReadonlyMap<BridgeName, Seen>): Finding {
  const online = [...seen].filter(([, { states }]) => isOnline(states));
  const dead = [...seen].filter(([, { states, players }]) => !isOnline(states) && players.length > 0);
  if (dead.length === 0)
    return good(
      "fleet",
      translatable("fleet.online", "bridges of the fleet online: {count}", { count: online.length }),
    );
  return warning(
    "fleet",
    translatable("fleet.partly", "bridges of the fleet online: {online}; died: {dead}", {
      online: online.length,
      dead: named(dead.map(([name]) => name)),
    }),
    translatable("advice.fleet-start", "start them again; meanwhile the others have their players"),
  );
}

function* checkClientId(
  info: JsonObject | undefined,
  clientId: string,
  member: string,
): Generator<Finding, void> {
  const otherId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  const ownId = member === "" ? clientId : `${clientId}-${member}`;
  if (clientId === "" || otherId === undefined || otherId === ownId) return;
  yield warning(
    "client-id",
    translatable(
      "client-id.other",
      "the running bridge has another client id, '{clientId}', so it uses another configuration",
      { clientId: otherId },
    ),
    translatable("advice.own-base", "give each bridge its own mqtt.baseTopic, or restart the running one"),
  );
}

function* checkPlayers(
  seen: ReadonlyMap<BridgeName, Seen>,
  playerIds: readonly string[],
  isMember: boolean,
): Generator<Finding, void> {
  const online = [...seen.values()].filter(({ info, states }) => info !== undefined && isOnline(states));
  const known = new Set([...seen.values()].flatMap(({ players }) => players));
  const missing = online.length === 0 ? [] : playerIds.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const names = { players: named(missing) };
  yield isMember
    ? warning(
        "players",
        translatable("players.unknown-to-fleet", "no bridge of the fleet knows {players}", names),
        translatable("advice.restart-fleet", "they use another configuration: restart them"),
      )
    : warning(
        "players",
        translatable("players.unknown", "the running bridge does not know {players}", names),
        translatable("advice.restart", "it uses another configuration: restart it"),
      );
}

function runningText(bridge: string | Phrase, info: JsonObject | undefined): Phrase {
  const version = asText(info?.["version"]);
  const startedAt = asText(info?.["startedAt"]);
  const clientId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  if (version === undefined || startedAt === undefined)
    return translatable("bridge.runs", "{bridge} runs", { bridge });
  const since = `${startedAt.slice(0, 19).replace("T", " ")} UTC`;
  const values = { bridge, version, since };
  if (clientId === undefined)
    return translatable("bridge.runs-since", "{bridge} runs: version {version}, since {since}", values);
  return translatable("bridge.runs-as", "{bridge} runs: version {version}, since {since}, as {clientId}", {
    ...values,
    clientId,
  });
}
