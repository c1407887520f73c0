import { describe, expect } from "vitest";
import type { Simulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { rejected } from "../support/bridge/outcomes.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const args = { "publish.settings": '["gain","upsampling","balance","filter"]' };

const queriesOf = ({ traffic }: Simulator, name: string): string[] =>
  traffic.requests.filter(({ operation }) => operation === name).map(({ query }) => query);

const it = withBridge({ preset: "audio", now: () => 1_000_000 }, { args });

describe("the player's own settings", () => {
  it("are published where they are allowed, with their options or range", async ({ sim, bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    const told = [...bridged.subscriber.state]
      .map(([topic, payload]) => [topic.replace("player2mqtt/den/settings/", ""), payload])
      .filter(([leaf]) => /^(?:gain|balance|upsampling|filter|laungaue)(?:$|\/(?!group))/.test(leaf ?? ""));
    const options = (...titles: string[]) =>
      JSON.stringify(titles.map((title, index) => ({ value: title, title, index })));
    expect(Object.fromEntries(told)).toEqual({
      gain: "Middle",
      // The page of the gain has no title of its own: the entry that points to it has.
      "gain/title": "Verstärkung",
      "gain/options": options("Low", "Middle", "High"),
      upsampling: "off",
      "upsampling/title": "Upsampling",
      "upsampling/options": '[{"value":"off","title":"off"},{"value":"on","title":"on"}]',
      balance: "0",
      "balance/title": "balance",
      "balance/range": '{"min":-10,"max":10}',
      filter: "Apodizing",
      "filter/title": "filter",
      "filter/options": expect.stringContaining('"title":"Apodizing"'),
    });
    // The switch for CDs is read by itself.
    expect([sim.traffic.count("getSystemSettings"), sim.traffic.count("getGainList")]).toEqual([2, 1]);
  });

  it("are set by the address that the tree gives, and read back", async ({ sim, bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    expect(await bridged.set("settings/gain", "high")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/gain")).toBe("High");
    expect(await bridged.set("settings/gain", "High")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("settings/upsampling", "toggle")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("settings/balance", "-3")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("settings/filter", "0")).toMatchObject({ outcome: "applied" });
    expect(queriesOf(sim, "setGain")).toEqual(["index=2"]);
    expect(queriesOf(sim, "setUpsampling")).toEqual(["switchStatus=1"]);
    expect(queriesOf(sim, "setBalance")).toEqual(["index=-3"]);
    expect(queriesOf(sim, "setFilter")).toEqual(["index=0"]);
  });

  it("are set although the player asks only where the owner has confirmed it", async ({ sim }) => {
    const tags = '["LinePassthrough"]';
    const asks = expect.stringContaining("the player asks before it sets LinePassthrough") as unknown;
    for (const [confirmed, result] of [
      ["[]", rejected(asks)],
      [tags, { outcome: "applied" }],
    ] as const) {
      const args = { "publish.settings": tags, "publish.confirmedSettings": confirmed };
      await using bridged = await Bridged.settled(sim, { args });
      await bridged.waitFor("settings/LinePassthrough", "off");
      expect(await bridged.set("settings/LinePassthrough", "on")).toMatchObject(result);
    }
  });

  it("are cleared when their tags are no longer allowed", async ({ bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    await bridged.reconfigured({ "publish.settings": '["balance"]' });
    const left = (leaf: string): string => bridged.payload(leaf) ?? "";
    await until(() => ["gain", "gain/options", "filter"].every((leaf) => left(`settings/${leaf}`) === ""));
    expect(left("settings/balance")).toBe("0");
  });
});
