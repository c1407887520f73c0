import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programOfTests, start } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { buildOf, lastReleaseOr } from "../support/earlier-build.ts";
import { ProcessFleet } from "./process-fleet.ts";

/** Until there is a release: a build from before, whose topics, fields and settings still hold. */
const previousCommit = lastReleaseOr("6274add3");

if (previousCommit === "")
  console.info("the test with the previous build is skipped: this clone has no history");

describe.skipIf(isMosquittoMissing || previousCommit === "")("an upgrade from the previous build", () => {
  const current = programOfTests();

  it("takes no topic, no field of a message and no setting away, and can be taken back", {
    timeout: 300_000,
  }, async () => {
    await using previous = buildOf(previousCommit);
    await using broker = await startMosquitto();
    await using fleet = await ProcessFleet.create({
      program: current,
      brokerUrl: broker.url,
      storeUrl: "",
      size: 3,
    });
    await fleet.writeOldFile();
    /** What a bridge of this build has published once it has every player, and everything for Home Assistant. */
    const publishedBy = async (
      program: typeof previous,
      check: (topics: ReadonlyMap<string, string>) => void,
    ): Promise<ReadonlyMap<string, string>> => {
      const running = await fleet.start("", program);
      await running.until("stdout", /player2mqtt (runs|is running)/);
      const published = await eventually(async () => {
        const topics = await readRetained(broker.url, "#");
        for (const id of fleet.ids) {
          expect([id, topics.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
          expect([id, topics.get(`player2mqtt/${id}/audio/output`)]).toEqual([id, fleet.truthOf(id)]);
          expect([id, topics.get(`player2mqtt/${id}/video/state`)]).toEqual([id, expect.any(String)]);
          expect(topics.get(fleet.discoveryTopic(id))).toBeDefined();
        }
        expect(topics.get("player2mqtt/bridge/state")).toBe("online");
        expect(topics.get("player2mqtt/bridge/health")).toBeDefined();
        check(topics);
        return topics;
      }, 60_000);
      running.kill("SIGTERM");
      expect(await running.ended).toMatchObject({ code: 0 });
      return published;
    };
    const old = await publishedBy(previous, () => {});
    await publishedBy(current, (fresh) => {
      expect([...old.keys()].filter((topic) => !fresh.has(topic))).toEqual([]);
      const lost = [...old].flatMap(([topic, text]) => {
        const there = new Set(fieldsOf(fresh.get(topic) ?? ""));
        return fieldsOf(text).flatMap((field) => (there.has(field) ? [] : [`${topic}: ${field}`]));
      });
      expect(lost).toEqual([]);
    });
    // Who goes back finds all players, as they are by then.
    fleet.turnEveryKnob();
    await publishedBy(previous, () => {});
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
