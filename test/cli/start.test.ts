import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildProgram, start } from "./program.ts";

/** What a bridge needs of Node only when something is configured or happens: each takes milliseconds of every start. */
const late = ["child_process", "crypto", "dgram", "https", "tls", "worker_threads", "zlib"];

/** A module that tells at the end which modules of Node's were loaded. */
const told = `process.on("exit", () => process.stderr.write(JSON.stringify(process.moduleLoadList)));`;

it("the bridge starts without the modules of Node's that it may never need", async () => {
  await using program = await buildProgram();
  const running = start(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(told)}`, program.main],
    {
      cwd: program.directory,
      env: { PLAYER_URL: "127.0.0.1:9", MQTT_URL: "mqtt://127.0.0.1:9", HTTP_PORT: "0" },
    },
  );
  await running.until("stdout", /player2mqtt runs/);
  running.kill("SIGTERM");
  await running.ended;
  const loaded = JSON.parse(running.stderr) as string[];
  expect(loaded).toContain("NativeModule net");
  expect(late.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
});

it.each([
  ["yaml", "mqtt: {url: 'ws://127.0.0.1:9'}\nlog: {format: pretty}\n"],
  ["json5", "{mqtt: {url: 'ws://127.0.0.1:9'}, log: {format: 'pretty'}} // as it is written by hand"],
])("what stands apart is there when it is wanted: %s, a pretty log and a WebSocket", async (ending, text) => {
  await using program = await buildProgram();
  const file = join(program.directory, `settings.${ending}`);
  await writeFile(file, text);
  const running = start(process.execPath, [program.main, "run", `--config=${file}`], {
    cwd: program.directory,
    env: { PLAYER_URL: "127.0.0.1:9", HTTP_PORT: "0" },
  });
  await running.until("stdout", /WARN: .*broker.*\n.*"ws:\/\/127\.0\.0\.1:9"\n.*ECONNREFUSED/);
  running.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 0 });
});
