import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeCertificates } from "../../support/certificates.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../../support/start-mosquitto.ts";
import type { Environment } from "../../../src/tools/probe/environment.ts";
import { examined, quick } from "./examined.ts";

const secret = "not-for-everyone";
const users = { player2mqtt: secret };
const login = { "mqtt.username": "player2mqtt", "mqtt.password": secret };
const den = { players: '[{"id":"den","url":"127.0.0.1:9"}]' };

/** What is found at a broker with these rights. */
async function examinedWith(
  acl: string,
  args: Parameters<typeof examined>[0] = den,
  environment?: Environment,
) {
  await using broker = await startMosquitto({ users, config: ["acl_file {dir}/acl"], files: { acl } });
  return await examined({ "mqtt.url": broker.url, ...login, ...args }, environment);
}

describe.skipIf(isMosquittoMissing)("the doctor at a mosquitto", () => {
  it.each([{}, { "mqtt.protocol": "4" }])(
    "finds nothing broken, and leaves nothing behind: %j",
    async (args) => {
      await using broker = await startMosquitto();
      const { with: having } = await examined({ "mqtt.url": broker.url, ...args });
      // No player is configured.
      expect(having("fault").concat(having("warning"))).toEqual(["configuration settings"]);
      expect(await readRetained(broker.url, "#")).toEqual(new Map());
    },
  );

  it("accepts the rights of the documented example", async () => {
    const { report } = await examinedWith(readFileSync("docs/acl.example.conf", "utf8"));
    const ofBroker = report.areas.filter(({ id }) => !id.startsWith("players/"));
    const wrong = ofBroker.flatMap(({ findings }) =>
      findings.filter(({ verdict }) => verdict !== "good" && verdict !== "note"),
    );
    expect(wrong).toEqual([]);
  });

  it("finds missing rights, although mosquitto grants every subscription", async () => {
    const noCommands = "user player2mqtt\ntopic write player2mqtt/#\ntopic read player2mqtt/bridge/check/#\n";
    const { of, only } = await examinedWith(noCommands);
    expect(of("broker", "write")).toMatchObject([{ verdict: "good" }]);
    expect(only("broker", "commands", "warning")).toMatch(/-> .*topic read player2mqtt\/\+\/\+\/set/);
    expect(only("home-assistant", "discovery", "fault")).toMatch(/-> .*homeassistant\/device\/\+\/config/);
  });

  it.each([
    ["topic read player2mqtt/+/availability\n", []],
    ["", ["the availability of a player"]],
    ["topic read player2mqtt/#\n", []],
  ])("says what of players cannot be corrected: %j", async (right, lacking) => {
    const { of } = await examinedWith(`user player2mqtt\ntopic write player2mqtt/#\n${right}`);
    expect(of("broker", "corrections")).toMatchObject(
      lacking.map((what) => ({ verdict: "note", text: expect.stringContaining(` on ${what} `) as unknown })),
    );
  });

  it.each([
    ["write", ["not corrected"]],
    ["read", ["does not discover"]],
    ["readwrite", []],
  ])("says what the right to %s where the integration looks for bridges lacks", async (right, lacking) => {
    const rights = `user player2mqtt\ntopic readwrite player2mqtt/#\ntopic readwrite homeassistant/#\n`;
    const { of } = await examinedWith(`${rights}topic ${right} player2mqtt-discovery/+\n`);
    expect(of("home-assistant", "integration")).toMatchObject(
      lacking.map((text) => ({ text: expect.stringContaining(text) as unknown })),
    );
  });

  it("finds a missing right for some of the commands", async () => {
    const most = ["write player2mqtt/#", "read player2mqtt/bridge/#", "read player2mqtt/+/+/+/set"];
    const { of } = await examinedWith(`user player2mqtt\n${most.map((line) => `topic ${line}\n`).join("")}`);
    const [finding] = of("broker", "commands");
    expect(finding?.verdict).toBe("warning");
    expect(finding?.text).toMatch(
      /^subscriptions are granted, but messages on \S+\/volume\/set, .* do not arrive/,
    );
  });

  it("does not report lost retained messages if only the right to read is missing", async () => {
    const { of } = await examinedWith("user player2mqtt\ntopic write player2mqtt/#\n", {}, quick);
    expect(of("broker", "retain")).toMatchObject([{ verdict: "skipped" }]);
  });

  it("explains how to fix a certificate, and reports how long one is valid", async () => {
    using certificates = makeCertificates();
    const { ca, otherCa, server } = certificates;
    await using broker = await startMosquitto({
      config: [`cafile ${ca.path}`, `certfile ${server.cert.path}`, `keyfile ${server.key.path}`],
    });
    const url = `mqtts://127.0.0.1:${broker.port}`;
    const trusted = await examined({ "mqtt.url": url, "mqtt.ca": ca.path });
    expect(trusted.of("broker", "tls")[0]?.text).toMatch(/valid (?:only )?until \d{4}-\d\d-\d\d/);
    const distrusted = await examined({ "mqtt.url": url, "mqtt.ca": otherCa.path });
    expect(distrusted.only("broker", "tls", "fault")).toMatch(/-> .*mqtt\.ca/);
    const unknown = await examined({ "mqtt.url": url });
    expect(unknown.only("broker", "tls", "fault")).toMatch(/-> .*mqtt\.ca/);
    const plain = await examined({ "mqtt.url": broker.url });
    expect(plain.of("broker", "login")[0]?.advice).toContain("mqtts://");
    const missing = await examined({ "mqtt.url": url, "mqtt.ca": "/nowhere/ca.pem" });
    expect(missing.of("broker", "tls")[0]?.text).toContain("/nowhere/ca.pem");
  });

  it("explains that the broker wants a client certificate, or another one", async () => {
    using certificates = makeCertificates();
    const { ca, server, client } = certificates;
    await using broker = await startMosquitto({
      config: [
        `cafile ${ca.path}`,
        `certfile ${server.cert.path}`,
        `keyfile ${server.key.path}`,
        "require_certificate true",
      ],
    });
    const args = { "mqtt.url": `mqtts://127.0.0.1:${broker.port}`, "mqtt.ca": ca.path };
    const without = await examined(args);
    expect(without.only("broker", "tls", "fault")).toMatch(/-> .*mqtt\.cert and mqtt\.key/);
    const files = { "mqtt.cert": client.cert.path, "mqtt.key": client.key.path };
    const given = await examined({ ...args, ...files });
    expect(given.of("broker", "tls")).not.toMatchObject([{ verdict: "fault" }]);
  });
});
