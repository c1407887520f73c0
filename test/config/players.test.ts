import { describe, expect, it } from "vitest";
import { describeConfig } from "../../src/config/describe.ts";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

const players = (...list: unknown[]) => ({ PLAYERS: JSON.stringify(list) });

describe("players", () => {
  it("none at all is met with what to do", () => {
    for (const env of [{}, { PLAYERS: "[]" }]) {
      const [problem, ...others] = problemsWith({ env });
      expect(problem).toMatch(/no player is configured\. Set PLAYER_URL.*npm run demo, or player2mqtt demo/);
      expect(others).toEqual([]);
    }
    expect(problemsWith({ args: { "player.url": "" } })).toHaveLength(1);
  });

  it.each([{ PLAYERS: "[{" }, { PLAYERS: "{}" }, { PLAYER_URL_FILE: "nowhere" }])(
    "%o is not taken for none",
    (env) => {
      expect(problemsWith({ env })).toEqual([expect.not.stringContaining("no player is configured")]);
    },
  );

  it("one in short has an id, and its name is the id", () => {
    const named = { id: "player", url: "http://192.168.1.20", family: "auto", follow: true };
    expect(loadWith({ env: onePlayer }).players).toMatchObject([{ ...named, name: "player" }]);
    expect(loadWith({ env: { ...onePlayer, PLAYER_ID: "cinema" } }).players).toMatchObject([
      { id: "cinema", name: "cinema" },
    ]);
    const own = { PLAYER_NAME: "Home cinema", PLAYER_FAMILY: "bluos", PLAYER_FOLLOW: "false" };
    expect(loadWith({ env: { ...onePlayer, ...own } }).players).toMatchObject([
      { ...named, name: "Home cinema", family: "bluos", follow: false },
    ]);
  });

  it("the only one of a list needs no id", () => {
    expect(loadWith({ env: players({ url: "a" }) }).players).toMatchObject([
      { id: "player", name: "player" },
    ]);
  });

  it("a list and one in short add up", () => {
    const { players: all } = loadWith({ env: { ...players({ id: "a", url: "a" }), ...onePlayer } });
    expect(all.map(({ id }) => id)).toEqual(["a", "player"]);
  });

  it("that are searched need no list, and are not searched beside one", () => {
    const config = loadWith({ env: { PLAYERS: "auto" } });
    expect(config).toMatchObject({ players: [], findsPlayers: true });
    expect(describeConfig(config)).toMatchObject({ players: "auto" });
    expect(loadWith({ env: onePlayer }).findsPlayers).toBe(false);
    expect(problemsWith({ env: { PLAYERS: "auto", ...onePlayer } })).toEqual([
      "players (PLAYERS): auto cannot be combined with player.url",
    ]);
  });

  it("the environment's list takes the place of the file's", () => {
    const files = { "config/local.yaml": "players: [{id: file, url: a}]" };
    expect(loadWith({ files, env: players({ id: "env", url: "b" }) }).players.map(({ id }) => id)).toEqual([
      "env",
    ]);
  });

  it("what one sets for itself lies over what is set for all", () => {
    const own = { device: { gapMs: 7, pathPrefix: "Own" }, poll: { idleFactor: 9 }, queue: { window: 3 } };
    const others = {
      pathPrefix: "Maker",
      device: { gapMs: 8 },
      publish: { positionIntervalMs: 1 },
      commands: { inboxSize: 2 },
    };
    const env = {
      DEVICE_TIMEOUT_MS: "1000",
      DEVICE_PATH_PREFIX: "Device",
      QUEUE_FIELDS: "all",
      ...players({ id: "a", url: "a", ...own }, { id: "b", url: "b", ...others }),
    };
    const config = loadWith({ env });
    const [a, b] = config.players;
    expect(a?.device).toEqual({ ...config.device, gapMs: 7, timeoutMs: 1000, pathPrefix: "Own" });
    expect(a?.poll).toEqual({ ...config.poll, idleFactor: 9 });
    expect(a?.queue).toEqual({ publish: "window", window: 3, fields: "all" });
    expect(b).toMatchObject({
      device: { gapMs: 8, pathPrefix: "Maker", timeoutMs: 1000 },
      publish: { positionIntervalMs: 1 },
      commands: { deadlineMs: 5000, inboxSize: 2 },
    });
  });

  it("those without settings of their own have the very ones of all", () => {
    const config = loadWith({ env: players({ id: "a", url: "a" }, { id: "b", url: "b" }) });
    for (const player of config.players) {
      for (const section of ["device", "poll", "publish", "queue", "commands", "controls"] as const) {
        expect(player[section]).toBe(config[section]);
      }
    }
  });

  it("a MAC address has one spelling, and what is not given is not there", () => {
    const [a, b] = loadWith({
      env: players(
        { id: "a", url: "a", mac: "80-0A-80-5E-00-53", psk: "s", room: "Attic" },
        { id: "b", url: "b" },
      ),
    }).players;
    expect(a).toMatchObject({ mac: "80:0a:80:5e:00:53", psk: "s", room: "Attic" });
    for (const name of ["mac", "psk", "room"]) expect(b).not.toHaveProperty(name);
  });
});

describe("players that do not go together", () => {
  const inShort = players({ id: "player", url: "a" });
  const missing = "players[0].id (PLAYERS): is missing: expected an id, as there are several players";
  const own = "each player needs its own";

  it.each<[problem: string, env: Readonly<Record<string, string>>]>([
    [
      `players[1].id (PLAYERS): "a" is already the id of players[0]: ${own}`,
      players({ id: "a", url: "a" }, { id: "a", url: "b" }),
    ],
    [
      `player.id (PLAYER_URL): "player" is already the id of players[0]: ${own}`,
      { ...inShort, ...onePlayer },
    ],
    // However it is written.
    [
      "player.url (PLAYER_URL): the value is already the address of players[0]: list each player once",
      { ...players({ id: "a", url: "http://me:pass@192.168.1.20:9529/" }), ...onePlayer },
    ],
    [missing, { ...players({ url: "a" }), ...onePlayer }],
    [missing, players({ url: "a" }, { id: "b", url: "b" })],
    ["players (PLAYERS): is not JSON: line 1, column 10", { PLAYERS: '[{"psk": secret}]' }],
  ])("%s", (problem, env) => {
    expect(problemsWith({ env })).toEqual([problem]);
  });

  it("but for the one in short with an id of its own", () => {
    expect(problemsWith({ env: { ...inShort, ...onePlayer, PLAYER_ID: "b" } })).toEqual([]);
  });

  it.each([
    [{ id: "a" }, "players[0].url (PLAYERS): is missing: expected a player's address"],
    [{ id: 1, url: "a" }, "players[0].id (PLAYERS): 1 is not an id"],
    [
      { url: "a", psk: "a\nb" },
      "players[0].psk (PLAYERS): the value is not 1 to 128 printable ASCII characters without spaces",
    ],
    [{ url: "a", mac: "x" }, 'players[0].mac (PLAYERS): "x" is not a MAC address'],
    [{ url: "a", name: " " }, 'players[0].name (PLAYERS): " " is not a text of 1 to 100 characters'],
    [{ url: "a", poll: { video: "x" } }, 'players[0].poll.video (PLAYERS): "x" is not a cron expression'],
    [{ url: "a", poll: "secret" }, "players[0].poll (PLAYERS): the value is not an object of poll settings"],
    ["psk:secret", "players[0] (PLAYERS): the value is not a player: expected an object with a url"],
    [null, "players[0] (PLAYERS): the value is not a player"],
  ])("%j", (player, problem) => {
    expect(problemsWith({ env: players(player) })).toEqual([expect.stringContaining(problem)]);
  });
});
