import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { ServerProcess } from "../support/server-process.ts";

/** A registry for npm on loopback, with the settings of its owner, and of somebody whom it does not know. */
export interface NpmRegistry extends AsyncDisposable {
  readonly npmrc: string;
  readonly strangersNpmrc: string;
}

/** A registry for npm: verdaccio, from a manifest and lock file of its own, which asks no other one. */
export async function startNpmRegistry(folder: string): Promise<NpmRegistry> {
  const runtime = join(import.meta.dirname, "runtime");
  if (!existsSync(join(runtime, "node_modules/.package-lock.json"))) {
    const words = ["ci", "--prefix", runtime, "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", [...words, "--loglevel=error"], { stdio: "inherit" });
  }
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "config.yaml");
  writeFileSync(
    config,
    [
      `storage: ${join(folder, "storage")}`,
      "web: { enable: false }",
      `auth: { htpasswd: { file: ${join(folder, "htpasswd")}, max_users: -1 } }`,
      "packages: { '**': { access: $all, publish: $all } }",
      "log: { type: stdout, format: pretty, level: warn }",
    ].join("\n"),
  );
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const bin = join(runtime, "node_modules/verdaccio/bin/verdaccio");
  const args = [bin, "--config", config, "--listen", host];
  const server = new ServerProcess({ command: process.execPath, args, env: process.env, port });
  await server.start();
  const npmrc = join(folder, "npmrc");
  // npm sends nothing without a token, and this registry takes any.
  writeFileSync(npmrc, `registry=http://${host}/\n//${host}/:_authToken=anybody\n`, { mode: 0o644 });
  const strangersNpmrc = join(folder, "strangers-npmrc");
  writeFileSync(strangersNpmrc, `registry=http://${host}/\n`, { mode: 0o644 });
  return { npmrc, strangersNpmrc, [Symbol.asyncDispose]: () => server.stop() };
}
