import * as z from "zod";
import type { PowerOption } from "../../core/resources/power.ts";
import { once } from "../../lib/once.ts";
import { listOf, text } from "./wire.ts";

export const powerAnswer = once(() =>
  z.compile(
    z.object({
      data: listOf(z.looseObject({ name: text, tag: text }))
        .optional()
        .catch(undefined),
    }),
  ),
);

export function mapPower(json: object): PowerOption[] | undefined {
  return powerAnswer()
    .parse(json)
    .data?.flatMap(({ tag = "", name }) => (tag.trim() === "" ? [] : [{ tag, name: name ?? tag }]));
}
