import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ConfigError } from "../../src/config/config-error.ts";
import { describeConfig } from "../../src/config/describe.ts";
import { loadConfig } from "../../src/config/load.ts";
import { settings } from "../../src/config/schema.ts";
import { anyText } from "../support/any-text.ts";

const leafNames = [...settings.keys()].flatMap((name) => name.split("."));
const playerKeys = ["id", "name", "url", "psk", "mac", "pathPrefix", "device", "poll", "__proto__"];

/** JSON that often hits the names of settings, so that it gets past the first check. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1, 50, "", "a", "auto", "192.168.1.20", "mqtt://x", "* * * * *"),
    fc.string(),
    fc.double(),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...leafNames, ...playerKeys), tie("json"), { maxKeys: 5 }),
    fc.dictionary(fc.string(), tie("json"), { maxKeys: 3 }),
  ),
}));

/** The result of a load, a configuration or an error; anything else is thrown on. */
function outcomeOf(content: string, path: string, env: NodeJS.ProcessEnv = {}): string {
  try {
    return JSON.stringify(
      describeConfig(loadConfig({ args: { config: path }, env, cwd: "/", readFile: () => content })),
    );
  } catch (error) {
    if (error instanceof ConfigError && error.problems.length > 0) return error.message;
    throw error;
  }
}

it("any JSON is a configuration or a list of problems", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(outcomeOf(JSON.stringify(value), "any.json")).not.toBe("");
    }),
    { numRuns: 100 },
  );
});

it("any text is a configuration or a list of problems, whatever it is read as", () => {
  fc.assert(
    fc.property(anyText(), fc.constantFrom("a.yaml", "a.json5"), (text, path) => {
      expect(outcomeOf(text, path)).not.toBe("");
      expect(
        outcomeOf("{}", path, { PLAYERS: text, MQTT_URL: text, PLAYER_URL: text, POLL_VIDEO: text }),
      ).not.toBe("");
    }),
    { numRuns: 100 },
  );
});

it("a secret never comes to light, wherever else the configuration is right or wrong", () => {
  const maybe = fc.option(json, { nil: undefined });
  const secret = fc.stringMatching(/^s3cret[a-z0-9]{8}$/);
  fc.assert(
    fc.property(secret, maybe, maybe, fc.boolean(), (secret, wrong, alsoWrong, isBroken) => {
      const url = isBroken ? `ftp://me:${secret}@x` : `http://me:${secret}@x`;
      const broker = isBroken ? `mqtt:/me:${secret}@x` : `mqtt://me:${secret}@x`;
      const player = { id: "a", name: wrong, url, psk: isBroken ? [secret] : secret, poll: alsoWrong };
      const players = [
        player,
        { id: "b", url: `${secret}@y`, psk: secret },
        ...(isBroken ? [secret, [secret]] : []),
      ];
      const file = { mqtt: { url: broker, password: isBroken ? { secret } : secret }, log: wrong, players };
      const env = {
        PLAYER_URL: `me:${secret}@z`,
        ...(isBroken && { PLAYERS: `[${secret}]`, MQTT_URL: secret }),
      };
      for (const outcome of [
        outcomeOf(JSON.stringify(file), "a.json"),
        outcomeOf(JSON.stringify(file), "a.yaml", env),
      ]) {
        expect(outcome).not.toContain(secret);
      }
    }),
    { numRuns: 100 },
  );
});
