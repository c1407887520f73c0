import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { configJsonSchema, describeConfig } from "../../src/config/describe.ts";
import { diffConfig } from "../../src/config/diff.ts";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

const listen = { url: "https://api.listenbrainz.org", tokenFile: "/run/secrets/listenbrainz" };
const account = { clientId: "a", clientSecretFile: "/run/secrets/trakt" };
const webhook = { url: "http://nas.local/{imdb}", body: { title: "{title}" }, pathMap: { "/mnt": "/media" } };

function withReceivers(listens: unknown, webhooks: unknown = [], env: Record<string, string> = {}) {
  const text = (value: unknown): string => JSON.stringify(value);
  return { env: { ...onePlayer, HISTORY_LISTENS: text(listens), HISTORY_WEBHOOKS: text(webhooks), ...env } };
}

describe("receivers of the history", () => {
  it("come from the environment as JSON, or from a file, and are never shown", () => {
    const token = { url: listen.url, token: "sesame" };
    const config = loadWith(withReceivers([token], [{ ...webhook, headers: { key: "sesame" } }]));
    expect(config.history.listens).toEqual([token]);
    expect(config.history.webhooks[0]).toMatchObject(webhook);
    const yaml = JSON.stringify({ player: { url: "192.168.1.20" }, history: { listens: [token] } });
    const fromFile = loadWith({ files: { "config/local.yaml": yaml } });
    expect(fromFile.history.listens).toEqual([token]);
    for (const one of [config, fromFile]) expect(JSON.stringify(describeConfig(one))).not.toContain("sesame");
    expect(describeConfig(loadWith({ env: onePlayer }))).toMatchObject({ history: { listens: [] } });
  });

  it("apply with a reload", () => {
    const changes = diffConfig(loadWith(withReceivers([])), loadWith(withReceivers([listen])));
    expect(changes).toEqual([{ kind: "setting-changed", name: "history.listens", needsRestart: false }]);
  });

  it.each([
    ["no address", [{ url: "ftp://x" }], []],
    ["a mistyped address", [{ url: "api.listenbrainz.org" }], []],
    ["a host that is no name", [], [{ url: "https://{player}.lan/hook" }]],
    ["a name of the other list", [{ ...listen, name: "nas.local" }], [webhook]],
    ["a host of the other list", [listen], [{ url: `${listen.url}/hook` }]],
    ["two of one name", [listen, { ...listen, token: undefined }], []],
    ["two secrets", [{ ...listen, token: "sesame" }], []],
    ["an unknown key", [{ ...listen, secret: "sesame" }], []],
    ["no list", { url: listen.url }, []],
    ["a length that is none", [{ ...listen, minSeconds: -1 }], []],
    ["an unknown placeholder", [], [{ ...webhook, body: ["{sesame}"] }]],
    ["an unknown kind", [], [{ ...webhook, kinds: ["seen"] }]],
  ])("are refused with %s, without a word of a secret", (_what, listens, webhooks) => {
    const problems = problemsWith(withReceivers(listens, webhooks));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^history\./);
    expect(problems[0]).not.toContain('"sesame"');
  });

  it("may not be the bridge itself", () => {
    const [own = "127.0.0.1"] = Object.values(networkInterfaces()).flatMap((list = []) =>
      list.filter(({ family }) => family === "IPv4").map(({ address }) => address),
    );
    const hosts = ["localhost", "127.0.0.1", "[::1]", own, "somewhere"];
    for (const host of hosts)
      expect(problemsWith(withReceivers([], [{ url: `http://${host}:8099/x` }]))).toEqual([
        "history.webhooks[0].url: is an address of the bridge itself",
      ]);
    expect(problemsWith(withReceivers([{ url: "http://127.0.0.1" }], [], { HTTP_PORT: "80" }))).toHaveLength(
      1,
    );
    for (const url of ["http://localhost:8100", "http://192.0.2.1:8099", "https://localhost"])
      expect(problemsWith(withReceivers([], [{ url }]))).toEqual([]);
  });

  it.each([
    ["no client", [{ clientSecret: "sesame" }], /^history\.trakt.*clientId/],
    ["an empty client", [{ clientId: "", clientSecret: "sesame" }], /^history\.trakt.*clientId/],
    ["no secret", [{ clientId: "a" }], /one of clientSecret and clientSecretFile/],
    ["two secrets", [{ ...account, clientSecret: "sesame" }], /one of clientSecret and clientSecretFile/],
    ["two of one name", [account, { ...account, clientId: "b" }], /is also the name of history\.trakt\[0\]/],
    [
      "the name of a webhook",
      [{ ...account, name: "nas.local" }],
      /is also the name of history\.webhooks\[0\]/,
    ],
  ])("at Trakt are refused with %s", (_what, trakt, problem) => {
    const found = problemsWith(withReceivers([], [webhook], { HISTORY_TRAKT: JSON.stringify(trakt) }));
    expect(found).toEqual([expect.stringMatching(problem)]);
    expect(found[0]).not.toContain("sesame");
  });

  it("at Trakt are at Trakt's own address, and in no fleet, whose members share no file", () => {
    const one = { HISTORY_TRAKT: JSON.stringify([account]) };
    const { history } = loadWith({ env: { ...onePlayer, ...one } });
    expect(history.trakt).toEqual([{ ...account, url: "https://api.trakt.tv" }]);
    const fleet = { FLEET_URL: "nats://127.0.0.1:4222", FLEET_MEMBER: "a" };
    expect(problemsWith({ env: { ...onePlayer, ...one, ...fleet } })).toEqual([
      "history.trakt: is set with fleet.url, expected one of them: the members of a fleet have no common place for its tokens",
    ]);
  });

  it("have each key on their page, and its examples are valid", () => {
    const page = readFileSync("docs/history.md", "utf8");
    const { properties } = configJsonSchema() as { properties: { history: { properties: object } } };
    for (const list of Object.values(properties.history.properties) as { items: { properties: object } }[])
      for (const key of Object.keys(list.items.properties)) expect(page).toContain(`\`${key}\``);
    const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = ""]) => yaml);
    expect(examples).toHaveLength(3);
    for (const yaml of examples)
      expect(problemsWith({ env: onePlayer, files: { "config/local.yaml": yaml } })).toEqual([]);
  });
});
