import { accessSync, constants } from "node:fs";

/** The executable of the Home Assistant that is to be tested with, if there is one. */
export const hassBin = process.env["HASS_BIN"] ?? "";

/** Why there is nothing to test with; empty when there is. */
export const whyNoHomeAssistant =
  hassBin === "" ? "HASS_BIN does not name the executable of a Home Assistant (hass)" : "";

// One that is named must be there: skipping it would look like a success.
if (hassBin !== "") accessSync(hassBin, constants.X_OK);
