import { expect, it } from "vitest";
import { startEmbedded } from "../../src/app/start-embedded.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { TestClient } from "../support/mqtt-client.ts";

const login = { username: "anna", password: "long enough" };

function attempts(url: string, count: number) {
  return Array.from({ length: count }, (_, index) =>
    TestClient.connect(url, [], { protocolVersion: 4, username: "anna", password: `${index}` }),
  );
}

it("wrong passwords are checked ten a second, and the right one is let in when its turn comes", async () => {
  const clock = new FakeClock();
  let wrong = 0;
  const options = { host: "127.0.0.1", port: 0, ...login, onWrongPassword: () => (wrong += 1) };
  await using broker = await startEmbeddedBroker(options, clock);
  const results = await Promise.allSettled(attempts(broker.url, 10));
  expect(results.map(({ status }) => status)).toEqual(Array(10).fill("rejected"));
  expect(wrong).toBe(10);
  let isIn = false;
  const late = TestClient.connect(broker.url, [], { protocolVersion: 4, ...login }).then((client) => {
    isIn = true;
    return client;
  });
  await eventually(() => expect(clock.pending).toBeGreaterThan(1));
  expect(isIn).toBe(false);
  await clock.advance(1000);
  await using _client = await late;
  expect(wrong).toBe(10);
});

it("the first wrong password is logged at once, the others together a minute later", async () => {
  const log = new MemoryLog();
  const env = {
    PLAYERS: '[{"id":"den","url":"http://192.168.1.2"}]',
    BROKER_PORT: "0",
    MQTT_USERNAME: login.username,
    MQTT_PASSWORD: login.password,
  };
  await using broker = await startEmbedded(loadWith({ env }), log);
  await Promise.allSettled(attempts(broker.url, 9));
  expect(log.lines.filter(({ level }) => level === "warn")).toMatchObject([
    { message: expect.stringContaining("wrong username or password"), fields: { attempts: 1 } },
  ]);
});
