import { expect, it } from "vitest";
import { loadWithPlaces } from "../../../src/config/load.ts";
import { compareConfigs, viewConfig } from "../../../src/config/edit/view-settings.ts";

const file = "config/local.yaml";

function load(text: string, env: NodeJS.ProcessEnv = {}) {
  const readFile = (path: string): string => {
    if (path.endsWith(file)) return text;
    throw Object.assign(new Error("there is only one file"), { code: "ENOENT" });
  };
  return loadWithPlaces({ args: {}, env, cwd: "/here", readFile, requirePlayers: false });
}

const view = (text: string, env: NodeJS.ProcessEnv = {}) => viewConfig(load(text, env), file);

const settingOf = (shown: ReturnType<typeof view>, name: string) =>
  shown.settings.find((setting) => setting.name === name);

it("shows each setting with its value, its default and what sets it", () => {
  const shown = view("mqtt: { url: mqtt://me:hunter2@b }\npoll: { pace: eager }\n", {
    MQTT_PASSWORD: "hunter2",
    LOG_LEVEL: "warn",
    MQTT_USERNAME: "me",
  });
  expect(settingOf(shown, "poll.pace")).toEqual({
    name: "poll.pace",
    about: expect.stringContaining("How eagerly"),
    wanted: "one of eager, normal, gentle",
    choices: ["eager", "normal", "gentle"],
    isPerPlayer: true,
    value: "eager",
    initial: "normal",
    hasSecret: null,
    source: file,
    isFixed: false,
  });
  expect(settingOf(shown, "log.level")).toMatchObject({ value: "warn", source: "LOG_LEVEL", isFixed: true });
  expect(settingOf(shown, "http.port")).toMatchObject({ value: 8099, source: null, isFixed: false });
  expect(settingOf(shown, "mqtt.url")).toMatchObject({ value: "mqtt://b", hasSecret: true, isFixed: false });
  expect(settingOf(shown, "mqtt.password")).toMatchObject({ value: null, hasSecret: true, isFixed: true });
  expect(settingOf(shown, "http.token")).toMatchObject({ value: null, hasSecret: false });
  expect(settingOf(shown, "history.listens")).toMatchObject({ value: null, hasSecret: false });
});

it("shows players with what is their own, and no secret of any", () => {
  const shown = view(
    `mqtt: { password: hunter2, username: me }
http: { token: hunter2hunter2 }
players:
  - { id: a, name: Den, url: "http://u:hunter2@x", psk: hunter2, mac: "80:0a:80:5e:00:53", poll: { pace: gentle } }
`,
    { PLAYER_URL: "http://u:hunter2@y", PLAYER_ID: "b" },
  );
  expect(shown.players).toEqual([
    {
      id: "a",
      name: "Den",
      room: null,
      url: "http://x",
      mac: "80:0a:80:5e:00:53",
      hasPsk: true,
      own: { "poll.pace": "gentle" },
      source: file,
      isFixed: false,
    },
    expect.objectContaining({ id: "b", name: "b", hasPsk: false, source: "PLAYER_URL", isFixed: true }),
  ]);
  expect(shown.listFixedBy).toBeNull();
  expect(JSON.stringify(shown)).not.toContain("hunter2");
});

it("shows who sets the list of players", () => {
  expect(view("", { PLAYERS: "auto" })).toMatchObject({
    findsPlayers: true,
    players: [],
    listFixedBy: "PLAYERS",
  });
  expect(view("players: auto")).toMatchObject({ findsPlayers: true, listFixedBy: null });
});

it("compares two configurations in words, and tells no secret of either", () => {
  const { config: before } = load(`
mqtt: { url: "mqtt://me:hunter2@b", password: hunter2, username: me }
poll: { pace: eager }
players:
  - { id: a, name: Den, url: "http://u:hunter2@x", psk: hunter2, poll: { pace: gentle } }
  - { id: b, name: Attic, url: y, controls: { wakeMacs: ["80:0a:80:5e:00:53"] } }
  - { id: c, url: z }
`);
  const { config: after } = load(`
mqtt: { url: "mqtt://me:hunter3@b", password: hunter3, username: me }
poll: { pace: gentle }
players:
  - { id: a, name: Cave, url: "http://u:hunter3@x2", psk: hunter3 }
  - { id: loft, name: Attic, url: y, family: bluos, follow: false }
  - { id: d, url: v }
`);
  const differences = compareConfigs(before, after);
  expect(differences).toEqual([
    { kind: "player-changed", player: "Den", setting: "name", before: "Den", after: "Cave" },
    { kind: "player-changed", player: "Den", setting: "url", before: "http://x", after: "http://x2" },
    { kind: "player-changed", player: "Den", setting: "psk", before: null, after: null },
    { kind: "player-changed", player: "Attic", setting: "id", before: "b", after: "loft" },
    { kind: "player-changed", player: "Attic", setting: "family", before: "auto", after: "bluos" },
    { kind: "player-changed", player: "Attic", setting: "follow", before: true, after: false },
    {
      kind: "player-changed",
      player: "Attic",
      setting: "controls.wakeMacs",
      before: '["80:0a:80:5e:00:53"]',
      after: null,
    },
    { kind: "player-added", player: "d", before: null, after: null },
    { kind: "player-removed", player: "c", before: null, after: null },
    { kind: "setting-changed", setting: "mqtt.url", before: "mqtt://b", after: "mqtt://b" },
    { kind: "setting-changed", setting: "mqtt.password", before: null, after: null },
    { kind: "setting-changed", setting: "poll.pace", before: "eager", after: "gentle" },
  ]);
  expect(JSON.stringify(differences)).not.toMatch(/hunter/);
  expect(compareConfigs(before, before)).toEqual([]);
  expect(compareConfigs(load("players: auto").config, load("").config)).toEqual([
    { kind: "setting-changed", setting: "players", before: "auto", after: null },
  ]);
});
