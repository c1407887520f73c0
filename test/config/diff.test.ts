import { describe, expect, it } from "vitest";
import { describeChange, diffConfig } from "../../src/config/diff.ts";
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
  it.each<[after: Content, wanted: string[]]>([
    [before, []],
    [housed(attic, den), []],
    [housed(den, attic, { id: "loft", url: "10.0.0.3" }), ["player loft was added"]],
    [housed(den), ["player attic was removed"]],
    [housed(den, { ...attic, id: "loft", name: "Loft" }), ["player attic was renamed to loft"]],
    [housed({ ...den, name: "The den" }, attic), ["player den: name changed"]],
    [housed({ ...den, url: "10.0.0.9" }, attic), ["player den: url changed"]],
    // Ids are exchanged.
    [
      housed({ ...den, url: attic.url }, { ...attic, url: den.url }),
      ["player den: url changed", "player attic: url changed"],
    ],
    [
      housed({ ...den, poll: { video: "*/3 * * * * *" }, pathPrefix: "Zidoo" }, attic),
      ["player den: device.pathPrefix, poll.video changed"],
    ],
    // What all players have in common, for those that do not override it.
    [
      { ...housed({ ...den, device: { gapMs: 150 } }, attic), device: { gapMs: 10 } },
      ["player attic: device.gapMs changed"],
    ],
    [{ ...before, mqtt: { url: "mqtt://other" } }, ["mqtt.url was changed"]],
    [{ players: [den, attic] }, ["mqtt.url was changed, which takes effect after a restart"]],
  ])("to %j is told as %j", (after, wanted) => {
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
