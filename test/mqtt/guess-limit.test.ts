import { describe, expect, it } from "vitest";
import { startEmbedded } from "../../src/app/start-embedded.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { GuessLimit } from "../../src/mqtt/guess-limit.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { TestClient } from "../support/mqtt-client.ts";

/** Guesses wrong as often as it may; returns how long each attempt would have to wait. */
function guess(limit: GuessLimit, times: number, address = "a"): (number | undefined)[] {
  return Array.from({ length: times }, () => {
    const waitMs = limit.waitMs(address);
    if (waitMs === 0) limit.failed(address);
    return waitMs;
  });
}

describe("wrong passwords", () => {
  it("are answered at once at first, then one a second, and refused beyond twenty seconds", () => {
    const limit = new GuessLimit(new FakeClock());
    const waits = guess(limit, 2000);
    expect(waits.slice(0, 14)).toEqual([...Array(11).fill(0), 1000, 2000, 3000]);
    expect(waits.filter((ms) => ms !== undefined)).toHaveLength(11 + 20);
    expect(guess(limit, 1, "b")).toEqual([0]);
  });

  it("are forgotten after ten quiet minutes", async () => {
    const clock = new FakeClock();
    const limit = new GuessLimit(clock);
    guess(limit, 11);
    await clock.advance(600_001);
    expect(guess(limit, 11)).toEqual(Array(11).fill(0));
  });

  it("of thousands of addresses take bounded memory", () => {
    const limit = new GuessLimit(new FakeClock());
    guess(limit, 11, "first");
    for (let number = 0; number < 1000; number += 1) limit.failed(`${number}`);
    expect(guess(limit, 1, "first")).toEqual([0]);
  });
});

describe("an embedded broker whose password is guessed", () => {
  it("reports each guess, slows them down, and lets the right password in when its turn comes", async () => {
    const clock = new FakeClock();
    const counts: number[] = [];
    const options = {
      host: "127.0.0.1",
      port: 0,
      username: "anna",
      password: "secret",
      onWrongPassword: (_address: string, count: number) => counts.push(count),
    };
    await using broker = await startEmbeddedBroker(options, clock);
    const attempt = (password: string) =>
      TestClient.connect(broker.url, [], { protocolVersion: 4, username: "anna", password });
    const guesses = await Promise.allSettled(Array.from({ length: 11 }, (_, index) => attempt(`${index}`)));
    expect(guesses.map(({ status }) => status)).toEqual(Array(11).fill("rejected"));
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let isIn = false;
    const late = attempt("secret").then((client) => {
      isIn = true;
      return client;
    });
    await eventually(() => expect(clock.pending).toBeGreaterThan(1));
    expect(isIn).toBe(false);
    await clock.advance(1000);
    await using _client = await late;
    expect(counts).toHaveLength(11);
  });
});

it("logs the first wrong password of an address, then the 10th, 100th ...", async () => {
  const log = new MemoryLog();
  const config = loadWith({
    env: {
      PLAYERS: '[{"id":"den","url":"http://192.168.1.2"}]',
      BROKER_PORT: "0",
      MQTT_USERNAME: "anna",
      MQTT_PASSWORD: "long enough",
    },
  });
  await using broker = await startEmbedded(config, log);
  const attempt = (_: unknown, index: number) =>
    TestClient.connect(broker.url, [], { protocolVersion: 4, username: "anna", password: `${index}` });
  await Promise.allSettled(Array.from({ length: 11 }, attempt));
  const warnings = log.lines.filter(({ level }) => level === "warn");
  expect(warnings).toMatchObject([
    { message: expect.stringContaining("wrong username or password"), fields: { attempts: 1 } },
    { message: expect.stringContaining("wrong username or password"), fields: { attempts: 10 } },
  ]);
});
