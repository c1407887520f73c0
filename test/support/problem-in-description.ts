import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const schema = JSON.parse(readFileSync("config/description.schema.json", "utf8")) as object;
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);

/** What is wrong with a player's description; undefined if it keeps to its schema, or is not published yet. */
export function problemInDescription(text: string): string | undefined {
  if (text === "" || validate(JSON.parse(text))) return undefined;
  return `breaks its schema: ${JSON.stringify(validate.errors)}`;
}
