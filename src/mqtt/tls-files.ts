import { readFileSync } from "node:fs";
import { BrokerError } from "../core/errors.ts";

/** The files for TLS as configured; empty where there is none. */
export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Their contents; throws BrokerError for one that cannot be read. */
export function readTlsFiles(files: TlsFiles): Record<keyof TlsFiles, string | undefined> {
  return { ca: read("ca", files.ca), cert: read("cert", files.cert), key: read("key", files.key) };
}

function read(setting: keyof TlsFiles, path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BrokerError(`Cannot read the file of mqtt.${setting}: ${reason}`, { cause: error });
  }
}
