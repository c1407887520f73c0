import { copyFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programOfTests, ran, startBuilt } from "../../cli/program.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { hearth, startHearth } from "../hearth/start-hearth.ts";

const program = programOfTests();

/** A folder with the make of the documentation and these files. */
async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(program.directory, "makes-"));
  await copyFile(hearth, join(folder, "hearth.mjs"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** A bridge of these players with these makes, and what its broker keeps. */
async function bridgeWith(players: readonly object[], makes: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const running = startBuilt(program, [], {
    MAKES_FOLDER: await folderWith(makes),
    BROKER_PORT: String(port),
    HTTP_PORT: "0",
    PLAYERS: JSON.stringify(players),
  });
  const kept = () => readRetained(`mqtt://127.0.0.1:${port}`, "player2mqtt/#", { protocolVersion: 4 });
  return { running, kept };
}

describe("the folder of makes", () => {
  it.each(["hearth", "auto"])("brings a player whose family is %s to the broker", async (family) => {
    const { url } = await startHearth();
    const { running, kept } = await bridgeWith([{ id: "den", url, family }]);
    await running.until("stdout", /"make":"hearth","file":"[^"]*hearth\.mjs"/);
    await eventually(async () => {
      const topics = await kept();
      expect(topics.get("player2mqtt/den/music/title")).toBe("Embers");
      expect(JSON.parse(topics.get("player2mqtt/bridge/info") ?? "{}")).toMatchObject({ makes: ["hearth"] });
    });
  });

  it("skips makes with a mistake, and names the place, and reads nothing but scripts", async () => {
    const mistakes: Readonly<Record<string, readonly [text: string, said: string]>> = {
      "syntax.mjs": ["export default () => {\n  return 1 +;\n};\n", ":2: Unexpected token ';'"],
      "script.js": ["\n\nexport default ;\n", ":3: Unexpected token ';'"],
      "import.mjs": ['import "player2mqtt";\n', ": Cannot find package"],
      "loaded.mjs": ["\nnothing.there();\n", ":2: nothing is not defined"],
      "called.mjs": ["export default () => {\n\n  throw new Error('no');\n};", ":3: no"],
      "parses.mjs": ["export default () =>\n  JSON.parse('{');", ":2: Expected property name"],
      "object.mjs": ["export default { name: 'x' };", ": its default export is no function"],
      "named.mjs": ["export const make = 1;", ": its default export is no function"],
      "returns.mjs": ["export default () => ({ name: 'x' });", ": its function does not return what"],
      "table.mjs": [
        "export default ({ defineMake }) =>\n  defineMake({ name: 'x', places: [] });",
        ":2: the make x: discovery is missing",
      ],
      "twin.mjs": [
        "export default ({ defineMake }) => defineMake({ name: 'wiim' });",
        ":1: the make wiim: name: there is such a make already",
      ],
    };
    const others = { "notes.txt": "?", ".eslintrc.js": "?", "make.ts": "?" };
    const texts = Object.entries(mistakes).map(([name, [text]]) => [name, text] as const);
    const MAKES_FOLDER = await folderWith({ ...others, ...Object.fromEntries(texts) });
    await copyFile(hearth, join(MAKES_FOLDER, "second.mjs"));
    await mkdir(join(MAKES_FOLDER, "node_modules.js"));
    const { stderr } = await ran(program, ["discover", "--seconds", "1"], { MAKES_FOLDER });
    for (const [name, [, said]] of Object.entries(mistakes))
      expect(stderr).toContain(`skipped the make ${MAKES_FOLDER}/${name}${said}`);
    expect(stderr).toMatch(/second\.mjs:\d+: the make hearth: name: there is such a make already/);
    expect(stderr).not.toMatch(/notes|eslintrc|make\.ts|\/hearth\.mjs/);
  });

  it("is a setting like any other: one that is missing ends the start", async () => {
    const players = { PLAYER_URL: "127.0.0.1:9", HTTP_PORT: "0" };
    const missing = await ran(program, ["run"], { ...players, MAKES_FOLDER: "/nowhere/makes" });
    expect(missing).toMatchObject({ code: 78 });
    expect(missing.stderr).toContain(
      "makes.folder (MAKES_FOLDER): cannot read /nowhere/makes: no such folder",
    );
    const PLAYERS = JSON.stringify([{ id: "den", url: "127.0.0.1:9", family: "heart" }]);
    const other = await ran(program, ["config"], { PLAYERS, MAKES_FOLDER: await folderWith() });
    expect(other.code).toBe(78);
    expect(other.stderr).toContain(
      'players[0].family (PLAYERS): "heart" is not one of auto, zidoo, bluos, wiim, hearth',
    );
  });

  it("keeps the other players running while one make is broken, and one gives what nobody can use", async () => {
    const { url } = await startHearth();
    const careless = (await readFile(hearth, "utf8"))
      .replace('name: "hearth"', 'name: "careless"')
      .replace('maker: "Hearth"', "maker: 1n");
    const { running, kept } = await bridgeWith(
      [
        { id: "den", url, family: "hearth" },
        { id: "shed", url: "127.0.0.1:9", family: "kiln" },
        { id: "loft", url: url.replace("127.0.0.1", "localhost"), family: "careless" },
      ],
      { "kiln.mjs": "\n1 +", "careless.mjs": careless },
    );
    await running.until("stdout", /"file":"[^"]*kiln\.mjs","line":2,"reason":"Unexpected end of input"/);
    await running.until("stdout", /"player":"loft".*its make, careless, has a mistake: /);
    await eventually(async () => {
      const topics = await kept();
      expect(topics.get("player2mqtt/den/music/title")).toBe("Embers");
      expect(topics.get("player2mqtt/shed/availability")).toBe("offline");
    });
  });

  it("is named by `check`, which tries the player of such a make", async () => {
    const { url } = await startHearth();
    const MAKES_FOLDER = await folderWith({ "bad.mjs": "1 +" });
    const PLAYERS = JSON.stringify([{ id: "den", url, family: "hearth" }]);
    const env = { PLAYERS, MAKES_FOLDER, HTTP_PORT: "0", BROKER_PORT: "0" };
    const { stdout } = await ran(program, ["check"], env);
    expect(stdout).toMatch(/a make of your own was skipped: \S*bad\.mjs:1: Unexpected end of input/);
    expect(stdout).toContain("Hearth One");
  });
});
