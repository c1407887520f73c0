import { describe, expect, it } from "vitest";
import { readStream } from "../../../src/core/controls/stream.ts";
import { shownRequest } from "../../../src/core/controls/request.ts";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import { emptyQueue } from "../../../src/core/resources/queue.ts";
import { having, settled } from "../samples.ts";
import { player } from "../sample-player.ts";
import { decided, effectOf, without } from "./decided.ts";
import { sessionWith } from "../session-with.ts";

const opens = (path: string, isMusic: boolean): string => `openFile ${path} ${isMusic}`;
const callOf = (request: string, session = settled()) => effectOf("play", request, session).calls[0]?.call;
const audioOnly = having(settled(), { video: { support: "unsupported" } });

describe("what is played by its address", () => {
  it.each([
    ["/films/One.mkv", false],
    ["/music/One.FLAC", true],
  ])("%s is music: %s", (path, isMusic) => {
    expect(decided("play", path)).toBe(opens(path, isMusic));
    expect(decided("play", path, audioOnly)).toBe(opens(path, true));
  });

  it.each([
    ["https://h/one.mp3?x=.mkv", true],
    ["https://h/live?x=.mp3", false],
  ])("%s is music: %s, and opened in the way that the player has", (address, isMusic) => {
    const stream = { address, title: undefined, picture: undefined };
    const json = JSON.stringify({ address, title: " Bell " });
    expect(callOf(json)).toMatchObject({ stream: { ...stream, title: "Bell" } });
    expect(callOf(address)).toEqual({ operation: "openAddress", stream, isMusic });
    expect(callOf(address, audioOnly)).toEqual({ operation: "playStream", stream });
    const withRenderer = sessionWith(audioOnly, { calls: new Set(["renderStream"] as const) });
    expect(callOf(address, withRenderer)).toEqual({ operation: "renderStream", stream });
  });

  it("tells that the queue is lost, except where a stream plays beside it", () => {
    const queued = settled({ player: { ...player, queue: { ...emptyQueue, total: 3 } } });
    const audio = having(queued, { video: { support: "unsupported" } });
    expect(effectOf("play", "/one.mp3", queued).lost).toEqual(["queue"]);
    expect(effectOf("play", "/one.mp3", without("queue")).lost).toBeUndefined();
    expect(effectOf("play", "http://h/one.mp3", audio).lost).toBeUndefined();
    const withRenderer = sessionWith(audio, { calls: new Set(["renderStream"] as const) });
    expect(effectOf("play", "http://h/one.mp3", withRenderer).lost).toEqual(["queue"]);
  });

  const noAddresses = `one.mp3 //h/one.mp3 / ftp+http://h/one.mp3 http:// https://[/x
    {"address":"http://h/one.mp3","title":5} {"address":"http://h/one.mp3","picture":"ftp://h/one.png"}`;
  const withBlanks = ["/a\nb", "https://h/a\u0000", "https://h and more", "https://me:pass word@h/a"];
  it.each([...noAddresses.split(/\s+/), ...withBlanks])("%j is refused", (request) => {
    expect(controls.play.parse(request).problem?.text).toMatch(
      /^malformed: expected an http or https address/,
    );
  });

  it("is possible with any operation that its player has", () => {
    const denied = { support: "unsupported", denials: 1 } as const;
    const files = { openAddress: denied, playStream: denied };
    expect(controlSupport({ ...settled(), operations: files }, "play")).toBe("unknown");
    const renderer = { ...files, openFile: denied };
    expect(controlSupport({ ...settled(), operations: renderer }, "play")).toBe("unsupported");
    expect(controlSupport({ ...audioOnly, operations: renderer }, "play")).toBe("unknown");
  });
});

it("what comes from a library takes as long, and is read back from what it plays or adds to", () => {
  const { takesMs, fresh } = controls["library/play"].parse("next service a1");
  const adding = settled({ calls: new Set(["playServiceItem"] as const) });
  expect([takesMs, fresh(adding), fresh(settled())]).toEqual([
    15_000,
    ["music", "queue"],
    ["video", "music"],
  ]);
  expect(controls.play.parse("/one.mp3").takesMs).toBe(15_000);
});

it("an address with blanks is encoded", () => {
  const address = "http://h/My Song.mp3?token=abc SECRET";
  const encoded = "http://h/My%20Song.mp3?token=abc%20SECRET";
  expect(readStream(address)).toMatchObject({ address: encoded });
  expect(readStream(JSON.stringify({ address, picture: "http://h/a\u00a0b.png" }))).toMatchObject({
    address: encoded,
    picture: "http://h/a%C2%A0b.png",
  });
});

it.each([
  ["HDMI", "HDMI"],
  ["/films/One.mkv", "/films/One.mkv"],
  ["https://me:pw@h.example:81/a/b?c#d", "https://h.example:81/…"],
  ['{"value": "http://h/key"', '{"value": "http://h/…"'],
  ["rtsp://h?key x://y/z", "rtsp://h/…"],
  ["see http://h/a?token=abc SECRET, 'SECRET' and \"SECRET\"", "see http://h/…"],
  ["http://me:SEC RET@h/a", "http://h/…"],
  ["http://me:SECRET", "http://me/…"],
  ["http://[fe80::1]:80/SECRET", "http://[fe80::1]:80/…"],
  [
    '{"address":"http://h/a?token=abc SECRET\\"SECRET","title":"One \\"Two"}',
    '{"address":"http://h/…","title":"One \\"Two"}',
  ],
  ["{'address': 'http://h/a?token=abc SECRET'}", "{'address': 'http://h/…"],
])("of the request %s, %s is shown", (request, shown) => {
  expect(shownRequest(request)).toBe(shown);
});

it.each([
  '{"address":',
  '{"address":7}',
  '{"title":"Bell"}',
  '{"address":"http://h/a","title":7}',
  JSON.stringify({ address: "http://h/a", title: "x".repeat(201) }),
  '{"address":"http://h/a","picture":"h"}',
])("%s is no stream", (request) => {
  expect(readStream(request)).toBeUndefined();
});

it("an address may stand alone as the value of a command", () => {
  expect(readStream('{"value":"http://h/a"}')).toMatchObject({ address: "http://h/a" });
});
