import * as nodeModule from "node:module";
import { join } from "node:path";

/** What Node has from 22.1 on, and its typings for 20 do not know. */
interface ModernModule {
  readonly enableCompileCache?: (directory: string) => unknown;
}

/**
 * Lets Node keep what it compiled, which spares the next start about a sixth of its work. The files lie beside the
 * program, so whoever could forge them could change the program as well; where that folder cannot be written, nothing
 * is kept.
 */
export function keepCompiledCode(folder: string): void {
  const { enableCompileCache } = nodeModule as ModernModule;
  enableCompileCache?.(join(folder, ".cache"));
}
