import { asList, asObject, asText, type JsonObject } from "../../../core/resources/json.ts";
import { cleanText } from "./clean-text.ts";
import { type Identity, identityOfMac } from "./identity.ts";

/** Facts about a device besides its entities. */
export interface DeviceFacts {
  readonly identity: Identity;
  readonly name: string;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
  readonly mac?: string | undefined;
  readonly via?: Identity;
}

/** The `device` of a payload: non-empty texts only. */
export function describeDevice({ identity, name, model, version, mac, via }: DeviceFacts): JsonObject {
  // Home Assistant merges devices that share a MAC, so only the player that owns this identity reports it.
  const isOwnMac = mac !== undefined && identityOfMac(mac) === identity;
  return {
    identifiers: [identity],
    ...(isOwnMac && { connections: [["mac", colons(mac)]] }),
    name: cleanText(name, 100) || identity,
    ...told("model", model),
    ...told("sw_version", version),
    ...(via !== undefined && { via_device: via }),
  };
}

/** The device facts of an earlier payload that only the player itself can report. */
export function factsOf(payload: JsonObject | undefined): Pick<DeviceFacts, "model" | "version" | "mac"> {
  const device = asObject(payload?.["device"]);
  const [connection] = asList(device?.["connections"]);
  return {
    model: asText(device?.["model"]),
    version: asText(device?.["sw_version"]),
    mac: asText(asList(connection)[1]),
  };
}

/** The `origin` of a payload, by which the bridge recognises its own announcements. */
export function describeOrigin(version: string): JsonObject {
  return { name: originName, sw_version: version };
}

export const originName = "player2mqtt";

function told(key: string, value: string | undefined): JsonObject {
  const text = cleanText(value ?? "", 100);
  return text === "" ? {} : { [key]: text };
}

/** Home Assistant writes MACs in lower case with colons. */
function colons(mac: string): string {
  const digits = mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  return digits.replaceAll(/..(?=.)/g, "$&:");
}
