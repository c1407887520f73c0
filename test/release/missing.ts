import { existsSync } from "node:fs";
import { mustSkip } from "../deploy/missing.ts";

const tools = { bubblewrap: "/usr/bin/bwrap", zip: "/usr/bin/zip", unzip: "/usr/bin/unzip" };
const absent = Object.entries(tools).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
const why =
  absent.length > 0
    ? `missing: ${absent.join(", ")}. Install them with: apt-get install ${absent.join(" ")}`
    : process.getuid?.() === 0
      ? ""
      : "only root can start what it has published as somebody else";

/** Whether the rehearsal must be skipped; where it is demanded, that is a failure. */
export const isReleaseMissing = mustSkip("the rehearsal of a release", "REQUIRE_RELEASE", why);
