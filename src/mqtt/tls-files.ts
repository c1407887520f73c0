import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { BrokerError } from "../core/errors.ts";

type TlsSetting = "ca" | "cert" | "key";

/** Reads the files; throws BrokerError for a file that cannot be read or used. */
export function readTlsFiles(
  files: Readonly<Record<TlsSetting, string>>,
): Record<TlsSetting, string | undefined> {
  const ca = read("ca", files.ca);
  const cert = read("cert", files.cert);
  const key = read("key", files.key);
  // Node accepts an invalid CA file without an error and then trusts no certificate.
  check("mqtt.ca", () => ca !== undefined && new X509Certificate(ca));
  check("mqtt.cert and mqtt.key", () => cert !== undefined && createSecureContext({ cert, key }));
  return { ca, cert, key };
}

function read(setting: TlsSetting, path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BrokerError(`Cannot read the file of mqtt.${setting}: ${messageOf(error)}`, { cause: error });
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
