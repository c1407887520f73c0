import { Ajv2020 } from "ajv/dist/2020.js";
import { asObject, type JsonObject } from "../../src/core/resources/json.ts";
import { announcement } from "./rules-2026.11.ts";

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(announcement);

/** Lists everything in a payload that Home Assistant would refuse, drop or warn about. */
export function problemsOf(payload: JsonObject): string[] {
  validate(payload);
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  const ids = Object.values(asObject(payload["components"]) ?? {}).flatMap(
    (component) => asObject(component)?.["unique_id"] ?? [],
  );
  if (new Set(ids).size !== ids.length) problems.push("unique ids are not unique");
  return problems;
}
