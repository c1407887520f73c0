import { displayEntities } from "./display-entities.ts";
import { entity, sensor, titleSensor } from "./entity-kinds.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import { groupEntities } from "./group-entities.ts";
import { plainEntities } from "./plain-entities.ts";
import { powerEntities } from "./power-entities.ts";
import { soundEntities } from "./sound-entities.ts";
import * as templates from "./templates.ts";
import { videoControlEntities, videoEntities } from "./video-entities.ts";

const outcomes = ["applied", "unchanged", "rejected", "superseded", "expired", "failed"];

const hasOutputs = ({ player }: OfferingPlayer): boolean => player.audio?.output !== undefined;
const tellsOutput = (session: OfferingPlayer): boolean =>
  hasOutputs(session) && session.profile.missingTopics?.has("audio/output/info") !== true;

/** What the selected output can take at most, whatever plays now. */
function outputSensor(key: string, name: string, icon: string, template: string): PlayerEntity {
  const row = sensor("audio", key, icon, "audio/output/info", template);
  return { ...row, name, isOffered: tellsOutput, isDiagnostic: true, isDisabledByDefault: true };
}

const audioEntities: readonly PlayerEntity[] = [
  {
    ...entity("select", "audio", "input", "mdi:import"),
    selector: "input",
    control: "audio/input",
    state: { leaf: "audio/input" },
  },
  {
    ...entity("select", "audio", "output", "mdi:export"),
    selector: "output",
    control: "audio/output",
    state: { leaf: "audio/output" },
  },
  {
    ...outputSensor(
      "output_format",
      "Formats of the output",
      "mdi:waveform",
      templates.linesState("formatLines"),
    ),
    attributes: { leaf: "audio/output/info", template: templates.linesAttributes("formatLines", "formats") },
  },
  {
    ...outputSensor(
      "output_sample_rate",
      "Highest rate of the output",
      "mdi:sine-wave",
      templates.rateState("sampleRate"),
    ),
    details: {
      device_class: "frequency",
      unit_of_measurement: "kHz",
      state_class: "measurement",
      suggested_display_precision: 1,
    },
  },
  {
    ...entity("binary_sensor", "audio", "output_connected"),
    name: "Output connected",
    isOffered: tellsOutput,
    isDiagnostic: true,
    isDisabledByDefault: true,
    state: { leaf: "audio/output/info", template: templates.flagState("isConnect") },
    details: { device_class: "connectivity" },
  },
];

const musicEntities: readonly PlayerEntity[] = [
  titleSensor("queue", "track_title", "mdi:music-note", "music/title"),
  sensor("queue", "track_artist", "mdi:account-music", "music/artist"),
  sensor("queue", "track_album", "mdi:album", "music/album"),
  {
    ...sensor("queue", "queue_total", "mdi:playlist-music", "music/queue/total", templates.numberState),
    attributes: { leaf: "music/queue", template: templates.queueAttributes },
    details: { state_class: "measurement" },
  },
  {
    ...entity("event", "music", "played", "mdi:music-note-plus"),
    state: { leaf: "played", template: templates.playedEvent },
    details: { event_types: ["played"] },
  },
];

const commonEntities: readonly PlayerEntity[] = [
  {
    ...entity("update", "firmware", "firmware"),
    isDiagnostic: true,
    state: { leaf: "info", template: templates.fieldState("firmware") },
    details: { device_class: "firmware" },
  },
  {
    ...entity("binary_sensor", undefined, "connectivity"),
    isDiagnostic: true,
    state: { leaf: "availability" },
    details: { device_class: "connectivity", payload_on: "online", payload_off: "offline" },
  },
  { ...entity("button", undefined, "refresh", "mdi:refresh"), isDiagnostic: true, isDisabledByDefault: true },
  {
    ...entity("event", undefined, "command_outcome", "mdi:message-reply-text"),
    isDiagnostic: true,
    state: { leaf: "result", template: templates.outcomeEvent },
    details: { event_types: outcomes },
  },
  {
    ...entity("sensor", undefined, "last_outcome", "mdi:message-check"),
    isDiagnostic: true,
    state: { leaf: "result", template: templates.outcomeState(outcomes) },
    attributes: { leaf: "result", template: templates.outcomeAttributes },
    details: { device_class: "enum", options: outcomes },
  },
];

const rows: readonly PlayerEntity[] = [
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

/** All entities of a player, in the order of the documentation. */
export const playerEntities: readonly PlayerEntity[] = [...rows, ...plainEntities(rows)];
