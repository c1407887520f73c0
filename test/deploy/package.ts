import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file that `npm publish` would send. */
export interface Packed {
  readonly path: string;
  readonly files: readonly { readonly path: string }[];
}

export async function packProject(folder: string): Promise<Packed> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    maxBuffer: 2 ** 26,
  });
  // The output of the build comes before it.
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as (Packed & { filename: string })[];
  if (packed === undefined) throw new Error(`npm pack said ${stdout}`);
  return { ...packed, path: join(folder, packed.filename) };
}
