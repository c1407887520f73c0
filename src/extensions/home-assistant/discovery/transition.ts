import { asList, type Json, type JsonObject } from "../../../core/resources/json.ts";
import type { Announced, AnnouncedComponent } from "./announced.ts";
import { componentsOf } from "./entity.ts";

/**
 * The next payload between the announced one and the wanted one; the wanted one itself if no step between is needed. A
 * vanishing entity is listed once more with its platform alone, since leaving it out removes nothing. A select keeps
 * vanishing options until its state is published under the new template, so its state is always one of the options. With
 * `dropsOptions` it does not, since it shows none of them.
 */
export function nextPayload<Payload extends JsonObject>(
  announced: Announced | undefined,
  wanted: Payload,
  dropsOptions = false,
): Payload {
  const after = componentsOf(wanted);
  if (announced === undefined || after === undefined) return wanted;
  const components: Record<string, JsonObject> = {};
  for (const [key, component] of Object.entries(after)) {
    components[key] = nextComponent(announced.components.get(key), component, dropsOptions);
  }
  for (const [key, { platform }] of announced.components) {
    if (after[key] === undefined) components[key] = { platform };
  }
  return { ...wanted, components };
}

/** The state topics of selects that changed: Home Assistant does not read their state again by itself. */
export function topicsToRepeat(announced: Announced | undefined, next: JsonObject): string[] {
  return Object.entries(componentsOf(next) ?? {}).flatMap(([key, component]) => {
    const before = announced?.components.get(key);
    const isChanged =
      isSelect(component) &&
      before?.platform === "select" &&
      JSON.stringify(component) !== JSON.stringify(before.whole);
    return isChanged ? textsOf([component["state_topic"] ?? []].flat()) : [];
  });
}

function nextComponent(
  announced: AnnouncedComponent | undefined,
  wanted: JsonObject,
  dropsOptions: boolean,
): JsonObject {
  if (announced === undefined) return wanted;
  const { platform, whole = {} } = announced;
  // An entity of another platform is another entity; the old one must be removed first.
  if (platform !== wanted["platform"]) return { platform };
  if (dropsOptions || !isSelect(wanted) || whole["value_template"] === wanted["value_template"])
    return wanted;
  const options = textsOf(wanted["options"]);
  const leaving = textsOf(whole["options"]).filter((option) => !options.includes(option));
  return { ...wanted, options: [...options, ...leaving] };
}

function isSelect(component: JsonObject): boolean {
  return component["platform"] === "select";
}

function textsOf(value: Json | undefined): string[] {
  return asList(value).map(String);
}
