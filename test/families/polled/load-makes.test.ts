import { copyFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { programOfTests, start } from "../../cli/program.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { opened } from "../../support/opened.ts";
import type { Conformance, Conforming } from "../../../src/cli/conformance/conformance.ts";
import { systemClock } from "../../../src/lib/clock.ts";

const program = programOfTests();

/** A simulated player of the make of the documentation. */
async function startHearth(): Promise<Conforming> {
  const { default: trial } = (await import(resolve("test/families/hearth/hearth.check.mjs"))) as {
    default: Conformance<Conforming>;
  };
  return opened(await trial.start(systemClock));
}

/** A folder with the make of the documentation and these files. */
async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(program.directory, "makes-"));
  await copyFile("test/families/hearth/hearth.mjs", join(folder, "hearth.mjs"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** The program with a command, until it has ended. */
async function ran(args: readonly string[], env: NodeJS.ProcessEnv) {
  const running = start(process.execPath, [program.main, ...args], { cwd: program.directory, env });
  const { code } = await running.ended;
  return { code, stdout: running.stdout, stderr: running.stderr };
}

describe("the folder of makes", () => {
  it.each(["hearth", "auto"])("brings a player whose family is %s to the broker", async (family) => {
    const player = await startHearth();
    const port = await freePort();
    const running = start(process.execPath, [program.main], {
      cwd: program.directory,
      env: {
        MAKES_FOLDER: await folderWith(),
        BROKER_PORT: String(port),
        HTTP_PORT: "0",
        PLAYERS: JSON.stringify([{ id: "den", url: player.url, family }]),
      },
    });
    await running.until("stdout", /"make":"hearth","file":"[^"]*hearth\.mjs"/);
    await eventually(async () => {
      const kept = await readRetained(`mqtt://127.0.0.1:${port}`, "player2mqtt/#", { protocolVersion: 4 });
      expect(kept.get("player2mqtt/den/music/title")).toBe("Embers");
      expect(JSON.parse(kept.get("player2mqtt/bridge/info") ?? "{}")).toMatchObject({ makes: ["hearth"] });
    });
  });

  it.each([
    ["a syntax error", ["mjs", "export default () => {\n  return 1 +;\n};\n"], ":2: Unexpected token ';'"],
    ["a syntax error in a script", ["js", "\n\nexport default ;\n"], ":3: Unexpected token ';'"],
    ["an import that does not resolve", ["mjs", 'import "player2mqtt";\n'], ": Cannot find package"],
    ["an error as it is loaded", ["mjs", "\nnothing.there();\n"], ":2: nothing is not defined"],
    ["an error in its function", ["mjs", "export default () => {\n\n  throw new Error('no');\n};"], ":3: no"],
    [
      "text that it cannot parse",
      ["mjs", "export default () =>\n  JSON.parse('{');"],
      ":2: Expected property name",
    ],
    ["no function", ["mjs", "export default { name: 'x' };"], ": its default export is no function"],
    ["no default export", ["mjs", "export const make = 1;"], ": its default export is no function"],
    ["no make", ["mjs", "export default () => ({ name: 'x' });"], ": its function does not return what"],
    [
      "a table with a mistake",
      ["mjs", "export default ({ defineMake }) =>\n  defineMake({ name: 'x', places: [] });"],
      ":2: the make x: discovery is missing",
    ],
    [
      "the name of another make",
      ["mjs", "export default ({ defineMake }) => defineMake({ name: 'wiim' });"],
      ":1: the make wiim: name: there is such a make already",
    ],
  ] as const)("skips a make with %s, and names its place", async (_what, [ending, text], said) => {
    const MAKES_FOLDER = await folderWith({ [`bad.${ending}`]: text });
    const { stderr } = await ran(["discover", "--seconds", "1"], { MAKES_FOLDER });
    expect(stderr).toContain(`skipped the make ${MAKES_FOLDER}/bad.${ending}${said}`);
    expect(stderr).not.toContain("hearth");
  });

  it("has one make of a name: the second file is skipped", async () => {
    const MAKES_FOLDER = await folderWith();
    await copyFile(join(MAKES_FOLDER, "hearth.mjs"), join(MAKES_FOLDER, "second.mjs"));
    const { stderr } = await ran(["discover", "--seconds", "1"], { MAKES_FOLDER });
    expect(stderr).toMatch(/second\.mjs:\d+: the make hearth: name: there is such a make already/);
  });

  it("is read for files of JavaScript alone, not below it and not hidden ones", async () => {
    const MAKES_FOLDER = await folderWith({ "notes.txt": "?", ".eslintrc.js": "?", "make.ts": "?" });
    await mkdir(join(MAKES_FOLDER, "node_modules.js"));
    const { stderr } = await ran(["discover", "--seconds", "1"], { MAKES_FOLDER });
    expect(stderr).not.toMatch(/notes|eslintrc|make\.ts/);
  });

  it("is a setting like any other: one that is missing ends the start", async () => {
    const players = { PLAYER_URL: "127.0.0.1:9", HTTP_PORT: "0" };
    const missing = await ran(["run"], { ...players, MAKES_FOLDER: "/nowhere/makes" });
    expect(missing).toMatchObject({ code: 78 });
    expect(missing.stderr).toContain(
      "makes.folder (MAKES_FOLDER): cannot read /nowhere/makes: no such folder",
    );
    const PLAYERS = JSON.stringify([{ id: "den", url: "127.0.0.1:9", family: "heart" }]);
    const other = await ran(["config"], { PLAYERS, MAKES_FOLDER: await folderWith() });
    expect(other.code).toBe(78);
    expect(other.stderr).toContain(
      'players[0].family (PLAYERS): "heart" is not one of auto, zidoo, bluos, wiim, hearth',
    );
  });

  it("keeps the other players running while the make of one is broken", async () => {
    const player = await startHearth();
    const port = await freePort();
    const running = start(process.execPath, [program.main], {
      cwd: program.directory,
      env: {
        MAKES_FOLDER: await folderWith({ "kiln.mjs": "\n1 +" }),
        BROKER_PORT: String(port),
        HTTP_PORT: "0",
        PLAYERS: JSON.stringify([
          { id: "den", url: player.url, family: "hearth" },
          { id: "shed", url: "127.0.0.1:9", family: "kiln" },
        ]),
      },
    });
    await running.until("stdout", /"file":"[^"]*kiln\.mjs","line":2,"reason":"Unexpected end of input"/);
    await eventually(async () => {
      const kept = await readRetained(`mqtt://127.0.0.1:${port}`, "player2mqtt/#", { protocolVersion: 4 });
      expect(kept.get("player2mqtt/den/music/title")).toBe("Embers");
      expect(kept.get("player2mqtt/shed/availability")).toBe("offline");
    });
  });

  it("keeps the other players running while a make gives what nobody can use", async () => {
    const player = await startHearth();
    const port = await freePort();
    const hearth = await readFile("test/families/hearth/hearth.mjs", "utf8");
    const careless = hearth
      .replace('name: "hearth"', 'name: "careless"')
      .replace('maker: "Hearth"', "maker: 1n");
    const running = start(process.execPath, [program.main], {
      cwd: program.directory,
      env: {
        MAKES_FOLDER: await folderWith({ "careless.mjs": careless }),
        BROKER_PORT: String(port),
        HTTP_PORT: "0",
        PLAYERS: JSON.stringify([
          { id: "den", url: player.url },
          { id: "shed", url: player.url.replace("127.0.0.1", "localhost"), family: "careless" },
        ]),
      },
    });
    await running.until("stdout", /"player":"shed".*its make, careless, has a mistake: /);
    await eventually(async () => {
      const kept = await readRetained(`mqtt://127.0.0.1:${port}`, "player2mqtt/#", { protocolVersion: 4 });
      expect(kept.get("player2mqtt/den/music/title")).toBe("Embers");
    });
  });

  it("is named by `check`, which tries the player of such a make", async () => {
    const player = await startHearth();
    const MAKES_FOLDER = await folderWith({ "bad.mjs": "1 +" });
    const PLAYERS = JSON.stringify([{ id: "den", url: player.url, family: "hearth" }]);
    const { stdout } = await ran(["check"], { PLAYERS, MAKES_FOLDER, HTTP_PORT: "0", BROKER_PORT: "0" });
    expect(stdout).toMatch(/a make of your own was skipped: \S*bad\.mjs:1: Unexpected end of input/);
    expect(stdout).toContain("Hearth One");
  });
});
