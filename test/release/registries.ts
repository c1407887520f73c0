import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOfVerdaccio } from "./install-verdaccio.ts";
import { freePort } from "../support/free-port.ts";
import { ServerProcess } from "../support/server-process.ts";

/** A registry on loopback that takes whatever it is sent. */
export interface Registry extends AsyncDisposable {
  readonly host: string;
}

/** A registry for npm, with the settings of its owner, and of somebody whom it does not know. */
export interface NpmRegistry extends Registry {
  readonly npmrc: string;
  readonly strangersNpmrc: string;
}

/** A registry for npm: verdaccio, which asks no other one. */
export async function startNpmRegistry(folder: string): Promise<NpmRegistry> {
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
  const bin = join(folderOfVerdaccio, "node_modules/verdaccio/bin/verdaccio");
  const registry = await serve([process.execPath, bin, "--config", config, "--listen", host], host);
  const npmrc = join(folder, "npmrc");
  // npm sends nothing without a token, and this registry takes any.
  writeFileSync(npmrc, `registry=http://${host}/\n//${host}/:_authToken=anybody\n`, { mode: 0o644 });
  const strangersNpmrc = join(folder, "strangers-npmrc");
  writeFileSync(strangersNpmrc, `registry=http://${host}/\n`, { mode: 0o644 });
  return { ...registry, npmrc, strangersNpmrc };
}

/** A registry for images: the one of Debian. */
export async function startImageRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "config.yml");
  const host = `127.0.0.1:${await freePort()}`;
  writeFileSync(
    config,
    JSON.stringify({
      version: 0.1,
      log: { level: "warn", accesslog: { disabled: true } },
      storage: { filesystem: { rootdirectory: join(folder, "storage") } },
      http: { addr: host },
    }),
  );
  return serve(["docker-registry", "serve", config], host);
}

async function serve([command = "", ...args]: readonly string[], host: string): Promise<Registry> {
  const server = new ServerProcess({ command, args, env: process.env, port: Number(host.split(":")[1]) });
  await server.start();
  return { host, [Symbol.asyncDispose]: () => server.stop() };
}
