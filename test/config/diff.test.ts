import { describe, expect, it } from "vitest";
import { describeChange, diffConfig, withoutRestart } from "../../src/config/diff.ts";
import { type Config, settings } from "../../src/config/schema.ts";
import { loadWith } from "./load-with.ts";

type Content = Readonly<Record<string, unknown>>;

const den = { id: "den", url: "10.0.0.1" };
const attic = { id: "attic", url: "10.0.0.2" };
const before: Content = { mqtt: { url: "mqtt://broker" }, players: [den, attic] };

const housed = (...players: readonly object[]): Content => ({ ...before, players });

function load(content: Content): ReturnType<typeof loadWith> {
  return loadWith({ files: { "config/local.json": JSON.stringify(content) } });
}

function changes(after: Content, from: Content = before): string[] {
  return diffConfig(load(from), load(after)).map(describeChange);
}

describe("the difference between two configurations", () => {
  it.each<[string, Content, string[]]>([
    ["nothing", before, []],
    ["players in another order", housed(attic, den), []],
    ["a player more", housed(den, attic, { id: "loft", url: "10.0.0.3" }), ["player loft was added"]],
    ["a player less", housed(den), ["player attic was removed"]],
    ["another id", housed(den, { ...attic, id: "loft", name: "Loft" }), ["player attic was renamed to loft"]],
    ["another name", housed({ ...den, name: "The den" }, attic), ["player den: name changed"]],
    ["another address", housed({ ...den, url: "10.0.0.9" }, attic), ["player den: url changed"]],
    [
      "ids that are exchanged",
      housed({ ...den, url: attic.url }, { ...attic, url: den.url }),
      ["player den: url changed", "player attic: url changed"],
    ],
    [
      "an override",
      housed({ ...den, poll: { video: "*/3 * * * * *" }, pathPrefix: "Zidoo" }, attic),
      ["player den: device.pathPrefix, poll.video changed"],
    ],
    [
      "what all players have in common, for those that do not override it",
      { ...housed({ ...den, device: { gapMs: 150 } }, attic), device: { gapMs: 10 } },
      ["player attic: device.gapMs changed"],
    ],
    ["the broker", { ...before, mqtt: { url: "mqtt://other" } }, ["mqtt.url was changed"]],
    [
      "the embedded broker in the place of another",
      { players: [den, attic] },
      ["mqtt.url was changed, which takes effect after a restart"],
    ],
  ])("finds %s", (_what, after, wanted) => {
    expect(changes(after)).toEqual(wanted);
  });

  const others = ["ca", "cert", "key", "clientId", "protocol", "keepaliveSeconds"];
  it.each([
    ["any broker", "mqtt://broker", ["url", "username", "password", ...others, "maxPayload", "publishRate"]],
    ["the embedded broker", "", [...others, "publishRate"]],
  ])("is applied at once in these settings alone with %s", (_what, url, ofBroker) => {
    const config = load({ mqtt: { url }, players: [den] });
    const names = [...settings.keys()].filter((name) => name.includes("."));
    const applied = names.filter((name) => {
      const [section = "", key = ""] = name.split(".");
      const given = config as unknown as Readonly<Record<string, object>>;
      const next = { ...given, [section]: { ...given[section], [key]: "another" } } as unknown as Config;
      return diffConfig(config, next).some((one) => one.kind === "setting-changed" && !one.needsRestart);
    });
    expect(applied).toEqual([
      ...ofBroker.map((key) => `mqtt.${key}`),
      ...names.filter((name) => /^(?:history|homeassistant)\./.test(name)),
      "log.level",
      "log.mqtt",
    ]);
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
