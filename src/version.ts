import manifest from "../package.json" with { type: "json" };

/** The version of the program, from the one place that states it. */
export const version: string = manifest.version;
