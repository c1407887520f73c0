import * as z from "zod";
import { mapValues } from "./map-values.ts";
import { players } from "./schema.ts";
import { type Setting, sections } from "./sections.ts";

/** The JSON Schema (draft 2020-12) of a configuration file, for editors and for programs that write one. */
export function configJsonSchema(): object {
  const file = z.strictObject({
    ...mapValues(sections, (section) =>
      z.strictObject(mapValues<Setting, z.ZodType>(section, toShape)).optional(),
    ),
    players: toShape(players),
  });
  return z.toJSONSchema(file.meta({ title: "player2mqtt" }), {
    io: "input",
    // zod leaves out the default of a shape that transforms, such as the address of a player.
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
    },
  });
}

function toShape({ shape, doc, default: initial }: Setting): z.ZodType {
  return shape().optional().meta({ description: doc, default: initial });
}
