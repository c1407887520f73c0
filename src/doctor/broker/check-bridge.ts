import type { IncomingMessage } from "../../core/message.ts";
import { asList, asObject, asText } from "../../core/discovery/as-json.ts";
import type { Json, JsonObject } from "../../core/player.ts";
import { bridgeTopic } from "../../core/topics.ts";
import { type Finding, good, note, warning } from "../finding.ts";

/** What is to be known of the configuration, to compare it with a bridge that runs. */
export interface BridgeClues {
  readonly base: string;
  readonly clientId: string;
  readonly playerIds: readonly string[];
}

/** More goings and comings than this within one check are no restart. */
const flickers = 3;

/** Whether a bridge runs with this base topic, and whether it is alone. It is only listened to. */
export function* checkBridge(
  messages: readonly IncomingMessage[],
  { base, clientId, playerIds }: BridgeClues,
): Generator<Finding, void> {
  const states = messages.filter(({ topic }) => topic === bridgeTopic(base, "state")).map(textOf);
  const told = messages.findLast(({ topic }) => topic === bridgeTopic(base, "info"));
  const info = told === undefined ? undefined : parseObject(textOf(told));
  const state = states.at(-1) ?? "";
  if (states.length > flickers) {
    yield warning(
      "bridge",
      `the bridge came and went ${states.length} times while we looked: two of them may throw each other out`,
      "give each bridge an mqtt.clientId and an mqtt.baseTopic of its own",
    );
  } else if (state === "online") {
    yield good("bridge", runningText(info));
  } else {
    const text = state === "offline" ? "the bridge is not running just now" : "no bridge has been here yet";
    yield note("bridge", text, `if that is not true, this user may not look: topic read ${base}/bridge/#`);
  }
  const mqtt = asObject(info?.["mqtt"]);
  const otherId = asText(mqtt?.["clientId"]);
  if (state !== "online") return;
  if (clientId !== "" && otherId !== undefined && otherId !== clientId) {
    yield warning(
      "client-id",
      `the bridge that runs has another client id, '${otherId}': it is not the one of this configuration`,
      "give each bridge an mqtt.baseTopic of its own, or restart the one that runs",
    );
  }
  const known = new Set(asList(info?.["players"]).map((player) => asText(asObject(player)?.["id"])));
  const missing = playerIds.filter((id) => !known.has(id));
  if (info !== undefined && missing.length > 0) {
    yield warning(
      "players",
      `the bridge that runs does not know ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " …" : ""}`,
      "it runs with another configuration: restart it",
    );
  }
}

function runningText(info: JsonObject | undefined): string {
  const version = asText(info?.["version"]);
  const startedAt = asText(info?.["startedAt"]);
  const clientId = asText(asObject(info?.["mqtt"])?.["clientId"]);
  const parts = [
    version !== undefined && `version ${version}`,
    startedAt !== undefined && `since ${startedAt.slice(0, 19).replace("T", " ")} UTC`,
    clientId !== undefined && `as ${clientId}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "the bridge runs" : `the bridge runs: ${parts.join(", ")}`;
}

function textOf({ payload }: IncomingMessage): string {
  return Buffer.from(payload).toString();
}

/** An object of JSON, or undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
