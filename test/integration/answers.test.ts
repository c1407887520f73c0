import { describe, expect } from "vitest";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

/** Time stands still at the player, so that nothing changes by itself. */
const still = { now: () => 1_000_000 };

const it = withBridge(still);

describe("an invalid answer about the video", () => {
  it.for<readonly [fault: string, logged: RegExp]>([
    ["slow:150", /^$/],
    ["reset", /^$/],
    ["truncated", /^$/],
    ["halfJson", /^the answer is not JSON: it begins with "\{/],
    ["html", /^the answer is not JSON: it begins with "<!DOCTYPE html>/],
    ["empty", /^the answer is empty/],
    ["bare", /^the answer has none of the expected fields: \{\}$/],
    ["oversized", /^the answer is larger than 65536 bytes/],
    ["http:500", /^HTTP status 500$/],
    ["http:401", /^HTTP status 401$/],
    ["status:805", /^body status 805$/],
    ["status:405", /^body status 405$/],
    ["status:804", /^$/],
    ["redirect:http://127.0.0.1:9/", /^HTTP status 302$/],
  ])(
    "(%s) keeps the old state and the player online, and the next valid one is applied",
    async ([fault, logged], { sim }) => {
      await using bridged = await Bridged.settled(sim, { args: { "device.maxBodyBytes": "65536" } });
      const behavior = sim.behaviors.add(`${fault}@getPlayStatus*2`);
      await until(async () => {
        await bridged.refresh();
        expect(bridged.payload("video/state")).toBe("playing");
        return behavior.hits === 2;
      });
      sim.player.video.pause();
      await until(async () => {
        await bridged.refresh();
        return bridged.payload("video/state") === "paused";
      });
      expect(bridged.payload("video/title")).toBe("The Lighthouse Ledger");
      expect(bridged.subscriber.said("availability")).toEqual(["online"]);
      const reasons = bridged.log
        .saying("player sent an invalid answer")
        .map(({ fields }) => fields["reason"]);
      expect(reasons.join()).toMatch(logged);
    },
  );
});

describe("an address taken over by another device", () => {
  it("makes the player offline after a minute of invalid answers, until it is back", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { speed: 40 });
    sim.behaviors.add("html");
    await bridged.waitFor("availability", "offline");
    expect(bridged.log.saying("player is offline")).toEqual([
      expect.objectContaining({
        fields: expect.objectContaining({ reason: expect.stringContaining("not JSON") }),
      }),
    ]);
    expect(bridged.payload("video/title")).toBe("The Lighthouse Ledger");
    sim.behaviors.clear();
    await bridged.waitFor("availability", "online");
    expect(bridged.subscriber.said("availability")).toEqual(["online", "offline", "online"]);
  });
});

describe("an unsupported family", () => {
  it("clears its topics, but not after a single denial", async ({ sim, bridged }) => {
    sim.behaviors.add("status:801@getPlayStatus*1");
    await bridged.refresh();
    expect(bridged.payload("video/title")).toBe("The Lighthouse Ledger");
    sim.player.groups.delete("video");
    await bridged.waitFor("video/state", "unsupported");
    expect(bridged.payload("video/title")).toBeUndefined();
  });
});
