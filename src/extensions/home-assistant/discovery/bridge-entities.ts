import type { BridgeEntity } from "./entity.ts";
import * as templates from "./templates.ts";

export const bridgeEntities: readonly BridgeEntity[] = [
  {
    key: "connectivity",
    platform: "binary_sensor",
    name: "Connectivity",
    isDiagnostic: true,
    state: { leaf: "state" },
    details: { device_class: "connectivity", payload_on: "online", payload_off: "offline" },
  },
  {
    key: "version",
    platform: "sensor",
    name: "Version",
    icon: "mdi:tag",
    isDiagnostic: true,
    state: { leaf: "info", template: templates.fieldState("version") },
  },
  {
    key: "update",
    platform: "update",
    name: "Update",
    isDiagnostic: true,
    state: { leaf: "info", template: templates.fieldState("version") },
    latestVersionLeaf: "latest-version",
    details: { title: "player2mqtt" },
  },
  {
    key: "started",
    platform: "sensor",
    name: "Started",
    isDiagnostic: true,
    isDisabledByDefault: true,
    state: { leaf: "info", template: templates.fieldState("startedAt") },
    details: { device_class: "timestamp" },
  },
  {
    key: "players",
    platform: "sensor",
    name: "Players",
    icon: "mdi:multimedia",
    state: { leaf: "info", template: templates.playersState },
    attributes: { leaf: "info", template: templates.playersAttributes },
    details: { state_class: "measurement" },
  },
  {
    key: "players_online",
    platform: "sensor",
    name: "Players online",
    icon: "mdi:lan-connect",
    state: { leaf: "health", template: templates.onlineState },
    details: { state_class: "measurement" },
  },
];
