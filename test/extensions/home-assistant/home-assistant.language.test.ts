import { describe, expect, it } from "vitest";
import {
  bridgeDevice,
  byMac,
  type DiscoveryBench,
  restartBench,
  seconds,
  settledBench,
  startBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything } from "../../home-assistant/players.ts";

const about = "player2mqtt-discovery/player2mqtt_bridge";

interface Named {
  readonly components: Readonly<Record<string, { readonly name: string }>>;
}

/** What a player's output and the bridge's number of players are called, and the language that the integration sees. */
function namesAt({ broker }: DiscoveryBench): readonly unknown[] {
  const named = (topic: string, key: string): string | undefined =>
    (JSON.parse(broker.retained.get(topic) ?? "{}") as Named).components[key]?.name;
  const { language } = JSON.parse(broker.retained.get(about) ?? "{}") as { language?: string };
  return [named(byMac, "output"), named(bridgeDevice, "players"), language];
}

async function ask(bench: DiscoveryBench, tag: string): Promise<boolean | undefined> {
  const chosen = bench.homeAssistant.speak(tag);
  await bench.clock.advance(seconds(3));
  return chosen?.isOther;
}

describe("the language of the names of entities", () => {
  it("is English until Home Assistant asks for its own, by the closest that there is", async () => {
    const bench = await settledBench();
    expect(namesAt(bench)).toEqual(["Output", "Players", "en"]);
    expect(await ask(bench, "de-CH")).toBe(true);
    expect(namesAt(bench)).toEqual(["Ausgang", "Player", "de"]);
    // It has that already.
    bench.broker.messages.splice(0);
    expect(await ask(bench, "de")).toBe(false);
    expect(bench.broker.messages).toEqual([]);
    expect(await ask(bench, "zh-Hans")).toBe(true);
    expect(namesAt(bench)[2]).toBe("zh-Hans");
    expect(await ask(bench, "es")).toBe(true);
    expect(namesAt(bench)).toEqual(["Output", "Players", "en"]);
  });

  it("is known after a restart, before anybody asks", async () => {
    const bench = await settledBench();
    await ask(bench, "de");
    const next = await restartBench(bench);
    next.publish("cinema", everything);
    await next.clock.advance(seconds(10));
    expect(namesAt(next)).toEqual(["Ausgang", "Player", "de"]);
    expect(next.broker.messages.filter(({ topic }) => topic === byMac)).toEqual([]);
  });

  it.each([
    ["fr", true],
    ["en", false],
  ])("stays %s when it was asked for while the former run's was still to be read", async (tag, isOther) => {
    const bench = await settledBench();
    await ask(bench, "de");
    const next = startBench({}, bench);
    expect(next.homeAssistant.speak(tag)).toEqual({ language: tag, isOther });
    await next.connect();
    await next.clock.advance(seconds(10));
    expect(namesAt(next)[2]).toBe(tag);
    // The next reading may find what another bridge of the name was asked for.
    next.homeAssistant.disconnected();
    next.broker.retained.set(about, JSON.stringify({ language: "zh-Hans" }));
    await next.connect();
    await next.clock.advance(seconds(10));
    expect(namesAt(next)[2]).toBe("zh-Hans");
  });

  it("is that of the settings where they choose one, and unknown where nothing is announced", async () => {
    const bench = await settledBench({ language: "fr" });
    expect(await ask(bench, "de")).toBeUndefined();
    expect(namesAt(bench)).toEqual(["Sortie", "Lecteurs", undefined]);
    const silent = await settledBench({ isEnabled: false });
    expect(await ask(silent, "de")).toBe(true);
    expect([...silent.broker.retained.keys()].filter((topic) => !topic.startsWith("player2mqtt/"))).toEqual(
      [],
    );
  });
});
