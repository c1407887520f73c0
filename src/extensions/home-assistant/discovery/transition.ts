import type { Json, JsonObject } from "../../../core/resources/player.ts";
import { asList, asObject, asText } from "../../../core/topics/as-json.ts";
import { type Components, isTombstone } from "./entity.ts";

/**
 * The next payload on the way from what Home Assistant was told to what it shall know; the wanted one itself where
 * nothing stands between.
 *
 * What vanishes is named once more with its platform alone, since leaving it out removes nothing. A select keeps the
 * options that vanish until its state was told anew under its new template: a state is an option at every moment.
 */
export function nextPayload<Payload extends JsonObject>(
  shown: JsonObject | undefined,
  wanted: Payload,
): Payload {
  const before = componentsOf(shown);
  const after = componentsOf(wanted);
  if (before === undefined || after === undefined) return wanted;
  const components: Record<string, JsonObject> = {};
  for (const [key, component] of Object.entries(after)) {
    components[key] = nextComponent(before[key], component);
  }
  for (const [key, component] of Object.entries(before)) {
    if (after[key] === undefined && isEntity(component)) components[key] = tombstone(component);
  }
  return { ...wanted, components };
}

/** Whether a select reads its state otherwise than before: Home Assistant does not ask for the state again. */
export function changesSelects(shown: JsonObject | undefined, next: JsonObject): boolean {
  const before = componentsOf(shown) ?? {};
  return Object.entries(componentsOf(next) ?? {}).some(
    ([key, component]) =>
      isSelect(component) &&
      isSelect(before[key]) &&
      JSON.stringify(component) !== JSON.stringify(before[key]),
  );
}

/** The components of a payload, if it is one with components. */
export function componentsOf(payload: JsonObject | undefined): Components | undefined {
  const components = asObject(payload?.["components"]);
  if (components === undefined) return undefined;
  return Object.values(components).every((component) => asObject(component) !== undefined)
    ? (components as Components)
    : undefined;
}

function nextComponent(shown: JsonObject | undefined, wanted: JsonObject): JsonObject {
  if (shown === undefined || !isEntity(shown)) return wanted;
  // Of another platform it is another entity, and the old one has to go first.
  if (shown["platform"] !== wanted["platform"]) return tombstone(shown);
  if (!isSelect(wanted) || shown["value_template"] === wanted["value_template"]) return wanted;
  const options = textsOf(wanted["options"]);
  const leaving = textsOf(shown["options"]).filter((option) => !options.includes(option));
  return { ...wanted, options: [...options, ...leaving] };
}

/** One without a platform, or with nothing else, made no entity. */
function isEntity(component: JsonObject): boolean {
  return asText(component["platform"]) !== undefined && !isTombstone(component);
}

function tombstone({ platform = null }: JsonObject): JsonObject {
  return { platform };
}

function isSelect(component: JsonObject | undefined): boolean {
  return component?.["platform"] === "select";
}

function textsOf(value: Json | undefined): string[] {
  return asList(value).map(String);
}
