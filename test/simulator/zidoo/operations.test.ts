import { describe, expect } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, handClock, type Json, paths } from "../ask.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";

const it = withSimulator();

describe("selecting an input", () => {
  it("answers the whole new routing state, including the selected index", async ({ sim }) => {
    const { json } = await ask(sim, paths.input("SPDIF"));
    expect(json["inputIndex"]).toBe(3);
    expect((await ask(sim, paths.list)).json).toEqual(json);
    expect(sim.player.audio.input?.name).toBe("Turntable");
  });

  it("uses the tag and ignores an index", async ({ sim }) => {
    const { json } = await ask(sim, `${paths.input("BT")}&index=4`);
    expect(json["inputIndex"]).toBe(1);
  });

  it("decodes the tag", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    const { json } = await ask(sim, "/DeviceMusicControl/v2/setInputList?tag=%58LR%5fA");
    expect(json["inputIndex"]).toBe(4);
  });

  it.each(["", "?tag=", "?tag=xmos", "?tag=HDMI"])("refuses %j with body status 805", async (query) => {
    await using sim = await startSimulator();
    const { status, json } = await ask(sim, `/DeviceMusicControl/v2/setInputList${query}`);
    expect([status, json["status"]]).toEqual([200, 805]);
    expect(sim.player.audio.inputIndex).toBe(0);
  });
});

describe("selecting an output", () => {
  it("makes outputInfo describe the selected output", async ({ sim }) => {
    const before = (await ask(sim, paths.list)).json["outputInfo"];
    const { json } = await ask(sim, paths.output("RCA"));
    expect(json["outputIndex"]).toBe(3);
    expect(json["outputInfo"]).toMatchObject({
      title: "Line output",
      format: "PCM 32bit\nDSD256",
      sampleRate: "384000 Hz",
      setUrl: "/SystemSettings/audioSettings/getRcaOutputOption",
      isConnect: true,
      infolist: [{ value: "PCM 32bit\nDSD256" }, { value: "384000 Hz" }],
    });
    expect(json["outputInfo"]).not.toEqual(before);
  });

  it("answers 200 and changes nothing when the output is disabled", async ({ sim }) => {
    const before = (await ask(sim, paths.list)).json;
    expect((await ask(sim, paths.output("USB"))).json).toEqual(before);
    sim.player.audio.setOutputEnabled("USB", true);
    expect((await ask(sim, paths.output("USB"))).json["outputIndex"]).toBe(4);
  });

  it("refuses an unknown tag with body status 805", async ({ sim }) => {
    expect((await ask(sim, paths.output("HDMI3"))).json["status"]).toBe(805);
  });

  it("leaves outputInfo blank while the index of the current output is out of range", async ({ sim }) => {
    sim.player.audio.outputIndex = 9;
    const { json } = await ask(sim, paths.list);
    expect(json["outputInfo"]).toMatchObject({ title: "", setUrl: "", isConnect: false, option: 0 });
  });

  it("reports a disabled current output as not connected", async ({ sim }) => {
    sim.player.audio.setOutputEnabled("HDMI", false);
    expect((await ask(sim, paths.list)).json["outputInfo"]?.["isConnect"]).toBe(false);
  });
});

describe("names", () => {
  it("change when the owner renames an entry, and only there", async ({ sim }) => {
    sim.player.audio.renameInput("RCA", "Gramophone");
    sim.player.audio.renameOutput("RCA", "Kitchen");
    const { json } = await ask(sim, paths.list);
    expect(json["inputData"]?.[4]).toMatchObject({ name: "Gramophone", historyName: "Line in", tag: "RCA" });
    expect(json["outputData"]?.[3]).toMatchObject({ name: "Kitchen", tag: "RCA" });
  });

  it("cannot be given to a tag that does not exist", async ({ sim }) => {
    expect(() => sim.player.audio.renameInput("EARC", "TV")).toThrow(
      'No tag "EARC": there are XMOS, BT, USB, SPDIF, RCA',
    );
  });
});

describe("video", () => {
  it("reports position and state", async () => {
    const clock = handClock();
    await using sim = await startSimulator({ now: clock.now });
    clock.pass(61_000);
    expect((await ask(sim, paths.status)).json["video"]).toMatchObject({
      status: 1,
      currentPosition: 61_000,
    });
    sim.player.video.pause();
    clock.pass(5000);
    expect((await ask(sim, paths.status)).json["video"]).toMatchObject({
      status: 0,
      currentPosition: 61_000,
    });
  });

  it("advances through the playlist, and reports nothing after its end", async () => {
    const clock = handClock();
    await using sim = await startSimulator({ now: clock.now });
    clock.pass(250_000);
    expect((await ask(sim, paths.status)).json["video"]).toMatchObject({
      title: "Moss, Slowly — a documentary",
      currentPosition: 10_000,
    });
    expect((await ask(sim, paths.playlist)).json["currentIndex"]).toBe(1);
    clock.pass(650_000);
    expect((await ask(sim, paths.status)).json).toEqual({ status: 806, msg: "nothing there" });
    expect((await ask(sim, paths.playlist)).json).toMatchObject({ status: 200, size: 3, currentIndex: 2 });
  });

  it("counts subtitles from 1 and audio tracks from 0; subtitle 0 is off", async ({ sim }) => {
    expect((await ask(sim, paths.status)).json).toMatchObject({
      video: { subtitleInfo: "English  Internal PGS (1/2)" },
      subtitle: { index: 1, information: "English  Internal PGS (1/2)" },
      audio: { index: 0, information: "English TrueHD 7.1 channel 48,0KHz (1/2)" },
    });
    sim.player.video.update(0, { subtitle: 0, audioTrack: 1 });
    expect((await ask(sim, paths.status)).json).toMatchObject({
      subtitle: { index: 0, information: "Off" },
      audio: { index: 1, information: "Íslenska AC3 5.1 channel 48,0KHz (2/2)" },
    });
  });

  it("reports the play mode and the zoom as set", async ({ sim }) => {
    sim.player.playMode = { index: 1, information: "Single" };
    sim.player.zoom = { index: 3, information: "Stretch" };
    const { json } = await ask(sim, paths.status);
    expect([json["playMode"]?.["index"], json["zoom"]?.["information"]]).toEqual([1, "Stretch"]);
  });
});

describe("the music queue", () => {
  function activeIndexes(json: Json): number[] {
    const tracks = json["array"] as unknown as readonly Json[];
    return tracks.flatMap((track, index) => (track["active"] === true ? [index] : []));
  }

  it("has no status, and activates the next track at the end of one", async () => {
    const clock = handClock();
    await using sim = await startSimulator({ now: clock.now });
    const first = (await ask(sim, paths.queue)).json;
    expect(first["status"]).toBeUndefined();
    expect(activeIndexes(first)).toEqual([0]);
    clock.pass(120_000);
    expect(activeIndexes((await ask(sim, paths.queue)).json)).toEqual([1]);
  });

  it("starts again after its last track", async () => {
    const clock = handClock();
    await using sim = await startSimulator({ now: clock.now, queueSize: 2 });
    clock.pass(120_000 + 157_123 + 1);
    expect(activeIndexes((await ask(sim, paths.queue)).json)).toEqual([0]);
    expect(sim.player.music.positionMs).toBe(1);
  });

  it("has no active track while the music is stopped", async ({ sim }) => {
    sim.player.music.stop();
    expect(activeIndexes((await ask(sim, paths.queue)).json)).toEqual([]);
  });

  it("writes integers above 2^53 digit by digit", async ({ sim }) => {
    const { text } = await ask(sim, paths.queue);
    expect(text).toContain('"hashcode":9007199254740993,');
    expect(text).toContain('"hashcode":-9007199254740994,');
  });

  it("has negative ids and signed addresses on streamed entries", async ({ sim }) => {
    const track = (await ask(sim, paths.queue)).json["array"]?.[2];
    expect(track?.["id"]).toBe(-100_002);
    expect(track?.["uri"]).toMatch(/^https:\/\/\S+[?&]sig=/);
  });

  it("shows an edit and a changed entry in the next answer", async () => {
    await using sim = await startSimulator({ queueSize: 3 });
    await ask(sim, paths.queue);
    sim.player.music.edit((tracks) => tracks.slice(1));
    sim.player.music.update(1, { title: 'A "quoted" $& title' });
    const { json } = await ask(sim, paths.queue);
    expect([json["total"], json["array"]?.[1]?.["title"]]).toEqual([2, 'A "quoted" $& title']);
  });

  it("of thousands of entries is answered from the cache while unchanged", async () => {
    await using sim = await startSimulator({ queueSize: 4000, now: handClock().now });
    const first = await ask(sim, paths.queue);
    expect(first.json["total"]).toBe(4000);
    expect((await ask(sim, paths.queue)).bytes.equals(first.bytes)).toBe(true);
  });
});

describe("the other operations", () => {
  it("getModel reports the name, the model, the MAC and the firmware", async () => {
    await using sim = await startSimulator({ name: "Attic", mac: "02:5e:11:00:00:aa" });
    expect((await ask(sim, paths.model)).json).toMatchObject({
      status: 200,
      deviceName: "Attic",
      model: "SIM-V9 Pro",
      net_mac: "02:5e:11:00:00:aa",
      firmware: "v2.4.18",
    });
  });

  it("every icon path of the listing leads to a picture, a different one if selected", async ({ sim }) => {
    const entry = (await ask(sim, paths.list)).json["outputData"]?.[0];
    const plain = await ask(sim, entry?.["icon"] ?? "");
    const selected = await ask(sim, entry?.["selecticon"] ?? "");
    expect([plain.status, plain.type, plain.text.slice(1, 4)]).toEqual([200, "image/png", "PNG"]);
    expect(selected.type).toBe("image/png");
    expect(selected.text).not.toBe(plain.text);
  });

  it("an icon without a name is refused", async ({ sim }) => {
    expect((await ask(sim, "/SystemSettings/getItemSettingIcon")).json["status"]).toBe(805);
  });
});
