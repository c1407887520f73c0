/**
 * The rules of Home Assistant 2026.11 as a JSON schema, written from its documentation of MQTT discovery and its validation
 * schemas. The tests check every payload against them; a newer Home Assistant gets a newer copy beside this one. Of the keys and
 * classes that it allows, those are here that the bridge has a use for.
 */

// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema

type Schema = Readonly<Record<string, unknown>>;

export const longestState = 255;

/** Above this the recorder drops all attributes of an entity. */
export const maxAttributeBytes = 16_384;

/** Attributes of these names are dropped. */
export const blockedAttributes = [
  "available",
  "assumed_state",
  "device_class",
  "device_info",
  "entity_category",
  "entity_id",
  "entity_picture",
  "event_type",
  "event_types",
  "extra_state_attributes",
  "force_update",
  "friendly_name",
  "group_entities",
  "icon",
  "last_reset",
  "options",
  "should_poll",
  "state",
  "state_class",
  "supported_features",
  "unique_id",
  "unit_of_measurement",
];

const text = { type: "string", minLength: 1 };
const number = { type: "number" };
const topic = { type: "string", pattern: "^[\\w/-]{1,200}$" };
const template = text;
const texts = { type: "array", items: text, minItems: 1 };

/** An object with these properties, and no others. */
function closed(required: readonly string[], properties: Schema, more: Schema = {}): Schema {
  return { type: "object", required, properties, additionalProperties: false, ...more };
}

/** What the whole device may have as well as each of its entities. One of several topics is not enough. */
const availability = {
  availability: { type: "array", items: closed(["topic"], { topic, value_template: template }) },
  availability_mode: { enum: ["all", "any", "latest"] },
};
const needsAll = {
  if: { required: ["availability"], properties: { availability: { minItems: 2 } } },
  then: { required: ["availability_mode"], properties: { availability_mode: { const: "all" } } },
};

/** An entity: what each may have, and the keys of its platform. Home Assistant drops others silently, so the bridge sends none. */
function entity(platform: string, required: readonly string[], properties: Schema, rules: Schema[] = []) {
  const own = {
    platform: { const: platform },
    unique_id: text,
    // No underscore at the ends of its parts, no two in a row.
    default_entity_id: { type: "string", pattern: `^${platform}\\.(?!_|.*__)[\\da-z_]+(?<!_)$` },
    name: text,
    icon: { type: "string", pattern: "^mdi:[a-z0-9-]+$" },
    entity_category: { enum: platform.endsWith("sensor") ? ["diagnostic"] : ["config", "diagnostic"] },
    enabled_by_default: { type: "boolean" },
    json_attributes_topic: topic,
    json_attributes_template: template,
    ...availability,
  };
  const dependentRequired = { json_attributes_template: ["json_attributes_topic"] };
  const schema = closed(
    ["unique_id", "default_entity_id", "name", ...required],
    { ...own, ...properties },
    { dependentRequired, allOf: [needsAll, ...rules] },
  );
  // A component with only its platform removes the entity.
  return { if: { minProperties: 2, properties: { platform: { const: platform } } }, then: schema };
}

const state = { state_topic: topic, value_template: template };
const command = { command_topic: topic, command_template: template };
const onOff = { payload_on: text, payload_off: text };

/** A select reads "none" as no state. Home Assistant trims rendered templates, so no option may begin or end with a blank. */
const options = {
  type: "array",
  minItems: 1,
  uniqueItems: true,
  items: {
    type: "string",
    minLength: 1,
    maxLength: longestState,
    pattern: "^(?!\\s)[^\\p{Cc}\\p{Cs}]*(?<!\\s)$",
    not: { pattern: "^[Nn][Oo][Nn][Ee]$" },
  },
};

/** The units of a device class. */
function ofClass(name: string, units: readonly string[]): Schema {
  return {
    if: { required: ["device_class"], properties: { device_class: { const: name } } },
    then: { properties: { unit_of_measurement: units.length > 0 && { enum: units } } },
  };
}

const units = {
  enum: [],
  timestamp: [],
  duration: ["d", "h", "min", "s", "ms", "μs"],
  battery: ["%"],
  frequency: ["mHz", "Hz", "kHz", "MHz", "GHz"],
};
const enumHasOptions = {
  if: { required: ["device_class"], properties: { device_class: { const: "enum" } } },
  then: { required: ["options"], properties: { state_class: false } },
  else: { properties: { options: false } },
};

const platforms = {
  binary_sensor: entity("binary_sensor", ["state_topic"], {
    ...state,
    ...onOff,
    device_class: { enum: ["battery_charging", "connectivity"] },
  }),
  button: entity("button", ["command_topic"], {
    ...command,
    payload_press: text,
    device_class: { enum: ["restart"] },
  }),
  event: entity("event", ["state_topic", "event_types"], { ...state, event_types: texts }),
  image: entity("image", [], {
    url_topic: topic,
    url_template: template,
    image_topic: topic,
    content_type: text,
  }),
  number: entity("number", ["command_topic"], {
    ...state,
    ...command,
    unit_of_measurement: text,
    min: number,
    max: number,
    step: number,
    mode: text,
  }),
  switch: entity("switch", ["command_topic"], {
    ...state,
    ...command,
    ...onOff,
    state_on: text,
    state_off: text,
  }),
  select: entity("select", ["command_topic", "options"], { ...state, ...command, options }),
  update: entity("update", [], {
    ...state,
    latest_version_topic: topic,
    title: text,
    device_class: { enum: ["firmware"] },
  }),
  sensor: entity(
    "sensor",
    ["state_topic"],
    {
      ...state,
      device_class: { enum: Object.keys(units) },
      state_class: text,
      unit_of_measurement: text,
      suggested_display_precision: number,
      options: texts,
    },
    [enumHasOptions, ...Object.entries(units).map(([name, own]) => ofClass(name, own))],
  ),
};

const mac = { type: "string", pattern: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$" };
const connection = { type: "array", prefixItems: [{ const: "mac" }, mac], items: false, minItems: 2 };

const device = closed(
  ["name"],
  {
    identifiers: texts,
    connections: { type: "array", items: connection, minItems: 1 },
    name: text,
    manufacturer: text,
    model: text,
    sw_version: text,
    via_device: text,
    configuration_url: text,
  },
  { anyOf: [{ required: ["identifiers"] }, { required: ["connections"] }] },
);

/** A whole device. One unknown key here, in `device` or in `origin`, and Home Assistant refuses it. */
export const announcement = closed(
  ["device", "origin", "components"],
  {
    device,
    origin: closed(["name"], { name: text, sw_version: text }),
    components: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[a-zA-Z0-9_-]+$" },
      additionalProperties: {
        type: "object",
        required: ["platform"],
        properties: { platform: { enum: Object.keys(platforms) } },
        allOf: Object.values(platforms),
      },
    },
    ...availability,
  },
  {
    allOf: [
      needsAll,
      {
        // Settings and presets are named by their player or its owner.
        properties: {
          components: {
            patternProperties: {
              "^(?!setting_|preset_)": { properties: { name: { pattern: "^[A-Z][^.]*$" } } },
            },
          },
        },
      },
    ],
  },
);
