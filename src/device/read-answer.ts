import { DeviceError } from "../core/errors.ts";
import type { Answer, Reading } from "../core/resources/player.ts";
import type { Reply } from "../core/ports.ts";
import type { ResourceName } from "../core/resources/resource.ts";
import { mapQueue, type QueueMemory, type QueueView } from "./long-queue/map-queue.ts";
import { mapFilmTracks, mapPower, mapState } from "./map-state.ts";
import { mapRouting } from "./map-routing.ts";
import { mapPlaylist, mapPlayStatus } from "./map-video.ts";
import { parseJson } from "./parse-json.ts";
import { parsedRows, type QueueRows } from "./long-queue/queue-rows.ts";
import { asNumber, isObject } from "./tolerant.ts";
import {
  modelAnswer,
  playlistAnswer,
  filmTracksAnswer,
  playStatusAnswer,
  powerAnswer,
  queueAnswer,
  routingAnswer,
  stateAnswer,
  statusAnswer,
} from "./wire.ts";

/** What reading an answer needs to know besides its bytes. */
export interface ReadContext {
  /** The player's scheme, host and port. */
  readonly origin: string;
  readonly pathPrefix: string;
}

/** Reads the body of an answer to the request for a resource but the queue. Throws DeviceError where it makes no sense. */
export function readAnswer(
  resource: Exclude<ResourceName, "queue">,
  body: Buffer,
  context: ReadContext,
): Answer {
  const json = asAnswer(parseJson(body, true));
  const status = asNumber(statusAnswer().parse(json).status);
  const denial = denialOf(status, resource);
  // A selection's status may be wrong in both directions; lists that came with it say what is.
  if (denial !== undefined && resource !== "audio") return denial;
  const reading = readingOf(resource, json, context);
  if (reading !== undefined) return { kind: "reading", reading };
  if (denial !== undefined) return denial;
  if (status === 200 && resource === "audio")
    return { kind: "refused", reason: "body status 200 without lists" };
  throw nothingIn(json);
}

/** The answer to the request for the queue: its envelope, and its entries apart from it. */
export function* readQueue(
  parsed: unknown,
  rows: QueueRows | undefined,
  view: QueueView,
  memory: QueueMemory,
): Generator<void, Answer> {
  const json = asAnswer(parsed);
  const denial = denialOf(asNumber(statusAnswer().parse(json).status));
  if (denial !== undefined) return denial;
  const answer = queueAnswer().parse(json);
  const value = yield* mapQueue(answer, rows ?? parsedRows(answer.array ?? []), view, memory);
  if (value === undefined) throw nothingIn(json);
  return { kind: "reading", reading: { resource: "queue", value } };
}

function asAnswer(json: unknown): object {
  if (isObject(json)) return json;
  throw new DeviceError("malformed", "the answer is no JSON object");
}

/** Reads the answer to a call that is nothing but a status. Throws DeviceError where it makes no sense. */
export function readReply(body: Buffer): Reply {
  const status = asNumber(statusAnswer().parse(asAnswer(parseJson(body, false))).status);
  // A call that is no command there has no family either.
  if (status === 405) return { kind: "unsupported" };
  return denialOf(status) ?? { kind: "done" };
}

/** Resources of which 405 says that the player has no such command. Of the specified ones it is more likely a slip. */
const commandLike: ReadonlySet<ResourceName> = new Set(["state", "power", "subtitles", "audioTracks"]);

/** What the body's own status means where it is no success. HTTP's is nearly always 200. */
function denialOf(status: number | undefined, resource?: ResourceName): Answer | undefined {
  if (status === 405 && resource !== undefined && commandLike.has(resource)) return { kind: "unsupported" };
  switch (status) {
    case undefined:
    case 200:
      return undefined;
    case 801:
      return { kind: "unsupported" };
    case 804:
      return { kind: "confused", reason: "body status 804" };
    case 806:
      return { kind: "absent" };
    default:
      return { kind: "refused", reason: `body status ${status}` };
  }
}

function readingOf(
  resource: Exclude<ResourceName, "queue">,
  json: object,
  context: ReadContext,
): Reading | undefined {
  switch (resource) {
    case "model": {
      const { model, firmware, net_mac: mac } = modelAnswer().parse(json);
      if (model === undefined && firmware === undefined && mac === undefined) return undefined;
      return { resource, value: { pathPrefix: context.pathPrefix, model, firmware, mac } };
    }
    case "audio": {
      const value = mapRouting(routingAnswer().parse(json), context.origin);
      return value && { resource, value };
    }
    case "video": {
      const answer = playStatusAnswer().parse(json);
      const isStatus = answer.status !== undefined || answer.video !== undefined;
      return isStatus ? { resource, value: mapPlayStatus(answer) } : undefined;
    }
    case "playlist": {
      const value = mapPlaylist(playlistAnswer().parse(json));
      return value && { resource, value };
    }
    case "state": {
      const value = mapState(stateAnswer().parse(json), context);
      return value && { resource, value };
    }
    case "power": {
      const value = mapPower(powerAnswer().parse(json));
      return value && { resource, value };
    }
    case "subtitles":
    case "audioTracks": {
      const value = mapFilmTracks(filmTracksAnswer().parse(json));
      return value && { resource, value };
    }
  }
}

function nothingIn(json: object): DeviceError {
  return new DeviceError("malformed", `the answer has nothing of what was asked for: ${fieldsOf(json)}`);
}

function fieldsOf(json: object): string {
  const names = Object.keys(json).slice(0, 6).join(", ");
  return names === "" ? "{}" : `its fields are ${names}`;
}
