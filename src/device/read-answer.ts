import { DeviceError } from "../core/errors.ts";
import { type Answer, type Reading, type ResourceName, resourceOf } from "../core/resources/player.ts";
import type { Reply } from "../core/controls/call.ts";
import { mapFilmTracks, mapPower, mapState } from "./map-state.ts";
import { mapRouting } from "./map-routing.ts";
import { mapPlaylist, mapPlayStatus } from "./map-video.ts";
import { parseJson } from "./parse-json.ts";
import { asNumber, isObject, toNumber } from "./tolerant.ts";
import {
  modelAnswer,
  playlistAnswer,
  filmTracksAnswer,
  playStatusAnswer,
  powerAnswer,
  routingAnswer,
  stateAnswer,
  statusAnswer,
} from "./wire.ts";

/** What parsing an answer needs besides its bytes. */
export interface ReadContext {
  /** The player's scheme, host and port. */
  readonly origin: string;
  readonly pathPrefix: string;
}

/** Real answers, except playlists and queues, have at most some three hundred values. */
const maxValues = 5000;

/** Parses the answer for any resource except the queue. Throws DeviceError for a malformed one. */
export function readAnswer(
  resource: Exclude<ResourceName, "queue">,
  body: Buffer,
  context: ReadContext,
): Answer {
  const json = asAnswer(parseJson(body, true, resource === "playlist" ? undefined : maxValues));
  const status = asNumber(statusAnswer().parse(json).status);
  const denial = answerForStatus(status, resource);
  if (denial !== undefined && !overridesStatus(resource, status, json)) return denial;
  const reading = readingOf(resource, json, context);
  if (reading !== undefined) return { kind: "reading", reading };
  if (denial !== undefined) return denial;
  if (status === 200 && resource === "audio")
    return { kind: "refused", reason: "body status 200 without lists" };
  throw missingFields(json);
}

/**
 * Whether the body overrides its status, which may be wrong in both directions: a selection is answered with lists, and
 * some players send 802 or 803 for a video that plays.
 */
function overridesStatus(resource: ResourceName, status: number | undefined, json: object): boolean {
  if (resource === "audio") return true;
  const video = resource === "video" && (status === 802 || status === 803) && "video" in json && json.video;
  return isObject(video) && asNumber(toNumber(video["status"])) !== undefined;
}

/** The answer as an object; throws DeviceError for anything else. */
export function asAnswer(json: unknown): object {
  if (isObject(json)) return json;
  throw new DeviceError("malformed", "the answer is no JSON object");
}

/** Parses an answer that consists of a status. Throws DeviceError for a malformed one. */
export function readReply(body: Buffer): Reply {
  const status = asNumber(statusAnswer().parse(asAnswer(parseJson(body, false, maxValues))).status);
  // A player that does not know the call lacks the operation.
  if (status === 405) return { kind: "unsupported" };
  return answerForStatus(status) ?? { kind: "done" };
}

/** The meaning of an error status in the body. HTTP's own status is nearly always 200. */
export function answerForStatus(status: number | undefined, resource?: ResourceName): Answer | undefined {
  // For a resource that the specification promises, this is more likely a temporary error.
  if (status === 405 && resource !== undefined && !resourceOf(resource).isSpecified)
    return { kind: "unsupported" };
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
    case "music": {
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

/** The error for an answer without any of the requested fields. */
export function missingFields(json: object): DeviceError {
  return new DeviceError("malformed", `the answer has nothing of what was asked for: ${fieldsOf(json)}`);
}

function fieldsOf(json: object): string {
  const names = Object.keys(json).slice(0, 6).join(", ");
  return names === "" ? "{}" : `its fields are ${names}`;
}
