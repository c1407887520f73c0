import type { PowerOption } from "../../core/resources/power.ts";
import { answerOf, listOf, text } from "./wire.ts";

export const powerAnswer = answerOf(() => ({ data: listOf({ name: text, tag: text }) }));

export function mapPower(json: object): PowerOption[] | undefined {
  return powerAnswer()
    .parse(json)
    .data?.flatMap(({ tag = "", name }) => (tag.trim() === "" ? [] : [{ tag, name: name ?? tag }]));
}
