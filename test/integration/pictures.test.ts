import { describe, expect } from "vitest";
import { coverImage } from "../../simulator/pictures.ts";
import type { Simulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { TestClient } from "../support/mqtt-client.ts";

const still = { preset: "audio", now: () => 1_000_000 } as const;
const wanted = { args: { "publish.pictures": "true" } };
const data = "player2mqtt/den/music/picture/data";

const coverOf = ({ player }: Simulator): Buffer => coverImage(String(player.music.current?.id));
const asked = (sim: Simulator): number => sim.traffic.count("getImage");

const it = withBridge(still, wanted);

describe("the cover of the current track", () => {
  it("is published unchanged, with its type, and requested once for each track", async ({ sim, bridged }) => {
    await bridged.waitFor("music/picture/type", "image/png");
    await using viewer = await TestClient.connect(bridged.bridge.brokerUrl, [data], { protocolVersion: 4 });
    const isShown = (): boolean | undefined => viewer.seen.at(-1)?.bytes.equals(coverOf(sim));
    await until(isShown);
    for (const _time of [1, 2, 3]) await bridged.refresh();
    expect(asked(sim)).toBe(1);
    sim.player.music.skip(1);
    await until(isShown);
    expect(asked(sim)).toBe(2);
    expect(sim.traffic.maxConcurrent).toBe(1);
  });

  it.for<[string, Readonly<Record<string, string>>, string]>([
    ["http:500@getImage", {}, "HTTP status 500"],
    ["svg@getImage", {}, "not a JPEG, PNG, GIF or WebP image"],
    ["oversized@getImage", { "publish.pictureMaxBytes": "100000" }, "bytes (publish.pictureMaxBytes)"],
  ])(
    "is empty if unavailable, logged once, and delays nothing else: %s",
    async ([fault, args, reason], { sim }) => {
      sim.behaviors.add(fault);
      await using bridged = await Bridged.settled(sim, { args: { ...wanted.args, ...args } });
      const told = () => bridged.log.lines.filter(({ level }) => level === "warn");
      await until(() => told().length === 1);
      sim.player.music.skip(1);
      await until(() => asked(sim) >= 2);
      expect(told().map(({ fields }) => [fields["resource"], fields["reason"]])).toEqual([
        ["picture", expect.stringContaining(reason)],
      ]);
      expect([bridged.payload("music/picture/type"), bridged.payload("availability")]).toEqual([
        undefined,
        "online",
      ]);
      expect(await bridged.set("music/playback", "pause")).toMatchObject({ outcome: "applied" });
      sim.behaviors.clear();
      await bridged.refresh();
      await bridged.waitFor("music/picture/type", "image/png");
    },
  );
});
