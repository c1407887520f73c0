import { asList, asObject, asText, type Json, type JsonObject } from "../../src/core/resources/json.ts";
import * as rules from "./rules-2026.11.ts";

/** Lists everything in a payload that Home Assistant would refuse, drop or warn about. */
export function problemsOf(payload: JsonObject): string[] {
  const problems: string[] = [];
  const say = (problem: string): void => {
    problems.push(problem);
  };
  checkKeys("the root", payload, rules.rootKeys.allowed, rules.rootKeys.required, say);
  checkDevice(object(payload["device"]), say);
  const origin = object(payload["origin"]);
  checkKeys("origin", origin, rules.originKeys, ["name"], say);
  for (const [key, value] of Object.entries(origin)) checkText(`origin.${key}`, value, say);
  checkAvailability("the root", payload, say);
  const components = Object.entries(object(payload["components"]));
  if (components.length === 0) say("there are no components");
  for (const [key, component] of components) checkComponent(key, object(component), say);
  const ids = components
    .map(([, component]) => object(component)["unique_id"])
    .filter((id) => id !== undefined);
  if (new Set(ids).size !== ids.length) say("unique ids are not unique");
  return problems;
}

type Say = (problem: string) => void;

function checkDevice(device: JsonObject, say: Say): void {
  checkKeys("device", device, rules.deviceKeys, ["name"], say);
  if (asList(device["identifiers"]).length === 0 && asList(device["connections"]).length === 0) {
    say("the device has neither identifiers nor connections");
  }
  for (const [key, value] of Object.entries(device)) {
    if (key === "identifiers") for (const one of asList(value)) checkText("an identifier", one, say);
    else if (key === "connections") {
      for (const pair of asList(value)) {
        if (!/^mac,([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(asList(pair).map(text).join(",")))
          say(`connection ${JSON.stringify(pair)}`);
      }
    } else checkText(`device.${key}`, value, say);
  }
}

function checkComponent(key: string, component: JsonObject, say: Say): void {
  const { platform } = component as { platform?: string };
  const rule = rules.platforms[platform ?? ""];
  if (platform === undefined || rule === undefined) {
    say(`${key}: no such platform: ${platform}`);
    return;
  }
  // A component with only its platform removes the entity.
  if (Object.keys(component).length === 1) return;
  if (!rules.topicLevel.test(key)) say(`${key} is no key`);
  checkKeys(key, component, [...rules.entityKeys, ...rule.allowed], ["unique_id", ...rule.required], say);
  for (const [field, value] of Object.entries(component)) {
    if (field.endsWith("_topic")) checkTopic(`${key}.${field}`, value, say);
    else if (field === "availability" || field === "options" || field === "event_types") continue;
    else if (rules.numberKeys.includes(field)) checkKind(`${key}.${field}`, value, "number", say);
    else if (field === "enabled_by_default") checkKind(`${key}.${field}`, value, "boolean", say);
    else checkText(`${key}.${field}`, value, say);
  }
  checkAvailability(key, component, say);
  const id = text(component["default_entity_id"]);
  if (!rules.entityId.test(id) || !id.startsWith(`${platform}.`)) say(`${key}: no entity id: ${id}`);
  if (component["icon"] !== undefined && !rules.icon.test(text(component["icon"]))) say(`${key}: icon`);
  const category = component["entity_category"];
  if (category !== undefined && !rule.categories.includes(text(category))) say(`${key}: category`);
  // Settings and presets are named by their player or its owner.
  const isNamedByBridge = !/^(setting|preset)_/.test(key);
  if (isNamedByBridge && !/^[A-Z][^.]*$/.test(text(component["name"])))
    say(`${key}: the name is not in sentence case`);
  if (
    component["json_attributes_template"] !== undefined &&
    component["json_attributes_topic"] === undefined
  ) {
    say(`${key}: attributes without a topic`);
  }
  if (component["retain"] !== undefined) say(`${key}: a command must not be retained`);
  checkClass(key, platform, component, say);
  if (platform === "select") checkOptions(key, component, say);
}

function checkClass(key: string, platform: string, component: JsonObject, say: Say): void {
  const { device_class: name, unit_of_measurement: unit, options, state_class: stateClass } = component;
  const units = rules.deviceClasses[platform]?.[text(name)];
  if (name !== undefined && units === undefined) say(`${key}: no device class: ${text(name)}`);
  if (unit !== undefined && units !== undefined && !units.includes(text(unit))) say(`${key}: unit`);
  if (platform === "sensor" && (name === "enum") !== (options !== undefined)) say(`${key}: enum and options`);
  if (platform === "sensor" && options !== undefined) {
    if (asList(options).length === 0 || unit !== undefined || stateClass !== undefined)
      say(`${key}: options`);
  }
}

function checkOptions(key: string, component: JsonObject, say: Say): void {
  const options = asList(component["options"]);
  if (options.length === 0) say(`${key}: no options`);
  if (new Set(options).size !== options.length) say(`${key}: options are not unique`);
  for (const option of options) {
    checkText(`${key}: option`, option, say);
    const shown = text(option);
    if (shown.toLowerCase() === rules.noState.toLowerCase()) say(`${key}: "${shown}" means "no state"`);
    if (Array.from(shown).length > rules.longestState) say(`${key}: an option is too long: ${shown}`);
    // Home Assistant trims rendered templates, so such an option could never be the state.
    if (/^[\s\p{Cc}]|[\s\p{Cc}]$/u.test(shown)) say(`${key}: blanks around "${shown}"`);
    if (/[\p{Cs}\p{Cc}]/u.test(shown)) say(`${key}: no whole characters in "${shown}"`);
  }
}

function checkAvailability(where: string, config: JsonObject, say: Say): void {
  const { availability, availability_mode: mode = "latest" } = config;
  if (availability === undefined) return;
  if (!rules.availabilityModes.includes(text(mode))) say(`${where}: availability mode`);
  if (asList(availability).length > 1 && mode !== "all") say(`${where}: one of two availabilities would do`);
  for (const entry of asList(availability).map(object)) {
    checkKeys(`${where}: availability`, entry, rules.availabilityKeys, ["topic"], say);
    checkTopic(`${where}: availability`, entry["topic"], say);
  }
}

function checkKeys(
  where: string,
  value: JsonObject,
  allowed: readonly string[],
  required: readonly string[],
  say: Say,
): void {
  for (const key of Object.keys(value)) if (!allowed.includes(key)) say(`${where} must not have ${key}`);
  for (const key of required) if (value[key] === undefined) say(`${where} lacks ${key}`);
}

function checkText(where: string, value: Json | undefined, say: Say): void {
  checkKind(where, value, "string", say);
  if (value === "") say(`${where} is empty`);
}

function checkKind(where: string, value: Json | undefined, kind: string, say: Say): void {
  if (typeof value !== kind) say(`${where} is no ${kind}: ${JSON.stringify(value)}`);
}

function checkTopic(where: string, value: Json | undefined, say: Say): void {
  if (typeof value !== "string" || !/^[\w/-]{1,200}$/.test(value))
    say(`${where} is no topic: ${JSON.stringify(value)}`);
}

function object(value: Json | undefined): JsonObject {
  return asObject(value) ?? {};
}

function text(value: Json | undefined): string {
  return asText(value) ?? JSON.stringify(value ?? null);
}
