import { describe, expect } from "vitest";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const audio = { preset: "audio", now: () => 1_000_000 } as const;
const args = { "publish.settings": '["gain","upsampling","balance","filter"]' };

const queriesOf = ({ traffic }: Simulator, name: string): string[] =>
  traffic.requests.filter(({ operation }) => operation === name).map(({ query }) => query);

const it = withBridge(audio, { args });

describe("the player's own settings", () => {
  it("are published where they are allowed, with their options or range", async ({ sim, bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    expect(bridged.payload("settings/gain/options")).toBe(
      '[{"index":0,"title":"Low"},{"index":1,"title":"Middle"},{"index":2,"title":"High"}]',
    );
    // The page of the gain has no title of its own: the entry that points to it has.
    expect(bridged.payload("settings/gain/title")).toBe("Verstärkung");
    expect(bridged.payload("settings/balance/title")).toBe("balance");
    expect(bridged.payload("settings/upsampling")).toBe("off");
    expect(bridged.payload("settings/upsampling/options")).toBe('["off","on"]');
    expect(bridged.payload("settings/balance")).toBe("0");
    expect(bridged.payload("settings/balance/range")).toBe('{"min":-10,"max":10}');
    expect(bridged.payload("settings/filter")).toBe("Apodizing");
    expect(bridged.payload("settings/laungaue")).toBeUndefined();
    expect([sim.traffic.count("getSystemSettings"), sim.traffic.count("getGainList")]).toEqual([1, 1]);
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

  it("are rejected where the player or the configuration lacks them", async ({ bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    expect(await bridged.set("settings/laungaue", "1")).toMatchObject({
      outcome: "rejected",
      reason: 'unknown setting: there is no "laungaue", the player has gain, upsampling, balance, filter',
    });
    expect(await bridged.set("settings/gain", "Loud")).toMatchObject({ outcome: "rejected" });
    expect(await bridged.set("settings/balance", "11")).toMatchObject({ outcome: "rejected" });
  });

  it("have sliders with their texts, lists by the entry's title, and the maker's odd addresses", async ({
    sim,
  }) => {
    const tags = ["LineVolumeLimit", "LineVolumeLimitEnable", "LineBootVolume", "LineCrossover"];
    const ofLine = { "publish.settings": JSON.stringify(tags) };
    await using bridged = await Bridged.settled(sim, { args: ofLine });
    await bridged.waitFor("settings/LineBootVolume", "Last");
    expect(bridged.payload("settings/LineVolumeLimit")).toBe("60");
    expect(bridged.payload("settings/LineVolumeLimit/text")).toBe("-20 dB");
    expect(bridged.payload("settings/LineVolumeLimit/range")).toBe(
      '{"min":0,"max":80,"titles":["-80 dB","0 dB"]}',
    );
    expect(await bridged.set("settings/LineVolumeLimit", "50")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/LineVolumeLimit/text")).toBe("-30 dB");
    expect(await bridged.set("settings/LineVolumeLimitEnable", "off")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("settings/LineBootVolume", "low")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/LineBootVolume")).toBe("Low");
    expect(queriesOf(sim, "/SystemSettings/audioSettings/lineOption/seVolumeLimitEnable")).toEqual([
      "switch=0",
    ]);
    expect(sim.traffic.count("/SystemSettings/audioSettings/lineOption/getBootVolumeList")).toBe(1);
  });

  it("are refused with a reason, and nothing is sent, where they are wrong, templates or asked about", async ({
    sim,
  }) => {
    const tags = ["LineVolumeLimit", "LinePassthrough", "LineCrossover"];
    const ofLine = { "publish.settings": JSON.stringify(tags) };
    await using bridged = await Bridged.settled(sim, { args: ofLine });
    await bridged.waitFor("settings/LinePassthrough", "off");
    expect(await bridged.set("settings/LineVolumeLimit", "81")).toMatchObject(
      rejected("out of range: 81 is not within 0 to 80"),
    );
    expect(await bridged.set("settings/LinePassthrough", "on")).toMatchObject({
      outcome: "rejected",
      reason:
        'the player asks before it sets LinePassthrough: "The output plays at full volume. Are you sure?" To allow it, add the tag to publish.confirmedSettings',
    });
    expect(await bridged.set("settings/LineCrossover", "80")).toMatchObject({
      outcome: "rejected",
      reason: 'unknown setting: there is no "LineCrossover", the player has LineVolumeLimit, LinePassthrough',
    });
    expect(await bridged.set("settings/Line/VolumeLimit", "50")).toMatchObject({ outcome: "rejected" });
    expect(sim.traffic.requests.filter(({ path }) => /[/](?:set|se)[A-Z]/.test(path))).toEqual([]);
  });

  it("are set although the player asks, where the owner has confirmed it", async ({ sim }) => {
    const tags = '["LinePassthrough"]';
    const confirmed = { "publish.settings": tags, "publish.confirmedSettings": tags };
    await using bridged = await Bridged.settled(sim, { args: confirmed });
    await bridged.waitFor("settings/LinePassthrough", "off");
    expect(await bridged.set("settings/LinePassthrough", "on")).toMatchObject({ outcome: "applied" });
  });

  it("fail where the player keeps the old value", async ({ sim, bridged }) => {
    await bridged.waitFor("settings/balance", "0");
    sim.player.settings?.ignored.add("balance");
    expect(await bridged.set("settings/balance", "4")).toMatchObject(
      failed("not applied: the player still shows balance 0"),
    );
    expect(sim.traffic.count("setBalance")).toBe(1);
  });

  it("are neither read nor set unless tags are allowed", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim);
    expect(await bridged.set("settings/gain", "High")).toMatchObject(
      rejected("settings is off: set publish.settings to use it"),
    );
    expect(sim.traffic.count("getSystemSettings")).toBe(0);
  });

  it("are cleared when their tags are no longer allowed", async ({ bridged }) => {
    await bridged.waitFor("settings/gain", "Middle");
    await bridged.reconfigured({ "publish.settings": '["balance"]' });
    const left = (leaf: string): string => bridged.payload(leaf) ?? "";
    await until(() => ["gain", "gain/options", "filter"].every((leaf) => left(`settings/${leaf}`) === ""));
    expect(left("settings/balance")).toBe("0");
  });

  it("are asked for once where the model has none", async () => {
    await using sim = await startSimulator({ ...audio, preset: "video" });
    await using bridged = await Bridged.start(sim, { args });
    await until(() => sim.traffic.count("getSystemSettings") > 0);
    expect(await bridged.set("settings/gain", "High")).toMatchObject(rejected("this player has no settings"));
    expect(sim.traffic.count("getSystemSettings")).toBe(1);
  });
});
