import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programOfTests, startBuilt } from "../program.ts";

const program = programOfTests();

it.each([
  ["yaml", "mqtt: {url: 'ws://127.0.0.1:9'}\nlog: {format: pretty}\n"],
  ["json5", "{mqtt: {url: 'ws://127.0.0.1:9'}, log: {format: 'pretty'}} // as it is written by hand"],
])("the built program reads %s, writes a pretty log and speaks WebSocket", async (ending, text) => {
  const file = join(program.directory, `settings.${ending}`);
  await writeFile(file, text);
  const env = { PLAYER_URL: "127.0.0.1:9", HTTP_PORT: "0" };
  const running = startBuilt(program, ["run", `--config=${file}`], env);
  await running.until("stdout", /WARN: .*broker.*\n.*"ws:\/\/127\.0\.0\.1:9"\n.*ECONNREFUSED/);
  running.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 0 });
});
