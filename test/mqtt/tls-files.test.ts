import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BrokerError } from "../../src/core/errors.ts";
import { readTlsFiles } from "../../src/mqtt/tls-files.ts";
import { type Certificates, makeCertificates, whyNoCertificates } from "../support/certificates.ts";

const none = { ca: "", cert: "", key: "" };

describe("the files for TLS", () => {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-tls-"));
  const nonsense = join(directory, "nonsense.pem");
  beforeAll(() => writeFileSync(nonsense, "this is no certificate"));
  afterAll(() => rmSync(directory, { recursive: true }));

  it("are none where none is configured", () => {
    expect(readTlsFiles(none)).toEqual({ ca: undefined, cert: undefined, key: undefined });
  });

  it.each(["ca", "cert", "key"] as const)("are named by their setting when %s cannot be read", (setting) => {
    const read = (): unknown => readTlsFiles({ ...none, [setting]: join(directory, "missing.pem") });
    expect(read).toThrow(BrokerError);
    expect(read).toThrow(new RegExp(`^Cannot read the file of mqtt\\.${setting}: ENOENT`));
  });

  it("are named by their setting when they are not PEM", () => {
    expect(() => readTlsFiles({ ...none, ca: nonsense })).toThrow(/content of mqtt\.ca: expected PEM/);
    expect(() => readTlsFiles({ ...none, cert: nonsense, key: nonsense })).toThrow(
      /content of mqtt\.cert and mqtt\.key: expected PEM/,
    );
  });
});

const missing = whyNoCertificates();
if (missing !== undefined) console.info(`skipped: ${missing}`);

describe.skipIf(missing !== undefined)("certificates", () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates[Symbol.dispose]());

  it("are read as they are", () => {
    const { ca, client } = certificates;
    const files = { ca: ca.path, cert: client.cert.path, key: client.key.path };
    expect(readTlsFiles(files)).toEqual({ ca: ca.text, cert: client.cert.text, key: client.key.text });
  });

  it("and keys that do not belong together are reported", () => {
    const { client, server } = certificates;
    expect(() => readTlsFiles({ ...none, cert: client.cert.path, key: server.key.path })).toThrow(
      /mqtt\.cert and mqtt\.key: .*key values mismatch/,
    );
  });
});
