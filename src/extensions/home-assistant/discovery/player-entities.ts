import { displayEntities } from "./display-entities.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import { groupEntities } from "./group-entities.ts";
import { powerEntities } from "./power-entities.ts";
import { soundEntities } from "./sound-entities.ts";
import * as templates from "./templates.ts";
import { videoControlEntities, videoEntities } from "./video-entities.ts";

const outcomes = ["applied", "unchanged", "rejected", "superseded", "expired", "failed"];

const hasOutputs = ({ player }: OfferingPlayer): boolean => player.audio?.output !== undefined;

const audioEntities: readonly PlayerEntity[] = [
  {
    key: "input",
    platform: "select",
    name: "Input",
    resource: "audio",
    selector: "input",
    control: "audio/input",
    icon: "mdi:import",
    state: { leaf: "audio/input" },
  },
  {
    key: "output",
    platform: "select",
    name: "Output",
    resource: "audio",
    selector: "output",
    control: "audio/output",
    icon: "mdi:export",
    state: { leaf: "audio/output" },
  },
  {
    key: "output_format",
    platform: "sensor",
    name: "Output format",
    resource: "audio",
    isOffered: hasOutputs,
    icon: "mdi:waveform",
    isDiagnostic: true,
    state: { leaf: "audio/output/info", template: templates.linesState("formatLines") },
    attributes: { leaf: "audio/output/info", template: templates.linesAttributes("formatLines", "formats") },
  },
  {
    key: "output_sample_rate",
    platform: "sensor",
    name: "Output sample rate",
    resource: "audio",
    isOffered: hasOutputs,
    icon: "mdi:sine-wave",
    isDiagnostic: true,
    state: { leaf: "audio/output/info", template: templates.rateState("sampleRate") },
    details: {
      device_class: "frequency",
      unit_of_measurement: "kHz",
      state_class: "measurement",
      suggested_display_precision: 1,
    },
  },
  {
    key: "output_connected",
    platform: "binary_sensor",
    name: "Output connected",
    resource: "audio",
    isOffered: hasOutputs,
    isDiagnostic: true,
    state: { leaf: "audio/output/info", template: templates.flagState("isConnect") },
    details: { device_class: "connectivity" },
  },
];

const musicEntities: readonly PlayerEntity[] = [
  {
    key: "track_title",
    platform: "sensor",
    name: "Track title",
    resource: "queue",
    icon: "mdi:music-note",
    state: { leaf: "music/title", template: templates.textState },
    attributes: { leaf: "music/title", template: templates.textAttributes("title") },
  },
  {
    key: "track_artist",
    platform: "sensor",
    name: "Track artist",
    resource: "queue",
    icon: "mdi:account-music",
    state: { leaf: "music/artist", template: templates.textState },
  },
  {
    key: "track_album",
    platform: "sensor",
    name: "Track album",
    resource: "queue",
    icon: "mdi:album",
    state: { leaf: "music/album", template: templates.textState },
  },
  {
    key: "queue_total",
    platform: "sensor",
    name: "Queue size",
    resource: "queue",
    icon: "mdi:playlist-music",
    state: { leaf: "music/queue/total", template: templates.numberState },
    attributes: { leaf: "music/queue", template: templates.queueAttributes },
    details: { state_class: "measurement" },
  },
  {
    key: "played",
    platform: "event",
    name: "Played",
    resource: "music",
    icon: "mdi:music-note-plus",
    state: { leaf: "played", template: templates.playedEvent },
    details: { event_types: ["played"] },
  },
];

const commonEntities: readonly PlayerEntity[] = [
  {
    key: "connectivity",
    platform: "binary_sensor",
    name: "Connectivity",
    resource: undefined,
    isDiagnostic: true,
    state: { leaf: "availability" },
    details: { device_class: "connectivity", payload_on: "online", payload_off: "offline" },
  },
  {
    key: "refresh",
    platform: "button",
    name: "Refresh",
    resource: undefined,
    icon: "mdi:refresh",
    isDiagnostic: true,
  },
  {
    key: "command_outcome",
    platform: "event",
    name: "Command outcome",
    resource: undefined,
    icon: "mdi:message-reply-text",
    isDiagnostic: true,
    state: { leaf: "result", template: templates.outcomeEvent },
    details: { event_types: outcomes },
  },
  {
    key: "last_outcome",
    platform: "sensor",
    name: "Last outcome",
    resource: undefined,
    icon: "mdi:message-check",
    isDiagnostic: true,
    state: { leaf: "result", template: templates.outcomeState(outcomes) },
    attributes: { leaf: "result", template: templates.outcomeAttributes },
    details: { device_class: "enum", options: outcomes },
  },
];

/** All entities of a player, in the order of the documentation. */
export const playerEntities: readonly PlayerEntity[] = [
  ...audioEntities,
  ...videoEntities,
  ...videoControlEntities,
  ...musicEntities,
  ...soundEntities,
  ...groupEntities,
  ...powerEntities,
  ...displayEntities,
  ...commonEntities,
];
