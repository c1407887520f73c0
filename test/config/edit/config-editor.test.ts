import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ConfigEdit } from "../../../src/config/edit/config-edit.ts";
import { ConfigEditor } from "../../../src/config/edit/config-editor.ts";
import { ConfigFile } from "../../../src/config/edit/config-file.ts";
import { viewConfig } from "../../../src/config/edit/view-settings.ts";
import { families } from "../../../src/families/index.ts";
import { newFolder } from "../../support/new-folder.ts";

const addKitchen: ConfigEdit = { kind: "add-player", values: { id: "kitchen", url: "192.168.1.9" } };
const oneStudy = "# mine\nplayers: [{ id: study, url: 192.168.1.4 }]\n";

describe("the editor of the configuration", () => {
  let cwd = "";
  beforeEach(() => {
    cwd = newFolder();
  });

  const at = (...path: string[]): string => join(cwd, ...path);
  const editor = (env: NodeJS.ProcessEnv = {}, args: Readonly<Record<string, string>> = {}): ConfigEditor =>
    new ConfigEditor({ args, env, cwd });
  const given = (text: string, path = "config/local.yaml"): void => {
    mkdirSync(at("config"), { recursive: true });
    writeFileSync(at(path), text);
  };
  const save = (one: ConfigEditor, ...edits: ConfigEdit[]) => one.save(edits, one.file.revision);
  const text = (path = "config/local.yaml"): string => readFileSync(at(path), "utf8");

  it("creates the file in an empty folder, for its owner alone", () => {
    const one = editor();
    expect(one.file).toEqual({
      name: "config/local.yaml",
      exists: false,
      revision: "none",
      unwritable: undefined,
      hasLastGood: false,
      hasDefaults: false,
    });
    expect(save(one, addKitchen)).toMatchObject({ kind: "written", how: "replaced", keptLastGood: false });
    expect(text()).toMatch(
      /^# yaml-language-server: .*\n(#.*\n)+\nplayers:\n {2}- id: kitchen\n {4}url: 192.168.1.9\n$/,
    );
    expect(statSync(at("config/local.yaml")).mode & 0o777).toBe(0o600);
    expect(one.load().config.players.map(({ id }) => id)).toEqual(["kitchen"]);
  });

  it("finds a file that was written by hand meanwhile", () => {
    const one = editor();
    expect(one.file.exists).toBe(false);
    given("log:\n  level: info\n", "config/local.yml");
    expect(one.file).toMatchObject({ name: "config/local.yml", exists: true });
  });

  it("saves while the file has a make that is read at a restart", () => {
    given("makes: { folder: makes }\nplayers: [{ id: den, url: 10.0.0.1, family: hearth }]\n");
    const makes = { folder: "", families, loaded: new Map(), broken: [] };
    const one = new ConfigEditor({ args: {}, env: {}, cwd, makes });
    expect(save(one, addKitchen)).toMatchObject({ kind: "written" });
  });

  it("keeps the mode of the file, and the last good one beside it with the same mode", () => {
    given(oneStudy);
    chmodSync(at("config/local.yaml"), 0o640);
    const one = editor();
    expect(save(one, addKitchen)).toMatchObject({ kind: "written", keptLastGood: true });
    expect(text()).toMatch(/^# mine\nplayers: .*study.*kitchen/);
    expect(text("config/local.yaml.last-good")).toBe(oneStudy);
    for (const name of readdirSync(at("config")))
      expect(statSync(at("config", name)).mode & 0o777).toBe(0o640);
    expect(readdirSync(at("config"))).toHaveLength(2);
  });

  it("goes back to the last good file, and forward again", () => {
    given(oneStudy);
    const one = editor();
    expect(one.file.hasLastGood).toBe(false);
    const problems = ["there is no earlier configuration"];
    expect(one.lookBack()).toEqual({ differences: [], problems });
    expect(one.goBack(one.file.revision)).toEqual({ kind: "invalid", problems });
    save(one, addKitchen);
    const changed = text();
    expect(one.file.hasLastGood).toBe(true);
    const removed = { kind: "player-removed", player: "kitchen", before: null, after: null };
    expect(one.lookBack()).toEqual({ differences: [removed], problems: [] });
    expect(one.goBack(one.file.revision)).toMatchObject({ kind: "written" });
    expect(text()).toBe(oneStudy);
    expect(one.goBack(one.file.revision)).toMatchObject({ kind: "written" });
    expect(text()).toBe(changed);
    expect(one.goBack("another")).toMatchObject({ kind: "stale" });
    given("players: 7\n", "config/local.yaml.last-good");
    expect(one.lookBack()).toEqual({
      differences: [],
      problems: [expect.stringContaining("is not a list of players")],
    });
  });

  it("does not keep a broken file as the last good one, but lets a change correct it", () => {
    given("players: [{ id: study, url: ftp://nowhere }]\n");
    const one = editor();
    const correct: ConfigEdit = { kind: "change-player", id: "study", values: { url: "192.168.1.4" } };
    expect(save(one, correct)).toMatchObject({ kind: "written", keptLastGood: false });
    expect(existsSync(at("config/local.yaml.last-good"))).toBe(false);
  });

  it("refuses with the words of the start, and leaves the file as it is", () => {
    given(oneStudy);
    const same: ConfigEdit = { kind: "add-player", values: { id: "study", url: "ftp://x" } };
    expect(save(editor(), same)).toEqual({
      kind: "invalid",
      problems: [
        expect.stringContaining("players[1].url (config/local.yaml): the value is not a player's address"),
        expect.stringContaining('players[1].id (config/local.yaml): "study" is already the id of players[0]'),
      ],
    });
    expect(text()).toBe(oneStudy);
  });

  it("checks a change without keeping it", () => {
    given(oneStudy);
    const one = editor();
    const { revision } = one.file;
    expect(one.check([addKitchen], revision)).toMatchObject({ kind: "valid", config: { players: [{}, {}] } });
    expect(one.file.revision).toBe(revision);
    expect(text()).toBe(oneStudy);
  });

  it("refuses a change of a file that has changed since it was read", () => {
    given(oneStudy);
    const { revision } = editor().file;
    given(`${oneStudy}log: { level: warn }\n`);
    expect(editor().save([addKitchen], revision)).toMatchObject({
      kind: "stale",
      problems: [expect.stringContaining("has changed since")],
    });
    rmSync(at("config/local.yaml"));
    expect(editor().save([addKitchen], revision)).toMatchObject({ kind: "stale" });
  });

  it.each<[string, NodeJS.ProcessEnv, Readonly<Record<string, string>>, ConfigEdit]>([
    ["MQTT_URL", { MQTT_URL: "mqtt://b" }, {}, { kind: "set", name: "mqtt.url", value: "mqtt://c" }],
    ["--mqtt.url", {}, { "mqtt.url": "mqtt://b" }, { kind: "unset", name: "mqtt.url" }],
    ["PLAYERS", { PLAYERS: "auto" }, {}, addKitchen],
  ])("refuses what %s sets, and names it", (source, env, args, edit) => {
    given(oneStudy);
    expect(save(editor(env, args), edit)).toEqual({
      kind: "invalid",
      problems: [
        expect.stringMatching(`is set by ${source}, which wins over config/local.yaml: change it there`),
      ],
    });
  });

  it.each<ConfigEdit>([
    { kind: "set", name: "makes.folder", value: "/tmp" },
    { kind: "unset", name: "makes.folder" },
  ])("never decides which code runs: $kind", (edit) => {
    const problem = /^makes\.folder names code that the bridge runs: write it into config\/local\.yaml/;
    const refused = { kind: "invalid", problems: [expect.stringMatching(problem)] };
    given(oneStudy);
    expect(save(editor(), edit)).toEqual(refused);
    // Neither while the file cannot be used.
    given("players: [{ id: study }]\n");
    expect(save(editor(), edit)).toEqual(refused);
    expect(text()).toBe("players: [{ id: study }]\n");
  });

  it("refuses to change a player that PLAYER_URL sets, but adds others", () => {
    given("log: { level: warn }\n");
    const one = editor({ PLAYER_URL: "192.168.1.4", PLAYER_ID: "den" });
    expect(save(one, { kind: "remove-player", id: "den" })).toEqual({
      kind: "invalid",
      problems: ["player den is set by PLAYER_URL, which wins over config/local.yaml: change it there"],
    });
    expect(save(one, addKitchen)).toMatchObject({ kind: "written" });
  });

  it("leaves nothing behind that cannot take the place of the file", () => {
    mkdirSync(at("config/local.yaml"), { recursive: true });
    const file = new ConfigFile("local.yaml", at("config/local.yaml"));
    expect(() => file.write("players: []")).toThrow(/EISDIR/);
    expect(readdirSync(at("config"))).toEqual(["local.yaml"]);
  });

  it.each([
    ["is mounted by itself, is written in place", "EBUSY", { kind: "written", how: "in-place" }, /kitchen/],
    [
      "finds no room stays as it was",
      "ENOSPC",
      { kind: "failed", problems: ["config/local.yaml could not be written: ENOSPC"] },
      /^# mine\nplayers: \[\{ id: study, url: 192\.168\.1\.4 \}\]\n$/,
    ],
  ])("a file that %s", (_what, code, written, content) => {
    given(oneStudy);
    const rename = vi.spyOn(fs, "renameSync").mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
    const { ino } = statSync(at("config/local.yaml"));
    try {
      expect(save(editor(), addKitchen)).toMatchObject(written);
    } finally {
      rename.mockRestore();
      syncBuiltinESMExports();
    }
    expect(text()).toMatch(content);
    expect(statSync(at("config/local.yaml")).ino).toBe(ino);
    expect(readdirSync(at("config"))).toEqual(["local.yaml"]);
  });

  it("writes through a link, which stays one", () => {
    mkdirSync(at("config"));
    writeFileSync(at("real.yaml"), oneStudy);
    symlinkSync(at("real.yaml"), at("config/local.yaml"));
    expect(save(editor(), addKitchen)).toMatchObject({ kind: "written" });
    expect(lstatSync(at("config/local.yaml")).isSymbolicLink()).toBe(true);
    expect(text("real.yaml")).toContain("kitchen");
  });

  it("says what to write into a JSON file, without secrets", () => {
    given('{ "players": [] }', "options.json");
    const one = editor({ CONFIG_FILE: "options.json" });
    const result = save(
      one,
      addKitchen,
      { kind: "set", name: "mqtt.password", value: "hunter22" },
      { kind: "change-player", id: "a", values: { psk: "hunter22", "poll.pace": "eager" } },
      { kind: "remove-player", id: "b" },
    );
    expect(result).toEqual({
      kind: "unwritable",
      problems: ["options.json is not a YAML file: the bridge writes only YAML"],
      instructions: expect.stringContaining("players:\n  - id: kitchen\n    url: 192.168.1.9\n"),
    });
    expect(JSON.stringify(result)).not.toContain("hunter22");
    expect(result).toMatchObject({
      instructions: expect.stringContaining('In options.json: remove player "b".'),
    });
    expect(one.goBack(one.file.revision)).toMatchObject({ kind: "invalid" });
    given("{}", "options.json.last-good");
    expect(one.goBack(one.file.revision)).toMatchObject({ kind: "unwritable" });
  });

  it("writes a file that wins over defaults of the environment, and follows them again without a line", () => {
    const CONFIG_DEFAULTS = JSON.stringify({ players: "auto", poll: { pace: "gentle" } });
    const one = editor({ CONFIG_DEFAULTS });
    const pace = () => {
      const { settings } = viewConfig(one.load(), one.file.name);
      return settings.find(({ name }) => name === "poll.pace");
    };
    expect(one.file.hasDefaults).toBe(true);
    expect(pace()).toMatchObject({ value: "gentle", initial: "gentle", isFixed: false });
    expect(save(one, { kind: "set", name: "poll.pace", value: "eager" })).toMatchObject({ kind: "written" });
    expect(pace()).toMatchObject({ value: "eager", initial: "gentle", source: "config/local.yaml" });
    expect(save(one, { kind: "unset", name: "poll.pace" })).toMatchObject({ kind: "written" });
    expect(pace()).toMatchObject({ value: "gentle" });
  });

  it("begins a list of players with that of the defaults, since it replaces it", () => {
    const players = [{ id: "study", url: "192.168.1.4", psk: "hunter22", poll: { pace: "eager" } }];
    const one = editor({ CONFIG_DEFAULTS: JSON.stringify({ players }) });
    expect(viewConfig(one.load(), one.file.name)).toMatchObject({
      listFixedBy: null,
      players: [{ isFixed: false }],
    });
    save(one, { kind: "change-player", id: "study", values: { name: "Library" } }, addKitchen);
    save(one, { kind: "remove-player", id: "kitchen" });
    expect(one.load().config.players).toMatchObject([
      { id: "study", name: "Library", psk: "hunter22", poll: { pace: "eager" } },
    ]);
    expect(text()).not.toContain("kitchen");
  });

  it("makes several changes at once as it makes them one after the other", () => {
    const edits: readonly ConfigEdit[] = [
      addKitchen,
      { kind: "change-player", id: "study", values: { name: "Library" } },
      { kind: "remove-player", id: "den" },
      { kind: "set", name: "poll.pace", value: "gentle" },
      { kind: "unset", name: "log.level" },
    ];
    const players = ["study", "den"].map((id, place) => ({ id, url: `192.168.1.${place}` }));
    const env = { CONFIG_DEFAULTS: JSON.stringify({ players, log: { level: "debug" } }) };
    fc.assert(
      fc.property(fc.shuffledSubarray([...edits], { minLength: 1 }), (some) => {
        const loaded = [[some], some.map((edit) => [edit])].map((saves) => {
          cwd = newFolder();
          const one = editor(env);
          for (const each of saves) expect(save(one, ...each)).toMatchObject({ kind: "written" });
          return one.load().config;
        });
        expect(loaded[0]).toEqual(loaded[1]);
      }),
      { numRuns: 20 },
    );
  });

  it("uses the file that --config names", () => {
    given(oneStudy, "mine.yml");
    expect(save(editor({}, { config: "mine.yml" }), addKitchen)).toMatchObject({ kind: "written" });
    expect(text("mine.yml")).toContain("kitchen");
  });
});
