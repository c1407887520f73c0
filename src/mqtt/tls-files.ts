import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { BrokerError } from "../core/errors.ts";

type TlsSetting = "ca" | "cert" | "key";

/** Reads the files; throws BrokerError for a file that cannot be read or used. */
export function readTlsFiles(
  files: Readonly<Record<TlsSetting, string>>,
  section: "mqtt" | "fleet" = "mqtt",
): Record<TlsSetting, string | undefined> {
  const ca = read(`${section}.ca`, files.ca);
  const cert = read(`${section}.cert`, files.cert);
  const key = read(`${section}.key`, files.key);
  // Node accepts an invalid CA file without an error and then trusts no certificate.
  check(`${section}.ca`, () => ca !== undefined && new X509Certificate(ca));
  check(`${section}.cert and ${section}.key`, () => cert !== undefined && createSecureContext({ cert, key }));
  return { ca, cert, key };
}

function read(setting: string, path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BrokerError(`Cannot read the file of ${setting}: ${messageOf(error)}`, { cause: error });
  }
}

function check(settings: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    throw new BrokerError(`Cannot use the content of ${settings}: expected PEM. ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
