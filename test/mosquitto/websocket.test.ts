import { describe, expect, it } from "vitest";
import { LinkBench, state } from "../mqtt/link-bench.ts";
import { makeCertificates } from "../support/certificates.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { hasIpv6 } from "../support/has-ipv6.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

describe.skipIf(isMosquittoMissing)("the link with mosquitto over a WebSocket", () => {
  it("publishes, and sends its credentials", async () => {
    const port = await freePort();
    const config = [`listener ${port} 127.0.0.1`, "protocol websockets"];
    await using broker = await startMosquitto({ users: { anna: "a:b" }, config });
    await using bench = new LinkBench(`ws://anna:a%3Ab@127.0.0.1:${port}/mqtt`);
    await eventually(() => expect(bench.connected).toMatchObject([{ protocol: 5 }]));
    bench.link.publish(state("base/den/video/title", "Film"));
    const { username, password } = { username: "anna", password: "a:b" };
    await eventually(async () =>
      expect(await readRetained(broker.url, "base/den/video/title", { username, password })).toEqual(
        new Map([["base/den/video/title", "Film"]]),
      ),
    );
  });

  it.skipIf(!hasIpv6)("finds a broker by its IPv6 address", async () => {
    const port = await freePort();
    await using _broker = await startMosquitto({ config: [`listener ${port} ::1`, "protocol websockets"] });
    await using bench = new LinkBench(`ws://[::1]:${port}`);
    await eventually(() => expect(bench.connected).toHaveLength(1));
  });

  it("trusts our own CA, and no other", async () => {
    using certificates = makeCertificates();
    const { ca, otherCa, server } = certificates;
    const port = await freePort();
    const own = [`cafile ${ca.path}`, `certfile ${server.cert.path}`, `keyfile ${server.key.path}`];
    const config = [`listener ${port} 127.0.0.1`, "protocol websockets", ...own];
    await using _broker = await startMosquitto({ config });
    await using bench = new LinkBench(`wss://127.0.0.1:${port}`, { ca: ca.text });
    await eventually(() => expect(bench.connected).toHaveLength(1));
    await using other = new LinkBench(`wss://127.0.0.1:${port}`, { ca: otherCa.text, clientId: "b" });
    await eventually(() => expect(other.failures.length).toBeGreaterThan(0));
    expect(other.connected).toEqual([]);
  });
});
