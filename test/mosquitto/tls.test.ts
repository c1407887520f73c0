import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LinkBench } from "../mqtt/link-bench.ts";
import { type Certificates, makeCertificates } from "../support/certificates.ts";
import { eventually } from "../support/eventually.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";

describe.skipIf(isMosquittoMissing)("the link with mosquitto over TLS", () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates[Symbol.dispose]());

  function start(...config: readonly string[]): Promise<Mosquitto> {
    const { ca, server } = certificates;
    const own = [`cafile ${ca.path}`, `certfile ${server.cert.path}`, `keyfile ${server.key.path}`];
    return startMosquitto({ config: [...own, ...config] });
  }

  it.each(["127.0.0.1", "localhost"])("trusts our own CA for %s", async (host) => {
    await using broker = await start();
    await using bench = new LinkBench(`mqtts://${host}:${broker.port}`, { ca: certificates.ca.text });
    await eventually(() => expect(bench.connected).toMatchObject([{ protocol: 5 }]));
  });

  it("sends its client certificate where one is required", async () => {
    await using broker = await start("require_certificate true", "use_identity_as_username true");
    const { ca, client } = certificates;
    await using bench = new LinkBench(`mqtts://127.0.0.1:${broker.port}`, {
      ca: ca.text,
      cert: client.cert.text,
      key: client.key.text,
    });
    await eventually(() => expect(bench.connected).toHaveLength(1));
    expect(broker.log).toContain("u'bridge'");
  });

  it("reports why it is refused without a client certificate, and retries", async () => {
    await using broker = await start("require_certificate true");
    await using bench = new LinkBench(`mqtts://127.0.0.1:${broker.port}`, { ca: certificates.ca.text });
    await eventually(() => expect(bench.failures.length).toBeGreaterThan(1));
    expect(bench.failures[0]).toMatch(/certificate required|ECONNRESET|closed/);
  });

  it("does not trust another CA, reports it, and retries", async () => {
    await using broker = await start();
    for (const ca of [certificates.otherCa.text, undefined]) {
      await using bench = new LinkBench(`mqtts://127.0.0.1:${broker.port}`, { ca });
      await eventually(() => expect(bench.failures.length).toBeGreaterThan(1));
      expect(bench.failures[0]).toMatch(
        /unable to (verify the first|get local issuer) certificate|self.signed certificate/,
      );
      expect(bench.connected).toEqual([]);
    }
  });

  it("cannot connect without TLS, and retries", async () => {
    await using broker = await start();
    await using bench = new LinkBench(broker.url);
    await eventually(() => expect(bench.failures.length).toBeGreaterThan(0));
    expect(bench.connected).toEqual([]);
  });
});
