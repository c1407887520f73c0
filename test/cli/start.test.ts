import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltProgram, buildProgram, start } from "./program.ts";

let program: BuiltProgram;

beforeAll(async () => {
  program = await buildProgram();
}, 120_000);

afterAll(() => program[Symbol.asyncDispose]());

it.each([
  ["yaml", "mqtt: {url: 'ws://127.0.0.1:9'}\nlog: {format: pretty}\n"],
  ["json5", "{mqtt: {url: 'ws://127.0.0.1:9'}, log: {format: 'pretty'}} // as it is written by hand"],
])("the built program reads %s, writes a pretty log and speaks WebSocket", async (ending, text) => {
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
