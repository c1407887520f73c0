import { type Reading, resourceOf, summaryOf } from "../../core/resources/player.ts";
import { newSession } from "../../core/session/new-session.ts";
import { withResource } from "../../core/session/session.ts";
import { render } from "../../core/topics/render.ts";
import { unknownParts } from "./unknown-parts.ts";

const blank = newSession(0);
const limits = { maxPayloadBytes: 100_000, largestPayloadBytes: 100_000 };
const target = { base: "", id: "", name: "", address: "", ...limits };

/** Throws if the core cannot use a value: no compiler has checked a table that its owner wrote in JavaScript. */
export function tryReading(reading: Reading): void {
  const { resource, value } = reading;
  summaryOf(reading);
  if (resource === "model") {
    const [unknown] = unknownParts("model", value, "maker model firmware mac unit name wifiMac details");
    if (unknown !== undefined) throw new TypeError(unknown);
    for (const [field, text] of Object.entries(value))
      if (field !== "details" && text !== undefined && typeof text !== "string")
        throw new TypeError(`${field} is no text`);
  }
  const session = withResource({ ...blank, player: { [resource]: value } }, resource, {
    support: "supported",
  });
  resourceOf(resource).changed?.({ before: undefined, after: value, now: 0, positionIntervalMs: 0 }, session);
  for (const { leaf, payload } of render(target, blank, session))
    if (typeof payload !== "string") throw new TypeError(`${leaf} is no text`);
}
