import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetch } from "undici";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { ServerProcess } from "../support/server-process.ts";

interface Scrobble {
  readonly time: number;
  readonly track: { readonly title: string; readonly artists: readonly string[] };
}

/** A real Maloja for one test. */
export interface Maloja extends AsyncDisposable {
  /** The root of its API of ListenBrainz. */
  readonly url: string;
  readonly token: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  scrobbles(): Promise<readonly Scrobble[]>;
}

export async function startMaloja(python: string): Promise<Maloja> {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-maloja-"));
  const port = await freePort();
  const env = {
    ...process.env,
    MALOJA_DATA_DIRECTORY: folder,
    MALOJA_SKIP_SETUP: "yes",
    MALOJA_HOST: "127.0.0.1",
    MALOJA_PORT: String(port),
    MALOJA_FORCE_PASSWORD: "only-for-this-test",
  };
  const server = new ServerProcess({ command: python, args: ["-m", "maloja", "run"], env, port });
  await server.start();
  const api = `http://127.0.0.1:${port}/apis`;
  return {
    url: `${api}/listenbrainz`,
    token: /: *(\S+)/.exec(readFileSync(join(folder, "apikeys.yml"), "utf8"))?.[1] ?? "",
    start: () => server.start(),
    kill: () => server.kill(),
    scrobbles: () =>
      eventually(async () => {
        const answer = await fetch(`${api}/mlj_1/scrobbles?from=2000&to=2100`);
        return ((await answer.json()) as { readonly list: readonly Scrobble[] }).list;
      }),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
