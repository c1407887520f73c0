import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import {
  accept,
  on,
  type Peer,
  refuse,
  type Script,
  type ScriptedBroker,
  startScriptedBroker,
} from "../support/scripted-broker.ts";
import { LinkBench } from "./link-bench.ts";
import { whileAway } from "./while-away.ts";

function versions(broker: ScriptedBroker): number[] {
  return broker.peers.filter(({ packets }) => packets.length > 0).map(({ protocol }) => protocol);
}

/** A broker from before MQTT 5, that says no in this way. */
function oldBroker(sayNo: (peer: Peer) => void): Script {
  return on("connect", (_packet, peer) => {
    if (peer.protocol === 5) sayNo(peer);
    else peer.send(accept());
  });
}

describe("a broker without MQTT 5", () => {
  it.each<[string, (peer: Peer) => void]>([
    ["with the code of 3.1.1", (peer) => peer.sendBytes(Uint8Array.of(0x20, 2, 0, 1))],
    ["with the code of MQTT 5", (peer) => peer.send(refuse(0x84))],
  ])("and says so %s is spoken to in 3.1.1 at once, and from then on", async (_name, sayNo) => {
    const clock = new FakeClock();
    const begunAt = clock.now();
    await using broker = await startScriptedBroker(oldBroker(sayNo));
    await using bench = await LinkBench.connected(broker.url, { clock });
    expect(clock.now()).toBe(begunAt);
    expect(bench.connected[0]?.protocol).toBe(4);
    broker.peers.at(-1)?.socket.destroy();
    await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(2));
    expect([versions(broker), bench.failures]).toEqual([[5, 4, 4], []]);
  });

  it.each<[string, (peer: Peer) => void]>([
    ["closes the connection", (peer) => peer.socket.end()],
    ["resets the connection", (peer) => peer.socket.resetAndDestroy()],
  ])("and %s without a word is spoken to in 3.1.1 after two attempts", async (_name, sayNo) => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker(oldBroker(sayNo));
    await using bench = new LinkBench(broker.url, { clock });
    await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(1));
    expect(versions(broker)).toEqual([5, 5, 4]);
  });

  it("is not tried with 3.1.1 when MQTT 5 is configured, and the reason is reported", async () => {
    await using broker = await startScriptedBroker(oldBroker((peer) => peer.send(refuse(0x84))));
    await using bench = new LinkBench(broker.url, { protocol: "5" });
    await eventually(() =>
      expect(bench.failures).toEqual(["Connection refused: Unsupported Protocol Version"]),
    );
    await using fixed = new LinkBench(broker.url, { protocol: "4" });
    await eventually(() => expect(fixed.connected[0]?.protocol).toBe(4));
    expect(versions(broker)).toEqual([5, 4]);
  });
});

describe("a broker that refuses for a while", () => {
  it("that does not support the will gets a simpler one at once", async () => {
    await using broker = await startScriptedBroker(
      on("connect", ({ will }, peer) => {
        if (will?.retain) peer.send(refuse(0x9a));
        else if (will?.qos === 1) peer.send(refuse(0x9b));
        else peer.send(accept({ retainAvailable: false, maximumQoS: 0 }));
      }),
    );
    await using bench = await LinkBench.connected(broker.url);
    expect(bench.failures).toEqual([]);
    expect(broker.peers.map(({ hello }) => [hello.will?.retain, hello.will?.qos])).toEqual([
      [true, 1],
      [false, 1],
      [false, 0],
    ]);
  });

  it("also the simplest will counts as a failed attempt", async () => {
    await using broker = await startScriptedBroker(on("connect", (_packet, peer) => peer.send(refuse(0x9a))));
    await using bench = new LinkBench(broker.url, { will: undefined });
    await eventually(() => expect(bench.failures).toEqual(["Connection refused: Retain not supported"]));
  });
});

describe("the credentials", () => {
  async function given(
    address: (port: number) => string,
    username: string,
    password = "",
  ): Promise<(string | undefined)[]> {
    await using broker = await startScriptedBroker();
    await using _bench = await LinkBench.connected(address(broker.port), { username, password });
    const { hello } = broker.peers[0] as Peer;
    // What else the address says is not taken for ours.
    expect(hello.clientId).toBe("bench");
    return [hello.username, hello.password?.toString()];
  }

  it("in the address are used, whatever characters they have, also a bare percent sign", async () => {
    const address = (port: number): string =>
      `mqtt://an%20na:a%3Ab%40c:d%25e%@127.0.0.1:${port}/?clientId=theirs`;
    expect(await given(address, "")).toEqual(["an na", "a:b@c:d%e%"]);
  });

  it("that are configured take precedence", async () => {
    const address = (port: number): string => `mqtt://anna:b@127.0.0.1:${port}`;
    expect(await given(address, "otto")).toEqual(["otto", "b"]);
    expect(await given(address, "otto", "c")).toEqual(["otto", "c"]);
  });
});
