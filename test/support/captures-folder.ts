/** The folder with captured bodies of real players; empty if there is none. */
export const capturesFolder = process.env["PLAYER_CAPTURES"] ?? "";

/** Why tests with them are skipped. */
export const withoutCaptures = "PLAYER_CAPTURES names no folder with bodies of real players";
if (capturesFolder === "") console.info(`tests with captures are skipped: ${withoutCaptures}`);
