import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { memberOf } from "../../../src/core/rendezvous.ts";
import { startEmbeddedBroker } from "../../../src/mqtt/embedded-broker.ts";
import { accept, on, refuse, startScriptedBroker } from "../../support/scripted-broker.ts";
import { TestClient } from "../../support/mqtt-client.ts";
import { examined, quick } from "./examined.ts";
import { startKeepingBroker } from "./keeping-broker.ts";
import { anyPort } from "../../support/any-port.ts";
import { listen } from "../../support/free-port.ts";

const den = { players: '[{"id":"den","url":"127.0.0.1:9"}]' };

describe("the doctor at the broker", () => {
  it("finds nothing wrong with a correct broker, leaves nothing there, and publishes nothing with a meaning", async () => {
    const kept = new Map<string, string>();
    await using broker = await startKeepingBroker({}, kept);
    await using witness = await TestClient.connect(broker.url, ["#"]);
    const { of, with: having } = await examined({ "mqtt.url": broker.url, ...den });
    const found = having("fault").concat(having("warning"), having("skipped"));
    expect(found.filter((place) => !place.startsWith("players/"))).toEqual([]);
    expect(of("broker", "login")[0]?.text).toMatch(/^connected with MQTT 5 in \d+ ms$/);
    for (const check of ["write", "commands", "retain"])
      expect(of("broker", check)).toMatchObject([{ verdict: "good" }]);
    expect(of("home-assistant", "discovery")).toMatchObject([{ verdict: "good" }]);
    expect([...kept]).toEqual([]);
    expect([...witness.state.keys()].filter((topic) => !/\/check\/\w+\/live$/.test(topic))).toEqual([]);
    const kind =
      /^player2mqtt\/(bridge|den)\/check\/|^player2mqtt\/[\w-]{33}\/|^homeassistant\/device\/player2mqtt_check-|^player2mqtt-discovery\/player2mqtt_check-/;
    for (const { topic } of witness.seen) expect(topic).toMatch(kind);
    const meant = witness.seen.filter(({ topic }) => /\/(set|config)$|discovery/.test(topic));
    expect(meant.map(({ text }) => text).join("")).toBe("");
  });

  it("examines the first address that answers, and the connection to the others", async () => {
    await using first = await startScriptedBroker();
    await first[Symbol.asyncDispose]();
    await using second = await startKeepingBroker();
    await using third = await startKeepingBroker();
    const urls = [first.url, second.url, third.url].join(",");
    const { of } = await examined({ "mqtt.url": urls });
    expect(of("broker", "reach")).toMatchObject([{ verdict: "fault" }]);
    expect(of("broker", "retain")).toEqual([]);
    expect(of("broker/2", "retain")).toMatchObject([{ verdict: "good" }]);
    expect(of("broker/3", "login")).toMatchObject([{ verdict: "good" }]);
    expect(of("broker/3", "retain")).toEqual([]);
  });

  it("reports that the broker hides retained messages from wildcard subscriptions, and the consequence", async () => {
    await using broker = await startKeepingBroker({ hidesFromWildcards: true });
    const { of, only } = await examined({ "mqtt.url": broker.url, ...den });
    expect(only("broker", "retain", "warning")).toMatch("RabbitMQ");
    // The doctor cannot know whether the player is announced, so it must not report that it is not.
    expect(of("home-assistant", "announced")).toMatchObject([{ verdict: "skipped" }]);
  });

  it("reports that the broker drops retained messages, whether it admits that or not", async () => {
    await using silent = await startKeepingBroker({ forgets: true });
    await using honest = await startScriptedBroker(
      on("connect", (_packet, peer) => peer.send(accept({ retainAvailable: false }))),
    );
    for (const { url } of [silent, honest]) {
      const { of } = await examined({ "mqtt.url": url }, quick);
      expect(of("broker", "retain")).toMatchObject([{ verdict: "fault" }]);
    }
  });

  it("names the topics without rights, even if the broker closes the connection", async () => {
    await using broker = await startKeepingBroker({ cuts: /^player2mqtt\/den\// });
    const { only } = await examined({ "mqtt.url": broker.url, ...den });
    expect(only("broker", "write", "fault")).toMatch("player2mqtt/den/#");
    await using strict = await startKeepingBroker({ refuses: /\/set$|^homeassistant/ });
    const refused = await examined({ "mqtt.url": strict.url, ...den });
    expect(refused.of("broker", "commands")[0]?.text).toContain("player2mqtt/+/+/set");
    expect(refused.of("home-assistant", "discovery")).toMatchObject([{ verdict: "fault" }]);
  });

  it("reports the broker's limits, and which of them are too low", async () => {
    const properties = {
      maximumPacketSize: 5000,
      receiveMaximum: 7,
      maximumQoS: 0,
      wildcardSubscriptionAvailable: false,
    };
    await using broker = await startScriptedBroker(
      on("connect", (_packet, peer) => peer.send(accept(properties))),
    );
    const { of } = await examined({ "mqtt.url": broker.url }, quick);
    expect(of("broker", "limits")[0]?.text).toBe(
      "the broker allows packets up to 5000 bytes, 7 unacknowledged messages",
    );
    expect(of("broker", "packet-size")).toMatchObject([{ verdict: "note" }]);
    expect(of("broker", "qos")).toMatchObject([{ verdict: "warning" }]);
    expect(of("broker", "wildcards")).toMatchObject([{ verdict: "fault" }]);
  });

  it("falls back to MQTT 3.1.1, and reports what cannot be checked there", async () => {
    await using broker = await startScriptedBroker(
      on("connect", (packet, peer) => peer.send(packet.protocolVersion === 5 ? refuse(1) : accept())),
    );
    const { of } = await examined({ "mqtt.url": broker.url }, quick);
    expect(of("broker", "login")[0]?.text).toContain("MQTT 3.1.1");
    expect(of("broker", "protocol")).toMatchObject([{ verdict: "note" }]);
    expect(of("broker", "write")).toMatchObject([{ verdict: "skipped" }]);
  });

  it.each([
    ["no user", {}, 0x87, /-> .*none are set/],
    [
      "a wrong user",
      { "mqtt.username": "me", "mqtt.password": "no" },
      0x86,
      /-> .*against the broker's users/,
    ],
    ["a wrong client id", {}, 0x85, /-> .*client ids that begin with player2mqtt-/],
    ["a broker that is busy", {}, 0x89, /-> .*log/],
  ])("says what to do about %s", async (_name, args, code, advice) => {
    await using broker = await startScriptedBroker(on("connect", (_packet, peer) => peer.send(refuse(code))));
    const { of, only } = await examined({ "mqtt.url": broker.url, "mqtt.protocol": "5", ...args });
    expect(only("broker", "login", "fault")).toMatch(advice);
    expect(of("home-assistant", "discovery")).toMatchObject([{ verdict: "skipped" }]);
  });

  it.each([
    ["nothing listens", "mqtt://127.0.0.1:9", "reach", "nothing listens"],
    ["nobody knows the name", "mqtt://broker.invalid", "address", "cannot resolve 'broker.invalid'"],
  ])("says that %s", async (_name, url, check, text) => {
    const { only } = await examined({ "mqtt.url": url });
    expect(only("broker", check, "fault")).toMatch(text);
  });

  it("reports a server that is not a broker", async () => {
    const server = createServer((socket) =>
      socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    );
    const port = await listen(server);
    const configured = await examined({ "mqtt.url": `mqtt://127.0.0.1:${port}` });
    expect(configured.of("broker", "login")[0]?.text).toMatch(/^no MQTT broker answers on that port/);
    const embedded = await examined({ "broker.port": String(port) });
    expect(embedded.of("broker", "embedded")[0]?.text).toContain("something that is not a broker");
    server.close();
  });

  it("distinguishes the bridge's embedded broker from another one on its port", async () => {
    await using broker = await startEmbeddedBroker(anyPort);
    const args = { "broker.port": String(broker.port) };
    const alien = await examined(args);
    expect(alien.only("broker", "embedded", "fault")).toMatch(`MQTT_URL=${broker.url}`);
    await using bridge = await TestClient.connect(broker.url, [], { protocolVersion: 4 });
    await bridge.publish("player2mqtt/bridge/state", "online", { retain: true });
    const own = await examined(args);
    expect(own.of("broker", "embedded")).toMatchObject([{ verdict: "note" }]);
    expect((await examined({ "broker.port": "9" })).of("broker", "embedded")).toMatchObject([
      { verdict: "note" },
    ]);
  });

  it("reports the running bridge, and how it differs from the configuration", async () => {
    await using broker = await startKeepingBroker();
    await using bridge = await TestClient.connect(broker.url);
    const info = {
      version: "9.9.9",
      startedAt: "2031-01-02T03:04:05.678Z",
      mqtt: { clientId: "other" },
      players: [],
    };
    await bridge.publish("player2mqtt/bridge/state", "online", { retain: true });
    await bridge.publish("player2mqtt/bridge/info", JSON.stringify(info), { retain: true });
    const { of } = await examined({ "mqtt.url": broker.url, "mqtt.clientId": "mine", ...den });
    expect(of("broker", "bridge")[0]?.text).toBe(
      "the bridge runs: version 9.9.9, since 2031-01-02 03:04:05 UTC, as other",
    );
    expect(of("broker", "client-id")).toMatchObject([{ verdict: "warning" }]);
    expect(of("broker", "players")[0]?.text).toBe("the running bridge does not know den");
    const paged = { ...info, playersCount: 1, pages: 1, revision: "r" };
    const page = { revision: "r", players: [{ id: "den" }] };
    await bridge.publish("player2mqtt/bridge/info/1", JSON.stringify(page), { retain: true });
    await bridge.publish("player2mqtt/bridge/info", JSON.stringify(paged), { retain: true });
    expect((await examined({ "mqtt.url": broker.url, ...den })).of("broker", "players")).toEqual([]);
    const hellos = broker.peers.flatMap(({ packets }) => packets.filter(({ cmd }) => cmd === "connect"));
    expect(JSON.stringify(hellos)).not.toContain("mine");
    await bridge.publish("player2mqtt/bridge/state", "offline", { retain: true });
    const after = await examined({ "mqtt.url": broker.url });
    expect(after.only("broker", "bridge", "note")).toBe(
      "the bridge is not running now -> if it is running, this user lacks the right to see it: topic read player2mqtt/bridge/#",
    );
  });

  it("reports its own bridge of a fleet, and the others", async () => {
    await using broker = await startKeepingBroker();
    await using fleet = await TestClient.connect(broker.url);
    const tell = async (index: number, state: string, players: readonly string[]): Promise<void> => {
      const info = {
        version: "9.9.9",
        startedAt: "2026-01-31T07:00:00.000Z",
        mqtt: { clientId: `mine-${index}` },
        players: players.map((id) => ({ id })),
      };
      await fleet.publish(`player2mqtt/bridge-${index}/state`, state, { retain: true });
      await fleet.publish(`player2mqtt/bridge-${index}/info`, JSON.stringify(info), { retain: true });
    };
    const ids = ["den", "study", "attic", "cellar", "hall", "garden"];
    const of = (index: number): string[] => ids.filter((id) => memberOf(id, ["0", "1", "2"]) === `${index}`);
    const args = {
      "mqtt.url": broker.url,
      "mqtt.clientId": "mine",
      "fleet.url": "nats://127.0.0.1:9",
      "fleet.member": "1",
      players: JSON.stringify(ids.map((id, port) => ({ id, url: `127.0.0.1:${port + 1}` }))),
    };
    for (const index of [0, 1, 2]) await tell(index, "online", of(index));
    const all = await examined(args);
    expect(all.of("broker", "bridge")[0]?.text).toBe(
      "bridge-1 runs: version 9.9.9, since 2026-01-31 07:00:00 UTC, as mine-1",
    );
    expect(all.only("broker", "fleet", "good")).toBe("bridges of the fleet online: 3");
    expect([...all.of("broker", "client-id"), ...all.of("broker", "players")]).toEqual([]);
    await tell(0, "offline", of(0));
    await tell(1, "online", []);
    const some = await examined({ ...args, "mqtt.clientId": "other", "fleet.member": "0" });
    expect(some.of("broker", "bridge")[0]?.text).toBe("bridge-0 is not running now");
    expect(some.only("broker", "fleet", "warning")).toBe(
      "bridges of the fleet online: 2; died: bridge-0 -> start them again; meanwhile the others have their players",
    );
    expect(of(1).length).toBeGreaterThan(0);
    expect(some.of("broker", "players")[0]?.text).toBe(`no bridge of the fleet knows ${of(1).join(", ")}`);
    expect((await examined({ ...args, "fleet.member": "3" })).of("broker", "bridge")).toMatchObject([
      { verdict: "note", text: "bridge-3 has not connected yet" },
    ]);
  });

  it.each([
    ["offline", "player2mqtt_800a805e0053", "the bridge clears them when none has run there for a day"],
    ["online", "player2mqtt_800a805e0053", "a bridge runs there, too: each player needs one bridge only"],
    ["offline", "player2mqtt_home+den", "which leaves those; to clear all"],
  ])("lists a base topic of a bridge that is %s and has the player %s", async (state, identity, advice) => {
    await using broker = await startKeepingBroker();
    await using other = await TestClient.connect(broker.url, []);
    const left = {
      "player2mqtt-discovery/home_bridge": { base: "home", bridge: "bridge" },
      "player2mqtt-discovery/away_bridge": { base: "away", bridge: "bridge" },
      "home/bridge/info": { players: [{ id: "den", name: "Den" }] },
      "home/den/info": { identity },
      "away/loft/info": { identity: "player2mqtt_away+loft" },
      "player2mqtt/den/info": { identity: "player2mqtt_800a805e0053" },
    };
    for (const [topic, payload] of Object.entries(left))
      await other.publish(topic, JSON.stringify(payload), { retain: true });
    await other.publish("home/bridge/state", state, { retain: true });
    const { of } = await examined({ "mqtt.url": broker.url, ...den });
    expect(of("broker", "former-base")).toMatchObject([
      {
        verdict: "note",
        text: "below home are topics of the same players: den",
        advice: expect.stringContaining(advice) as unknown,
      },
    ]);
  });

  it.each([
    ["online", "good birth: Home Assistant is online"],
    ["offline", "warning birth: Home Assistant reports that it is offline"],
    ["", "note birth: no retained message on ha/status"],
  ])("reports what a Home Assistant gets that is %j", async (state, birth) => {
    await using broker = await startKeepingBroker();
    await using others = await TestClient.connect(broker.url);
    const announce = (number: number, base: string, id: string): Promise<void> => {
      const availability = ["bridge/state", `${id}/availability`].map((leaf) => ({
        topic: `${base}/${leaf}`,
      }));
      const device = { identifiers: [`player2mqtt_${number}`] };
      const payload = JSON.stringify({ origin: { name: "player2mqtt" }, device, availability });
      return others.publish(`ha/device/player2mqtt_${number}/config`, payload, { retain: true });
    };
    await announce(1, "player2mqtt", "den");
    // A player of another bridge.
    await announce(2, "elsewhere", "attic");
    await others.publish("ha/status", state, { retain: true });
    const players = JSON.stringify(
      ["den", "attic"].map((id, port) => ({ id, url: `127.0.0.1:${port + 1}` })),
    );
    const { report } = await examined({ "mqtt.url": broker.url, "homeassistant.prefix": "ha", players });
    const found = report.areas.find(({ id }) => id === "home-assistant")?.findings ?? [];
    expect(found.map(({ check, text, verdict }) => `${verdict} ${check}: ${text}`)).toEqual([
      "good discovery: players can be announced",
      "note announced: not announced yet: attic",
      expect.stringContaining(birth),
    ]);
  });
});
