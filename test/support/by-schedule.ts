import { regularResourceNames } from "../../src/core/resources/player.ts";
import type { Pace } from "../../src/core/session/session.ts";

/** Everything has a cron schedule, so that a test decides when something is read. */
export const bySchedule: Pace = { factor: 1, scheduled: new Set(regularResourceNames) };
