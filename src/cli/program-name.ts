import { basename, extname, relative } from "node:path";

/** How this program was called, so that examples can be copied: `player2mqtt`, or `node dist/main.js`. */
export function programName(script: string, cwd: string): string {
  if (extname(script) === "") return basename(script) || "player2mqtt";
  const path = relative(cwd, script);
  const shortest = path.startsWith("..") ? script : path;
  return `node ${/^[\w./-]+$/.test(shortest) ? shortest : `'${shortest.replaceAll("'", String.raw`'\''`)}'`}`;
}
