import { existsSync } from "node:fs";
import { whyNoBuilder } from "../deploy/builder.ts";
import { mustSkip } from "../deploy/missing.ts";

const tools = {
  "docker-registry": "/usr/bin/docker-registry",
  "qemu-user-static": "/usr/bin/qemu-aarch64-static",
  zip: "/usr/bin/zip",
  unzip: "/usr/bin/unzip",
};
const absent = Object.entries(tools).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
const why =
  absent.length === 0
    ? whyNoBuilder
    : `missing: ${absent.join(", ")}. Install them with: apt-get install ${absent.join(" ")}`;

/** Whether the rehearsal must be skipped; where it is demanded, that is a failure. */
export const isReleaseMissing = mustSkip("the rehearsal of a release", "REQUIRE_RELEASE", why);
