import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { event, LinkBench, state } from "../mqtt/link-bench.ts";
import { type Certificates, makeCertificates } from "../support/certificates.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { hasIpv6 } from "../support/has-ipv6.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

describe.skipIf(isMosquittoMissing)("the link with mosquitto", () => {
  it.each(["4", "5"] as const)(
    "yields to another client with its id, and both report it (protocol %s)",
    async (protocol) => {
      await using broker = await startMosquitto();
      const options = { clientId: "same", protocol, clock: fastClock(20) };
      await using first = new LinkBench(broker.url, options);
      await eventually(() => expect(first.connected).toHaveLength(1));
      await using second = new LinkBench(broker.url, options);
      await eventually(() => expect(second.connected).toHaveLength(1));
      // Mosquitto says over MQTT 5 that it is a takeover; over 3.1.1 both soon suspect it.
      await eventually(() => {
        const areNamed = [first, second].map(({ ends }) => ends.some(({ isContested }) => isContested));
        expect(areNamed).toEqual([true, true]);
      }, 60_000);
      const winner = first.ends.at(-1)?.isContested === true ? second : first;
      const ends = winner.ends.length;
      await eventually(() => expect(winner.link.info).toBeDefined());
      winner.link.publish(event("here"));
      await eventually(() => expect(winner.link.waiting).toBe(0));
      expect(winner.ends.length - ends).toBeLessThanOrEqual(1);
    },
  );

  it("sends its credentials over a WebSocket, and publishes", async () => {
    const port = await freePort();
    const config = [`listener ${port} 127.0.0.1`, "protocol websockets"];
    await using broker = await startMosquitto({ users: { anna: "a:b" }, config });
    await using bench = new LinkBench(`ws://anna:a%3Ab@127.0.0.1:${port}/mqtt`);
    await eventually(() => expect(bench.connected).toMatchObject([{ protocol: 5 }]));
    const topic = "base/den/video/title";
    bench.link.publish(state(topic, "Film"));
    const login = { username: "anna", password: "a:b" };
    await eventually(async () =>
      expect(await readRetained(broker.url, topic, login)).toEqual(new Map([[topic, "Film"]])),
    );
  });
});

describe.skipIf(isMosquittoMissing)("the link with mosquitto over TLS", () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates[Symbol.dispose]());

  const connected = /^connected with 5$/;
  const refused = /certificate required|ECONNRESET|closed/;
  const distrusted = /unable to (verify the first|get local issuer) certificate|self.signed certificate/;
  const websockets = ["protocol websockets"];
  const named = ["require_certificate true", "use_identity_as_username true"];

  /** Address, further settings of the listener, which files the link has, and what comes of it. */
  const rows: [string, readonly string[], readonly ("ca" | "otherCa" | "client")[], RegExp][] = [
    ["mqtts://127.0.0.1", [], ["ca"], connected],
    ["mqtts://localhost", [], ["ca"], connected],
    ["mqtts://127.0.0.1", named, ["ca", "client"], /^connected with 5 as bridge$/],
    ["mqtts://127.0.0.1", named, ["ca"], refused],
    ["mqtts://127.0.0.1", [], ["otherCa"], distrusted],
    ["mqtts://127.0.0.1", [], [], distrusted],
    ["mqtt://127.0.0.1", [], [], /closed|ECONNRESET/],
    ["wss://127.0.0.1", websockets, ["ca"], connected],
    ["wss://127.0.0.1", websockets, ["otherCa"], distrusted],
    ["wss://[::1]", websockets, ["ca"], connected],
  ];
  const possible = rows.filter(([url]) => hasIpv6 || !url.includes("[::1]"));

  it.each(possible)(
    "at %s, where the broker has %j and it has %j, does this: %s",
    async (url, more, has, outcome) => {
      const { ca, otherCa, client, server } = certificates;
      const port = await freePort();
      const own = [`cafile ${ca.path}`, `certfile ${server.cert.path}`, `keyfile ${server.key.path}`];
      const host = url.includes("[::1]") ? "::1" : "127.0.0.1";
      await using broker = await startMosquitto({ config: [`listener ${port} ${host}`, ...own, ...more] });
      await using bench = new LinkBench(`${url}:${port}`, {
        ca: has.includes("ca") ? ca.text : has.includes("otherCa") ? otherCa.text : undefined,
        ...(has.includes("client") && { cert: client.cert.text, key: client.key.text }),
      });
      const seen = (): string => {
        const [connection] = bench.connected;
        const [, user] = /u'(\w+)'/.exec(broker.log) ?? [];
        if (connection !== undefined)
          return `connected with ${connection.protocol}${user ? ` as ${user}` : ""}`;
        // It has tried again. Mosquitto opens its listeners one after another.
        return bench.failures.slice(1).at(-1) ?? "nothing";
      };
      await eventually(() => expect(seen()).toMatch(outcome));
    },
  );
});
