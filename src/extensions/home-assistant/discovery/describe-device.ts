import { asList, asObject, asText, type JsonObject } from "../../../core/resources/json.ts";
import type { PlayerModel } from "../../../core/resources/model.ts";
import { cleanText } from "./clean-text.ts";
import { type Identity, identityOfMac } from "./identity.ts";

interface DeviceFacts {
  readonly identity: Identity;
  readonly name: string;
  readonly manufacturer?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
  readonly mac?: string | undefined;
  readonly via?: Identity;
  /** The address of the bridge's page, which Home Assistant links as "Visit". */
  readonly pageUrl?: string | undefined;
}

/** The device facts that only the player itself can report. */
export type ReportedFacts = Pick<DeviceFacts, "manufacturer" | "model" | "version" | "mac">;

export function describeDevice(facts: DeviceFacts): JsonObject {
  const { identity, name, manufacturer, model, version, mac, via, pageUrl } = facts;
  // Home Assistant merges devices that share a MAC, so only the player that owns this identity reports it.
  const isOwnMac = mac !== undefined && identityOfMac(mac) === identity;
  return {
    identifiers: [identity],
    ...(isOwnMac && { connections: [["mac", colons(mac)]] }),
    name: cleanText(name, 100) || identity,
    ...textField("manufacturer", manufacturer),
    ...textField("model", model),
    ...textField("sw_version", version),
    ...(via !== undefined && { via_device: via }),
    ...(pageUrl !== undefined && { configuration_url: pageUrl }),
  };
}

export function reportedFacts({ maker, model, firmware, mac }: PlayerModel): ReportedFacts {
  return { manufacturer: maker, model, version: firmware, mac };
}

export function factsOf(payload: JsonObject): ReportedFacts {
  const device = asObject(payload["device"]) ?? {};
  const [connection] = asList(device["connections"]);
  return {
    manufacturer: asText(device["manufacturer"]),
    model: asText(device["model"]),
    version: asText(device["sw_version"]),
    mac: asText(asList(connection)[1]),
  };
}

/** The `origin` of a payload, by which the bridge recognizes its own announcements. */
export function describeOrigin(version: string): JsonObject {
  return { name: originName, sw_version: version };
}

export const originName = "player2mqtt";

function textField(key: string, value: string | undefined): JsonObject {
  const text = cleanText(value ?? "", 100);
  return text === "" ? {} : { [key]: text };
}

/** Home Assistant writes MACs in lower case with colons. */
function colons(mac: string): string {
  const digits = mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  return digits.replaceAll(/..(?=.)/g, "$&:");
}
