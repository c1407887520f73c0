/**
 * The rules of Home Assistant 2026.11, written from its documentation of MQTT discovery and its validation schemas. The
 * tests check every payload against them; a newer Home Assistant gets a newer copy beside this one.
 */

/** What the whole device may have as well as each of its entities. */
const sharedKeys = [
  "qos",
  "encoding",
  "message_expiry_interval",
  "availability",
  "availability_topic",
  "availability_mode",
  "availability_template",
  "payload_available",
  "payload_not_available",
];

/** One unknown key here, in `device` or in `origin`, and Home Assistant refuses the whole device. */
export const rootKeys = {
  required: ["device", "origin", "components"],
  allowed: ["device", "origin", "components", "child_devices", "state_topic", "command_topic", ...sharedKeys],
};

export const deviceKeys = [
  "identifiers",
  "connections",
  "name",
  "manufacturer",
  "model",
  "model_id",
  "hw_version",
  "sw_version",
  "serial_number",
  "suggested_area",
  "via_device",
  "configuration_url",
];

export const originKeys = ["name", "sw_version", "support_url"];

export const availabilityKeys = ["topic", "payload_available", "payload_not_available", "value_template"];

export const availabilityModes = ["all", "any", "latest"];

/** The keys that every entity may have. Home Assistant drops all others silently, so the bridge sends none. */
export const entityKeys = [
  "platform",
  "unique_id",
  "default_entity_id",
  "name",
  "icon",
  "entity_category",
  "entity_picture",
  "enabled_by_default",
  "visible_by_default",
  "json_attributes_topic",
  "json_attributes_template",
  "group",
  ...sharedKeys,
];

/** The keys of what shows a state, and of what takes a command. */
const stateKeys = ["state_topic", "value_template", "device_class"];
const commandKeys = ["command_topic", "command_template", "retain"];

/** The further keys of each platform, the required ones among them, and the allowed categories. */
export const platforms: Readonly<
  Record<
    string,
    {
      readonly required: readonly string[];
      readonly allowed: readonly string[];
      readonly categories: readonly string[];
    }
  >
> = {
  binary_sensor: {
    required: ["state_topic"],
    allowed: [...stateKeys, "payload_on", "payload_off", "off_delay", "expire_after", "force_update"],
    categories: ["diagnostic"],
  },
  button: {
    required: ["command_topic"],
    allowed: [...commandKeys, "device_class", "payload_press"],
    categories: ["config", "diagnostic"],
  },
  event: {
    required: ["state_topic", "event_types"],
    allowed: [...stateKeys, "event_types"],
    categories: ["config", "diagnostic"],
  },
  image: {
    required: [],
    allowed: ["url_topic", "url_template", "image_topic", "image_encoding", "content_type"],
    categories: ["config", "diagnostic"],
  },
  number: {
    required: ["command_topic"],
    allowed: [
      ...stateKeys,
      ...commandKeys,
      "unit_of_measurement",
      "min",
      "max",
      "step",
      "mode",
      "optimistic",
      "payload_reset",
    ],
    categories: ["config", "diagnostic"],
  },
  switch: {
    required: ["command_topic"],
    allowed: [
      ...stateKeys,
      ...commandKeys,
      "payload_on",
      "payload_off",
      "state_on",
      "state_off",
      "optimistic",
    ],
    categories: ["config", "diagnostic"],
  },
  select: {
    required: ["command_topic", "options"],
    allowed: ["state_topic", "value_template", ...commandKeys, "options", "optimistic"],
    categories: ["config", "diagnostic"],
  },
  update: {
    required: [],
    allowed: [
      ...stateKeys,
      "latest_version_topic",
      "latest_version_template",
      "command_topic",
      "payload_install",
      "display_precision",
      "release_summary",
      "release_url",
      "title",
      "retain",
    ],
    categories: ["config", "diagnostic"],
  },
  sensor: {
    required: ["state_topic"],
    allowed: [
      ...stateKeys,
      "state_class",
      "unit_of_measurement",
      "suggested_display_precision",
      "options",
      "expire_after",
      "force_update",
      "last_reset_value_template",
    ],
    categories: ["diagnostic"],
  },
};

/** The device classes in use or likely to be used, and their units; an empty list allows no unit. */
export const deviceClasses: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  binary_sensor: { battery_charging: [], connectivity: [], problem: [], running: [], sound: [] },
  button: { identify: [], restart: [], update: [] },
  event: { button: [], doorbell: [], motion: [] },
  sensor: {
    enum: [],
    timestamp: [],
    duration: ["d", "h", "min", "s", "ms", "μs"],
    battery: ["%"],
    frequency: ["mHz", "Hz", "kHz", "MHz", "GHz"],
    data_rate: ["bit/s", "kbit/s", "Mbit/s"],
  },
  update: { firmware: [] },
  select: {},
  image: {},
  number: {},
  switch: {},
};

export const numberKeys = ["min", "max", "step", "suggested_display_precision"];

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

export const topicLevel = /^[a-zA-Z0-9_-]+$/;

/** A valid entity id: no underscore at the ends of its parts, no two in a row. */
export const entityId = /^(?!.+__)(?!_)[\da-z_]+(?<!_)\.(?!_)[\da-z_]+(?<!_)$/;

export const icon = /^mdi:[a-z0-9-]+$/;

export const longestState = 255;

/** Above this the recorder drops all attributes of an entity. */
export const maxAttributeBytes = 16_384;

/** A select reads this as no state, in any case; sensors and binary sensors only in this spelling. */
export const noState = "None";
