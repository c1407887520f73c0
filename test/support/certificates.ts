import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Pem {
  readonly path: string;
  readonly text: string;
}

/** A test CA with its certificates, and another CA that signs nothing here. */
export interface Certificates extends Disposable {
  readonly ca: Pem;
  readonly otherCa: Pem;
  readonly server: { readonly cert: Pem; readonly key: Pem };
  readonly client: { readonly cert: Pem; readonly key: Pem };
}

/** Why certificates cannot be created; undefined if they can. */
export function whyNoCertificates(): string | undefined {
  return spawnSync("openssl", ["version"]).status === 0
    ? undefined
    : "openssl is missing: apt-get install openssl";
}

export function makeCertificates(): Certificates {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-certificates-"));
  const at = (name: string): string => join(directory, name);
  const pem = (name: string): Pem => ({ path: at(name), text: readFileSync(at(name), "utf8") });
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync("openssl", args, { cwd: directory, encoding: "utf8" });
    if (status !== 0) throw new Error(`openssl ${args.join(" ")}: ${stderr}`);
  };
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const newKey = (name: string): string[] => [...curve, "-subj", `/CN=${name}`, "-keyout", `${name}.key`];
  const authority = (name: string): void =>
    openssl("req", "-x509", ...newKey(name), "-days", "2", "-out", name);
  const signed = (name: string): { cert: Pem; key: Pem } => {
    openssl("req", ...newKey(name), "-out", `${name}.csr`);
    const issue = ["x509", "-req", "-in", `${name}.csr`, "-CA", "ca.pem", "-CAkey", "ca.pem.key"];
    openssl(...issue, "-CAcreateserial", "-days", "2", "-extfile", "names.txt", "-out", `${name}.pem`);
    return { cert: pem(`${name}.pem`), key: pem(`${name}.key`) };
  };
  writeFileSync(at("names.txt"), "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1");
  authority("ca.pem");
  authority("other-ca.pem");
  return {
    ca: pem("ca.pem"),
    otherCa: pem("other-ca.pem"),
    server: signed("localhost"),
    client: signed("bridge"),
    [Symbol.dispose]: () => {
      rmSync(directory, { recursive: true });
    },
  };
}
