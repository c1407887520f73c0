import { describe, expect, it } from "vitest";
import { describeChange, diffConfig, withoutRestart } from "../../src/config/diff.ts";
import { loadWith } from "./load-with.ts";

type Content = Readonly<Record<string, unknown>>;

const den = { id: "den", url: "10.0.0.1" };
const attic = { id: "attic", url: "10.0.0.2" };
const before: Content = { mqtt: { url: "mqtt://broker" }, players: [den, attic] };

function load(content: Content): ReturnType<typeof loadWith> {
  return loadWith({ files: { "config/local.json": JSON.stringify(content) } });
}

function changes(after: Content, from: Content = before): string[] {
  return diffConfig(load(from), load(after)).map(describeChange);
}

describe("the difference between two configurations", () => {
  it.each<[string, Content, string[]]>([
    ["nothing", before, []],
    ["players in another order", { ...before, players: [attic, den] }, []],
    [
      "a player more",
      { ...before, players: [den, attic, { id: "loft", url: "10.0.0.3" }] },
      ["player loft was added"],
    ],
    ["a player less", { ...before, players: [den] }, ["player attic was removed"]],
    [
      "another id",
      { ...before, players: [den, { ...attic, id: "loft", name: "Loft" }] },
      ["player attic was renamed to loft"],
    ],
    [
      "another name",
      { ...before, players: [{ ...den, name: "The den" }, attic] },
      ["player den: name changed"],
    ],
    [
      "another address",
      { ...before, players: [{ ...den, url: "10.0.0.9" }, attic] },
      ["player den: url changed"],
    ],
    [
      "ids that are exchanged",
      {
        ...before,
        players: [
          { ...den, url: attic.url },
          { ...attic, url: den.url },
        ],
      },
      ["player den: url changed", "player attic: url changed"],
    ],
    [
      "an override",
      { ...before, players: [{ ...den, poll: { video: "*/3 * * * * *" }, pathPrefix: "Zidoo" }, attic] },
      ["player den: device.pathPrefix, poll.video changed"],
    ],
    [
      "what all players have in common, for those that do not override it",
      { ...before, device: { gapMs: 10 }, players: [{ ...den, device: { gapMs: 150 } }, attic] },
      ["player attic: device.gapMs changed"],
    ],
    ["the broker", { ...before, mqtt: { url: "mqtt://other" } }, ["mqtt.url was changed"]],
    [
      "the base topic",
      { ...before, mqtt: { url: "mqtt://broker", baseTopic: "x" } },
      ["mqtt.baseTopic was changed, which takes effect after a restart"],
    ],
    [
      "the embedded broker in the place of another",
      { players: [den, attic] },
      ["mqtt.url was changed, which takes effect after a restart"],
    ],
    [
      "a port that is listened on",
      { ...before, http: { port: 1 } },
      ["http.port was changed, which takes effect after a restart"],
    ],
    [
      "the log",
      { ...before, log: { level: "debug", mqtt: "off" } },
      ["log.level was changed", "log.mqtt was changed"],
    ],
    ["Home Assistant", { ...before, homeassistant: { prefix: "ha" } }, ["homeassistant.prefix was changed"]],
    [
      "a fleet in the place of one that is alone",
      { ...before, fleet: { url: "nats://store", member: "house-1" } },
      [
        "fleet.url was changed, which takes effect after a restart",
        "fleet.member was changed, which takes effect after a restart",
      ],
    ],
  ])("finds %s", (_what, after, wanted) => {
    expect(changes(after)).toEqual(wanted);
  });

  it("never shows a secret", () => {
    const secret = { ...before, mqtt: { url: "mqtt://u:hidden@broker", username: "u", password: "hidden" } };
    expect(changes(secret).join()).not.toContain("hidden");
  });
});

describe("a configuration without what needs a restart", () => {
  it("is the new one, with the old value where only a restart helps", () => {
    const after = load({ mqtt: { url: "mqtt://other", baseTopic: "x" }, http: { port: 1 }, players: [den] });
    const next = withoutRestart(load(before), after);
    expect(next.mqtt).toMatchObject({ url: "mqtt://other", baseTopic: "player2mqtt" });
    expect(next.http.port).toBe(8099);
    expect(next.players.map(({ id }) => id)).toEqual(["den"]);
  });
});
