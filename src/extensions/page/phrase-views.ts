/* The parts of wire.ts that say what a sentence means, for other languages. */
import * as z from "zod";
import type { Phrase, PhraseValue } from "../../lib/phrase.ts";

/** The schemas that the OpenAPI document names. */
export const schemas = z.registry<{ readonly id: string }>();

export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape, about?: string) {
  const schema = z.object(shape);
  return (about === undefined ? schema : schema.describe(about)).register(schemas, { id });
}

const phraseValue: z.ZodType<PhraseValue> = z.lazy(() => z.union([z.string(), z.number(), phrase]));
export const phrase: z.ZodType<Phrase> = z
  .object({
    text: z.string(),
    code: z.string().exactOptional(),
    values: z.record(z.string(), phraseValue).exactOptional(),
  })
  .describe("A sentence in English, with its code and values for other languages.")
  .register(schemas, { id: "Phrase" });

export const code = z
  .string()
  .optional()
  .describe("It names the sentence, whatever its wording; missing for the text of a player or a system.");
export const values = z
  .record(z.string(), phraseValue)
  .optional()
  .describe("The values in the sentence, by name.");
