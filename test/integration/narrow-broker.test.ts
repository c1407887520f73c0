import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { accept, type Script, startScriptedBroker } from "../support/scripted-broker.ts";

const availability = "player2mqtt/den/availability";

/** A broker with low limits that refuses every subscription, and to hear whether the player is there. */
const grudging: Script = (packet, peer) => {
  if (packet.cmd === "connect") {
    peer.send(accept({ maximumPacketSize: 600, retainAvailable: false }));
    return "dealt";
  }
  if (packet.cmd === "publish" && packet.topic === availability) {
    peer.send({ cmd: "puback", messageId: packet.messageId ?? 0, reasonCode: 0x87 });
    return "dealt";
  }
  if (packet.cmd !== "subscribe") return "as usual";
  const granted = packet.subscriptions.map(() => 0x87);
  peer.send({ cmd: "suback", messageId: packet.messageId ?? 0, granted });
  return "dealt";
};

it("a broker with low limits gets what it accepts, and log, health and info name the rest", async () => {
  await using sim = await startSimulator();
  await using broker = await startScriptedBroker(grudging);
  const args = { "mqtt.url": broker.url, "mqtt.clientId": "study-bridge" };
  await using bridged = await Bridged.withoutSubscriber(sim, { args, hasHttp: true });
  const published = () => broker.peers.flatMap(({ publishes }) => publishes);
  await until(() => published().some(({ topic }) => topic === "player2mqtt/den/music/queue"));
  expect(broker.peers[0]?.hello.clientId).toBe("study-bridge");
  expect(published().filter(({ payload, retain }) => retain || String(payload).length > 600)).toEqual([]);
  const told = bridged.log.lines.filter(({ level }) => level !== "info").map(({ message }) => message);
  for (const part of ["refuses subscriptions", "too large for the broker", "no retained messages"])
    expect(told).toContainEqual(expect.stringContaining(part));
  const info = await until(() => published().find(({ topic }) => topic === "player2mqtt/bridge/info"));
  expect(JSON.parse(String(info.payload))).toMatchObject({
    mqtt: { protocol: "5", maximumPacketBytes: 600, retainAvailable: false, clientId: "study-bridge" },
  });
  const reason = `the broker refuses messages on ${availability}`;
  await until(async () => (await ask(bridged.bridge.httpUrl ?? "", "/readyz")).body.includes(reason));
});
