import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltProgram, programOfTests, type RunningProgram, start } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { buildOf, lastReleaseOr } from "../support/earlier-build.ts";
import { ProcessFleet } from "./process-fleet.ts";

/** Until there is a release: a build from before, whose topics, fields and settings still hold. */
const previousCommit = lastReleaseOr("6274add3");

if (previousCommit === "")
  console.info("the tests with the previous build are skipped: this clone has no history");

describe.skipIf(isMosquittoMissing || previousCommit === "")("the previous build and this one", () => {
  let previous: BuiltProgram;
  const current = programOfTests();
  let broker: Mosquitto;
  let fleet: ProcessFleet;

  beforeAll(() => {
    previous = buildOf(previousCommit);
  }, 120_000);
  afterAll(() => previous[Symbol.asyncDispose]());
  beforeEach(async () => {
    broker = await startMosquitto();
    fleet = await ProcessFleet.create({ program: current, brokerUrl: broker.url, storeUrl: "", size: 3 });
  });
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  const retained = (): Promise<Map<string, string>> => readRetained(broker.url, "#");

  /** Waits until a bridge has published every player, itself, and everything to Home Assistant. */
  async function complete(): Promise<Map<string, string>> {
    return eventually(async () => {
      const topics = await retained();
      for (const id of fleet.ids) {
        expect([id, topics.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
        expect([id, topics.get(`player2mqtt/${id}/audio/output`)]).toEqual([id, fleet.truthOf(id)]);
        expect([id, topics.get(`player2mqtt/${id}/video/state`)]).toEqual([id, expect.any(String)]);
        expect(topics.get(fleet.discoveryTopic(id))).toBeDefined();
      }
      expect(topics.get("player2mqtt/bridge/state")).toBe("online");
      expect(topics.get("player2mqtt/bridge/health")).toBeDefined();
      return topics;
    }, 60_000);
  }

  async function stop(running: RunningProgram): Promise<void> {
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
  }

  it("have every topic and every field of a message in common: an upgrade takes nothing away", async () => {
    await fleet.writeOldFile();
    const before = await fleet.start("", previous);
    const old = await complete();
    await stop(before);
    const after = await fleet.start();
    await after.until("stdout", /player2mqtt (runs|is running)/);
    await eventually(async () => {
      const fresh = await complete();
      expect([...old.keys()].filter((topic) => !fresh.has(topic))).toEqual([]);
      const lost = [...old].flatMap(([topic, text]) => {
        const there = new Set(fieldsOf(fresh.get(topic) ?? ""));
        return fieldsOf(text).flatMap((field) => (there.has(field) ? [] : [`${topic}: ${field}`]));
      });
      expect(lost).toEqual([]);
    }, 60_000);
    await stop(after);
  }, 200_000);

  it("can take turns: who goes back finds all players, and they obey", async () => {
    await fleet.writeOldFile();
    const after = await fleet.start();
    await complete();
    await stop(after);
    const back = await fleet.start("", previous);
    await back.until("stdout", /player2mqtt (runs|is running)/);
    fleet.turnEveryKnob();
    await complete();
    const [id = ""] = fleet.ids;
    const { outputs = [], output } = fleet.players.get(id)?.player.audio ?? {};
    const wanted = outputs.find(({ tag, enabled }) => enabled && tag !== output?.tag)?.tag ?? "";
    const told = fleet.run("set", id, "audio/output", wanted);
    expect([await told.ended, told.stderr]).toEqual([expect.objectContaining({ code: 0 }), ""]);
    expect(fleet.truthOf(id)).toBe(wanted);
    await stop(back);
  }, 200_000);

  it("take the same configuration: every setting of the previous one is still known", async () => {
    const before = await readFile(join(previous.directory, "config/default.yaml"), "utf8");
    await writeFile(join(current.directory, "previous.yaml"), before);
    const words = ["config", "--config=previous.yaml", "--player.url=127.0.0.1:9"];
    const told = start(process.execPath, [current.main, ...words], { cwd: current.directory });
    expect([await told.ended, told.stderr]).toEqual([expect.objectContaining({ code: 0 }), ""]);
  });
});

/** The paths of all fields in a message of JSON; those of a list are those of its entries. */
function fieldsOf(text: string): string[] {
  if (!/^[[{]/.test(text)) return [];
  const paths = new Set<string>();
  const visit = (value: unknown, path: string): void => {
    if (path !== "") paths.add(path);
    if (Array.isArray(value)) for (const entry of value) visit(entry, `${path}[]`);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}.${name}`);
  };
  visit(JSON.parse(text), "");
  return [...paths];
}
