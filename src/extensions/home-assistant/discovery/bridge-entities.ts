import type { BridgeLeaf } from "../../../core/topics/topics.ts";
import { entity } from "./entity-kinds.ts";
import type { Entity } from "./entity.ts";
import * as templates from "./templates.ts";

export const bridgeEntities: readonly Entity<BridgeLeaf>[] = [
  {
    ...entity("binary_sensor", undefined, "connectivity"),
    isDiagnostic: true,
    state: { leaf: "state" },
    details: { device_class: "connectivity", payload_on: "online", payload_off: "offline" },
  },
  {
    ...entity("sensor", undefined, "version", "mdi:tag"),
    isDiagnostic: true,
    state: { leaf: "info", template: templates.fieldState("version") },
  },
  {
    ...entity("update", undefined, "update"),
    isDiagnostic: true,
    state: { leaf: "info", template: templates.fieldState("version") },
    details: { title: "player2mqtt" },
  },
  {
    ...entity("sensor", undefined, "started"),
    isDiagnostic: true,
    isDisabledByDefault: true,
    state: { leaf: "info", template: templates.fieldState("startedAt") },
    details: { device_class: "timestamp" },
  },
  {
    ...entity("sensor", undefined, "players", "mdi:multimedia"),
    state: { leaf: "info", template: templates.playersState },
    attributes: { leaf: "info", template: templates.playersAttributes },
    details: { state_class: "measurement" },
  },
  {
    ...entity("sensor", undefined, "players_online", "mdi:lan-connect"),
    state: { leaf: "health", template: templates.onlineState },
    details: { state_class: "measurement" },
  },
];
