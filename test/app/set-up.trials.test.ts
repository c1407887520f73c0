import { expect, it } from "vitest";
import { BridgeSetUp, type SetUpOptions } from "../../src/app/set-up.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Config } from "../../src/config/schema.ts";
import type { Family } from "../../src/families/family.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { textReply } from "../../simulator/reply.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { plainFamily } from "../families/plain-family.ts";
import { anyPort } from "../support/any-port.ts";
import { closing } from "../support/closing.ts";
import { emptyNetwork } from "../tools/doctor/examined.ts";

const mac = "02:5e:11:00:00:0a";
const clock = fastClock(1);

function configOf(args: Readonly<Record<string, string>>): Config {
  return loadConfig({ args: { "device.gapMs": "0", ...args }, env: {}, cwd: "/", requirePlayers: false });
}

function setUpOf(players: readonly object[], families: readonly Family[]) {
  const config = configOf({ players: JSON.stringify(players) });
  const environment = { ...emptyNetwork, families, clock };
  const setUp = new BridgeSetUp({ config: () => config, environment, clock } as unknown as SetUpOptions);
  return {
    tryPlayer: (entry: Parameters<BridgeSetUp["tryPlayer"]>[0]) => closing(() => setUp.tryPlayer(entry)),
    ownSettings: (id: string) => closing(() => setUp.ownSettings(id)),
  };
}

it("a player that is tried is found among the configured ones, by its address with a port or without, or its MAC", async () => {
  await using player = await startSimulator({ mac });
  const families = [plainFamily({ name: "other" }), plainFamily({ defaultPort: player.port })];
  for (const known of [
    { url: "127.0.0.1" },
    { url: `127.0.0.1:${player.port}` },
    { url: "192.0.2.1", mac },
  ]) {
    const setUp = setUpOf([{ id: "den", ...known }], families);
    expect(await setUp.tryPlayer({ url: "127.0.0.1" })).toMatchObject({
      isUsable: true,
      player: { url: player.url, address: "127.0.0.1", mac, configuredAs: "den", playsFilms: null },
    });
  }
});

it("a player that wants a key is recognized with the one that is given", async () => {
  await using player = await startSimulator({ preset: "audio" });
  const { behaviors, traffic } = player;
  const hasKey = (): boolean => traffic.requests.at(-1)?.psk === "0000";
  const refusal = textReply("text/plain", "", 401);
  behaviors.add({ text: "locked", start: () => ({ handle: (_, next) => (hasKey() ? next() : refusal) }) });
  const setUp = setUpOf([], [zidoo]);
  expect(await setUp.tryPlayer({ url: player.url })).toMatchObject({ isUsable: false });
  expect(await setUp.tryPlayer({ url: player.url, psk: "0000" })).toMatchObject({
    isUsable: true,
    player: { model: "SIM-A4", configuredAs: null, playsFilms: false },
  });
});

it("the settings of a player are read once for all who ask at a time, and again for the next one", async () => {
  await using player = await startSimulator({ preset: "audio" });
  const setUp = setUpOf([{ id: "den", url: player.url }], [zidoo]);
  const [first, second] = await Promise.all([setUp.ownSettings("den"), setUp.ownSettings("den")]);
  expect(first?.settings).toContainEqual(expect.objectContaining({ tag: "gain", value: "Middle" }));
  expect(second).toBe(first);
  expect(await setUp.ownSettings("den")).not.toBe(first);
  expect(await setUp.ownSettings("attic")).toBeUndefined();
});

it.each([
  ["the configured one", "mqtt://me@broker", undefined],
  ["another host", "mqtt://broker.elsewhere", ""],
  ["another port", "mqtt://broker:1884", ""],
  ["the embedded one", "", ""],
])("the stored password is tried at no other broker: %s", async (_which, url, password) => {
  const given: unknown[] = [];
  const loadWith = (settings: unknown): never => {
    given.push(settings);
    throw new ConfigError(["that is enough"]);
  };
  const config = () => configOf({ "mqtt.url": "mqtt://broker", "mqtt.username": "me", "mqtt.password": "x" });
  const options = { config, editor: { loadWith }, environment: emptyNetwork, clock };
  await new BridgeSetUp(options as unknown as SetUpOptions).tryBroker({ url });
  expect(given).toEqual([{ "mqtt.url": url, ...(password !== undefined && { "mqtt.password": password }) }]);
});

it("the embedded broker is at its own port, of course, and another program at another one", async () => {
  await using broker = await startEmbeddedBroker(anyPort);
  const codes: (string | undefined)[] = [];
  for (const port of [9, broker.port]) {
    const editor = { loadWith: () => configOf({ "broker.port": String(port) }) };
    const own = { config: () => configOf({ "broker.port": "9" }), isEmbedded: true, editor };
    const setUp = new BridgeSetUp({ ...own, environment: emptyNetwork, clock } as unknown as SetUpOptions);
    codes.push((await setUp.tryBroker({ url: "" })).findings[0]?.code);
  }
  expect(codes).toEqual(["embedded.at", "embedded.program-on-port"]);
});
