import { whyNoHomeAssistant } from "./hass-bin.ts";

/** Says once, before all tests, why they are skipped. */
export function setup(): void {
  if (whyNoHomeAssistant !== "") console.info(`The suite is skipped: ${whyNoHomeAssistant}.`);
}
