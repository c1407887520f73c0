import { describe, expect } from "vitest";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { rejected } from "../support/bridge/outcomes.ts";

const still = { preset: "audio", now: () => 1_000_000 } as const;

const radio = {
  playType: 6,
  title: "Night Tide",
  artist: "Harbour Radio",
  album: "Live",
  picture: "https://pictures.example.net/tide.jpg?key=secret",
  isPlaying: true,
  positionMs: 12_300,
  durationMs: 0,
};

const queries = ({ traffic }: Simulator, operation: string): string[] =>
  traffic.requests.filter((request) => request.operation === operation).map(({ query }) => query);

const it = withBridge(still);

describe("music", () => {
  it("is toggled only if needed", async ({ sim, bridged }) => {
    expect(bridged.payload("music/state")).toBe("playing");
    expect(await bridged.set("music/playback", "play")).toMatchObject({ outcome: "unchanged" });
    expect(sim.traffic.count("playOrPause")).toBe(0);
    expect(await bridged.set("music/playback", "pause")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("music/state")).toBe("paused");
    expect(await bridged.set("music/playback", "pause")).toMatchObject({ outcome: "unchanged" });
    expect(sim.traffic.count("playOrPause")).toBe(1);
    sim.player.music.play();
    expect(await bridged.set("music/playback", "pause")).toMatchObject({ outcome: "applied" });
    expect(sim.player.music.state).toBe("paused");
    expect(await bridged.set("music/playback", "halt")).toMatchObject(
      rejected("malformed: expected one of play, pause, stop, next, previous"),
    );
  });

  it("skips to the next track and back, once for each command", async ({ sim, bridged }) => {
    const first = bridged.payload("music/title");
    for (const _time of [1, 2])
      expect(await bridged.set("music/playback", "next")).toMatchObject({ outcome: "applied" });
    expect(sim.player.music.index).toBe(2);
    await until(() => (bridged.json("music/queue") as { current: number }).current === 2);
    await bridged.set("music/playback", "previous");
    await bridged.set("music/playback", "previous");
    await bridged.waitFor("music/title", first);
    expect([sim.traffic.count("playNext"), sim.traffic.count("playLast")]).toEqual([2, 2]);
  });

  it("never merges two skips into one", async ({ sim, bridged }) => {
    for (const _time of [1, 2, 3])
      await bridged.subscriber.send("player2mqtt/den/music/playback/set", "next");
    await until(() => bridged.subscriber.results.filter(({ outcome }) => outcome === "applied").length === 4);
    expect(sim.player.music.index).toBe(3);
  });

  it("seeks within the track", async ({ sim, bridged }) => {
    expect(await bridged.set("music/position", "60")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("music/position", "+15.5")).toMatchObject({ outcome: "applied" });
    expect(queries(sim, "seekMusic")).toEqual(["time=60000", "time=75500"]);
    await bridged.waitFor("music/position", "75");
    expect(await bridged.set("music/position", "9999")).toMatchObject(
      rejected("out of range: 9999 is not within 0 to 120 seconds"),
    );
  });

  it("plays in the requested order", async ({ sim, bridged }) => {
    expect(bridged.payload("music/mode")).toBe("list");
    for (const mode of ["single", "shuffle", "list"]) {
      expect(await bridged.set("music/mode", mode)).toMatchObject({ outcome: "applied" });
      expect(bridged.payload("music/mode")).toBe(mode);
    }
    expect(queries(sim, "setLoopMode")).toEqual(["loop=1", "loop=2", "loop=0"]);
    sim.player.loopMode = 3;
    await bridged.refresh();
    await bridged.waitFor("music/mode", "other");
  });

  it("shows the audible source, not the last track of the internal player", async ({ sim, bridged }) => {
    sim.player.externalSource = radio;
    await bridged.waitFor("music/title", "Night Tide");
    expect(bridged.payload("music/artist")).toBe("Harbour Radio");
    expect(bridged.payload("music/source")).toBe("network");
    expect(bridged.payload("music/position")).toBe("12");
    expect(bridged.payload("music/duration")).toBeUndefined();
    expect(bridged.payload("music/picture")).toBe("https://pictures.example.net/tide.jpg");
    expect(bridged.json("music/track")).toMatchObject({ source: "network", title: "Night Tide" });
    sim.player.externalSource = { ...radio, playType: 4, title: "", artist: "", album: "", picture: "" };
    await bridged.waitFor("music/source", "bluetooth");
    await bridged.waitFor("music/title", undefined);
    sim.player.externalSource = undefined;
    await bridged.waitFor("music/title", "Amber Ferry");
  });

  it("does not know what an input plays that the player only passes on, and rejects what it denies", async ({
    sim,
    bridged,
  }) => {
    const nothing = { title: "", artist: "", album: "", picture: "", positionMs: 0, durationMs: 0 };
    sim.player.externalSource = {
      playType: 11,
      isPlaying: true,
      isPassThrough: true,
      service: "TV",
      sampleRateHz: 48_000,
      codec: "Dolby Digital",
      ...nothing,
    };
    await bridged.waitFor("music/state", "unknown");
    expect(bridged.payload("music/source")).toBe("unknown");
    for (const leaf of ["music/title", "music/picture", "music/position", "music/duration"])
      await bridged.waitFor(leaf, undefined);
    // The facts of the signal are known without a title, too.
    expect(bridged.json("music/track")).toEqual({
      source: "unknown",
      title: "",
      artist: "",
      album: "",
      codec: "Dolby Digital",
      service: "TV",
      sampleRate: "48 kHz",
      sampleRateHz: 48_000,
      picture: "",
    });
    for (const word of ["play", "pause", "next"]) {
      expect(await bridged.set("music/playback", word)).toMatchObject(
        rejected(expect.stringMatching(/^the player cannot .* this input$/) as unknown),
      );
    }
    expect(queries(sim, "playOrPause")).toEqual([]);
    sim.player.externalSource = undefined;
    await bridged.waitFor("music/state", "playing");
  });

  it("does not play a queue entry unless experimental controls are enabled", async ({ sim }) => {
    await using careful = await Bridged.settled(sim);
    expect(careful.json("info")).toMatchObject({ controls: { "music/queue": "off" } });
    expect(await careful.set("music/queue", "3")).toMatchObject(
      rejected(expect.stringContaining("controls.experimental")),
    );
    expect(sim.traffic.count("playQueueMusic")).toBe(0);
  });

  it("plays a queue entry if experimental controls are enabled", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { "controls.experimental": "true" } });
    expect(await bridged.set("music/queue", "3")).toMatchObject({ outcome: "applied" });
    expect(sim.player.music.index).toBe(3);
    expect(await bridged.set("music/queue", "18")).toMatchObject(
      rejected("out of range: 18 is not among the 18 entries, counted from 0"),
    );
  });

  it("is unsupported by an old player, whose topics stay as they were", async () => {
    await using sim = await startSimulator({ preset: "old", now: () => 1_000_000 });
    await using bridged = await Bridged.settled(sim);
    expect(bridged.json("info")).toMatchObject({
      families: { state: "unsupported", queue: "supported" },
      controls: { "music/playback": "unsupported", volume: "unsupported" },
    });
    expect(bridged.payload("music/title")).toBe("Amber Ferry");
    const news = ["music/state", "music/position", "volume", "mute", "music/picture"];
    expect(news.map((leaf) => bridged.payload(leaf))).toEqual(news.map(() => undefined));
    expect(await bridged.set("music/playback", "pause")).toMatchObject(
      rejected("this player has no music playback"),
    );
    expect(sim.traffic.count("playOrPause")).toBe(0);
  });
});

describe("the volume", () => {
  it("is a percentage of the player's own range, and rejects values out of range", async ({
    sim,
    bridged,
  }) => {
    expect(bridged.payload("volume")).toBe("30");
    expect(bridged.payload("volume/level")).toBe("60");
    expect(bridged.json("volume/range")).toEqual({ min: 0, max: 200 });
    expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("volume/level", "81")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("volume/level")).toBe("81");
    expect(await bridged.set("volume", "101")).toMatchObject(
      rejected("out of range: 101 is not within 0 to 100"),
    );
    expect(await bridged.set("volume/level", "201")).toMatchObject(
      rejected("out of range: 201 is not within 0 to 200"),
    );
    expect(queries(sim, "setDevicesVolume")).toEqual(["volume=80", "volume=81"]);
  });

  it("changes in steps, and stops at the limits", async ({ sim, bridged }) => {
    for (const step of ["+5", "-90", "+200"]) await bridged.set("volume", step);
    expect(queries(sim, "setDevicesVolume")).toEqual(["volume=70", "volume=0", "volume=200"]);
    await bridged.set("volume/level", "-1");
    expect(bridged.payload("volume/level")).toBe("199");
  });

  it("is never set above controls.maxVolume", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { "controls.maxVolume": "35" } });
    const loud = {
      outcome: "rejected",
      reason: "too loud: controls.maxVolume is 35 percent, which is level 70",
    };
    expect(await bridged.set("volume", "36")).toMatchObject(loud);
    expect(await bridged.set("volume/level", "71")).toMatchObject(loud);
    expect(await bridged.set("volume", "+50")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("volume", "+1")).toMatchObject(loud);
    expect(await bridged.set("key", "VolumeUp")).toMatchObject({ outcome: "rejected" });
    expect(queries(sim, "setDevicesVolume")).toEqual(["volume=70"]);
    expect(sim.player.keys).toEqual([]);
  });

  it("is rejected while the player does not let it be set", async ({ sim, bridged }) => {
    for (const [restriction, reason] of [
      ["lock", "the player reports that its volume is locked"],
      ["disabled", "the player reports that its volume cannot be set"],
    ] as const) {
      sim.player.volumeRestriction = restriction;
      expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "rejected", reason });
      expect(bridged.payload("volume/range")).toBeUndefined();
      expect(bridged.payload("volume")).toBe("30");
    }
    expect(sim.traffic.count("setDevicesVolume")).toBe(0);
    sim.player.volumeRestriction = undefined;
    expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "applied" });
    expect(bridged.json("volume/range")).toEqual({ min: 0, max: 200 });
  });

  it("can be muted and unmuted", async ({ sim, bridged }) => {
    expect(await bridged.set("mute", "on")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("mute")).toBe("on");
    expect(await bridged.set("mute", "on")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("mute", "off")).toMatchObject({ outcome: "applied" });
    expect(queries(sim, "setMuteVolume")).toEqual(["isMute=1", "isMute=0"]);
  });

  it.each(["currentVolume", "currenttVolume"])("of a video model that spells it %s", async (spelling) => {
    await using sim = await startSimulator({ preset: "video", now: () => 1_000_000 });
    sim.player.videoVolume = { level: 6, max: 15, spelling };
    await using bridged = await Bridged.settled(sim);
    expect(bridged.payload("volume")).toBe("40");
    expect(bridged.payload("volume/level")).toBe("6");
    expect(bridged.json("volume/range")).toEqual({ min: 0, max: 15 });
    expect(await bridged.set("volume", "80")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("volume/level", "+1")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("volume/level", "13")).toMatchObject({ outcome: "unchanged" });
    expect(bridged.payload("volume/level")).toBe("13");
    expect(await bridged.set("volume/level", "16")).toMatchObject(
      rejected("out of range: 16 is not within 0 to 15"),
    );
    expect(queries(sim, "changeVolume").filter((query) => query !== "type=3")).toEqual([
      "type=2&value=12",
      "type=2&value=13",
    ]);
    expect(sim.traffic.count("setDevicesVolume")).toBe(0);
    expect(bridged.json("info")).toMatchObject({
      families: { videoVolume: "supported" },
      controls: { volume: "supported", mute: "unsupported" },
    });
  });

  it("is unsupported by a player that does not report it", async () => {
    await using sim = await startSimulator();
    await using bridged = await Bridged.settled(sim);
    for (const control of ["volume", "volume/level"] as const) {
      expect(await bridged.set(control, "10")).toMatchObject(rejected("this player has no volume"));
    }
    expect(await bridged.set("mute", "on")).toMatchObject({ outcome: "rejected" });
    expect(sim.traffic.count("setDevicesVolume")).toBe(0);
  });
});
