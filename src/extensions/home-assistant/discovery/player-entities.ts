import { displayEntities } from "./display-entities.ts";
import { entity, text } from "./entity-kinds.ts";
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
    ...entity("select", "audio", "input", "Input", "mdi:import"),
    selector: "input",
    control: "audio/input",
    state: { leaf: "audio/input" },
  },
  {
    ...entity("select", "audio", "output", "Output", "mdi:export"),
    selector: "output",
    control: "audio/output",
    state: { leaf: "audio/output" },
  },
  {
    ...entity("sensor", "audio", "output_format", "Output format", "mdi:waveform"),
    isOffered: hasOutputs,
    isDiagnostic: true,
    state: { leaf: "audio/output/info", template: templates.linesState("formatLines") },
    attributes: { leaf: "audio/output/info", template: templates.linesAttributes("formatLines", "formats") },
  },
  {
    ...entity("sensor", "audio", "output_sample_rate", "Output sample rate", "mdi:sine-wave"),
    isOffered: hasOutputs,
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
    ...entity("binary_sensor", "audio", "output_connected", "Output connected"),
    isOffered: hasOutputs,
    isDiagnostic: true,
    state: { leaf: "audio/output/info", template: templates.flagState("isConnect") },
    details: { device_class: "connectivity" },
  },
];

const musicEntities: readonly PlayerEntity[] = [
  {
    ...text("queue", "track_title", "Track title", "mdi:music-note", "music/title"),
    attributes: { leaf: "music/title", template: templates.textAttributes("title") },
  },
  text("queue", "track_artist", "Track artist", "mdi:account-music", "music/artist"),
  text("queue", "track_album", "Track album", "mdi:album", "music/album"),
  {
    ...entity("sensor", "queue", "queue_total", "Queue size", "mdi:playlist-music"),
    state: { leaf: "music/queue/total", template: templates.numberState },
    attributes: { leaf: "music/queue", template: templates.queueAttributes },
    details: { state_class: "measurement" },
  },
  {
    ...entity("event", "music", "played", "Played", "mdi:music-note-plus"),
    state: { leaf: "played", template: templates.playedEvent },
    details: { event_types: ["played"] },
  },
];

const commonEntities: readonly PlayerEntity[] = [
  {
    ...entity("binary_sensor", undefined, "connectivity", "Connectivity"),
    isDiagnostic: true,
    state: { leaf: "availability" },
    details: { device_class: "connectivity", payload_on: "online", payload_off: "offline" },
  },
  {
    ...entity("button", undefined, "refresh", "Refresh", "mdi:refresh"),
    isDiagnostic: true,
  },
  {
    ...entity("event", undefined, "command_outcome", "Command outcome", "mdi:message-reply-text"),
    isDiagnostic: true,
    state: { leaf: "result", template: templates.outcomeEvent },
    details: { event_types: outcomes },
  },
  {
    ...entity("sensor", undefined, "last_outcome", "Last outcome", "mdi:message-check"),
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
