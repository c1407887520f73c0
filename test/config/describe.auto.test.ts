import { describe, expect, it } from "vitest";
import { describeConfig } from "../../src/config/describe.ts";
import { loadConfig } from "../../src/config/load.ts";

function load(env: Readonly<Record<string, string>>) {
  return loadConfig({ args: {}, env, cwd: "/nowhere", readFile: () => "" });
}

describe("players: auto", () => {
  it("is enough: nobody has to be listed", () => {
    const config = load({ PLAYERS: "auto" });
    expect(config).toMatchObject({ players: [], findsPlayers: true });
    expect(describeConfig(config)).toMatchObject({ players: "auto" });
  });

  it("is not what a list means, even an empty one", () => {
    expect(load({ PLAYERS: '[{"url":"10.0.0.7"}]' }).findsPlayers).toBe(false);
    expect(() => load({ PLAYERS: "[]" })).toThrow("no player is configured");
  });

  it("is not given beside a player", () => {
    expect(() => load({ PLAYERS: "auto", PLAYER_URL: "10.0.0.7" })).toThrow(
      "players (PLAYERS): auto cannot be combined with player.url",
    );
  });

  it("is no word in place of another", () => {
    expect(() => load({ PLAYERS: "all" })).toThrow("players (PLAYERS)");
  });
});
