import { describe, expect, it } from "vitest";
import { InfoRecord } from "../../src/bridge/info-record.ts";
import { mqtt } from "../support/bridge/bridge-bench.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { incoming } from "../support/bridge/incoming.ts";

const topic = "base/bridge/info";

function connected({ players = ["den"], makes }: { players?: string[]; makes?: string[] } = {}) {
  const [broker, clock] = [new RecordingBroker(), new FakeClock()];
  const former: (readonly string[])[] = [];
  const report = new InfoRecord({
    base: "base",
    bridge: "bridge",
    version: "1.2.3",
    ...(makes !== undefined && { makes }),
    broker,
    clock,
    clientIds: new Set([mqtt.clientId]),
    ownership: { term: 1 },
    listed: () => ({ players: players.map((id) => ({ id, name: id })) }),
    departed: { add: (ids) => former.push([...ids]) },
    events: { subscriptionsChanged: () => {} },
  });
  const hear = (clientId: string): void => {
    const listed = { players: [{ id: "attic" }], leaving: ["cellar"] };
    const text = JSON.stringify({ mqtt: { clientId }, sequence: 41, ...listed });
    report.received(incoming(topic, text, { retain: true }));
  };
  const said = (): number => broker.payloads(topic).length;
  report.connected(mqtt);
  return { broker, clock, former, report, hear, said };
}

describe("the info of a bridge", () => {
  it("is published when nothing arrived for a second", async () => {
    const { clock, hear, report, said } = connected();
    await clock.advance(800);
    hear(mqtt.clientId);
    await clock.advance(800);
    expect(said()).toBe(0);
    await clock.advance(200);
    expect(said()).toBe(1);
    report.connected(mqtt);
    await clock.advance(5000);
    report.disconnected();
    report.publish();
    expect(said()).toBe(1);
  });

  it("names the makes of the owner, if there are any", async () => {
    for (const makes of [undefined, [], ["hearth"]]) {
      const { broker, clock } = connected({ ...(makes !== undefined && { makes }) });
      await clock.advance(1000);
      const info = JSON.parse(String(broker.payloads(topic).at(-1))) as { readonly makes?: unknown };
      expect(info.makes).toEqual(makes === undefined || makes.length === 0 ? undefined : makes);
    }
  });

  it("is published again for a change of the players only where nobody has to hear it again", async () => {
    const players = ["den"];
    const { clock, report, said } = connected({ players });
    await clock.advance(1000);
    report.publishChanged();
    expect(said()).toBe(1);
    players.push("attic");
    report.publishChanged();
    expect(said()).toBe(2);
    report.publish();
    expect(said()).toBe(3);
  });

  it("does not wait for commands to stop", async () => {
    const { clock, report, said } = connected();
    for (let times = 0; times < 4; times++) {
      report.received(incoming("base/den/refresh/set", "x"));
      await clock.advance(300);
    }
    expect(said()).toBe(1);
  });

  it("replaces that of an earlier run, whose players are inherited at once", async () => {
    const { broker, clock, former, hear } = connected();
    hear(mqtt.clientId);
    await clock.advance(1000);
    expect(former).toEqual([["attic", "cellar"]]);
    expect(JSON.parse(broker.payloads(topic).join())).toMatchObject({ term: 1, sequence: 42 });
  });

  it("answers a stranger at once, and inherits its players once nobody else can claim the name, by whichever connection", async () => {
    const gone = connected();
    gone.hear("stranger");
    expect(gone.said()).toBe(1);
    await gone.clock.advance(1999);
    expect(gone.former).toEqual([]);
    await gone.clock.advance(1);
    expect(gone.former).toEqual([["attic", "cellar"]]);
    const beaten = connected();
    beaten.hear("stranger");
    await beaten.clock.advance(1500);
    beaten.report.disconnected();
    await beaten.clock.advance(60_000);
    expect(beaten.former).toEqual([]);
    // It runs them after all, and nobody else knows of those any more.
    beaten.report.connected(mqtt);
    await beaten.clock.advance(2000);
    expect(beaten.former).toEqual([["attic", "cellar"]]);
  });

  it("has pages where it is long, takes over those of an earlier run, and clears those it no longer needs", async () => {
    const { broker, clock, former, report } = connected();
    const hear = (leaf: string, content: object): void =>
      report.received(incoming(`${topic}${leaf}`, JSON.stringify(content), { retain: true }));
    const { clientId } = mqtt;
    hear("", { mqtt: { clientId }, revision: "r", pages: 2, players: [{ id: "attic" }] });
    expect(report.subscriptions.map(({ filter }) => filter)).toEqual([topic, `${topic}/1`, `${topic}/2`]);
    hear("/1", { revision: "r", players: [{ id: "cellar" }] });
    hear("/2", { revision: "r", players: [], leaving: ["hall"] });
    await clock.advance(1000);
    expect(former).toEqual([["attic", "cellar", "hall"]]);
    expect([broker.payloads(`${topic}/1`), broker.payloads(`${topic}/2`)]).toEqual([[""], [""]]);
    broker.maxPayloadBytes = 10;
    report.publish();
    expect(broker.retained.get(topic)).toContain('"den"');
  });
});
