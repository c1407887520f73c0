import { describe, expect, it } from "vitest";
import { makesFolderIn } from "../../src/config/load.ts";
import { families } from "../../src/families/index.ts";
import type { Makes } from "../../src/families/polled/load-makes.ts";
import { plainFamily } from "../families/plain-family.ts";
import { problemsWith } from "./load-with.ts";

const none: Makes = { folder: "", families, loaded: new Map(), broken: [] };
const withPlain: Makes = { ...none, families: [...families, plainFamily()] };

function problemsOf({
  env = {},
  family = "plain",
  makes,
}: Partial<Parameters<typeof problemsWith>[0]> & { family?: string }) {
  const PLAYERS = JSON.stringify([{ id: "den", url: "10.0.0.1", family }]);
  return problemsWith({ env: { PLAYERS, ...env }, ...(makes && { makes }) });
}

const unknown = ['players[0].family (PLAYERS): "plain" is not one of auto, zidoo, bluos, wiim'];

describe("the family of a player", () => {
  it("may be a make of the owner", () => {
    expect(problemsOf({ makes: withPlain })).toEqual([]);
    expect(problemsOf({ makes: none })).toEqual(unknown);
    expect(problemsOf({})).toEqual(unknown);
  });

  it("is not judged while makes are missing: where no player is asked, or since one is broken", () => {
    expect(problemsOf({ env: { MAKES_FOLDER: "makes" } })).toEqual([]);
    const broken = [{ file: "makes/plain.mjs", line: 2, reason: "Unexpected token" }];
    expect(problemsOf({ makes: { ...none, broken } })).toEqual([]);
  });

  it("is not judged by the makes of another folder, which is read at a restart", () => {
    const moved = { ...withPlain, folder: "/nowhere/makes" };
    for (const makes of [none, moved])
      expect(problemsOf({ env: { MAKES_FOLDER: "others" }, family: "hearth", makes })).toEqual([]);
    expect(problemsOf({ env: { MAKES_FOLDER: moved.folder }, family: "hearth", makes: moved })).toEqual([
      `${unknown[0]?.replace('"plain"', '"hearth"')}, plain; a make added since the start needs a restart`,
    ]);
  });

  it("is a word", () => {
    const [problem] = problemsOf({ family: "No Make", makes: withPlain });
    expect(problem).toMatch(
      /^players\[0\]\.family \(PLAYERS\): "No Make" is not one of auto, .* of makes\.folder$/,
    );
  });

  it("of a single player is judged, too", () => {
    const env = { PLAYERS: "", PLAYER_URL: "10.0.0.1", PLAYER_FAMILY: "plain" };
    expect(problemsOf({ env, makes: withPlain })).toEqual([]);
    expect(problemsOf({ env })).toEqual([
      'player.family (PLAYER_FAMILY): "plain" is not one of auto, zidoo, bluos, wiim',
    ]);
  });

  it.each<[entry: object, refused: readonly string[]]>([
    [{ family: "plain", psk: "0000" }, ["psk"]],
    [{ family: "plain", pathPrefix: "Device" }, ["pathPrefix"]],
    [{ family: "plain", device: { pathPrefix: "Device", gapMs: 1 } }, ["device.pathPrefix"]],
    [
      { family: "plain", controls: { paths: {} }, publish: { settings: [] } },
      ["controls.paths", "publish.settings"],
    ],
    [{ family: "keyed", psk: "0000" }, []],
    // Only its answers tell what it is.
    [{ family: "auto", psk: "0000" }, []],
    [{ psk: "0000" }, []],
  ])("knows the settings of such a make: %j", (entry, refused) => {
    const keyed = plainFamily({ name: "keyed", settings: ["psk"] });
    const makes = { ...none, families: [plainFamily(), keyed] };
    const PLAYERS = JSON.stringify([{ id: "den", url: "10.0.0.1", ...entry }]);
    const why = "players of this family have no such setting: remove it, or correct the family";
    expect(problemsOf({ env: { PLAYERS }, makes })).toEqual(
      refused.map((name) => `players[0].${name} (PLAYERS): ${why}`),
    );
  });

  it("knows the port of such a make", () => {
    const makes = { ...none, families: [plainFamily({ defaultPort: 9999 })] };
    const urls = ["10.0.0.1", "10.0.0.1:9999"];
    const PLAYERS = JSON.stringify(urls.map((url, place) => ({ id: `p${place}`, url, family: "plain" })));
    expect(problemsOf({ env: { PLAYERS }, makes })).toEqual([
      expect.stringMatching(/^players\[1\]\.url .*already the address of players\[0\]/),
    ]);
  });
});

describe("the folder of makes", () => {
  it("is found before anything else is judged", () => {
    const sources = { args: {}, env: { MAKES_FOLDER: "makes", PLAYERS: "[{}]", MQTT_URL: "?" }, cwd: "/srv" };
    expect(makesFolderIn(sources)).toBe("/srv/makes");
    expect(makesFolderIn({ ...sources, env: {} })).toBe("");
    expect(makesFolderIn({ ...sources, args: { "makes.folder": "/etc/makes" } })).toBe("/etc/makes");
  });

  it("that cannot be read is a problem of its setting", () => {
    const problem = "cannot read /srv/makes: no such folder";
    expect(
      problemsOf({ family: "auto", env: { MAKES_FOLDER: "makes" }, makes: { ...none, problem } }),
    ).toEqual([`makes.folder (MAKES_FOLDER): ${problem}`]);
  });
});
