import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { eventually } from "../../support/eventually.ts";
import { TestClient } from "../../support/mqtt-client.ts";
import { opened } from "../../support/opened.ts";
import { programOfTests, startBuilt } from "../program.ts";

const built = programOfTests();

/** Once at the start, and then not until next year: whatever a player is asked later, somebody made it so. */
const never = "0 0 0 1 1 *";
const settings = {
  http: { port: 0 },
  broker: { port: 0 },
  // Its announcements follow what is known step by step; test/integration/departures.test.ts edits them.
  homeassistant: { enabled: false },
  // A read that a starved machine lets time out is not repeated before half a minute.
  device: { gapMs: 10, timeoutMs: 60_000 },
  poll: { audio: never, video: never, playlist: never, queue: never, state: never },
};

const nothingChanged = /"the new configuration is invalid, so nothing was changed"/g;
const readAgain = /"the configuration was reloaded without changes"/g;

it("a program reads its file again when it is edited and at SIGHUP, says what is wrong with it, and leaves everybody else in peace", {
  timeout: 60_000,
}, async () => {
  // A player whose connection ends is asked who it is.
  const keepAliveTimeoutMs = 120_000;
  const started = async () => opened(await startSimulator({ keepAliveTimeoutMs }));
  const sims = [await started(), await started()];
  const writeText = async (text: string): Promise<void> => {
    const path = join(built.directory, "players.json");
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  /** The players of these ids, each at its own address. */
  const writeList = (...ids: readonly string[]): Promise<void> =>
    writeText(
      JSON.stringify({ ...settings, players: ids.map((id, index) => ({ id, url: sims[index]?.url })) }),
    );
  await writeList("den", "attic");
  const running = startBuilt(built, ["run", "--config=players.json"]);
  const [, url = ""] = await running.until("stdout", /"broker":"(mqtt:[^"]+)".*"player2mqtt is running"/);
  await using witness = await TestClient.connect(url, ["#"], { protocolVersion: 4 });
  const topicsOf = (id: string): readonly string[] =>
    [...witness.state.keys()].filter((topic) => topic.startsWith(`player2mqtt/${id}/`));
  const timesOf = (line: RegExp): number => [...running.stdout.matchAll(line)].length;
  // The last that a player tells.
  const told = (id: string) => eventually(() => expect(topicsOf(id)).toContain(`player2mqtt/${id}/history`));
  await told("den");
  const before = sims[0]?.traffic.connections;

  await writeList("den", "loft");
  await running.until("stdout", /"level":30,.*"player attic was renamed to loft"/);
  await told("loft");
  await eventually(() => expect(topicsOf("attic")).toEqual([]));

  await writeText('{"players": [{"id": "den", "url": "http://"}], "mqtt": {"usrname": "me"}}');
  const [line] = await running.until("stdout", /\{"level":50,.*so nothing was changed"\}/);
  expect((JSON.parse(line) as { readonly problems: readonly string[] }).problems).toEqual([
    "mqtt.usrname (players.json): unknown setting, did you mean mqtt.username?",
    expect.stringMatching(/^players\[0\]\.url \(players\.json\): /),
  ]);
  await writeList("den", "loft");
  running.kill("SIGHUP");
  await eventually(() => expect(timesOf(readAgain)).toBeGreaterThan(0));
  await writeText("{");
  running.kill("SIGHUP");
  // An edit that SIGHUP has read is not reported by the watch again; the next one is.
  await eventually(() => expect(timesOf(nothingChanged)).toBe(2));
  await writeText("[");
  await eventually(() => expect(timesOf(nothingChanged)).toBe(3));
  await writeList("den");
  await running.until("stdout", /"player loft was removed"/);
  await eventually(() => expect(topicsOf("loft")).toEqual([]));
  expect([sims[0]?.traffic.connections, witness.state.get("player2mqtt/den/availability")]).toEqual([
    before,
    "online",
  ]);
  running.kill("SIGTERM");
  expect((await running.ended).code).toBe(0);
});
