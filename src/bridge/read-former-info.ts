import { asObject, asText, parseObject } from "../core/resources/json.ts";
import type { FormerInfo } from "../core/resources/model.ts";

/** Reads what an earlier run published as the info of a player; anything may be retained there. */
export function readFormerInfo(payload: Uint8Array): {
  readonly family: string | undefined;
  readonly former: FormerInfo;
} {
  const info = parseObject(Buffer.from(payload).toString()) ?? {};
  const { id: _id, identity: _identity, name: _name, address: _address, ...told } = info;
  const { family, model, firmware, mac, wifiMac, controls, ...others } = told;
  const details = Object.entries(others).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    family: asText(family),
    former: {
      model: {
        maker: undefined,
        model: asText(model),
        firmware: asText(firmware),
        mac: asText(mac),
        wifiMac: asText(wifiMac),
        details: Object.fromEntries(details),
      },
      hasPower: asObject(controls)?.["power"] === "supported",
    },
  };
}
