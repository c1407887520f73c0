import * as z from "zod";
import { once } from "../lib/once.ts";
import { isObject, number, text } from "./tolerant.ts";

/*
 * What the schemas of answers share. They have the fields of the specification's tables and of known players, in the
 * players' spelling. Every field may be missing, and undocumented fields pass through. Each schema is compiled on first
 * use, to keep the start short.
 */

/** What mapping an answer needs besides its fields. */
export interface ReadContext {
  /** The player's scheme, host and port. */
  readonly origin: string;
  readonly pathPrefix: string;
  /** The path of the film that plays; undefined if none does. */
  readonly film?: string | undefined;
  /** The tags of settings that are read. */
  readonly settingTags?: readonly string[] | undefined;
}

/** A list of objects. Other values become empty objects, since the index of an entry matters. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(z.preprocess((value) => (isObject(value) ? value : {}), item));
}

/** A list of options, as display and settings have; any other value is omitted. */
export const listedOptions = once(() =>
  listOf(z.looseObject({ index: number, title: text, name: text }))
    .optional()
    .catch(undefined),
);

/** An object; any other value is omitted. */
export function part<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape).optional().catch(undefined);
}

/** The status in a body, for answers that consist of a status. */
export const statusAnswer = once(() => z.compile(z.object({ status: number })));
