import { DeviceError } from "../../core/errors.ts";
import { type Answer, type Reading, type ResourceName, resourceTitle } from "../../core/resources/player.ts";
import type { Reply } from "../../core/controls/call.ts";
import { type MappedResourceName, operationOf } from "./operations.ts";
import { zidooRules } from "./rules.ts";
import { parseJson } from "../http/parse-json.ts";
import { asNumber, isObject, type ReadContext, statusAnswer, toNumber } from "./wire.ts";
import { translatable, type Phrase } from "../../lib/phrase.ts";

/** The most values of an answer that consists of a status; real ones have a few. */
const maxStatusValues = 5000;

/** Parses the answer for any resource except the queue. Throws DeviceError for a malformed one. */
export function readAnswer(resource: MappedResourceName, body: Buffer, context: ReadContext): Answer {
  const { map, maxValues } = operationOf(resource);
  const json = asAnswer(parseJson(body, true, maxValues));
  const status = asNumber(statusAnswer().parse(json).status);
  const denial = answerForStatus(status, resource);
  if (denial !== undefined && !overridesStatus(resource, status, json)) return denial;
  const value = map(json, context);
  if (value !== undefined) return { kind: "reading", reading: { resource, value } as Reading };
  if (denial !== undefined) return denial;
  // The library does not know the film, or answers as it does for files that it never saw.
  if (resource === "filmArt" && (status === 200 || "type" in json)) return { kind: "absent" };
  if (status === 200 && (resource === "zooms" || resource === "playModes")) return { kind: "absent" };
  if (status === 200 && (resource === "audio" || zidooRules.optional.has(resource))) {
    const reason = translatable("answer.status-without", "body status {status} without {what}", {
      status,
      what: resourceTitle(resource),
    });
    return { kind: "refused", reason };
  }
  throw missingFields(json);
}

/**
 * Whether the body overrides its status, which may be wrong in both directions: a selection is answered with lists, and
 * some players send 802 or 803 for a video that plays.
 */
function overridesStatus(resource: ResourceName, status: number | undefined, json: object): boolean {
  if (resource === "audio" || resource === "filmArt") return true;
  const video = resource === "video" && (status === 802 || status === 803) && "video" in json && json.video;
  return isObject(video) && asNumber(toNumber(video["status"])) !== undefined;
}

/** The answer as an object; throws DeviceError for anything else. */
export function asAnswer(json: unknown): object {
  if (isObject(json)) return json;
  throw new DeviceError("malformed", translatable("answer.no-object", "the answer is not a JSON object"));
}

/** Parses an answer that consists of a status. `isChoice`: the call names one of many things. Throws DeviceError for a malformed one. */
export function readReply(body: Buffer, isChoice = false): Reply {
  const status = asNumber(statusAnswer().parse(asAnswer(parseJson(body, false, maxStatusValues))).status);
  // A player that does not know the call lacks the operation; but of a choice it may only not know this one.
  if (status === 405)
    return isChoice ? { kind: "refused", reason: bodyStatus(status) } : { kind: "unsupported" };
  return answerForStatus(status) ?? { kind: "done" };
}

/** The meaning of an error status in the body. HTTP's own status is nearly always 200. */
export function answerForStatus(status: number | undefined, resource?: ResourceName): Answer | undefined {
  if (status === 405 && resource !== undefined) {
    // For a resource that the specification promises, this may as well be a request that was not understood.
    return zidooRules.mandatory.has(resource)
      ? { kind: "refused", reason: bodyStatus(status), isDenial: true }
      : { kind: "unsupported" };
  }
  switch (status) {
    case undefined:
    case 200:
      return undefined;
    case 801:
      return { kind: "unsupported" };
    case 804:
      return { kind: "confused", reason: bodyStatus(status) };
    case 806:
      return { kind: "absent" };
    default:
      return { kind: "refused", reason: bodyStatus(status) };
  }
}

function bodyStatus(status: number): Phrase {
  return translatable("answer.body-status", "body status {status}", { status });
}

export function missingFields(json: object): DeviceError {
  return new DeviceError(
    "malformed",
    translatable("answer.other-fields", "the answer has none of the expected fields: {fields}", {
      fields: fieldsOf(json),
    }),
  );
}

function fieldsOf(json: object): string | Phrase {
  const names = Object.keys(json).slice(0, 6).join(", ");
  return names === "" ? "{}" : translatable("answer.its-fields", "its fields are {names}", { names });
}
