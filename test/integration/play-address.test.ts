import { describe, expect } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { type SimulatedRenderer, startRenderer } from "../../simulator/zidoo/renderer.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed } from "../support/bridge/outcomes.ts";

const args = { "controls.experimental": "true" };
const stream = "https://user:word@radio.example/live/SECRET-1/one.mp3?key=SECRET-2";

const clock = fastClock(50);

/** Loopback addresses of this file: its renderers all listen on the usual port. */
let hosts = 0;
const rendererOf = () =>
  startSimulator({ ...clock, preset: "audio", host: `127.0.41.${++hosts}`, ssdpPort: 1900 });

const it = withBridge(rendererOf, { clock });

it("an audio player plays a stream by its renderer, and shows only its host", async ({ sim, bridged }) => {
  expect(await bridged.set("play", stream)).toMatchObject({
    outcome: "applied",
    request: "https://radio.example/…",
    lost: ["queue"],
  });
  expect(sim.renderer?.actions).toEqual(["SetAVTransportURI", "Play"]);
  await bridged.waitFor("music/title", "one.mp3");
  const said = JSON.stringify([bridged.subscriber.results, bridged.log.lines]);
  expect(said).toContain("radio.example");
  expect(said).not.toMatch(/SECRET|word@/);
});

it("a title and a picture are shown as they were given, whatever is in them", async ({ sim, bridged }) => {
  const title = 'Tom & "Jerry" <live>';
  const picture = "http://pictures.example/a.png?x=1&y=2";
  expect(
    await bridged.set("play", JSON.stringify({ address: stream, title, picture, transaction: 7 })),
  ).toMatchObject({ outcome: "applied", transaction: 7 });
  await bridged.waitFor("music/title", title);
  expect(sim.player.externalSource).toMatchObject({ title, picture, playType: 7 });
});

it("a renderer that has moved to another port is found again", async () => {
  const host = `127.0.41.${++hosts}`;
  await using sim = await startSimulator({ ...clock, preset: "audio", host });
  await using bridged = await Bridged.settled(sim, { clock });
  for (const name of ["first.mp3", "second.mp3"]) {
    await using renderer = await startRenderer(host, 1900, sim.player);
    expect(await bridged.set("play", `http://radio.example/${name}`)).toMatchObject({ outcome: "applied" });
    expect(renderer.actions).toEqual(["SetAVTransportURI", "Play"]);
    await bridged.waitFor("music/title", name);
  }
});

it.for<[string, string, actions: string[], (renderer: SimulatedRenderer) => unknown, string?]>([
  [
    "its description is at another host",
    "the renderer that answers for the player is at another address",
    [],
    (renderer) => (renderer.location = "http://127.0.0.1:1/d.xml"),
  ],
  [
    "its control is at another host",
    "the renderer that answers for the player is at another address",
    [],
    (renderer) => (renderer.controlUrl = "http://192.0.2.7/control"),
  ],
  [
    "the renderer refuses it",
    "the renderer of the player refuses it: UPnP 714 Illegal MIME-type",
    ["SetAVTransportURI"],
    () => {},
    "http://paper.example/book.pdf",
  ],
])(
  "nothing is played, and what plays goes on, where %s",
  async ([_what, reason, actions, lie, address = stream], { sim }) => {
    if (sim.renderer !== undefined) lie(sim.renderer);
    await using bridged = await Bridged.settled(sim, { clock });
    expect(await bridged.set("play", address)).toMatchObject(failed(reason));
    expect(sim.renderer?.actions).toEqual(actions);
    expect([sim.player.music.state, bridged.payload("availability")]).toEqual(["playing", "online"]);
  },
);

it("without a renderer nothing is sent, and what plays goes on", async () => {
  await using sim = await startSimulator({ ...clock, preset: "audio", host: `127.0.41.${++hosts}` });
  await using bridged = await Bridged.settled(sim, { clock });
  expect(await bridged.set("play", stream)).toMatchObject(
    failed("no DLNA renderer answers at the address of the player"),
  );
  expect([sim.player.music.state, bridged.payload("availability")]).toEqual(["playing", "online"]);
});

it("a film player opens a stream in its own scheme, with controls.experimental", async () => {
  await using sim = await startSimulator(clock);
  await using bridged = await Bridged.settled(sim, { clock, args });
  const payload = { address: `${stream}&seconds=90`, title: "Röd & blå", picture: "https://p.example/1.png" };
  expect(await bridged.set("play", JSON.stringify(payload))).toMatchObject({ outcome: "applied" });
  const request = sim.traffic.requests.find(({ operation }) => operation === "openAddress");
  const url = new URLSearchParams(request?.query).get("url") ?? "";
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    type: "1",
    res: payload.address,
    name: payload.title,
    albumArt: payload.picture,
  });
  await bridged.waitFor("music/title", payload.title);
  expect(await bridged.set("play", "http://films.example/one.mkv")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("video/title", "one.mkv");
  expect(await bridged.set("play", "http://films.example/unplayable.mkv")).toMatchObject({
    outcome: "failed",
    reason: "not applied: the player still shows what played before",
  });
});

it("a file is played as film or as music by its ending", async () => {
  await using sim = await startSimulator(clock);
  await using bridged = await Bridged.settled(sim, { clock, args });
  const [, film] = sim.player.video.entries;
  expect(await bridged.set("play", film?.path ?? "")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("video/title", film?.title);
  expect(await bridged.set("play", "/storage/usb-1/Song & Dance.flac")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("music/title", "Song & Dance.flac");
});

const makes = {
  "a film player": (host: string) => startSimulator({ ...clock, host }),
  "an audio player": (host: string) => startSimulator({ ...clock, preset: "audio", host, ssdpPort: 1900 }),
  // It holds requests until something changes.
  "a BluOS player": async (host: string) =>
    Object.assign(await startBluos({ ...clock, host, bufferMs: 20 }), { mostAtOnce: 4 }),
};

describe.each(Object.entries(makes))("at %s", (_make, start) => {
  const startHere = () => start(`127.0.41.${++hosts}`);
  it("a stream without a picture shows none, not that of the track before", async () => {
    await using sim = await startHere();
    await using bridged = await Bridged.settled(sim, {
      clock,
      args: { ...args, "publish.pictures": "true" },
    });
    if ("video" in sim.player) sim.player.video.stop();
    await bridged.set("music/playback", "play");
    await bridged.waitFor("music/picture/type", "image/png");
    expect(await bridged.set("play", "http://radio.example/one.mp3")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("music/picture", undefined);
    await bridged.waitFor("music/picture/type", undefined);
    expect(bridged.payload("music/state")).toBe("playing");
  });
});

it.each(Object.keys(makes).filter((make) => make !== "an audio player"))(
  "a renderer that answers for %s is not asked: the player itself plays the address",
  async (make) => {
    const host = `127.0.41.${++hosts}`;
    await using sim = await makes[make as keyof typeof makes](host);
    await using other = await startSimulator({ ...clock, preset: "audio", host, ssdpPort: 1900 });
    if (other.renderer !== undefined) other.renderer.location = "http://127.0.0.1:1/d.xml";
    await using bridged = await Bridged.settled(sim, { clock, args });
    expect(await bridged.set("play", stream)).toMatchObject({ outcome: "applied" });
    expect(other.renderer?.actions).toEqual([]);
  },
);

it("a BluOS player that sends its caller to another host has not played it, and that host is not asked", async () => {
  await using other = await startSimulator({ ...clock, preset: "audio", host: `127.0.41.${++hosts}` });
  await using sim = Object.assign(await startBluos(clock), { mostAtOnce: 4 });
  await using bridged = await Bridged.settled(sim, { clock });
  const before = bridged.payload("music/title");
  sim.behaviors.add(`redirect:${other.url}/Play@Play`);
  expect(await bridged.set("play", stream)).toMatchObject({ outcome: "failed", reason: "HTTP status 302" });
  expect(other.traffic.count()).toBe(0);
  expect([bridged.payload("music/title"), bridged.payload("music/state")]).toEqual([before, "playing"]);
});
