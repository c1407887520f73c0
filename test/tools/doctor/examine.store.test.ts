import { describe, expect, it } from "vitest";
import { isNatsMissing, startNats } from "../../support/start-nats.ts";
import { examined } from "./examined.ts";

const store = "jetstream { store_dir: {dir} }";
const userMay = (rights: string): string =>
  `authorization { users: [{ user: house, password: right, permissions: { publish: [${rights}], subscribe: [">"] } }] }`;
const login = { "fleet.username": "house", "fleet.password": "right" };

describe.skipIf(isNatsMissing)("the doctor at the store of a fleet", { timeout: 60_000 }, () => {
  it.each<
    [what: string, config: string[], args: Readonly<Record<string, string>>, verdict: string, text: RegExp]
  >([
    ["one that keeps leases", [store], {}, "good", /a write takes \d+ ms/],
    ["one without JetStream", [], {}, "fault", /no JetStream/],
    [
      "wrong credentials",
      [store, userMay('">"')],
      { ...login, "fleet.password": "wrong" },
      "fault",
      /refuses the credentials/,
    ],
    [
      "a bucket that others may not write",
      [store, userMay('"$JS.API.>"')],
      login,
      "fault",
      /denies a right: .*KV\.player2mqtt-members/,
    ],
  ])("finds %s", async (_what, config, args, verdict, text) => {
    await using nats = await startNats(config);
    const settings = {
      "mqtt.url": "mqtt://127.0.0.1:9",
      "fleet.url": nats.url,
      "fleet.leaseMs": "6000",
      ...args,
    };
    const { of } = await examined(settings);
    expect(of("fleet", "store")).toMatchObject([{ verdict, text: expect.stringMatching(text) as unknown }]);
    // A second look finds the same, also what the first one has left.
    expect((await examined(settings)).of("fleet", "store")).toMatchObject([{ verdict }]);
  });

  it("examines each node by itself", async () => {
    await using nats = await startNats();
    const { of } = await examined({
      "mqtt.url": "mqtt://127.0.0.1:9",
      "fleet.url": `nats://127.0.0.1:9, ${nats.url}`,
    });
    expect(of("fleet", "store")).toMatchObject([
      { verdict: "fault", text: expect.stringMatching(/127\.0\.0\.1:9: .*refused/i) as unknown },
      { verdict: "good" },
    ]);
  });
});
